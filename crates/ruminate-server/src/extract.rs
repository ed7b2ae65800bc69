//! Taking a request apart. What does not fit becomes a problem document, whichever part it was.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::guard::Caller;
use crate::problem::Problem;

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        // The guard puts it there for every route that has one.
        parts.extensions.get().cloned().ok_or_else(|| {
            Problem::new(StatusCode::UNAUTHORIZED, "unauthorised", "a key is needed")
        })
    }
}

/// A body in JSON, no larger and no slower than the limits allow.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        check_json(&request)?;
        let bytes = read(request, app).await?;
        parse(&bytes).map(Self)
    }
}

/// The same, for a route that does without one.
pub(crate) struct MaybeBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default> FromRequest<App> for MaybeBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let checked = check_json(&request);
        let bytes = read(request, app).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        checked?;
        parse(&bytes).map(Self)
    }
}

fn check_json(request: &Request) -> Result<(), Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", "the body must be JSON")
        .hint("send `Content-Type: application/json`"))
}

async fn read(request: Request, app: &App) -> Result<bytes::Bytes, Problem> {
    let limits = app.settings.limits;
    let body = to_bytes(request.into_body(), limits.body_bytes);
    match timeout(limits.body_time, body).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_large(&error) => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body_too_large",
            format!("the body has more than the {} bytes that are taken", limits.body_bytes),
        )
        .hint("send less, or raise limits.body_bytes")),
        Ok(Err(_)) => Err(Problem::new(StatusCode::BAD_REQUEST, "body_cut", "the body broke off")),
        Err(_) => {
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "body_slow", "the body took too long"))
        }
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    source.is_some_and(|source| source.is::<http_body_util::LengthLimitError>())
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| {
        use serde_json::error::Category;
        match error.classify() {
            Category::Data => Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "invalid",
                format!("the body is not what is expected: {error}"),
            )
            .hint("/docs tells every field there is"),
            Category::Syntax | Category::Eof | Category::Io => Problem::new(
                StatusCode::BAD_REQUEST,
                "bad_json",
                format!("the body is not JSON: {error}"),
            ),
        }
    })
}

/// The query of an address.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        axum::extract::Query::from_request_parts(parts, app)
            .await
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|rejection| {
                Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
                    .hint("/docs tells every parameter there is")
            })
    }
}

/// The id within an address. What is no id names nothing.
pub(crate) struct Id<T>(pub(crate) T);

impl<T: std::str::FromStr + Send> FromRequestParts<App> for Id<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, app).await;
        let id = path.ok().and_then(|axum::extract::Path(id)| id.parse().ok());
        id.map(Self).ok_or_else(|| {
            Problem::new(StatusCode::NOT_FOUND, "not_found", "no id of this form names anything")
                .hint("ids are UUIDs")
        })
    }
}
