//! A language model, whoever serves it.

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::{ModelProfile, Tokens};

/// What a prompt is for. Servers do not see it; accounts and tests do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The answer to one small question, in a few words.
    Solve,
    Think,
    Question,
    Synthesize,
    Digest,
    Final,
    /// The one call of a run that answers at once. Its reply is plain text, to be shown as it comes.
    Answer,
}

impl Purpose {
    /// Whether the beginning of a reply is of use when the rest of it never comes. Some thoughts are better
    /// than none; half an answer is none.
    pub fn takes_a_beginning(self) -> bool {
        match self {
            Self::Think | Self::Question | Self::Synthesize | Self::Digest | Self::Final => true,
            Self::Answer | Self::Solve => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRequest {
    pub purpose: Purpose,
    pub system: String,
    pub prompt: String,
    /// The JSON schema that the reply must follow, for servers that can hold a model to one.
    pub schema: Option<serde_json::Value>,
    pub max_tokens: u32,
    pub temperature: f64,
    /// The window the prompt was fitted to, for servers that size it per request.
    pub context_window: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model said all it wanted to.
    Stop,
    /// It reached the limit of tokens, or of bytes.
    Length,
    /// The connection or the time ended in the middle; this is what had come by then.
    Cut,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelReply {
    pub text: String,
    pub finish: Finish,
    pub tokens: Tokens,
    /// From the first request to the last byte, retries included.
    pub latency_ms: u64,
    /// Requests that were sent for this reply, the one that gave it included.
    pub attempts: u32,
}

/// A piece of a reply that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyPiece<'a> {
    /// So many bytes of the reply came before it; none again when it is asked for again, and what had come
    /// by then no longer counts.
    pub offset: usize,
    pub text: &'a str,
}

/// Receives a reply piece by piece while it is being written. Must not block.
pub type OnPiece<'a> = &'a (dyn Fn(ReplyPiece<'_>) + Send + Sync);

#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Asks once, retrying what is worth retrying within `time_limit`, and returns the whole reply.
    /// Dropping the future aborts the request. A repeat is a new request and may answer differently.
    async fn complete(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError>;
}

/// Finds the model that a run's policy names.
pub trait Models: Send + Sync {
    /// The same profile gives the same client, with one concurrency cap for all runs of a provider.
    fn model(
        &self,
        profile: &ModelProfile,
    ) -> Result<std::sync::Arc<dyn LanguageModel>, ModelError>;
}

/// Every way in which asking a model goes wrong, named for what one does about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("{url} does not answer: {message}")]
    Unreachable { url: String, message: String },
    #[error("{url} refuses the key: {message}")]
    Unauthorised { url: String, message: String },
    #[error("{url} does not know the model {model}")]
    UnknownModel { url: String, model: String },
    #[error("{url} is overloaded: {message}")]
    Overloaded { url: String, message: String, retry_after: Option<Duration> },
    #[error("{url} failed: {message}")]
    ServerFault { url: String, message: String },
    #[error("{url} sent something that is not a reply: {message}")]
    Malformed { url: String, message: String },
    #[error("{url} gave no reply within {limit:?}")]
    TimedOut { url: String, limit: Duration },
    #[error("{url} does not take a JSON schema")]
    SchemaRefused { url: String },
    #[error("the prompt is too long for the model: {message}")]
    PromptTooLong { message: String, limit: Option<u32> },
    #[error("{url} refuses the request: {message}")]
    Rejected { url: String, message: String },
    #[error("{url} sent a reply that is too large")]
    TooLarge { url: String },
    #[error("the model declines to answer: {message}")]
    Declined { message: String },
    #[error("{message}")]
    Misconfigured { message: String, hint: String },
}

impl ModelError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "model_unreachable",
            Self::Unauthorised { .. } => "model_unauthorised",
            Self::UnknownModel { .. } => "model_unknown",
            Self::Overloaded { .. } => "model_overloaded",
            Self::ServerFault { .. } => "model_server_fault",
            Self::Malformed { .. } => "model_malformed",
            Self::TimedOut { .. } => "model_timed_out",
            Self::SchemaRefused { .. } => "model_schema_refused",
            Self::PromptTooLong { .. } => "model_prompt_too_long",
            Self::Rejected { .. } => "model_rejected",
            Self::TooLarge { .. } => "model_reply_too_large",
            Self::Declined { .. } => "model_declined",
            Self::Misconfigured { .. } => "model_misconfigured",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Unreachable { .. } => "start the server, or choose another with --model and --model-url".into(),
            Self::Unauthorised { .. } => "set the provider's API key in the environment (OPENAI_API_KEY or ANTHROPIC_API_KEY)".into(),
            Self::UnknownModel { .. } => "`ruminate models list` shows what the server has".into(),
            Self::Overloaded { .. } => "wait a little, then resume the run".into(),
            Self::ServerFault { .. } | Self::Malformed { .. } => "`ruminate models test` tries it by itself; a server's own log says more".into(),
            Self::TimedOut { .. } => "raise `think.call_limit_seconds`, or choose a faster model".into(),
            Self::SchemaRefused { .. } => "set `model.structured = false` in the configuration".into(),
            Self::PromptTooLong { .. } => "ask for less, or set `model.context_window` to what the model really takes (of one in the box, `box.window` too)".into(),
            Self::Rejected { .. } => "`ruminate models test` shows the request by itself".into(),
            Self::TooLarge { .. } => "raise `model.max_reply_bytes`, or choose another model".into(),
            Self::Declined { .. } => "put the question differently, or choose another model".into(),
            Self::Misconfigured { hint, .. } => hint.clone(),
        }
    }

    /// Whether the same request may go through in a while.
    pub fn is_worth_retrying(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Overloaded { .. }
            | Self::ServerFault { .. }
            | Self::Malformed { .. } => true,
            Self::Unauthorised { .. }
            | Self::UnknownModel { .. }
            | Self::TimedOut { .. }
            | Self::SchemaRefused { .. }
            | Self::PromptTooLong { .. }
            | Self::Rejected { .. }
            | Self::TooLarge { .. }
            | Self::Declined { .. }
            | Self::Misconfigured { .. } => false,
        }
    }
}
