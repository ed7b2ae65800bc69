//! Taking a request apart. What does not fit becomes a problem document, whichever part it was.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
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

async fn read(request: Request, app: &App) -> Result<Bytes, Problem> {
    let limits = app.settings.limits;
    let body = take(request.into_body(), limits.body_bytes);
    match timeout(limits.body_time(), body).await {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => Err(Problem::new(
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

/// What is read of a body that is too large, and thrown away: whoever is still sending does not hear
/// what is wrong.
const HEARD_OUT: usize = 8 * 1024 * 1024;

/// None when there is more than `most`.
async fn take(mut body: axum::body::Body, most: usize) -> Result<Option<Bytes>, axum::Error> {
    let mut taken = BytesMut::new();
    let mut passed = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        if passed == 0 && taken.len() + data.len() <= most {
            taken.extend_from_slice(&data);
            continue;
        }
        passed = passed.saturating_add(data.len().max(1));
        if passed > HEARD_OUT {
            break;
        }
    }
    Ok((passed == 0).then(|| taken.freeze()))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A list of the fields' values would be taken too, and no schema tells of that.
    if bytes.trim_ascii_start().starts_with(b"[") {
        let detail = "the body is a list where an object is expected";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail)
            .hint("/docs tells every field there is"));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        use serde_json::error::Category;
        match error.classify() {
            Category::Data => Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "invalid",
                format!("the body is not what is expected: {}", without_types(&error.to_string())),
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

/// What a type is called in here tells a caller nothing.
fn without_types(error: &str) -> String {
    const EXPECTED: &str = "expected ";
    let Some((before, after)) = error.split_once(EXPECTED) else { return error.to_owned() };
    let words = after.split_once(' ').unwrap_or((after, ""));
    // The name of a type is one word, after what kind of a type it is.
    let after_name = |rest: &str| rest.find([' ', ',']).map_or("", |end| &rest[end..]).to_owned();
    let (told, rest) = match words {
        ("struct", rest) => ("an object", after_name(rest)),
        ("enum", rest) => ("one of the values that /docs tells", after_name(rest)),
        ("u8" | "u16" | "u32" | "u64" | "usize", rest) => {
            ("a whole number, 0 or more", format!(" {rest}"))
        }
        ("i32" | "i64", rest) => ("a whole number", format!(" {rest}")),
        ("f32" | "f64", rest) => ("a number", format!(" {rest}")),
        _ => return format!("{before}{EXPECTED}{after}"),
    };
    format!("{before}{EXPECTED}{told}{rest}").trim_end().to_owned()
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
                let detail = without_types(&rejection.body_text());
                Problem::new(StatusCode::BAD_REQUEST, "bad_query", detail)
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
                .hint("ids are UUIDs, and those of reflexes are numbers")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_as_what_they_are_in_json() {
        for (error, told) in [
            (
                "invalid type: integer `1`, expected struct RunRequest at line 1 column 1",
                "invalid type: integer `1`, expected an object at line 1 column 1",
            ),
            (
                "invalid type: map, expected enum AskedMode",
                "invalid type: map, expected one of the values that /docs tells",
            ),
            (
                "invalid type: string \"x\", expected u32 at line 1 column 9",
                "invalid type: string \"x\", expected a whole number, 0 or more at line 1 column 9",
            ),
            (
                "invalid type: string \"x\", expected f64",
                "invalid type: string \"x\", expected a number",
            ),
            ("expected a string at line 1", "expected a string at line 1"),
            ("missing field `question` at line 1", "missing field `question` at line 1"),
        ] {
            assert_eq!(without_types(error), told);
        }
    }
}
