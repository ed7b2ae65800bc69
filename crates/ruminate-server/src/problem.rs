//! What went wrong, as an RFC 9457 problem document: a stable code, what happened, what to do.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ruminate_runtime::RuntimeError;
use ruminate_runtime::asked::Invalid;
use ruminate_types::ports::store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;

/// An RFC 9457 problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// `urn:ruminate:problem:` and the code.
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    #[schemars(range(min = 400, max = 599))]
    status: u16,
    /// What happened.
    detail: String,
    /// A stable name for programs.
    code: &'static str,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The field of the request that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip)]
    retry_after: Option<Duration>,
}

impl Problem {
    /// The same for those who have no [`StatusCode`] at hand.
    pub fn of(status: u16, code: &'static str, detail: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::new(status, code, detail)
    }

    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("urn:ruminate:problem:{code}"),
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into(),
            code,
            hint: None,
            field: None,
            retry_after: None,
        }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// The same under another status.
    pub(crate) fn with_status(&self, status: StatusCode) -> Self {
        let title = status.canonical_reason().unwrap_or("Problem");
        Self { status: status.as_u16(), title, ..self.clone() }
    }

    pub fn status(&self) -> u16 {
        self.status
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    pub fn detail(&self) -> &str {
        &self.detail
    }

    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    pub fn field_name(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Where the operator's model server is tells a caller nothing that is theirs to know.
    pub fn without_addresses(mut self) -> Self {
        self.detail = without_addresses(&self.detail);
        self.hint = self.hint.as_deref().map(without_addresses);
        self
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no {what}"))
    }
}

fn without_addresses(text: &str) -> String {
    let is_address = |word: &str| word.contains("http://") || word.contains("https://");
    let told = |word: &str| {
        let (address, after) =
            word.split_at(word.trim_end().trim_end_matches([',', ';', ')']).len());
        if is_address(address) { format!("the model's server{after}") } else { word.to_owned() }
    };
    text.split_inclusive(' ').map(told).collect()
}

/// The content type of a problem document.
pub(crate) const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs_f64().ceil().max(1.0) as u64;
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // For those who tell it in another form.
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::NotFound(_) | StoreError::NoConversation(_) => StatusCode::NOT_FOUND,
            StoreError::TooManyRuns { .. } => StatusCode::TOO_MANY_REQUESTS,
            // Waiting changes nothing about it, so it is not 429.
            StoreError::TooManyConversations { .. }
            | StoreError::Refused(_)
            | StoreError::StillRead
            | StoreError::Held { .. }
            | StoreError::LeaseLost { .. } => StatusCode::CONFLICT,
            StoreError::AlreadyExists { .. } | StoreError::Misused { .. } => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            StoreError::Full { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Corrupt { .. }
            | StoreError::Newer { .. }
            | StoreError::Busy { .. }
            | StoreError::Io { .. }
            | StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        if status.is_server_error() {
            // Where the data lives is the operator's business, not the caller's.
            tracing::error!(%error, code = error.code(), "the store failed");
            return Self::new(status, error.code(), "the data cannot be read or written now")
                .hint("try again later; the operator's log tells more")
                .retry_after(Duration::from_secs(5));
        }
        if let StoreError::Held { .. } | StoreError::LeaseLost { .. } = error {
            // Which process of which machine it is tells a caller nothing.
            return Self::new(status, error.code(), "the run is under way")
                .hint("pause or cancel it first, or wait until it ends");
        }
        let problem = Self::new(status, error.code(), error.to_string());
        match error {
            StoreError::TooManyRuns { .. } => {
                problem.hint(error.hint()).retry_after(Duration::from_secs(5))
            }
            StoreError::NotFound(_) => problem,
            _ => problem.hint(error.hint()),
        }
    }
}

impl From<RuntimeError> for Problem {
    fn from(error: RuntimeError) -> Self {
        match error {
            RuntimeError::Store(error) => error.into(),
            RuntimeError::NoSuchEvent { .. } => {
                Self::new(StatusCode::NOT_FOUND, error.code(), error.to_string())
            }
            RuntimeError::BrokenHistory { .. } => {
                tracing::error!(%error, "a history is broken");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.code(), error.to_string())
            }
        }
    }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", invalid.message)
            .hint(invalid.hint)
            .field(invalid.field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_left_out_and_nothing_else() {
        for (text, told) in [
            (
                "http://10.0.0.7:11434/v1 does not answer: refused",
                "the model's server does not answer: refused",
            ),
            (
                "it failed (at https://secret.example), so wait",
                "it failed (at the model's server), so wait",
            ),
            ("nothing of the kind,  here", "nothing of the kind,  here"),
        ] {
            assert_eq!(without_addresses(text), told);
        }
    }
}
