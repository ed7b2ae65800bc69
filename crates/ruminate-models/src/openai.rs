//! Chat completions, as OpenAI defined them and many others serve them.
//!
//! Read with tolerance: servers that ignore `stream` answer with one document, usage comes at the end,
//! with every piece or never, and lists of models name the window in half a dozen ways.

use ruminate_types::ports::model::{Finish, ModelError, ModelRequest};
use serde_json::{Value, json};

use crate::concessions::{Field, Without};
use crate::frames::Framing;
use crate::protocol::{
    EmbeddingProtocol, Headers, Piece, Protocol, count_at, messages, text_at, window_at,
};
use crate::{ApiKey, ModelListing, Provider, embedding, schema};

#[derive(Debug)]
pub(crate) struct OpenAi;

impl Protocol for OpenAi {
    fn chat_path(&self) -> &'static str {
        "/chat/completions"
    }

    fn list_path(&self) -> &'static str {
        "/models"
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<Headers, ModelError> {
        key.map(|key| Ok(("authorization", key.header("Bearer ")?))).into_iter().collect()
    }

    fn body(&self, model: &str, request: &ModelRequest, without: Without) -> Value {
        let mut body = json!({"model": model, "messages": messages(request), "stream": true});
        let max_tokens =
            if without.has(Field::MaxTokens) { "max_completion_tokens" } else { "max_tokens" };
        body[max_tokens] = request.max_tokens.into();
        without.put(&mut body, Field::Temperature, "temperature", request.temperature.into());
        let usage = json!({"include_usage": true});
        without.put(&mut body, Field::StreamOptions, "stream_options", usage);
        if let Some(schema) = &request.schema {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": true, "schema": schema::closed(schema)},
            });
        }
        body
    }

    fn optional_fields(&self) -> &'static [Field] {
        &[Field::Temperature, Field::StreamOptions, Field::MaxTokens]
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn pieces(&self, frame: &Value) -> Vec<Piece> {
        if let Some(error) = frame.get("error").filter(|error| !error.is_null()) {
            return vec![failure(error)];
        }
        let choice = &frame["choices"][0];
        let mut pieces = Vec::new();
        for part in ["/delta", "/message"] {
            let text = |field| text_at(choice, &format!("{part}/{field}")).map(str::to_owned);
            pieces.extend(text("content").map(Piece::Text));
            pieces.extend(text("refusal").map(Piece::Declined));
        }
        pieces.extend(count_at(frame, "/usage/prompt_tokens").map(Piece::PromptTokens));
        pieces.extend(count_at(frame, "/usage/completion_tokens").map(Piece::CompletionTokens));
        match text_at(choice, "/finish_reason") {
            Some("length") => pieces.push(Piece::Finished(Finish::Length)),
            Some("content_filter") => {
                pieces.push(Piece::Declined("a content filter stopped the reply".into()));
                pieces.push(Piece::Finished(Finish::Stop));
            }
            Some(_) => pieces.push(Piece::Finished(Finish::Stop)),
            // A document of its own is complete, whether or not it says so.
            None if choice.get("message").is_some() => pieces.push(Piece::Finished(Finish::Stop)),
            None => {}
        }
        pieces
    }

    fn listing(&self, body: &Value) -> Vec<ModelListing> {
        let models = body["data"].as_array().or(body.as_array());
        models.map(Vec::as_slice).unwrap_or_default().iter().filter_map(listed).collect()
    }
}

impl EmbeddingProtocol for OpenAi {
    fn embed_path(&self) -> &'static str {
        "/embeddings"
    }

    fn embed_body(&self, model: &str, texts: &[String], _context_window: u32) -> Value {
        json!({"model": model, "input": texts})
    }

    fn vectors(&self, reply: &Value) -> Result<Vec<Vec<f32>>, String> {
        let data = reply["data"].as_array().ok_or("it holds no data")?;
        let mut vectors = vec![None; data.len()];
        for (position, embedded) in data.iter().enumerate() {
            // A server that numbers nothing keeps the order.
            let index = count_at(embedded, "/index").unwrap_or(position as u64) as usize;
            let vector = match &embedded["embedding"] {
                // Nobody asked for it, but some servers know no other way.
                Value::String(packed) => embedding::packed_numbers(packed)?,
                list => embedding::numbers(list)?,
            };
            let place = vectors.get_mut(index).filter(|place| place.is_none());
            *place.ok_or_else(|| format!("there should be no vector {index}"))? = Some(vector);
        }
        // There were as many vectors as places, and no place was taken twice.
        Ok(vectors.into_iter().flatten().collect())
    }
}

/// Gateways put the status of the server behind them into `code`.
fn failure(error: &Value) -> Piece {
    let status = count_at(error, "/code").and_then(|code| u16::try_from(code).ok());
    let message = text_at(error, "/message").or(error.as_str()).unwrap_or("it did not say why");
    Piece::Failed {
        status: status.filter(|status| (400..600).contains(status)).unwrap_or(500),
        message: message.to_owned(),
    }
}

fn listed(model: &Value) -> Option<ModelListing> {
    const WINDOWS: [&str; 6] = [
        "/max_model_len",
        "/context_length",
        "/context_window",
        "/max_context_length",
        "/meta/n_ctx",
        "/meta/n_ctx_train",
    ];
    Some(ModelListing {
        id: format!("{}/{}", Provider::OpenAi, text_at(model, "/id")?),
        context_window: WINDOWS.iter().find_map(|at| window_at(model, at)),
        bytes: None,
        modified: None,
        chats: true,
        remote: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_not_part_of_the_reply() {
        let frame = json!({"choices": [{"delta": {"reasoning_content": "hm", "content": null}}]});
        assert_eq!(OpenAi.pieces(&frame), []);
    }

    #[test]
    fn a_document_is_complete_whether_or_not_it_says_so() {
        let document = json!({"choices": [{"message": {"content": "so"}}]});
        let expected = [Piece::Text("so".into()), Piece::Finished(Finish::Stop)];
        assert_eq!(OpenAi.pieces(&document), expected);
        let chunk = json!({"choices": [{"delta": {"content": "so"}, "finish_reason": null}]});
        assert_eq!(OpenAi.pieces(&chunk), [Piece::Text("so".into())]);
    }

    #[test]
    fn vectors_come_in_the_order_of_their_numbers() {
        let data = |first: Value, second: Value| {
            let data = [("AACAPw==".into(), first), (json!([2]), second)];
            let data = data.map(|(embedding, n)| json!({"embedding": embedding, "index": n}));
            OpenAi.vectors(&json!({"data": data}))
        };
        assert_eq!(data(json!(1), json!(0)), Ok(vec![vec![2.0], vec![1.0]]));
        assert_eq!(data(Value::Null, Value::Null), Ok(vec![vec![1.0], vec![2.0]]));
        for wrong in [data(json!(0), json!(0)), data(json!(0), json!(7))] {
            assert!(wrong.unwrap_err().contains("no vector"));
        }
        assert!(OpenAi.vectors(&json!({})).is_err());
    }

    #[test]
    fn a_filtered_reply_was_declined() {
        let frame = json!({"choices": [{"delta": {}, "finish_reason": "content_filter"}]});
        assert!(matches!(OpenAi.pieces(&frame)[..], [Piece::Declined(_), Piece::Finished(_)]));
    }

    #[test]
    fn a_gateways_error_keeps_its_status() {
        let frame = json!({"error": {"code": 429, "message": "slow down"}});
        let expected = Piece::Failed { status: 429, message: "slow down".into() };
        assert_eq!(OpenAi.pieces(&frame), [expected]);
    }

    #[test]
    fn the_window_is_found_under_the_names_in_use() {
        let body = json!({"data": [
            {"id": "vllm", "max_model_len": 4096},
            {"id": "llama.cpp", "meta": {"n_ctx_train": 32768, "n_ctx": 2048}},
            {"id": "openai"},
        ]});
        let windows: Vec<_> =
            OpenAi.listing(&body).into_iter().map(|m| (m.id, m.context_window)).collect();
        let expected = [
            ("openai/vllm".to_owned(), Some(4096)),
            ("openai/llama.cpp".to_owned(), Some(2048)),
            ("openai/openai".to_owned(), None),
        ];
        assert_eq!(windows, expected);
    }
}
