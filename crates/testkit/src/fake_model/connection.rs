//! Connections: a request in, the scripted answer out, and an eye on whether the client stays.

use std::io::{ErrorKind, Result};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::catalogue::{self, Served};
use super::embedding::ToEmbed;
use super::faults::enacted;
use super::http::{Body, Incoming, Manner, Response, read_request, write_response};
use super::log::Log;
use super::protocol::Protocol;
use super::{Asked, Script};

/// Connections live in this task, so that they end with it.
pub(super) async fn accept(
    listener: TcpListener,
    models: Arc<[Served]>,
    script: Arc<Script>,
    log: Arc<Log>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                let (models, script, log) = (Arc::clone(&models), Arc::clone(&script), Arc::clone(&log));
                connections.spawn(async move {
                    // A client that goes away is what some tests are about.
                    let _ = serve(stream, &models, &*script, &log).await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(
    mut stream: TcpStream,
    models: &[Served],
    script: &Script,
    log: &Arc<Log>,
) -> Result<()> {
    stream.set_nodelay(true)?;
    let (mut from, mut to) = stream.split();
    let incoming = read_request(&mut from).await?;
    let body = serde_json::from_slice(&incoming.body).unwrap_or(Value::Null);
    let Some(asked) = asked_for(&incoming, &body, models) else {
        let response = about_models(&incoming, &body, models);
        return write_response(&mut to, response, Manner::default()).await;
    };
    let (asked, entry) = log.open(asked);
    let answering = async {
        let answer = script(&asked);
        let (response, manner) = enacted(&asked, &answer).await;
        write_response(&mut to, response, manner).await
    };
    // Whether the client is seen to be gone by reading or by writing is a matter of luck.
    let written = tokio::select! {
        biased;
        written = answering => written,
        () = gone(&mut from) => Err(ErrorKind::ConnectionAborted.into()),
    };
    if written.is_err() {
        entry.abandon();
    }
    written
}

/// What a script is to answer, unless it is about models.
fn asked_for(incoming: &Incoming, body: &Value, models: &[Served]) -> Option<Asked> {
    if incoming.method != "POST" {
        return None;
    }
    if let Some(protocol) = Protocol::of_chat(&incoming.path) {
        return Some(protocol.read(incoming, body.clone()));
    }
    let protocol = Protocol::of_embedding(&incoming.path)?;
    let to_embed = Some(ToEmbed::read(body, models));
    Some(Asked { to_embed, ..protocol.read(incoming, body.clone()) })
}

/// Returns when the client has closed its side.
async fn gone(from: &mut (impl AsyncRead + Unpin)) {
    let mut ignored = [0; 64];
    while matches!(from.read(&mut ignored).await, Ok(count) if count > 0) {}
}

fn about_models(incoming: &Incoming, body: &Value, models: &[Served]) -> Response {
    let is_anthropic = incoming.header("anthropic-version").is_some();
    let found = match incoming.path.as_str() {
        "/api/version" => Some(json!({"version": "0.99.0"})),
        "/api/tags" => Some(catalogue::ollama_tags(models)),
        "/api/show" => {
            let name = body["model"].as_str().unwrap_or_default();
            let Some(model) = catalogue::named(models, name) else {
                return Protocol::Ollama.error(404, "", &format!("model '{name}' not found"));
            };
            Some(catalogue::ollama_show(model))
        }
        "/v1/models" if is_anthropic => Some(catalogue::anthropic_models(models)),
        "/v1/models" | "/models" => Some(catalogue::openai_models(models)),
        _ => None,
    };
    match found {
        Some(body) => Response::json(200, &body),
        None => Response {
            status: 404,
            content_type: "text/plain",
            headers: Vec::new(),
            body: Body::Whole("404 page not found".into()),
        },
    }
}
