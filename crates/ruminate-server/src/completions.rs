//! Seed B's API: `POST /api/completions` answers with a stream of chunks, among them what a deep run is
//! doing and what it remembered.

mod chunk;
mod progress;
mod sources;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::post;
use ruminate_runtime::asked::AskedMode;
use ruminate_types::ConversationId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answering::{Answering, Pace, stream};
use crate::api::{Api, Operation};
use crate::app::App;
use crate::conversations;
use crate::extract::Body;
use crate::guard::Caller;
use crate::messages::{ChatMessage, Said};
use crate::problem::Problem;
use crate::runs::Asking;
use crate::sse::{self, SentData};
use crate::strict;
use chunk::{Chunk, Chunks, Framing};

/// A message in a conversation. Fields that are not named here are taken and make no difference.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CompletionRequest {
    /// Think for some minutes, and tell what is being thought; else answer at once.
    #[serde(default)]
    is_deep_think_mode: Option<bool>,
    /// Whether the web may be searched; true when left out. Until web research is there, it makes no
    /// difference.
    #[serde(default, rename = "isWebSearchEnabled")]
    _is_web_search_enabled: Option<bool>,
    /// What was said. The last message must be the user's. Alone, it goes on with the conversation as it
    /// is stored; otherwise the messages before it are what was said.
    #[serde(deserialize_with = "strict::objects")]
    messages: Vec<ChatMessage>,
    /// The conversation. One that is not there yet is begun under this id; without an id, under a new one.
    #[serde(default)]
    conversation_unique_id: Option<ConversationId>,
}

const NDJSON: &str = "application/x-ndjson";

pub(crate) fn routes() -> Api {
    Api::new().route(
        Operation::post(
            "/api/completions",
            "createCompletion",
            "Ask in a conversation and hear the answer as it comes. Whoever goes away before the end pauses the run",
        )
        .tag("completions")
        .header::<String>("Accept", "`application/x-ndjson` for lines instead of events")
        .body::<CompletionRequest>()
        .returns_as::<SentData<Chunk>>(200, "text/event-stream", "`data:` frames with a chunk each")
        .returns_as::<Chunk>(200, NDJSON, "Lines with a chunk each")
        .fails(&[404, 408, 413, 415, 422]),
        post(complete),
    )
}

async fn complete(
    State(app): State<App>,
    Caller(owner): Caller,
    headers: HeaderMap,
    Body(request): Body<CompletionRequest>,
) -> Result<Response, Problem> {
    let said = Said::read(&app, request.messages)?;
    let permit = app.streams.open(&owner)?;
    let conversation = conversations::open(&app, &owner, request.conversation_unique_id).await?.id;
    let history = said.history(&app, &owner, Some(conversation)).await?;
    let is_deep = request.is_deep_think_mode.unwrap_or(false);
    let asking = Asking {
        question: said.question,
        mode: if is_deep { AskedMode::Deep } else { AskedMode::Fast },
        conversation: Some(conversation),
        said: history,
        ..Asking::default()
    };
    let answering = Answering::begin(&app, &owner, asking, Pace::AsWritten).await?;
    let (framing, content_type) = match wants_lines(&headers) {
        true => (Framing::Lines, HeaderValue::from_static(NDJSON)),
        false => (Framing::Events, sse::EVENT_STREAM),
    };
    let chunks = Chunks::new(conversation, answering.run(), is_deep, framing);
    Ok(stream(&app, answering, chunks, content_type, permit))
}

fn wants_lines(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains(NDJSON) && !accept.contains("text/event-stream"))
}
