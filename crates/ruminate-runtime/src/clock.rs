//! Thinking time: it runs only while somebody drives the run.

use std::time::Instant;

use jiff::Timestamp;
use ruminate_engine::Now;

pub(crate) struct Stopwatch {
    before_ms: u64,
    started: Instant,
}

impl Stopwatch {
    /// Goes on from what the run has used so far.
    pub(crate) fn resume(elapsed_ms: u64) -> Self {
        Self { before_ms: elapsed_ms, started: Instant::now() }
    }

    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.before_ms + u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn now(&self) -> Now {
        Now { at: now(), elapsed_ms: self.elapsed_ms() }
    }
}

/// The wall clock, in the precision in which times are stored.
pub(crate) fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
}
