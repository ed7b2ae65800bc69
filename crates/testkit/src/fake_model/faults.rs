//! Each fault, as what is sent and how.

use std::future::pending;
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

use super::Asked;
use super::answer::{Answer, Fault};
use super::embedding;
use super::http::{Body, Manner, Response};
use super::protocol::Protocol;

/// Waits in here for the faults that are about waiting.
pub(super) async fn enacted(asked: &Asked, answer: &Answer) -> (Response, Manner) {
    let protocol = asked.protocol;
    let mut manner = Manner { in_one_write: answer.in_one_piece, ..Manner::default() };
    let reply = || match answer.is_stamped {
        true => protocol.reply(asked, &Answer { text: stamped(&answer.text), ..answer.clone() }),
        false => protocol.reply(asked, answer),
    };
    let reply_with = |text: String| protocol.reply(asked, &Answer { text, ..answer.clone() });
    let Some(fault) = &answer.fault else {
        return (reply(), manner);
    };
    let response = match fault {
        Fault::SlowFirstByte(wait) => {
            if !wait.is_zero() {
                sleep(*wait).await;
            }
            reply()
        }
        Fault::SlowDrip(wait) => {
            manner.before_each_piece = *wait;
            reply()
        }
        Fault::CutAfter(bytes) => {
            manner.cut_after = Some(*bytes);
            reply()
        }
        Fault::Hang => pending().await,
        Fault::Empty | Fault::Enormous(_) | Fault::InvalidJson | Fault::FailInStream
            if asked.to_embed.is_some() =>
        {
            embedding::spoilt(asked, fault)
        }
        Fault::Empty => reply_with(String::new()),
        Fault::Enormous(bytes) => reply_with(enormous(*bytes)),
        Fault::InvalidJson => protocol.invalid_json(),
        Fault::FailInStream => protocol.failing_stream(&answer.text),
        Fault::WrongContentType => web_page(),
        Fault::ServerError => protocol.error(500, "api_error", "something broke"),
        Fault::TooManyRequests { retry_after } => too_many_requests(protocol, retry_after.clone()),
        Fault::Unauthorised => unauthorised(asked),
        Fault::UnknownModel => unknown_model(asked),
        Fault::ContextTooLong { limit } => context_too_long(protocol, *limit),
        Fault::RefuseSchema if asked.schema.is_none() => reply(),
        Fault::RefuseSchema => schema_refused(protocol),
        Fault::RefuseField(field) if asked.body.get(field).is_none() => reply(),
        Fault::RefuseField(field) => field_refused(protocol, field),
        Fault::Redirect(to) => redirect(protocol, to.clone()),
    };
    (response, manner)
}

/// A period or a question mark before a quotation mark ends a text.
fn stamped(json: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let (period, question) = (format!(" @{now}.\""), format!(" @{now}?\""));
    json.replace(".\"", &period).replace("?\"", &question)
}

fn enormous(bytes: usize) -> String {
    const OVER: &str = "On and on. ";
    OVER.repeat(bytes.div_ceil(OVER.len()))
}

fn web_page() -> Response {
    Response {
        status: 200,
        content_type: "text/html; charset=utf-8",
        headers: Vec::new(),
        body: Body::Whole("<html><body>Please log in.</body></html>".into()),
    }
}

fn too_many_requests(protocol: Protocol, retry_after: Option<String>) -> Response {
    let mut response = protocol.error(429, "rate_limit_error", "slow down");
    response.headers.extend(retry_after.map(|after| ("Retry-After", after)));
    response
}

fn unauthorised(asked: &Asked) -> Response {
    let key = asked.key.as_deref().unwrap_or("none");
    let message = format!("Incorrect API key provided: {key}");
    asked.protocol.error(401, "authentication_error", &message)
}

fn unknown_model(asked: &Asked) -> Response {
    let message = format!("model '{}' not found", asked.model);
    asked.protocol.error(404, "not_found_error", &message)
}

pub(super) fn context_too_long(protocol: Protocol, limit: u32) -> Response {
    let wanted = limit + 1000;
    let message = match protocol {
        Protocol::Ollama => "the input length exceeds the context length".to_owned(),
        Protocol::OpenAi => format!(
            "This model's maximum context length is {limit} tokens. However, you requested {wanted} tokens."
        ),
        Protocol::Anthropic => format!("prompt is too long: {wanted} tokens > {limit} maximum"),
    };
    protocol.error(400, "invalid_request_error", &message)
}

fn schema_refused(protocol: Protocol) -> Response {
    let field = match protocol {
        Protocol::Ollama => "format",
        Protocol::OpenAi => "response_format",
        Protocol::Anthropic => "output_config.format",
    };
    let message = format!("{field}: structured outputs are not supported by this model");
    protocol.error(400, "invalid_request_error", &message)
}

fn field_refused(protocol: Protocol, field: &str) -> Response {
    let instead = match field {
        "max_tokens" => " Use 'max_completion_tokens' instead.",
        _ => "",
    };
    let message = format!("Unsupported parameter: '{field}'.{instead}");
    protocol.error(400, "invalid_request_error", &message)
}

fn redirect(protocol: Protocol, to: String) -> Response {
    let mut response = protocol.error(307, "redirect", "over there");
    response.headers.push(("Location", to));
    response
}
