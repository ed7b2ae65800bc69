//! What differs between providers, as pure translation: requests into JSON, JSON into pieces of a reply.
//! No implementation does IO, so each can be read beside the provider's documentation and nothing else.

use std::fmt::Debug;

use reqwest::header::HeaderValue;
use ruminate_types::ports::model::{Finish, ModelError, ModelRequest};
use serde_json::{Value, json};

use crate::concessions::{Field, Without};
use crate::frames::Framing;
use crate::{ApiKey, ModelListing};

pub(crate) trait Protocol: Debug + Send + Sync {
    /// Where a request is sent, below the provider's address.
    fn chat_path(&self) -> &'static str;
    fn list_path(&self) -> &'static str;
    fn headers(&self, key: Option<&ApiKey>) -> Result<Headers, ModelError>;
    fn body(&self, model: &str, request: &ModelRequest, without: Without) -> Value;
    /// The fields of the body that some servers refuse, and that can be done without.
    fn optional_fields(&self) -> &'static [Field];
    /// How a streamed reply is cut into frames.
    fn framing(&self) -> Framing;
    /// What a frame says. A whole reply, from a server that does not stream, is one frame.
    fn pieces(&self, frame: &Value) -> Vec<Piece>;
    /// The models that the answer to `list_path` names.
    fn listing(&self, body: &Value) -> Vec<ModelListing>;
}

/// The same for providers that embed texts.
pub(crate) trait EmbeddingProtocol: Debug + Send + Sync {
    fn embed_path(&self) -> &'static str;
    /// Asks for one vector per text, and for an error when a text is too long.
    fn embed_body(&self, model: &str, texts: &[String], context_window: u32) -> Value;
    /// The vectors of a reply, in the order of the texts, or what is wrong with it.
    fn vectors(&self, reply: &Value) -> Result<Vec<Vec<f32>>, String>;
}

pub(crate) type Headers = Vec<(&'static str, HeaderValue)>;

#[derive(Debug, PartialEq)]
pub(crate) enum Piece {
    Text(String),
    PromptTokens(u64),
    CompletionTokens(u64),
    Finished(Finish),
    /// The model, or a filter before it, does not want to answer.
    Declined(String),
    /// The server failed after it had begun to answer; the status is the one it would have begun with.
    Failed {
        status: u16,
        message: String,
    },
    /// Nothing follows, though the connection may stay open: the reply is complete.
    End,
}

/// The system prompt and the prompt as the two messages that chat APIs want.
pub(crate) fn messages(request: &ModelRequest) -> Value {
    let user = json!({"role": "user", "content": request.prompt});
    if request.system.is_empty() {
        return json!([user]);
    }
    json!([{"role": "system", "content": request.system}, user])
}

/// The text at a path, unless there is none or it is empty.
pub(crate) fn text_at<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str().filter(|text| !text.is_empty())
}

pub(crate) fn count_at(value: &Value, pointer: &str) -> Option<u64> {
    value.pointer(pointer)?.as_u64()
}

pub(crate) fn window_at(value: &Value, pointer: &str) -> Option<u32> {
    count_at(value, pointer).and_then(|count| count.try_into().ok()).filter(|count| *count > 0)
}
