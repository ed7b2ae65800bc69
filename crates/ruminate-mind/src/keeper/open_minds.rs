//! The minds that are open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ruminate_types::Owner;
use tokio::sync::OnceCell;

use super::Kept;

/// Minds that are open at a time; the one that was asked least recently is closed for another.
const MOST: usize = 16;

#[derive(Default)]
pub(super) struct OpenMinds(Mutex<Places>);

#[derive(Default)]
struct Places {
    of: HashMap<Owner, Place>,
    /// Of any of them, so far.
    uses: u64,
}

#[derive(Default)]
struct Place {
    mind: Arc<OnceCell<Kept>>,
    last_use: u64,
}

impl OpenMinds {
    /// Where an owner's mind is kept. Who finds it empty fills it, and only those who ask for the same one wait for that.
    pub(super) fn place(&self, owner: &Owner) -> Arc<OnceCell<Kept>> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !places.of.contains_key(owner) && places.of.len() >= MOST {
            places.close_oldest();
        }
        places.uses += 1;
        let last_use = places.uses;
        let place = places.of.entry(owner.clone()).or_default();
        place.last_use = last_use;
        place.mind.clone()
    }
}

impl Places {
    fn close_oldest(&mut self) {
        let oldest = self.of.iter().min_by_key(|(_, place)| place.last_use);
        if let Some(oldest) = oldest.map(|(owner, _)| owner.clone()) {
            self.of.remove(&oldest);
        }
    }
}
