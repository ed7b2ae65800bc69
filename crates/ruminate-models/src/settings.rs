//! What a person may set about model calls, and what holds when nobody does.

use std::time::Duration;

use ruminate_types::Pricing;

use crate::Keys;

#[derive(Clone, Debug)]
pub struct Settings {
    pub keys: Keys,
    /// Requests that one server gets at the same time, over all runs and models.
    pub concurrency: usize,
    pub retry: Retry,
    /// A reply longer than this, in bytes of text, ends there.
    pub max_reply_bytes: usize,
    /// The largest window an Ollama model is given: its memory grows with the window, not with the prompt.
    pub ollama_window: u32,
    pub overrides: Overrides,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keys: Keys::default(),
            concurrency: 4,
            retry: Retry::default(),
            max_reply_bytes: 4 * 1024 * 1024,
            ollama_window: 8192,
            overrides: Overrides::default(),
        }
    }
}

/// Waits grow from `base` by doubling up to `longest`; each is a random part of that (full jitter), so
/// that callers who failed together do not come back together.
#[derive(Clone, Copy, Debug)]
pub struct Retry {
    /// How often a request is sent at most, the first time included.
    pub attempts: u32,
    pub base: Duration,
    pub longest: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 4, base: Duration::from_millis(500), longest: Duration::from_secs(30) }
    }
}

/// What a person knows better than the server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    pub context_window: Option<u32>,
    pub structured: Option<bool>,
    pub pricing: Option<Pricing>,
}
