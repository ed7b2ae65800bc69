//! Telling a run something.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use ruminate_runtime::asked::{self, Asked};
use ruminate_runtime::{Begin, Fate, Fork, fork};
use ruminate_types::ports::store::{RunSummary, StoreError};
use ruminate_types::{Command, ModelChange, Owner, RunId, RunStatus, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RunView, view};
use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Body, Id, MaybeBody};
use crate::guard::Caller;
use crate::problem::Problem;

/// How long a request waits for a run to obey before it says that it has not yet.
const PATIENCE: Duration = Duration::from_secs(5);

/// What came of telling a run something.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    pub session_id: RunId,
    pub status: RunStatus,
    /// False: the run will obey, but has not yet.
    pub obeyed: bool,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResumeRequest {
    /// Go on with another model, as provider/name; `none` goes on without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SteerRequest {
    /// What to look at: it becomes the most important question.
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    pub text: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackRequest {
    pub verdict: Verdict,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 16000))]
    pub note: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ForkRequest {
    /// The last event that is taken over; all of them without one.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1))]
    pub at: Option<u64>,
    /// False makes the run without letting it think yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
    /// Think with another model, as provider/name; `none` thinks without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What it may spend from there on; without any, what the other had left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    pub minutes: Option<f64>,
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1))]
    pub max_tokens: Option<i64>,
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1))]
    pub max_calls: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000000))]
    pub max_cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 0.9))]
    pub reserve: Option<f64>,
}

impl ForkRequest {
    fn asked(&self) -> Asked {
        Asked {
            minutes: self.minutes,
            max_tokens: self.max_tokens,
            max_calls: self.max_calls,
            max_cost: self.max_cost,
            reserve: self.reserve,
            ..Asked::default()
        }
    }
}

pub(super) fn routes() -> Api {
    let told = |path, id, summary| {
        Operation::post(path, id, summary)
            .tag("runs")
            .returns::<Told>(200, "What came of it")
            .fails(&[404, 409])
    };
    Api::new()
        .route(
            told(
                "/api/runs/{id}/pause",
                "pauseRun",
                "Pause a run; nothing of its budget is used meanwhile",
            ),
            post(pause),
        )
        .route(
            told("/api/runs/{id}/resume", "resumeRun", "Go on with a run")
                .optional_body::<ResumeRequest>()
                .fails(&[408, 413, 415, 422]),
            post(resume),
        )
        .route(
            told(
                "/api/runs/{id}/cancel",
                "cancelRun",
                "End a run at once, with what it has thought so far",
            ),
            post(cancel),
        )
        .route(
            told("/api/runs/{id}/steer", "steerRun", "Point a run at something")
                .body::<SteerRequest>()
                .fails(&[408, 413, 415, 422]),
            post(steer),
        )
        .route(
            told("/api/runs/{id}/feedback", "feedback", "Say whether the answer was right")
                .body::<FeedbackRequest>()
                .fails(&[408, 413, 415, 422]),
            post(feedback),
        )
        .route(
            Operation::post(
                "/api/runs/{id}/fork",
                "forkRun",
                "Begin a new run with the history of this one",
            )
            .tag("runs")
            .optional_body::<ForkRequest>()
            .returns::<RunView>(201, "The new run")
            .fails(&[404, 408, 413, 415, 422]),
            post(fork_of),
        )
}

pub(crate) async fn pause(
    app: State<App>,
    caller: Caller,
    id: Id<RunId>,
) -> Result<Json<Told>, Problem> {
    obey(&app, &caller.0, id.0, Command::Pause).await
}

pub(crate) async fn cancel(
    app: State<App>,
    caller: Caller,
    id: Id<RunId>,
) -> Result<Json<Told>, Problem> {
    obey(&app, &caller.0, id.0, Command::Cancel).await
}

pub(crate) async fn resume(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
    MaybeBody(request): MaybeBody<ResumeRequest>,
) -> Result<Json<Told>, Problem> {
    let summary = app.run_of(&owner, run).await?;
    let model = change(&app, request.model.as_deref()).await?;
    if model != ModelChange::Keep {
        if summary.status == RunStatus::Thinking {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                "run_thinking",
                "the run is thinking, with its own model",
            )
            .hint("pause it first"));
        }
        if let ModelChange::Use(profile) = &model
            && summary.policy.budget.micro_usd.is_some()
        {
            asked::priced(profile)?;
        }
    }
    // One after the other, or several would find the same room.
    let _turn = app.resuming.lock().await;
    if summary.status == RunStatus::Paused {
        room_for_one_more(&app, &owner).await?;
    }
    obey(&app, &owner, run, Command::Resume { model }).await
}

pub(crate) async fn steer(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
    Body(request): Body<SteerRequest>,
) -> Result<Json<Told>, Problem> {
    let most = app.settings.defaults.max_question_chars;
    let text = asked::text_of("text", &request.text, most)?;
    obey(&app, &owner, run, Command::Steer { text }).await
}

pub(crate) async fn feedback(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
    Body(FeedbackRequest { verdict, note }): Body<FeedbackRequest>,
) -> Result<Json<Told>, Problem> {
    let most = app.settings.defaults.max_question_chars;
    let note = note.filter(|note| !note.trim().is_empty());
    let note = note.map(|note| asked::text_of("note", &note, most)).transpose()?;
    let summary = app.run_of(&owner, run).await?;
    if !summary.status.is_final() {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "run_not_over",
            "there is no answer yet to say something about",
        )
        .hint("wait until the run is over"));
    }
    tell(&app, summary, Command::Feedback { verdict, note }).await
}

/// Tells one of the owner's runs something that only a run under way can do.
async fn obey(
    app: &App,
    owner: &Owner,
    run: RunId,
    command: Command,
) -> Result<Json<Told>, Problem> {
    let summary = app.run_of(owner, run).await?;
    if summary.status.is_final() {
        return Err(over(summary.status));
    }
    tell(app, summary, command).await
}

fn over(status: RunStatus) -> Problem {
    let detail = format!("the run is over ({})", status.as_str());
    Problem::new(StatusCode::CONFLICT, "run_over", detail)
        .hint("fork it to go on from where it ended")
}

async fn tell(app: &App, summary: RunSummary, command: Command) -> Result<Json<Told>, Problem> {
    let run = summary.session_id;
    let fate = app.dispatcher.tell(run, &command, PATIENCE).await?;
    let status = app.ports().runs.summary(run).await?.status;
    match fate {
        Fate::TooLate => Err(over(status)),
        Fate::Obeyed | Fate::Waiting => {
            Ok(Json(Told { session_id: run, status, obeyed: fate == Fate::Obeyed }))
        }
    }
}

pub(crate) async fn fork_of(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(from): Id<RunId>,
    MaybeBody(request): MaybeBody<ForkRequest>,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    app.run_of(&owner, from).await?;
    let original = app.ports().windows.load(from).await?;
    let model = change(&app, request.model.as_deref()).await?;
    let thinks_with = match &model {
        ModelChange::Keep => original.cursor.model.as_ref(),
        ModelChange::Use(profile) => Some(&**profile),
        ModelChange::Native => None,
    };
    let budget = request.asked().of_a_fork(&original, thinks_with, request.at)?;
    let begin = Begin {
        owner: owner.clone(),
        conversation: None,
        at_most: Some(app.settings.limits.runs_per_owner),
        start: request.start.unwrap_or(true).then_some(model),
    };
    let is_started = begin.start.is_some();
    let run = fork(app.dispatcher.worker(), Fork { from, at: request.at, budget }, begin).await?;
    if is_started {
        app.dispatcher.start(run);
    }
    let summary = app.run_of(&owner, run).await?;
    Ok((StatusCode::CREATED, Json(view(&app, summary).await?)))
}

/// A paused run does not count, so one that goes on must find room like one that begins.
async fn room_for_one_more(app: &App, owner: &Owner) -> Result<(), Problem> {
    let limit = app.settings.limits.runs_per_owner;
    if app.ports().census.under_way(owner).await? < limit {
        return Ok(());
    }
    Err(StoreError::TooManyRuns { owner: owner.clone(), limit }.into())
}

async fn change(app: &App, model: Option<&str>) -> Result<ModelChange, Problem> {
    let Some(id) = model else { return Ok(ModelChange::Keep) };
    Ok(match app.models.choose(Some(id)).await? {
        Some(profile) => ModelChange::Use(Box::new(profile)),
        None => ModelChange::Native,
    })
}
