//! Language models, behind the port of [`ruminate_types::ports::model`]: Ollama's native API, anything
//! that speaks OpenAI's chat completions, and Anthropic's messages.
//!
//! The first two also embed texts, behind the port of [`ruminate_types::ports::embedding`].
//!
//! A provider is one file of pure translation (`ollama`, `openai`, `anthropic`): a request in, JSON out;
//! JSON in, pieces of a reply or vectors out. Everything that has to do with the network is written once:
//! in `line` the queue, the time limit, retries and refusals; in `client` the caps on a chat, and what is
//! kept of a reply that was cut; in `embedding` which texts go together, and how much of each.
//!
//! [`Providers`] is the way in; [`Providers::profile`], [`Providers::embedding_profile`],
//! [`Providers::list`] and [`Providers::local_ollama`] find out what there is to ask.
//!
//! [`weights`] is about models that run in process, and fetches what they are made of.
//!
//! Written by hand over an HTTP client, not over a library of providers: those drop the JSON schema and
//! the size of the context window on Ollama's wire without a word.

mod address;
mod anthropic;
mod backoff;
mod client;
mod concessions;
mod discover;
mod draft;
mod embedding;
mod frames;
mod http;
mod key;
mod line;
mod ollama;
mod openai;
mod protocol;
mod provider;
mod providers;
mod refusal;
mod schema;
mod settings;
pub mod weights;

/// What asking any server takes, for who is a client of something else than a model: addresses, TLS,
/// keys that stay where they belong, and streams of events.
pub mod web {
    pub use crate::address::{Address, Whose};
    pub use crate::backoff::retry_after;
    pub use crate::frames::{Frames, Framing, Oversized};
    pub use crate::http::{Http, root_cause, text};
}

pub use discover::{LocalOllama, ModelListing};
pub use key::{ApiKey, Keys};
pub use provider::{ModelId, Provider};
pub use providers::Providers;
pub use settings::{Overrides, Retry, Settings};
