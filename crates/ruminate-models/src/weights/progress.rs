//! What a pull tells while it goes on, for whoever draws it.

use std::time::Duration;

/// Told what happens. It is called often, from any thread of the runtime, and must not wait.
pub trait Progress: Send + Sync {
    fn step(&self, step: Step<'_>);
}

#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Another process pulls the same model: it is waited for.
    Waiting,
    /// A file of the right name was there already, and is not the model's: it is replaced once the
    /// right one has come.
    Stranger { path: &'a str },
    /// A source is asked for the bytes of a file that are missing.
    From { file: &'a str, source: &'a str },
    /// So many bytes of the model's files are there, of so many.
    Came { bytes: u64, of: u64 },
    /// Something went wrong that may be over when asked again, after this time.
    Again { why: &'a str, after: Duration },
    /// A source is of no use, and the next is tried, if there is one.
    Useless { source: &'a str, why: &'a str },
    /// All bytes of a file are there, and its hash is computed.
    Checking { file: &'a str },
}

/// Nobody looks.
impl Progress for () {
    fn step(&self, _: Step<'_>) {}
}
