//! Makes an error with a name out of what a server says when it does not answer.
//!
//! The status decides where it can. Providers put several refusals under 400, so there the message is
//! searched: for the words that the provider's own messages use, and only in what the server says about
//! the error, because some send the prompt back with it.

use std::time::Duration;

use ruminate_types::ports::model::ModelError;
use serde_json::Value;

use crate::protocol::text_at;

#[derive(Debug)]
pub(crate) struct Refusal<'a> {
    pub(crate) url: &'a str,
    /// Empty for requests that are not about one.
    pub(crate) model: &'a str,
    pub(crate) status: u16,
    pub(crate) said: Said,
    pub(crate) retry_after: Option<Duration>,
    /// Whether the request asked for a schema to be followed.
    pub(crate) with_schema: bool,
}

/// What a server says about an error.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// For people: one line, not too long, nothing that a terminal would obey.
    message: String,
    /// For the search: the message, codes and limits, in lower case.
    keywords: String,
}

impl Said {
    /// `redact` sees the text after its escapes are undone: a key may hide behind them.
    pub(crate) fn of_body(body: &str, redact: impl Fn(&str) -> String) -> Self {
        let Ok(json) = serde_json::from_str::<Value>(body) else {
            return Self::of_message(redact(body));
        };
        let error = json.get("error").filter(|error| error.is_object()).unwrap_or(&json);
        let message = ["/message", "/error", "/detail", "/detail/0/msg"]
            .iter()
            .find_map(|at| text_at(error, at))
            .unwrap_or("it did not say why");
        let mut said = Self::of_message(redact(message));
        for field in ["type", "code", "param", "n_ctx"] {
            if let Some(value) = error.get(field).filter(|value| !value.is_null()) {
                said.keywords.push_str(&format!(" {field}: {value}").to_lowercase());
            }
        }
        said
    }

    pub(crate) fn of_message(message: String) -> Self {
        Self { message: one_line(&message), keywords: message.to_lowercase() }
    }

    fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.keywords.contains(word))
    }
}

impl Refusal<'_> {
    pub(crate) fn into_error(self) -> ModelError {
        let url = self.url.to_owned();
        let message = self.said.message.clone();
        match self.status {
            401..=403 => ModelError::Unauthorised { url, message },
            429 | 400 if self.said.has_any(&["insufficient_quota", "credit balance"]) => {
                ModelError::Unauthorised { url, message }
            }
            404 if self.names_the_model() => self.unknown_model(),
            404 => ModelError::Misconfigured {
                message: format!("{url} does not serve models: {message}"),
                hint: "check the provider and the address of the model".into(),
            },
            300..=399 => ModelError::Misconfigured {
                message: format!("{url} points to another address"),
                hint: "set the model's URL to the address it points to; keys are not sent after a redirect".into(),
            },
            413 => self.prompt_too_long(),
            429 | 503 | 529 => {
                ModelError::Overloaded { url, message, retry_after: self.retry_after }
            }
            400 | 422 => self.bad_request(),
            500..=599 if self.said.has_any(OUT_OF_CONTEXT) => self.prompt_too_long(),
            408 | 500..=599 => ModelError::ServerFault { url, message },
            _ => ModelError::Rejected { url, message },
        }
    }

    fn bad_request(self) -> ModelError {
        if self.said.has_any(OUT_OF_CONTEXT) {
            return self.prompt_too_long();
        }
        if self.with_schema && self.said.has_any(&["schema", "format", "output_config", "grammar"])
        {
            return ModelError::SchemaRefused { url: self.url.to_owned() };
        }
        let about_the_reply = self.said.has_any(&["output tokens", "completion tokens"]);
        let too_much = self.said.has_any(&["too long", "maximum"])
            && self.said.has_any(&["token", "prompt", "input"]);
        if too_much && !about_the_reply {
            return self.prompt_too_long();
        }
        if self.said.has_any(&["model_not_found", "invalid model"])
            || (self.names_the_model() && self.said.has_any(&["not found", "not exist"]))
        {
            return self.unknown_model();
        }
        ModelError::Rejected { url: self.url.to_owned(), message: self.said.message }
    }

    fn names_the_model(&self) -> bool {
        !self.model.is_empty() && self.said.has_any(&["model", &self.model.to_lowercase()])
    }

    fn unknown_model(&self) -> ModelError {
        ModelError::UnknownModel { url: self.url.to_owned(), model: self.model.to_owned() }
    }

    fn prompt_too_long(self) -> ModelError {
        let limit = limit_named_in(&self.said.keywords);
        ModelError::PromptTooLong { message: self.said.message, limit }
    }
}

const OUT_OF_CONTEXT: &[&str] = &[
    "context length",
    "context_length",
    "context window",
    "context size",
    "context_size",
    "context limit",
    "max_model_len",
    "prompt is too long",
    "too large to process",
];

/// The number of tokens that a message says would have fitted: the first one after words that lead up
/// to a limit.
fn limit_named_in(said: &str) -> Option<u32> {
    const LEADS: [&str; 10] = [
        "n_ctx: ",
        "context length is ",
        "context length of ",
        "context size (",
        "input length is ",
        "batch size: ",
        "limit of ",
        "limit is ",
        "at most ",
        "> ",
    ];
    LEADS.iter().find_map(|lead| {
        let (_, after) = said.split_once(lead)?;
        let digits: String = after
            .chars()
            .skip_while(|c| !c.is_ascii_alphanumeric())
            .take_while(|c| c.is_ascii_digit() || *c == ',')
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().ok()
    })
}

/// One line of at most 300 characters, without control characters.
pub(crate) fn one_line(message: &str) -> String {
    const LONGEST: usize = 300;
    let no_controls: String =
        message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = no_controls.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, body: &str) -> ModelError {
        Refusal {
            url: "http://host",
            model: "m",
            status,
            said: Said::of_body(body, str::to_owned),
            retry_after: None,
            with_schema: true,
        }
        .into_error()
    }

    fn check(status: u16, body: &str, code: &str) {
        assert_eq!(refusal(status, body).code(), code, "{status} {body}");
    }

    #[test]
    fn what_servers_really_say_gets_its_name() {
        check(404, r#"{"error":"model 'm' not found"}"#, "model_unknown");
        check(
            404,
            r#"{"error":{"message":"The model `m` does not exist","code":"model_not_found"}}"#,
            "model_unknown",
        );
        check(
            400,
            r#"{"error":{"message":"m is not found","code":"model_not_found"}}"#,
            "model_unknown",
        );
        check(404, "404 page not found", "model_misconfigured");
        check(302, "", "model_misconfigured");
        check(
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
            "model_unauthorised",
        );
        check(
            429,
            r#"{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}"#,
            "model_overloaded",
        );
        check(
            429,
            r#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#,
            "model_unauthorised",
        );
        check(
            400,
            r#"{"error":{"message":"Your credit balance is too low"}}"#,
            "model_unauthorised",
        );
        check(
            503,
            r#"{"error":"server busy, maximum pending requests exceeded"}"#,
            "model_overloaded",
        );
        check(
            529,
            r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            "model_overloaded",
        );
        check(500, "boom", "model_server_fault");
        check(502, "<html>Bad gateway</html>", "model_server_fault");
        check(
            400,
            r#"{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported"}}"#,
            "model_schema_refused",
        );
        check(
            400,
            r#"{"error":{"message":"output_config.format.schema: 'minItems' is not supported"}}"#,
            "model_schema_refused",
        );
        check(
            400,
            r#"{"error":{"message":"max_tokens: 90000 > 8192, which is the maximum allowed number of output tokens"}}"#,
            "model_rejected",
        );
        check(
            400,
            r#"{"error":{"message":"Unsupported parameter: 'temperature'"}}"#,
            "model_rejected",
        );
        check(418, "teapot", "model_rejected");
    }

    #[test]
    fn a_prompt_that_is_too_long_names_what_would_have_fitted() {
        let limit = |body: &str| match refusal(400, body) {
            ModelError::PromptTooLong { limit, .. } => limit,
            other => panic!("{body}: {other:?}"),
        };
        assert_eq!(
            limit(
                r#"{"error":{"message":"This model's maximum context length is 8,192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion)."}}"#
            ),
            Some(8192)
        );
        assert_eq!(
            limit(
                r#"{"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 100 input tokens (4096 > 4096 - 100)."}}"#
            ),
            Some(4096)
        );
        assert_eq!(
            limit(r#"{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#),
            Some(200_000)
        );
        assert_eq!(
            limit(
                r#"{"error":{"code":400,"message":"request (4476 tokens) exceeds the available context size (4096 tokens)","type":"exceed_context_size_error"}}"#
            ),
            Some(4096)
        );
        assert_eq!(
            limit(
                r#"{"error":{"message":"the request exceeds the available context size","n_ctx":2048}}"#
            ),
            Some(2048)
        );
        assert_eq!(limit(r#"{"error":"the input length exceeds the context length"}"#), None);
        assert_eq!(
            limit(
                r#"{"error":{"message":"Invalid 'input[0]': maximum input length is 8192 tokens."}}"#
            ),
            Some(8192)
        );
    }

    #[test]
    fn a_text_over_the_batch_of_llama_cpp_is_too_long_whatever_the_status() {
        let said = r#"{"error":{"code":500,"message":"input (3002 tokens) is too large to process. increase the physical batch size (current batch size: 512)","type":"server_error"}}"#;
        match refusal(500, said) {
            ModelError::PromptTooLong { limit, .. } => assert_eq!(limit, Some(512)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_the_server_repeats_of_the_prompt_does_not_count() {
        check(
            422,
            r#"{"detail":[{"msg":"field required","input":"the maximum context length of a schema"}]}"#,
            "model_rejected",
        );
    }

    #[test]
    fn a_message_is_one_short_line_that_no_terminal_obeys() {
        let body = format!("\u{1b}[2Jred\n\n  line {}", "x".repeat(1000));
        let shown = Said::of_body(&body, str::to_owned).message;
        assert!(shown.starts_with("[2Jred line xxx"), "{shown}");
        assert_eq!(shown.chars().count(), 301);
    }
}
