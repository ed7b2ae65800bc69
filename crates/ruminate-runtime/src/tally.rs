//! What this process has done since it began, for those who operate it.

use std::sync::atomic::{AtomicU64, Ordering};

use ruminate_types::{Event, Payload};

#[derive(Debug, Default)]
pub struct Tally {
    commits: AtomicU64,
    events: AtomicU64,
    calls: AtomicU64,
    prompt_tokens: AtomicU64,
    completion_tokens: AtomicU64,
    stage_failures: AtomicU64,
    completed: AtomicU64,
    cancelled: AtomicU64,
    paused: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Transactions that drivers wrote: one for each step that asked a model.
    pub commits: u64,
    pub events: u64,
    pub calls: u64,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    pub stage_failures: u64,
    pub completed: u64,
    pub cancelled: u64,
    pub paused: u64,
}

impl Tally {
    /// A run was written down, with so many events of its own.
    pub(crate) fn begun(&self, events: u64) {
        self.events.fetch_add(events, Ordering::Relaxed);
    }

    pub(crate) fn note(&self, committed: &[Event]) {
        let add = |counter: &AtomicU64, by: u64| counter.fetch_add(by, Ordering::Relaxed);
        add(&self.commits, 1);
        add(&self.events, committed.len() as u64);
        for Event { metrics, payload, .. } in committed {
            add(&self.calls, metrics.calls);
            add(&self.prompt_tokens, metrics.prompt_tokens);
            add(&self.completion_tokens, metrics.completion_tokens);
            match payload {
                Payload::StageFailed { .. } => add(&self.stage_failures, 1),
                Payload::Completed => add(&self.completed, 1),
                Payload::Cancelled => add(&self.cancelled, 1),
                Payload::Paused { .. } => add(&self.paused, 1),
                _ => 0,
            };
        }
    }

    pub fn counts(&self) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            commits: read(&self.commits),
            events: read(&self.events),
            calls: read(&self.calls),
            prompt_tokens: read(&self.prompt_tokens),
            completion_tokens: read(&self.completion_tokens),
            stage_failures: read(&self.stage_failures),
            completed: read(&self.completed),
            cancelled: read(&self.cancelled),
            paused: read(&self.paused),
        }
    }
}
