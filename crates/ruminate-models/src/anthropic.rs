//! Anthropic's messages.
//!
//! Schemas go into `output_config.format`, the documented way since structured outputs left beta: the
//! reply stays text and streams as such. Forcing a tool call instead would reach older models too, but
//! loses the text stream; what does not know `output_config` says so and is asked in the text format.

use reqwest::header::HeaderValue;
use ruminate_types::ports::model::{Finish, ModelError, ModelRequest};
use serde_json::{Value, json};

use crate::concessions::{Field, Without};
use crate::frames::Framing;
use crate::protocol::{Headers, Piece, Protocol, count_at, text_at, window_at};
use crate::{ApiKey, ModelListing, Provider, schema};

#[derive(Debug)]
pub(crate) struct Anthropic;

impl Protocol for Anthropic {
    fn chat_path(&self) -> &'static str {
        "/v1/messages"
    }

    fn list_path(&self) -> &'static str {
        "/v1/models?limit=1000"
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<Headers, ModelError> {
        let mut headers = vec![("anthropic-version", HeaderValue::from_static("2023-06-01"))];
        if let Some(key) = key {
            headers.push(("x-api-key", key.header("")?));
        }
        Ok(headers)
    }

    fn body(&self, model: &str, request: &ModelRequest, without: Without) -> Value {
        let mut body = json!({
            "model": model,
            "max_tokens": request.max_tokens,
            "messages": [{"role": "user", "content": request.prompt}],
            "stream": true,
        });
        if !request.system.is_empty() {
            body["system"] = request.system.as_str().into();
        }
        // Others go up to 2; here 1 is the most.
        let temperature = request.temperature.clamp(0.0, 1.0);
        without.put(&mut body, Field::Temperature, "temperature", temperature.into());
        if let Some(schema) = &request.schema {
            let schema = schema::closed_without_limits(schema);
            body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
        }
        body
    }

    fn optional_fields(&self) -> &'static [Field] {
        &[Field::Temperature]
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn pieces(&self, frame: &Value) -> Vec<Piece> {
        match text_at(frame, "/type") {
            Some("message_start") => prompt_tokens(&frame["message"]),
            Some("content_block_delta") => {
                text_at(frame, "/delta/text").map(|t| Piece::Text(t.into())).into_iter().collect()
            }
            Some("message_delta") => {
                let mut pieces = completion_tokens(frame);
                pieces
                    .extend(text_at(frame, "/delta/stop_reason").map(stopped).unwrap_or_default());
                pieces
            }
            Some("message_stop") => vec![Piece::End],
            Some("message") => whole(frame),
            Some("error") => vec![failure(&frame["error"])],
            // Pings, the ends of blocks, and what will be added.
            _ => Vec::new(),
        }
    }

    fn listing(&self, body: &Value) -> Vec<ModelListing> {
        let models = body["data"].as_array().map(Vec::as_slice).unwrap_or_default();
        let listed = |model: &Value| {
            Some(ModelListing {
                id: format!("{}/{}", Provider::Anthropic, text_at(model, "/id")?),
                context_window: window_at(model, "/max_input_tokens"),
                bytes: None,
                modified: None,
                chats: true,
                remote: false,
            })
        };
        models.iter().filter_map(listed).collect()
    }
}

fn whole(message: &Value) -> Vec<Piece> {
    let blocks = message["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut pieces: Vec<Piece> = blocks
        .iter()
        .filter_map(|block| text_at(block, "/text"))
        .map(|t| Piece::Text(t.into()))
        .collect();
    pieces.extend(prompt_tokens(message));
    pieces.extend(completion_tokens(message));
    pieces.extend(stopped(text_at(message, "/stop_reason").unwrap_or("end_turn")));
    pieces
}

/// Tokens that were read from or written to the cache are part of the prompt, too.
fn prompt_tokens(message: &Value) -> Vec<Piece> {
    let count = |name: &str| count_at(message, &format!("/usage/{name}"));
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"];
    let cached = cached.into_iter().filter_map(count).fold(0, u64::saturating_add);
    let total = count("input_tokens").map(|fresh| fresh.saturating_add(cached));
    total.map(Piece::PromptTokens).into_iter().collect()
}

fn completion_tokens(frame: &Value) -> Vec<Piece> {
    count_at(frame, "/usage/output_tokens").map(Piece::CompletionTokens).into_iter().collect()
}

fn stopped(reason: &str) -> Vec<Piece> {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => vec![Piece::Finished(Finish::Length)],
        "refusal" => vec![
            Piece::Declined("the model does not want to answer".into()),
            Piece::Finished(Finish::Stop),
        ],
        _ => vec![Piece::Finished(Finish::Stop)],
    }
}

fn failure(error: &Value) -> Piece {
    let status = match text_at(error, "/type") {
        Some("overloaded_error") => 529,
        Some("rate_limit_error") => 429,
        Some("invalid_request_error") => 400,
        Some("authentication_error" | "permission_error" | "billing_error") => 401,
        _ => 500,
    };
    let message = text_at(error, "/message").unwrap_or("it did not say why").to_owned();
    Piece::Failed { status, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_is_part_of_the_reply() {
        let thinking = json!({"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "hm"}});
        assert_eq!(Anthropic.pieces(&thinking), []);
        let text =
            json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "so"}});
        assert_eq!(Anthropic.pieces(&text), [Piece::Text("so".into())]);
    }

    #[test]
    fn the_first_count_of_completion_tokens_is_no_count() {
        let start = json!({"type": "message_start", "message": {"usage": {
            "input_tokens": 5, "cache_read_input_tokens": 100, "output_tokens": 1,
        }}});
        assert_eq!(Anthropic.pieces(&start), [Piece::PromptTokens(105)]);
    }
}
