//! Problems as OpenAI's clients understand them: the problem document with one more member.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answering::{MODEL_UNAVAILABLE, RUN_CANCELLED, RUN_PAUSED};
use crate::guard::problem_of;
use crate::problem::Problem;

/// OpenAI's form of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct OpenAiError {
    /// What happened, and what to do about it.
    message: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The parameter that it is about.
    param: Option<String>,
    code: &'static str,
}

#[derive(Serialize)]
struct Both<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    error: OpenAiError,
}

pub(super) fn error_of(problem: &Problem) -> OpenAiError {
    let (kind, code) = match problem.status() {
        401 => ("authentication_error", "invalid_api_key"),
        403 => ("permission_error", problem.code()),
        429 => ("rate_limit_error", problem.code()),
        500.. => ("server_error", problem.code()),
        _ => ("invalid_request_error", problem.code()),
    };
    let message = match problem.hint_text() {
        Some(hint) => format!("{} ({hint})", problem.detail()),
        None => problem.detail().to_owned(),
    };
    OpenAiError { message, kind, param: problem.field_name().map(str::to_owned), code }
}

/// OpenAI's clients ask again by themselves after such a status. Here that would only begin one more run:
/// the one there is waits to be resumed, and has asked its model several times.
const NOT_AGAIN: [&str; 3] = [MODEL_UNAVAILABLE, RUN_PAUSED, RUN_CANCELLED];

/// The response to a request at `path`. What went wrong below `/v1` carries OpenAI's `error` too, wherever
/// in the server it went wrong.
pub(crate) fn in_openai_form(path: &str, mut response: Response) -> Response {
    if !(path == "/v1" || path.starts_with("/v1/")) {
        return response;
    }
    let Some(problem) = problem_of(&response) else { return response };
    let problem = match problem.status() {
        // There, whatever is wrong with a request is a bad request.
        422 => problem.with_status(StatusCode::BAD_REQUEST),
        _ => (*problem).clone(),
    };
    let both = Both { problem: &problem, error: error_of(&problem) };
    let body = serde_json::to_vec(&both).unwrap_or_default();
    if NOT_AGAIN.contains(&problem.code()) {
        let never = HeaderValue::from_static("false");
        response.headers_mut().insert(HeaderName::from_static("x-should-retry"), never);
    }
    response.headers_mut().remove(header::CONTENT_LENGTH);
    *response.status_mut() =
        StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.body_mut() = Body::from(body);
    response
}
