//! What a person may set about a model in the box, and what holds when nobody does.

use std::path::PathBuf;
use std::time::Duration;

/// A model on disk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// `box/name`, as people and the journal call it.
    pub id: String,
    pub path: PathBuf,
    /// The name of the chat template, where it is not the one in the file.
    pub template: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Tokens of prompt and reply together. Memory grows with it, and so does the time to read a prompt.
    pub window: u32,
    /// Requests that are worked on at the same time.
    pub seats: usize,
    /// Threads that calculate. A second thread on a core that somebody else uses makes everything many
    /// times slower, because each waits for the other at every layer.
    pub threads: usize,
    /// The weights are let go of when nobody asked for so long.
    pub idle: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            window: 4096,
            seats: 4,
            threads: Self::free_cores(),
            idle: Duration::from_secs(10 * 60),
        }
    }
}

impl Settings {
    pub fn cores() -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// All cores but one.
    pub fn free_cores() -> usize {
        Self::cores().saturating_sub(1).max(1)
    }
}
