//! Seed A's API: a thinking session is a run of the extended mode, and its id is the run's.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use futures_util::stream;
use futures_util::{StreamExt, TryStreamExt};
use ruminate_runtime::asked::AskedMode;
use ruminate_runtime::document::{AskedQuestion, asked_questions};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{ConversationId, Event, Payload, RunId, RunStatus, Synthesis, Thought};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{self, Id};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::runs::{
    self, ExportQuery, FeedbackRequest, ForkRequest, ResumeRequest, RunRequest, RunView,
    SteerRequest, Told,
};

/// A question to think about for some time.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartRequest {
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    question: String,
    /// Thinking time in minutes; parts of one are fine.
    #[serde(default, alias = "thinking_duration_minutes")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    duration_minutes: Option<f64>,
    /// The model, as provider/name; `none` thinks without one.
    #[serde(default)]
    model_id: Option<String>,
    #[serde(default)]
    conversation_id: Option<ConversationId>,
}

#[derive(Serialize, JsonSchema)]
struct Started {
    session_id: RunId,
    status: RunStatus,
}

pub(crate) fn routes() -> Api {
    let on = |operation: Operation| operation.tag("thinking").fails(&[404]);
    let told = |path, id, summary| {
        on(Operation::post(path, id, summary)).returns::<Told>(200, "What came of it").fails(&[409])
    };
    Api::new()
        .route(
            Operation::post("/api/thinking/start", "startThinking", "Begin to think")
                .tag("thinking")
                .body::<StartRequest>()
                .returns::<Started>(201, "The session, which thinks in the background")
                .fails(&[404, 408, 413, 415, 422]),
            post(start),
        )
        .route(
            on(Operation::get("/api/thinking/{id}", "getThinking", "How far the thinking is"))
                .returns::<RunView>(200, "The session"),
            get(runs::look),
        )
        .route(
            on(Operation::delete("/api/thinking/{id}", "deleteThinking", "Delete a session"))
                .returns_nothing(204, "It is gone")
                .fails(&[409]),
            delete(runs::delete),
        )
        .route(
            on(Operation::get("/api/thinking/{id}/stream", "thoughts", "All thoughts in order"))
                .returns::<Thoughts>(200, "The train of thought so far"),
            get(thoughts),
        )
        .route(
            on(Operation::get("/api/thinking/{id}/questions", "questions", "The sub-questions"))
                .returns::<Questions>(200, "Every question that was asked"),
            get(questions),
        )
        .route(
            on(Operation::get("/api/thinking/{id}/syntheses", "syntheses", "The syntheses"))
                .returns::<Syntheses>(200, "Every synthesis so far, in order"),
            get(syntheses),
        )
        .route(
            on(Operation::get(
                "/api/thinking/{id}/export",
                "exportThinking",
                "A session as a file",
            ))
            .query::<ExportQuery>()
            .returns::<ruminate_runtime::document::Document>(200, "The whole session")
            .returns_as::<String>(200, "text/markdown", "The whole session")
            .returns_as::<String>(200, "text/html", "The whole session"),
            get(runs::export_run),
        )
        .route(told("/api/thinking/{id}/pause", "pauseThinking", "Pause"), post(runs::pause))
        .route(
            told("/api/thinking/{id}/resume", "resumeThinking", "Go on")
                .optional_body::<ResumeRequest>()
                .fails(&[408, 413, 415, 422]),
            post(runs::resume),
        )
        .route(
            told("/api/thinking/{id}/cancel", "cancelThinking", "End at once"),
            post(runs::cancel),
        )
        .route(
            told("/api/thinking/{id}/steer", "steerThinking", "Point it at something")
                .body::<SteerRequest>()
                .fails(&[408, 413, 415, 422]),
            post(runs::steer),
        )
        .route(
            told("/api/thinking/{id}/feedback", "feedbackOnThinking", "Was the answer right?")
                .body::<FeedbackRequest>()
                .fails(&[408, 413, 415, 422]),
            post(runs::feedback),
        )
        .route(
            on(Operation::post(
                "/api/thinking/{id}/fork",
                "forkThinking",
                "Go on from its history",
            ))
            .optional_body::<ForkRequest>()
            .returns::<RunView>(201, "The new session")
            .fails(&[408, 413, 415, 422]),
            post(runs::fork_of),
        )
}

async fn start(
    State(app): State<App>,
    Caller(owner): Caller,
    extract::Body(request): extract::Body<StartRequest>,
) -> Result<(StatusCode, Json<Started>), Problem> {
    let request = RunRequest {
        question: request.question,
        mode: AskedMode::Extended,
        minutes: request.duration_minutes,
        model: request.model_id,
        conversation_id: request.conversation_id,
        ..RunRequest::default()
    };
    let session_id = runs::begin(&app, &owner, request).await?;
    Ok((StatusCode::CREATED, Json(Started { session_id, status: RunStatus::Thinking })))
}

/// As it is told; it is never held as a whole.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "for the description")]
struct Thoughts {
    session_id: RunId,
    thoughts: Vec<Thought>,
}

/// Thoughts that are read and held at a time.
const THOUGHTS_AT_A_TIME: u32 = 100;

/// [`Thoughts`], written as they are read: a long run has thousands, and a slow reader takes its time.
async fn thoughts(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(session_id): Id<RunId>,
) -> Result<Response, Problem> {
    app.run_of(&owner, session_id).await?;
    let beginning = format!("{{\"session_id\":\"{session_id}\",\"thoughts\":[");
    let pages = stream::try_unfold(Some(0), move |after| {
        let app = app.clone();
        async move {
            let Some(after) = after else { return Ok(None) };
            let events = app.ports().events.clone();
            let page = events.of_stage(session_id, "thought", after, THOUGHTS_AT_A_TIME).await?;
            let is_last = page.len() < THOUGHTS_AT_A_TIME as usize;
            let next = page.last().filter(|_| !is_last).map(|event| event.seq);
            Ok::<_, StoreError>(Some((listed(&page, after == 0), next)))
        }
    });
    let ends = |text: &'static str| stream::iter([Ok(text.to_owned())]);
    let body = stream::iter([Ok(beginning)]).chain(pages).chain(ends("]}"));
    let body = body.inspect_err(|error| tracing::error!(%error, "thoughts cannot be read"));
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response())
}

/// Thoughts in JSON, with a comma before each but the very first.
fn listed(events: &[Event], is_first: bool) -> String {
    let thoughts = events.iter().filter_map(|event| match &event.payload {
        Payload::Thought(thought) => serde_json::to_string(thought).ok(),
        _ => None,
    });
    let thoughts = thoughts.collect::<Vec<_>>().join(",");
    if is_first || thoughts.is_empty() { thoughts } else { format!(",{thoughts}") }
}

#[derive(Serialize, JsonSchema)]
struct Syntheses {
    session_id: RunId,
    syntheses: Vec<Synthesis>,
}

async fn syntheses(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(session_id): Id<RunId>,
) -> Result<Json<Syntheses>, Problem> {
    app.run_of(&owner, session_id).await?;
    let events = runs::artifacts(&app, session_id, &["synthesis", "final_synthesis"]).await?;
    let syntheses = events.into_iter().filter_map(|event| match event.payload {
        Payload::Synthesis(synthesis) | Payload::FinalSynthesis(synthesis) => Some(synthesis),
        _ => None,
    });
    Ok(Json(Syntheses { session_id, syntheses: syntheses.collect() }))
}

#[derive(Serialize, JsonSchema)]
struct Questions {
    session_id: RunId,
    sub_questions: Vec<AskedQuestion>,
}

async fn questions(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(session_id): Id<RunId>,
) -> Result<Json<Questions>, Problem> {
    app.run_of(&owner, session_id).await?;
    let stages = ["question", "explored", "reprioritised", "shelved"];
    let events = runs::artifacts(&app, session_id, &stages).await?;
    Ok(Json(Questions { session_id, sub_questions: asked_questions(&events) }))
}
