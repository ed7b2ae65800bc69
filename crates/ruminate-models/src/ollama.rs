//! Ollama's native API. The OpenAI-compatible one that it also has cannot set the size of the context
//! window, and cuts longer prompts without a word; this one is told not to.
//!
//! `think` is not sent: models that cannot think refuse it. What a model thinks is not part of its reply.

use jiff::Timestamp;
use ruminate_types::ports::model::{Finish, ModelError, ModelRequest};
use serde_json::{Value, json};

use crate::concessions::{Field, Without};
use crate::frames::Framing;
use crate::protocol::{
    EmbeddingProtocol, Headers, Piece, Protocol, count_at, messages, text_at, window_at,
};
use crate::{ApiKey, ModelListing, Provider, embedding};

#[derive(Debug)]
pub(crate) struct Ollama;

pub(crate) const SHOW_PATH: &str = "/api/show";
pub(crate) const VERSION_PATH: &str = "/api/version";

impl Protocol for Ollama {
    fn chat_path(&self) -> &'static str {
        "/api/chat"
    }

    fn list_path(&self) -> &'static str {
        "/api/tags"
    }

    fn headers(&self, _key: Option<&ApiKey>) -> Result<Headers, ModelError> {
        Ok(Vec::new())
    }

    fn body(&self, model: &str, request: &ModelRequest, _without: Without) -> Value {
        let mut body = json!({
            "model": model,
            "messages": messages(request),
            "stream": true,
            "truncate": false,
            "options": {
                "num_ctx": request.context_window,
                "num_predict": request.max_tokens,
                "temperature": request.temperature,
            },
        });
        if let Some(schema) = &request.schema {
            body["format"] = schema.clone();
        }
        body
    }

    fn optional_fields(&self) -> &'static [Field] {
        &[]
    }

    fn framing(&self) -> Framing {
        Framing::Lines
    }

    fn pieces(&self, frame: &Value) -> Vec<Piece> {
        if let Some(message) = text_at(frame, "/error") {
            return vec![Piece::Failed { status: 500, message: message.to_owned() }];
        }
        let mut pieces: Vec<Piece> =
            text_at(frame, "/message/content").map(|t| Piece::Text(t.into())).into_iter().collect();
        if frame["done"] == true {
            pieces.extend(count_at(frame, "/prompt_eval_count").map(Piece::PromptTokens));
            pieces.extend(count_at(frame, "/eval_count").map(Piece::CompletionTokens));
            let at_the_limit = frame["done_reason"] == "length";
            let finish = if at_the_limit { Finish::Length } else { Finish::Stop };
            pieces.extend([Piece::Finished(finish), Piece::End]);
        }
        pieces
    }

    fn listing(&self, body: &Value) -> Vec<ModelListing> {
        let models = body["models"].as_array().map(Vec::as_slice).unwrap_or_default();
        models.iter().filter_map(listed).collect()
    }
}

impl EmbeddingProtocol for Ollama {
    fn embed_path(&self) -> &'static str {
        "/api/embed"
    }

    fn embed_body(&self, model: &str, texts: &[String], context_window: u32) -> Value {
        json!({
            "model": model,
            "input": texts,
            "truncate": false,
            "options": {"num_ctx": context_window},
        })
    }

    fn vectors(&self, reply: &Value) -> Result<Vec<Vec<f32>>, String> {
        let vectors = reply["embeddings"].as_array().ok_or("it holds no embeddings")?;
        vectors.iter().map(embedding::numbers).collect()
    }
}

fn listed(model: &Value) -> Option<ModelListing> {
    let name = text_at(model, "/model").or_else(|| text_at(model, "/name"))?;
    let modified = text_at(model, "/modified_at").and_then(|at| at.parse::<Timestamp>().ok());
    Some(ModelListing {
        id: format!("{}/{name}", Provider::Ollama),
        context_window: None,
        bytes: count_at(model, "/size"),
        modified,
        chats: !is_embedder(name, model),
        remote: text_at(model, "/remote_host").is_some(),
    })
}

/// The list does not say what a model can do; names and families do.
fn is_embedder(name: &str, model: &Value) -> bool {
    let family = text_at(model, "/details/family").unwrap_or_default();
    family.contains("bert") || ["embed", "minilm", "bge-"].iter().any(|part| name.contains(part))
}

/// The window that the model was made for, from the answer to [`SHOW_PATH`]. Its key begins with the
/// name of the architecture.
pub(crate) fn context_window(shown: &Value) -> Option<u32> {
    let about = shown["model_info"].as_object()?;
    let (_, window) = about.iter().find(|(key, _)| key.ends_with(".context_length"))?;
    window_at(window, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_not_part_of_the_reply() {
        let frame = json!({"message": {"content": "", "thinking": "hm"}, "done": false});
        assert_eq!(Ollama.pieces(&frame), []);
    }

    #[test]
    fn a_reply_that_reached_the_limit_says_so() {
        let frame = json!({
            "message": {"content": "x"}, "done": true, "done_reason": "length",
            "prompt_eval_count": 7, "eval_count": 3,
        });
        let expected = [
            Piece::Text("x".into()),
            Piece::PromptTokens(7),
            Piece::CompletionTokens(3),
            Piece::Finished(Finish::Length),
            Piece::End,
        ];
        assert_eq!(Ollama.pieces(&frame), expected);
    }

    #[test]
    fn the_window_is_found_whatever_the_architecture() {
        let shown =
            json!({"model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40960}});
        assert_eq!(context_window(&shown), Some(40960));
        assert_eq!(context_window(&json!({})), None);
    }
}
