//! Who gets in over HTTP, and how much of everything they get.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Empty, Full, StreamBody};
use ruminate_mcp::server::{Door, HttpBody, Server, ServingLimits};
use ruminate_types::Owner;
use ruminate_types::ports::tool::{ToolContext, Tools};
use ruminate_types::tool::{ToolResult, ToolSpec};
use serde_json::{Value, json};

/// One tool, whatever its name, that takes a minute.
pub(crate) struct Waits;

impl Waits {
    pub(crate) fn tools() -> Arc<dyn Tools> {
        Arc::new(Self)
    }
}

#[async_trait]
impl Tools for Waits {
    async fn list(&self, _: &Owner) -> Vec<ToolSpec> {
        Vec::new()
    }

    async fn call(&self, name: &str, _: Value, _: &ToolContext) -> ToolResult {
        tokio::time::sleep(Duration::from_secs(60)).await;
        panic!("nobody waits that long for {name}");
    }
}

fn door(limits: ServingLimits) -> Door {
    Door::new(Server::new(Waits::tools(), limits))
}

fn request(owner: Option<&str>, session: Option<&str>) -> http::request::Builder {
    let mut request = Request::post("/mcp")
        .header("host", "localhost:7878")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let owner = owner.map(|name| name.parse::<Owner>().unwrap());
    match owner {
        Some(owner) => request.extension(owner),
        None => request,
    }
}

async fn post(
    door: &Door,
    owner: Option<&str>,
    session: Option<&str>,
    message: Value,
) -> Response<HttpBody> {
    let body = Full::new(Bytes::from(message.to_string()));
    door.handle(request(owner, session).body(body).unwrap()).await
}

fn hello() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }})
}

/// Begins a session and says its id; the status if that is refused.
async fn begin(door: &Door, owner: &str) -> Result<String, StatusCode> {
    let response = post(door, Some(owner), None, hello()).await;
    if !response.status().is_success() {
        return Err(response.status());
    }
    let id = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let _ = response.into_body().collect().await;
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(post(door, Some(owner), Some(&id), ready).await.status(), StatusCode::ACCEPTED);
    Ok(id)
}

async fn ping(door: &Door, owner: &str, session: &str) -> StatusCode {
    let ping = json!({"jsonrpc": "2.0", "id": 9, "method": "ping"});
    post(door, Some(owner), Some(session), ping).await.status()
}

#[tokio::test]
async fn nothing_is_answered_to_nobody() {
    let door = door(ServingLimits::default());
    assert_eq!(post(&door, None, None, hello()).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_session_is_its_owners() {
    let door = door(ServingLimits::default());
    let id = begin(&door, "ada").await.unwrap();
    assert_eq!(ping(&door, "ada", &id).await, StatusCode::OK);
    assert_eq!(ping(&door, "bob", &id).await, StatusCode::NOT_FOUND);
    let end = request(Some("bob"), Some(&id)).method("DELETE");
    let ended = door.handle(end.body(Empty::<Bytes>::new()).unwrap()).await;
    assert_eq!(ended.status(), StatusCode::NOT_FOUND);
    assert_eq!(ping(&door, "ada", &id).await, StatusCode::OK);
}

#[tokio::test]
async fn the_session_that_was_used_the_longest_ago_makes_room() {
    let door = door(ServingLimits { sessions_per_owner: 2, ..Default::default() });
    let (first, second) = (begin(&door, "ada").await.unwrap(), begin(&door, "ada").await.unwrap());
    assert_eq!(ping(&door, "ada", &first).await, StatusCode::OK);
    let third = begin(&door, "ada").await.unwrap();
    assert_eq!(ping(&door, "ada", &second).await, StatusCode::NOT_FOUND);
    for id in [&first, &third] {
        assert_eq!(ping(&door, "ada", id).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_session_that_somebody_reads_from_stays() {
    let limits = ServingLimits { sessions: 2, sessions_per_owner: 1, ..Default::default() };
    let door = door(limits);
    let id = begin(&door, "ada").await.unwrap();
    let listen = request(Some("ada"), Some(&id)).method("GET");
    let stream = door.handle(listen.body(Empty::<Bytes>::new()).unwrap()).await;
    assert_eq!(stream.status(), StatusCode::OK);
    assert_eq!(begin(&door, "ada").await, Err(StatusCode::TOO_MANY_REQUESTS));
    begin(&door, "bob").await.unwrap();
    assert_eq!(begin(&door, "eve").await, Err(StatusCode::TOO_MANY_REQUESTS), "two are all");
    drop(stream);
    begin(&door, "ada").await.unwrap();
}

#[tokio::test]
async fn only_so_many_calls_and_requests_are_under_way() {
    let limits = ServingLimits { calls_per_owner: 1, requests_per_owner: 3, ..Default::default() };
    let door = door(limits);
    let id = begin(&door, "ada").await.unwrap();
    let call = |number: u32| {
        let params = json!({"name": "wait", "arguments": {}});
        let call =
            json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params});
        post(&door, Some("ada"), Some(&id), call)
    };
    let _first = call(1).await;
    let second = call(2).await.into_body().collect().await.unwrap().to_bytes();
    let second = String::from_utf8_lossy(&second).into_owned();
    assert!(second.contains("too many calls are under way"), "{second}");
    let _others = [call(3).await, call(4).await];
    let refused = call(5).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "5");
    assert!(begin(&door, "bob").await.is_ok(), "others have their own");
}

#[tokio::test]
async fn a_message_is_not_too_long_and_comes_in_time() {
    let limits = ServingLimits { message_bytes: 1_000, message_seconds: 1, ..Default::default() };
    let door = door(limits);
    let long = post(&door, Some("ada"), None, json!("x".repeat(2_000))).await;
    assert_eq!(long.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let never = StreamBody::new(futures_util::stream::pending::<Result<_, Infallible>>());
    let slow = door.handle(request(Some("ada"), None).body(never).unwrap()).await;
    assert_eq!(slow.status(), StatusCode::REQUEST_TIMEOUT);
}

#[tokio::test]
async fn a_page_of_somebody_else_does_not_get_in() {
    for (header, value) in [("host", "evil.example"), ("origin", "https://evil.example")] {
        let server = || Server::new(Waits::tools(), ServingLimits::default());
        let ask = |door: Door| async move {
            let mut asked = request(Some("ada"), None)
                .body(Full::new(Bytes::from(hello().to_string())))
                .unwrap();
            asked.headers_mut().insert(header, value.parse().unwrap());
            door.handle(asked).await.status()
        };
        assert_eq!(ask(Door::new(server())).await, StatusCode::FORBIDDEN, "{header}");
        assert_eq!(ask(Door::behind_guard(server())).await, StatusCode::OK, "{header}");
    }
}
