//! Seed A's API: a thinking session is a run of the extended mode, and its id is the run's.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use ruminate_runtime::asked::AskedMode;
use ruminate_runtime::document::{AskedQuestion, asked_questions};
use ruminate_types::{ConversationId, Payload, RunId, RunStatus};
use ruminate_types::{Synthesis, Thought};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Body, Id};
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
            get(stream),
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
    Body(request): Body<StartRequest>,
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

#[derive(Serialize, JsonSchema)]
struct Thoughts {
    session_id: RunId,
    thoughts: Vec<Thought>,
}

async fn stream(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(session_id): Id<RunId>,
) -> Result<Json<Thoughts>, Problem> {
    app.run_of(&owner, session_id).await?;
    let events = runs::artifacts(&app, session_id, &["thought"]).await?;
    let thoughts = events.into_iter().filter_map(|event| match event.payload {
        Payload::Thought(thought) => Some(thought),
        _ => None,
    });
    Ok(Json(Thoughts { session_id, thoughts: thoughts.collect() }))
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
