//! How many streams are open: in all, and of each owner, so that nobody can take everybody's.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use ruminate_types::Owner;

use crate::problem::Problem;
use crate::settings::Limits;

#[derive(Clone)]
pub(crate) struct Streams(Arc<Inner>);

struct Inner {
    most: usize,
    most_per_owner: usize,
    open: Mutex<HashMap<Owner, usize>>,
}

/// The right to one stream, given back when it is dropped.
pub(crate) struct OpenStream {
    streams: Streams,
    owner: Owner,
}

impl Streams {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (most, most_per_owner) = (limits.streams, limits.streams_per_owner);
        Self(Arc::new(Inner { most, most_per_owner, open: Mutex::default() }))
    }

    pub(crate) fn open(&self, owner: &Owner) -> Result<OpenStream, Problem> {
        let mut open = self.owners();
        let (all, own) = (open.values().sum::<usize>(), open.get(owner).copied().unwrap_or(0));
        if all >= self.0.most || own >= self.0.most_per_owner {
            let detail = format!("{} streams are open already", own.max(all.min(self.0.most)));
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_streams", detail)
                .hint("close one, or try again in a moment")
                .retry_after(Duration::from_secs(5)));
        }
        *open.entry(owner.clone()).or_default() += 1;
        Ok(OpenStream { streams: self.clone(), owner: owner.clone() })
    }

    pub(crate) fn count(&self) -> usize {
        self.owners().values().sum()
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<Owner, usize>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.owners();
        if let Some(own) = open.get_mut(&self.owner) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.owner);
            }
        }
    }
}
