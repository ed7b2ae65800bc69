//! What the fake was asked, and how the asking ended.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ruminate_types::ports::model::Purpose;
use tokio::sync::Notify;

use super::Asked;

/// A request that was recorded.
#[derive(Clone, Debug)]
pub struct Request {
    pub asked: Asked,
    /// The client went away before the answer ended.
    pub abandoned: bool,
}

#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Mutex<Entries>,
    changed: Notify,
    /// Whether requests are counted only: a bench asks more often than there is memory.
    forgets: bool,
}

#[derive(Debug, Default)]
struct Entries {
    requests: Vec<Request>,
    count: usize,
    count_of_purpose: HashMap<Option<Purpose>, usize>,
    open: usize,
    most_open: usize,
}

impl Log {
    pub(super) fn that_forgets() -> Self {
        Self { forgets: true, ..Self::default() }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Numbers and records a request. It counts as being answered until the entry is dropped.
    pub(super) fn open(self: &Arc<Self>, mut asked: Asked) -> (Asked, OpenEntry) {
        let mut entries = self.entries();
        entries.count += 1;
        asked.nth_overall = entries.count;
        let of_purpose = entries.count_of_purpose.entry(asked.purpose).or_default();
        *of_purpose += 1;
        asked.nth_for_purpose = *of_purpose;
        if !self.forgets {
            entries.requests.push(Request { asked: asked.clone(), abandoned: false });
        }
        entries.open += 1;
        entries.most_open = entries.most_open.max(entries.open);
        let index = asked.nth_overall - 1;
        (asked, OpenEntry { log: Arc::clone(self), index })
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.entries().requests.clone()
    }

    pub(super) fn max_concurrent(&self) -> usize {
        self.entries().most_open
    }

    pub(super) async fn wait_for_abandoned(&self, count: usize) {
        loop {
            let changed = self.changed.notified();
            if self.entries().requests.iter().filter(|request| request.abandoned).count() >= count {
                return;
            }
            changed.await;
        }
    }
}

pub(super) struct OpenEntry {
    log: Arc<Log>,
    index: usize,
}

impl OpenEntry {
    pub(super) fn abandon(self) {
        if let Some(request) = self.log.entries().requests.get_mut(self.index) {
            request.abandoned = true;
        }
        self.log.changed.notify_waiters();
    }
}

impl Drop for OpenEntry {
    fn drop(&mut self) {
        self.log.entries().open -= 1;
    }
}
