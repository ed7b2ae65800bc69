//! Streamable HTTP, as a service that a router mounts at `/mcp`.
//!
//! Whoever mounts it has checked the key, and says whose request it is by an [`Owner`] among its extensions; without one
//! nothing is answered. A session belongs to the owner who began it, and to everybody else it is
//! not there.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use ruminate_types::Owner;
use serde::Deserialize;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Server;
use super::limits::ServingLimits;
use super::sessions::{Reader, Sessions};
use crate::places::{Place, Places};

const SESSION: &str = "mcp-session-id";

/// What answers are sent as.
pub type HttpBody = BoxBody<Bytes, Infallible>;

#[derive(Clone)]
pub struct Door(Arc<Inner>);

struct Inner {
    service: StreamableHttpService<Server, LocalSessionManager>,
    limits: Arc<ServingLimits>,
    requests: Places,
    sessions: Sessions,
    /// Sessions and streams end with the door.
    _end: DropGuard,
}

impl Door {
    /// For requests that name this machine as their host, and for pages of this machine.
    pub fn new(server: Server) -> Self {
        let here = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
        Self::with(server, StreamableHttpServerConfig::default().with_allowed_origins(here))
    }

    /// For somebody who has checked host and origin already, and knows more names than this machine's.
    pub fn behind_guard(server: Server) -> Self {
        Self::with(server, StreamableHttpServerConfig::default().disable_allowed_hosts())
    }

    fn with(server: Server, config: StreamableHttpServerConfig) -> Self {
        let limits = server.limits.clone();
        let sessions = Sessions::new(&limits);
        let end = CancellationToken::new();
        let config = config
            .with_max_request_body_bytes(limits.message_bytes)
            .with_cancellation_token(end.clone());
        let make = move || Ok(server.clone());
        Self(Arc::new(Inner {
            service: StreamableHttpService::new(make, sessions.manager(), config),
            sessions,
            requests: Places::new(limits.requests, limits.requests_per_owner),
            limits,
            _end: end.drop_guard(),
        }))
    }

    /// Answers one request.
    pub async fn handle<B>(&self, request: Request<B>) -> Response<HttpBody>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.admitted(request).await.unwrap_or_else(|refusal| refusal)
    }

    async fn admitted<B>(
        &self,
        request: Request<B>,
    ) -> Result<Response<HttpBody>, Response<HttpBody>>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let nobody = || refusal(StatusCode::UNAUTHORIZED, "nobody said whose request this is");
        let owner = request.extensions().get::<Owner>().cloned().ok_or_else(nobody)?;
        let place = self.0.requests.take(&owner).ok_or_else(|| busy("requests"))?;
        let reader = self.session(request.headers(), &owner)?;
        let (parts, body) = request.into_parts();
        let body = self.whole(body).await?;
        let begins = parts.method == Method::POST && begins_session(&body);
        let session = if begins { Some(self.room(&owner).await?) } else { None };
        let request = Request::from_parts(parts, Full::new(body));
        let response = self.0.service.handle(request).await;
        if let (Some(place), Some(id)) = (session, session_of(response.headers())) {
            self.0.sessions.begin(id, owner, place);
        }
        Ok(response.map(|body| Held { body, _place: place, _reader: reader }.boxed()))
    }

    /// The one that a request belongs to, if it says that it belongs to one.
    fn session(
        &self,
        headers: &HeaderMap,
        owner: &Owner,
    ) -> Result<Option<Reader>, Response<HttpBody>> {
        let Some(id) = session_of(headers) else { return Ok(None) };
        let missing = || refusal(StatusCode::NOT_FOUND, "there is no such session");
        self.0.sessions.enter(id, owner).map(Some).ok_or_else(missing)
    }

    async fn room(&self, owner: &Owner) -> Result<Place, Response<HttpBody>> {
        self.0.sessions.room(owner).await.ok_or_else(|| busy("sessions"))
    }

    async fn whole<B>(&self, body: B) -> Result<Bytes, Response<HttpBody>>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let body = Limited::new(body, self.0.limits.message_bytes).collect();
        match timeout(self.0.limits.message(), body).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long"))
            }
            Ok(Err(_)) => Err(refusal(StatusCode::BAD_REQUEST, "the message broke off")),
            Err(_) => Err(refusal(StatusCode::REQUEST_TIMEOUT, "the message did not come in time")),
        }
    }
}

impl<B> tower_service::Service<Request<B>> for Door
where
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let door = self.clone();
        Box::pin(async move { Ok(door.handle(request).await) })
    }
}

fn session_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION)?.to_str().ok()
}

fn begins_session(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: std::borrow::Cow<'a, str>,
    }
    serde_json::from_slice::<Message>(body).is_ok_and(|message| message.method == "initialize")
}

fn busy(what: &str) -> Response<HttpBody> {
    const WAIT: Duration = Duration::from_secs(5);
    let message = format!("there are too many {what} at once: end one, or try again in a moment");
    let mut response = refusal(StatusCode::TOO_MANY_REQUESTS, &message);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(WAIT.as_secs()));
    response
}

fn refusal(status: StatusCode, message: &str) -> Response<HttpBody> {
    let body = Full::new(Bytes::from(message.to_owned())).boxed();
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// A request counts until its answer is sent.
struct Held {
    body: HttpBody,
    _place: Place,
    _reader: Option<Reader>,
}

impl Body for Held {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
