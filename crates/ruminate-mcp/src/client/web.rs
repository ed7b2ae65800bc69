//! A server that is reached over HTTP. Like the SDK's own client, but that no answer may be longer than we want: that one
//! reads a body to its end, whatever its length.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use reqwest::{Client, RequestBuilder, Response, redirect};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransport,
    StreamableHttpClientTransportConfig, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::{Sse, SseStream};
use url::Url;

use super::child::MOST_MESSAGE;
use crate::bounded::{InTurn, Patient};

const SESSION: &str = "mcp-session-id";
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

type Failure = StreamableHttpError<reqwest::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

pub(super) async fn reach(
    name: &str,
    url: &Url,
    headers: &HeaderMap,
) -> Result<impl Transport<RoleClient> + 'static, String> {
    let is_tls = url.scheme() == "https";
    let made = tokio::task::spawn_blocking(move || make(is_tls)).await;
    let client = made.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let headers = headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let config = StreamableHttpClientTransportConfig::with_uri(url.as_str())
        .custom_headers(headers)
        .max_sse_event_size(MOST_MESSAGE);
    let transport = StreamableHttpClientTransport::with_client(Web(client), config);
    Ok(InTurn::new(Patient::new(transport, name)))
}

/// Redirects are never followed: what is in the headers is for the address that is written down.
fn make(is_tls: bool) -> Result<Client, reqwest::Error> {
    // Another part of the process may have chosen a provider already: any is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(concat!("ruminate/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10));
    let builder = if is_tls { builder } else { builder.no_proxy().tls_certs_only([]) };
    builder.build()
}

#[derive(Clone)]
struct Web(Client);

impl Web {
    async fn answer(&self, request: RequestBuilder, headers: Headers) -> Result<Response, Failure> {
        let request = request.headers(headers.into_iter().collect());
        request.send().await.map_err(|error| Failure::Client(error.without_url()))
    }
}

impl StreamableHttpClient for Web {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let is_in_session = session.is_some();
        let request = self.0.post(&*uri).header(ACCEPT, format!("{EVENTS}, {JSON}")).json(&message);
        let response = self.answer(of_session(request, session), headers).await?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && is_in_session {
            return Err(Failure::SessionExpired);
        }
        let session = response.headers().get(SESSION).and_then(|id| id.to_str().ok());
        let session = session.map(str::to_owned);
        if status.is_success() && is_of(&response, EVENTS) {
            return Ok(StreamableHttpPostResponse::Sse(events(response), session));
        }
        let body = whole(response).await?;
        let message = told(&message, status, &body)?;
        Ok(message.map_or(StreamableHttpPostResponse::Accepted, |message| {
            StreamableHttpPostResponse::Json(message, session)
        }))
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        _: Option<String>,
        headers: Headers,
    ) -> Result<(), Failure> {
        self.answer(of_session(self.0.delete(&*uri), Some(session)), headers).await.map(drop)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        _: Option<String>,
        headers: Headers,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        let mut request = of_session(self.0.get(&*uri).header(ACCEPT, EVENTS), session);
        if let Some(last_event) = last_event {
            request = request.header("last-event-id", last_event);
        }
        let response = self.answer(request, headers).await?;
        match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => Err(Failure::ServerDoesNotSupportSse),
            status if !status.is_success() => Err(failed(status)),
            _ if is_of(&response, EVENTS) => Ok(events(response)),
            _ => Err(Failure::UnexpectedContentType(None)),
        }
    }
}

fn of_session(request: RequestBuilder, session: Option<Arc<str>>) -> RequestBuilder {
    match session {
        Some(id) => request.header(SESSION, &*id),
        None => request,
    }
}

fn is_of(response: &Response, kind: &str) -> bool {
    let told = response.headers().get(CONTENT_TYPE);
    told.is_some_and(|told| told.as_bytes().starts_with(kind.as_bytes()))
}

/// What a body says; none where nobody waits for it.
fn told(
    asked: &ClientJsonRpcMessage,
    status: StatusCode,
    body: &[u8],
) -> Result<Option<ServerJsonRpcMessage>, Failure> {
    let said: Option<ServerJsonRpcMessage> = serde_json::from_slice(body).ok();
    let ClientJsonRpcMessage::Request(request) = asked else {
        return if status.is_success() { Ok(None) } else { Err(failed(status)) };
    };
    let is_refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    if status.is_success() {
        let unread = || Failure::UnexpectedServerResponse(Cow::from("it answers no JSON-RPC"));
        return said.map(Some).ok_or_else(unread);
    }
    // A server that does not know this question yet is an older one, which is asked in the older way.
    let is_older =
        status.is_client_error() && matches!(request.request, ClientRequest::DiscoverRequest(_));
    match said {
        _ if is_refused => Err(failed(status)),
        Some(ServerJsonRpcMessage::Error(error)) => {
            let id = error.id.or_else(|| is_older.then(|| request.id.clone()));
            Ok(Some(ServerJsonRpcMessage::error(error.error, id)))
        }
        _ if is_older => {
            let error = ErrorData::invalid_request("server/discover is not known", None);
            Ok(Some(ServerJsonRpcMessage::error(error, Some(request.id.clone()))))
        }
        _ => Err(failed(status)),
    }
}

fn failed(status: StatusCode) -> Failure {
    Failure::UnexpectedServerResponse(Cow::from(format!("it answers with HTTP {status}")))
}

async fn whole(mut response: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(Failure::Client)? {
        if body.len() + bytes.len() > MOST_MESSAGE {
            return Err(Failure::UnexpectedServerResponse(Cow::from("its answer is too long")));
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body)
}

fn events(response: Response) -> BoxStream<'static, Result<Sse, SseError>> {
    let bytes = response.bytes_stream().map(|bytes| bytes.map_err(std::io::Error::other));
    SseStream::from_bytes_stream(bounded(bytes)).boxed()
}

/// Ends with an error within an event that is too long. An event ends with an empty line.
fn bounded(
    bytes: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = std::io::Result<Bytes>> + Send + 'static {
    let (mut size, mut is_line_empty) = (0, true);
    bytes.map(move |bytes| {
        let bytes = bytes?;
        for byte in &bytes {
            size += 1;
            match byte {
                b'\n' if is_line_empty => size = 0,
                b'\n' => is_line_empty = true,
                b'\r' => {}
                _ => is_line_empty = false,
            }
            if size > MOST_MESSAGE {
                return Err(std::io::Error::other("an event is too long"));
            }
        }
        Ok(bytes)
    })
}
