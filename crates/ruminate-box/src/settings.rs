//! What a person may set about a model in the box, and what holds when nobody does.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ruminate_types::ports::model::ModelError;

/// A model on disk.
#[derive(Clone)]
pub struct Weights {
    /// `box/name`, as people and the journal call it.
    pub(crate) id: String,
    pub(crate) path: PathBuf,
    /// The name of the chat template, where it is not the one in the file.
    pub(crate) template: Option<String>,
    pub(crate) check: Arc<Check>,
}

type Check = dyn Fn() -> Result<(), ModelError> + Send + Sync;

impl Weights {
    pub fn at(id: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { id: id.into(), path: path.into(), template: None, check: Arc::new(|| Ok(())) }
    }

    pub fn with_template(self, template: Option<String>) -> Self {
        Self { template, ..self }
    }

    /// Asked each time before the file is loaded, on the thread that loads it. llama.cpp ends the process
    /// over a file that is damaged in the right place, so that whoever knows what the file should be has
    /// to look at it before.
    pub fn checked_by(
        self,
        check: impl Fn() -> Result<(), ModelError> + Send + Sync + 'static,
    ) -> Self {
        Self { check: Arc::new(check), ..self }
    }
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
