//! So many at once, in all and of each owner, so that nobody can take everybody's.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ruminate_types::Owner;

#[derive(Clone)]
pub(crate) struct Places(Arc<Inner>);

struct Inner {
    most: usize,
    most_per_owner: usize,
    taken: Mutex<HashMap<Owner, usize>>,
}

/// The right to be one of them, given back when it is dropped.
pub(crate) struct Place {
    places: Places,
    owner: Owner,
}

impl Places {
    pub(crate) fn new(most: usize, most_per_owner: usize) -> Self {
        Self(Arc::new(Inner { most, most_per_owner, taken: Mutex::default() }))
    }

    /// None when there is none left.
    pub(crate) fn take(&self, owner: &Owner) -> Option<Place> {
        let mut taken = self.taken();
        let (all, own) = (taken.values().sum::<usize>(), taken.get(owner).copied().unwrap_or(0));
        if all >= self.0.most || own >= self.0.most_per_owner {
            return None;
        }
        *taken.entry(owner.clone()).or_default() += 1;
        Some(Place { places: self.clone(), owner: owner.clone() })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Owner, usize>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(own) = taken.get_mut(&self.owner) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(name: &str) -> Owner {
        name.parse().unwrap()
    }

    #[test]
    fn nobody_takes_all_and_what_is_dropped_is_free_again() {
        let places = Places::new(3, 2);
        let (ada, bob) = (owner("ada"), owner("bob"));
        let first = places.take(&ada);
        let _second = places.take(&ada).unwrap();
        assert!(first.is_some() && places.take(&ada).is_none(), "two are hers");
        let _third = places.take(&bob).unwrap();
        assert!(places.take(&bob).is_none(), "three are all");
        drop(first);
        assert!(places.take(&bob).is_some());
    }
}
