//! What every request goes through: whether it came by an allowed name and page, who sends it, and how
//! often. And what every response carries.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ruminate_types::Owner;
use tracing::Instrument;
use uuid::Uuid;

use crate::app::App;
use crate::keys::PREFIX;
use crate::openai;
use crate::problem::Problem;
use crate::settings::{Access, Settings};

/// Who sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller(pub(crate) Owner);

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Where some clients send their key.
pub(crate) const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// What tells nothing about anybody, for probes and for readers of the documentation.
const PUBLIC: [&str; 5] = ["/", "/healthz", "/readyz", "/openapi.json", "/docs"];

pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    app.meters.request();
    // What is in a query or a header may be a secret; what is in a path is not.
    let span = tracing::info_span!(
        "request",
        trace_id = %trace_id(request.headers()),
        method = %request.method(),
        path = request.uri().path(),
    );
    let begun = Instant::now();
    let path = request.uri().path().to_owned();
    let answering = async {
        let response = match check(&app.settings, &request) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        };
        let response = openai::in_openai_form(&path, response);
        let (status, code) = (response.status().as_u16(), problem_of(&response).map(|p| p.code()));
        tracing::info!(status, code, took = ?begun.elapsed(), "answered");
        response
    };
    let mut response = answering.instrument(span).await;
    for (name, value) in SECURITY {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// The caller's trace, if it tells one in the usual way; else a new one.
fn trace_id(headers: &HeaderMap) -> String {
    let told = headers.get("traceparent").and_then(|value| value.to_str().ok());
    let id = told.and_then(|parent| parent.split('-').nth(1));
    let is_id = |id: &&str| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    id.filter(is_id).map_or_else(|| Uuid::new_v4().simple().to_string(), str::to_owned)
}

/// A page of somebody else's can neither read nor frame anything; nothing is kept by caches.
pub(crate) const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

fn check(settings: &Settings, request: &Request) -> Result<(), Problem> {
    check_said_once(request.headers())?;
    check_host(settings, request)?;
    check_origin(settings, request.headers())
}

/// Which of two names, pages or keys counts would be anybody's guess, and a proxy's may differ from ours.
fn check_said_once(headers: &HeaderMap) -> Result<(), Problem> {
    let once = [header::HOST, header::ORIGIN, header::AUTHORIZATION, X_API_KEY];
    let Some(name) = once.into_iter().find(|name| headers.get_all(name).iter().count() > 1) else {
        return Ok(());
    };
    let detail = format!("the header field `{name}` is there more than once");
    Err(Problem::new(StatusCode::BAD_REQUEST, "repeated_header", detail).hint("send it once"))
}

/// Lets those in who may come. A page of a configured origin hears why it may not, so this is within
/// what tells browsers about origins; and a browser that asks about those first has no key yet.
pub(crate) async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if !PUBLIC.contains(&parts.uri.path()) {
        let owner = match identify(&app, &parts).await {
            Ok(owner) => owner,
            Err(problem) => return problem.into_response(),
        };
        if let Err(problem) = app.limiter.admit(&owner) {
            return problem.into_response();
        }
        parts.extensions.insert(Caller(owner));
    }
    next.run(Request::from_parts(parts, body)).await
}

/// A name that somebody points at this address must not make a browser talk to it.
fn check_host(settings: &Settings, request: &Request) -> Result<(), Problem> {
    let in_headers = request.headers().get_all(header::HOST).iter();
    let in_address = request.uri().authority().map(Authority::as_str);
    let mut names =
        in_headers.map(|host| host.to_str().ok()).chain(in_address.map(Some)).peekable();
    // The address and the header may name one each.
    let is_named = names.peek().is_some();
    let is_ours = |host: Option<&str>| {
        host.and_then(host_name).is_some_and(|name| is_allowed(settings, &name))
    };
    if is_named && names.all(is_ours) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::BAD_REQUEST,
        "host_refused",
        "the server does not answer to this host name",
    )
    .hint("use its address or localhost, or add the name to server.hosts"))
}

/// Without its port, in lower case. None for what is no `host` or `host:port`: one with a user before it
/// parses too, and others may take the user for the host.
fn host_name(authority: &str) -> Option<String> {
    let parsed: Authority = authority.parse().ok()?;
    let host = parsed.host();
    let is_port = |rest: &str| {
        let digits = rest.strip_prefix(':').unwrap_or_default();
        digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u16>().is_ok()
    };
    let rest = authority.strip_prefix(host)?;
    (rest.is_empty() || is_port(rest)).then(|| host.to_ascii_lowercase())
}

/// A bare address cannot be pointed anywhere else.
fn is_allowed(settings: &Settings, name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok() || name == "localhost" || settings.hosts.contains(name)
}

/// Pages of the server itself, and those that are configured.
fn check_origin(settings: &Settings, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own = origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    if is_own || settings.cors_origins.contains(origin) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "origin_refused",
        "pages of this origin may not use the server",
    )
    .hint("add it to server.cors_origins"))
}

async fn identify(app: &App, request: &Parts) -> Result<Owner, Problem> {
    let key = key(&request.headers);
    if let Some(key) = key
        && (app.settings.access == Access::Keys || key.starts_with(PREFIX))
    {
        let try_it = || match request.extensions.get() {
            Some(Peer(address)) => app.limiter.count_try(address.ip()),
            None => Ok(()),
        };
        return match app.doorkeeper.owner(key, try_it).await? {
            Some(owner) => Ok(owner),
            None => Err(unauthorised("the key is not known, or was revoked")),
        };
    }
    match app.settings.access {
        Access::Open => Ok(Owner::local()),
        Access::Keys => Err(unauthorised("a key is needed")),
    }
}

fn unauthorised(detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "unauthorised", detail)
        .hint("send `Authorization: Bearer KEY`; `ruminate keys create` makes one")
}

fn key(headers: &HeaderMap) -> Option<&str> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| {
        let (scheme, key) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
    });
    bearer.or_else(|| text(X_API_KEY))
}

/// The problem within a response, if it is one.
pub(crate) fn problem_of(response: &Response) -> Option<Arc<Problem>> {
    response.extensions().get::<Arc<Problem>>().cloned()
}
