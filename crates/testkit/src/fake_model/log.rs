//! What the fake was asked, and how the asking ended.

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
}

#[derive(Debug, Default)]
struct Entries {
    requests: Vec<Request>,
    open: usize,
    most_open: usize,
}

impl Log {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Numbers and records a request. It counts as being answered until the entry is dropped.
    pub(super) fn open(self: &Arc<Self>, mut asked: Asked) -> (Asked, OpenEntry) {
        let mut entries = self.entries();
        asked.nth_overall = entries.requests.len() + 1;
        asked.nth_for_purpose = entries.of_purpose(asked.purpose) + 1;
        entries.requests.push(Request { asked: asked.clone(), abandoned: false });
        entries.open += 1;
        entries.most_open = entries.most_open.max(entries.open);
        let index = entries.requests.len() - 1;
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

impl Entries {
    fn of_purpose(&self, purpose: Option<Purpose>) -> usize {
        self.requests.iter().filter(|request| request.asked.purpose == purpose).count()
    }
}

pub(super) struct OpenEntry {
    log: Arc<Log>,
    index: usize,
}

impl OpenEntry {
    pub(super) fn abandon(self) {
        self.log.entries().requests[self.index].abandoned = true;
        self.log.changed.notify_waiters();
    }
}

impl Drop for OpenEntry {
    fn drop(&mut self) {
        self.log.entries().open -= 1;
    }
}
