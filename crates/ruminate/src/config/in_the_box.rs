//! What is about models that run in this process.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Models that run in this process: `box/NAME`, once pulled, or `box/` and the path of a GGUF file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BoxConfig {
    /// Tokens of prompt and reply together, unless the model has fewer. Memory grows with it, and so does
    /// the time that a prompt takes.
    pub window: u32,
    /// Requests that are worked on at the same time, from 1 to 16.
    pub seats: usize,
    /// Threads that calculate [default: one less than there are cores]. A thread on a core that is busy
    /// otherwise makes all of them many times slower.
    pub threads: Option<usize>,
    /// The weights are let go of when nobody asked for so many minutes.
    pub idle_minutes: f64,
}

impl Default for BoxConfig {
    fn default() -> Self {
        Self { window: 4096, seats: 4, threads: None, idle_minutes: 10.0 }
    }
}

/// Which model makes vectors of texts. With one, recall finds by meaning too; without, by words and names alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct EmbedderConfig {
    /// `provider/name`: `box/embedder`, `ollama/nomic-embed-text`, `openai/text-embedding-3-small`.
    pub id: Option<String>,
    /// The address of its server, if it is not the provider's usual one.
    pub url: Option<String>,
}
