//! The three wire protocols, from the server's side: what a request asks, and how an answer looks.

use ruminate_types::ports::model::Purpose;
use serde_json::{Value, json};

use super::answer::Answer;
use super::http::{Body, Incoming, Response};
use super::{Asked, recognise};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    Ollama,
    OpenAi,
    Anthropic,
}

impl Protocol {
    pub const ALL: [Self; 3] = [Self::Ollama, Self::OpenAi, Self::Anthropic];

    /// The protocol that has chats at this path.
    pub(super) fn of_chat(path: &str) -> Option<Self> {
        match path {
            "/api/chat" => Some(Self::Ollama),
            "/v1/chat/completions" | "/chat/completions" => Some(Self::OpenAi),
            "/v1/messages" => Some(Self::Anthropic),
            _ => None,
        }
    }

    /// The protocol that has texts embedded at this path.
    pub(super) fn of_embedding(path: &str) -> Option<Self> {
        match path {
            "/api/embed" => Some(Self::Ollama),
            "/v1/embeddings" | "/embeddings" => Some(Self::OpenAi),
            _ => None,
        }
    }

    /// Not numbered yet.
    pub(super) fn read(self, incoming: &Incoming, body: Value) -> Asked {
        let said = |role: &str| {
            let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
            let of_role = messages.iter().filter(|message| message["role"] == role);
            of_role.filter_map(|m| m["content"].as_str()).collect::<Vec<_>>().join("\n")
        };
        let system = match self {
            Self::Anthropic => body["system"].as_str().unwrap_or_default().to_owned(),
            Self::Ollama | Self::OpenAi => said("system"),
        };
        let prompt = said("user");
        let schema = body.pointer(match self {
            Self::Ollama => "/format",
            Self::OpenAi => "/response_format/json_schema/schema",
            Self::Anthropic => "/output_config/format/schema",
        });
        let key = match self {
            Self::Anthropic => incoming.header("x-api-key"),
            Self::Ollama | Self::OpenAi => incoming.header("authorization"),
        };
        let purpose: Option<Purpose> = recognise(&system, &prompt, schema);
        Asked {
            purpose,
            schema: schema.cloned(),
            to_embed: None,
            protocol: self,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            key: key.map(|key| key.trim_start_matches("Bearer ").to_owned()),
            system,
            prompt,
            body,
            nth_overall: 0,
            nth_for_purpose: 0,
        }
    }

    pub(super) fn reply(self, asked: &Asked, answer: &Answer) -> Response {
        if let Some(document) = &answer.document {
            return Response::json(200, document);
        }
        if let Some(to_embed) = &asked.to_embed {
            return to_embed.reply(asked);
        }
        // Ollama streams unless it is told not to; the others only when they are told to.
        let asked_to_stream = match self {
            Self::Ollama => asked.body["stream"] != false,
            Self::OpenAi | Self::Anthropic => asked.body["stream"] == true,
        };
        let streams = asked_to_stream && answer.heeds_stream;
        match self {
            Self::Ollama if streams => stream("application/x-ndjson", ollama_lines(asked, answer)),
            Self::Ollama => Response::json(200, &ollama_frame(asked, answer, &answer.text, true)),
            Self::OpenAi if streams => stream("text/event-stream", openai_events(asked, answer)),
            Self::OpenAi => Response::json(200, &openai_document(asked, answer)),
            Self::Anthropic if streams => {
                stream("text/event-stream", anthropic_events(asked, answer))
            }
            Self::Anthropic => Response::json(200, &anthropic_message(asked, answer)),
        }
    }

    /// An error, in the form that the provider's errors have.
    pub(super) fn error(self, status: u16, kind: &str, message: &str) -> Response {
        let body = match self {
            Self::Ollama => json!({"error": message}),
            Self::OpenAi => json!({"error": {"message": message, "type": kind, "code": kind}}),
            Self::Anthropic => {
                json!({"type": "error", "error": {"type": kind, "message": message}})
            }
        };
        Response::json(status, &body)
    }

    /// A piece of text, and then an error in the middle of the stream.
    pub(super) fn failing_stream(self, said: &str) -> Response {
        let piece = |json: Value| format!("data: {json}\n\n");
        let overloaded = json!({"type": "overloaded_error", "message": "Overloaded"});
        match self {
            Self::Ollama => {
                let frames = [
                    json!({"message": {"content": said}, "done": false}),
                    json!({"error": "the runner died"}),
                ];
                stream("application/x-ndjson", frames.iter().map(|f| format!("{f}\n")).collect())
            }
            Self::OpenAi => {
                let text = json!({"choices": [{"delta": {"content": said}}]});
                stream("text/event-stream", vec![piece(text), piece(json!({"error": overloaded}))])
            }
            Self::Anthropic => {
                let text = json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": said}});
                let error = json!({"type": "error", "error": overloaded});
                stream("text/event-stream", vec![piece(text), piece(error)])
            }
        }
    }

    /// Frames that are not what they should be.
    pub(super) fn invalid_json(self) -> Response {
        match self {
            Self::Ollama => stream("application/x-ndjson", vec!["{\"message\": oops\n".into()]),
            Self::OpenAi | Self::Anthropic => {
                stream("text/event-stream", vec!["data: {\"choices\": oops\n\n".into()])
            }
        }
    }
}

fn stream(content_type: &'static str, pieces: Vec<String>) -> Response {
    Response { status: 200, content_type, headers: Vec::new(), body: Body::Stream(pieces) }
}

/// Several pieces, each a few words long, or larger where there is a lot to say.
fn pieces_of(answer: &Answer) -> Vec<&str> {
    let text = answer.text.as_str();
    if answer.in_one_piece {
        return vec![text];
    }
    let size = (text.len() / 200).max(12);
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.ceil_char_boundary(size.min(rest.len())));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn prompt_tokens(asked: &Asked) -> usize {
    (asked.system.len() + asked.prompt.len()).div_ceil(4)
}

fn completion_tokens(answer: &Answer) -> usize {
    (answer.text.len() + answer.thinking.as_ref().map_or(0, String::len)).div_ceil(4)
}

fn ollama_frame(asked: &Asked, answer: &Answer, text: &str, last: bool) -> Value {
    let message = json!({"role": "assistant", "content": text});
    let mut frame = json!({"model": asked.model, "message": message, "done": last});
    if last {
        frame["done_reason"] = if answer.reaches_limit { "length".into() } else { "stop".into() };
    }
    if last && answer.counts_tokens {
        frame["prompt_eval_count"] = prompt_tokens(asked).into();
        frame["eval_count"] = completion_tokens(answer).into();
    }
    frame
}

fn ollama_lines(asked: &Asked, answer: &Answer) -> Vec<String> {
    let thinking = answer.thinking.iter().map(|thinking| {
        let message = json!({"role": "assistant", "content": "", "thinking": thinking});
        json!({"model": asked.model, "message": message, "done": false})
    });
    let text = pieces_of(answer).into_iter().map(|p| ollama_frame(asked, answer, p, false));
    let last = ollama_frame(asked, answer, "", true);
    thinking.chain(text).chain([last]).map(|frame| format!("{frame}\n")).collect()
}

fn openai_usage(asked: &Asked, answer: &Answer) -> Value {
    json!({"prompt_tokens": prompt_tokens(asked), "completion_tokens": completion_tokens(answer)})
}

fn openai_finish(answer: &Answer) -> &'static str {
    if answer.reaches_limit { "length" } else { "stop" }
}

fn openai_document(asked: &Asked, answer: &Answer) -> Value {
    let message =
        json!({"role": "assistant", "content": answer.text, "reasoning_content": answer.thinking});
    let choice = json!({"index": 0, "message": message, "finish_reason": openai_finish(answer)});
    let mut document =
        json!({"object": "chat.completion", "model": asked.model, "choices": [choice]});
    if answer.counts_tokens {
        document["usage"] = openai_usage(asked, answer);
    }
    document
}

fn openai_events(asked: &Asked, answer: &Answer) -> Vec<String> {
    let chunk = |delta: Value, finish: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        json!({"object": "chat.completion.chunk", "model": asked.model, "choices": [choice], "usage": null})
    };
    let mut events = vec![chunk(json!({"role": "assistant", "content": ""}), None)];
    events.extend(answer.thinking.iter().map(|t| chunk(json!({"reasoning_content": t}), None)));
    let text = pieces_of(answer);
    events.extend(text.into_iter().map(|piece| chunk(json!({"content": piece}), None)));
    events.push(chunk(json!({}), Some(openai_finish(answer))));
    if answer.counts_tokens && asked.body["stream_options"]["include_usage"] == true {
        events.push(json!({"choices": [], "usage": openai_usage(asked, answer)}));
    }
    let events = events.into_iter().map(|event| format!("data: {event}\n\n"));
    events.chain(["data: [DONE]\n\n".to_owned()]).collect()
}

fn anthropic_stop(answer: &Answer) -> &'static str {
    if answer.reaches_limit { "max_tokens" } else { "end_turn" }
}

fn anthropic_message(asked: &Asked, answer: &Answer) -> Value {
    let mut content: Vec<Value> =
        answer.thinking.iter().map(|t| json!({"type": "thinking", "thinking": t})).collect();
    content.push(json!({"type": "text", "text": answer.text}));
    let mut message = json!({
        "type": "message", "role": "assistant", "model": asked.model,
        "content": content, "stop_reason": anthropic_stop(answer),
    });
    if answer.counts_tokens {
        let (input, output) = (prompt_tokens(asked), completion_tokens(answer));
        message["usage"] = json!({"input_tokens": input, "output_tokens": output});
    }
    message
}

fn anthropic_events(asked: &Asked, answer: &Answer) -> Vec<String> {
    let mut start =
        json!({"type": "message", "role": "assistant", "model": asked.model, "content": []});
    let mut end =
        json!({"type": "message_delta", "delta": {"stop_reason": anthropic_stop(answer)}});
    if answer.counts_tokens {
        start["usage"] = json!({"input_tokens": prompt_tokens(asked), "output_tokens": 1});
        end["usage"] = json!({"output_tokens": completion_tokens(answer)});
    }
    let delta = |delta: Value| json!({"type": "content_block_delta", "index": 0, "delta": delta});
    let mut events = vec![
        json!({"type": "message_start", "message": start}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "ping"}),
    ];
    let thinking = answer.thinking.iter();
    events.extend(thinking.map(|t| delta(json!({"type": "thinking_delta", "thinking": t}))));
    let text = pieces_of(answer).into_iter();
    events.extend(text.map(|piece| delta(json!({"type": "text_delta", "text": piece}))));
    events.push(json!({"type": "content_block_stop", "index": 0}));
    events.extend([end, json!({"type": "message_stop"})]);
    let named = |event: Value| {
        let name = event["type"].as_str().unwrap_or_default().to_owned();
        format!("event: {name}\ndata: {event}\n\n")
    };
    events.into_iter().map(named).collect()
}
