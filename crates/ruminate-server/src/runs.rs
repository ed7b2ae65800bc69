//! Runs in any mode: begin, list, look at, watch, tell, take out, delete.

mod begin;
mod control;
mod events;
mod export;
mod view;

pub use begin::RunRequest;
pub(crate) use begin::{Asking, begin, conversation_before, write_down};
pub use control::{FeedbackRequest, ForkRequest, ResumeRequest, SteerRequest, Told};
pub(crate) use control::{cancel, feedback, fork_of, pause, resume, steer};
pub(crate) use export::{ExportQuery, export_run};
pub use view::{RunRow, RunView};
pub(crate) use view::{artifacts, view};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use ruminate_runtime::{RuntimeError, next_page};
use ruminate_types::ports::store::{RunFilter, StoreError};
use ruminate_types::{Event, RunId, RunStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Body, Id, Query};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::sse::Sent;
pub(crate) use events::{last_seen, wants_json};

pub(crate) fn routes() -> Api {
    Api::new()
        .route(
            Operation::post("/api/runs", "createRun", "Begin a run")
                .tag("runs")
                .body::<RunRequest>()
                .returns::<RunView>(201, "The run, which thinks from now on")
                .fails(&[404, 408, 413, 415, 422]),
            post(create),
        )
        .route(
            Operation::get("/api/runs", "listRuns", "List runs, newest first")
                .tag("runs")
                .query::<ListQuery>()
                .returns::<RunPage>(200, "A page of runs"),
            get(list),
        )
        .route(
            Operation::get("/api/runs/{id}", "getRun", "Look at a run")
                .tag("runs")
                .returns::<RunView>(200, "The run")
                .fails(&[404]),
            get(look),
        )
        .route(
            Operation::delete("/api/runs/{id}", "deleteRun", "Delete a run and everything of it")
                .tag("runs")
                .returns_nothing(204, "It is gone")
                .fails(&[404, 409]),
            axum::routing::delete(delete),
        )
        .route(
            Operation::get(
                "/api/runs/{id}/events",
                "watchRun",
                "Watch a run: its events so far, then those to come. As JSON, a page of them",
            )
            .tag("runs")
            .query::<events::EventsQuery>()
            .header::<u64>("Last-Event-ID", "The number of the last event that was seen")
            .returns_as::<Sent<Event>>(200, "text/event-stream", "Events with their numbers as ids")
            .returns_as::<Vec<Event>>(200, "application/json", "Events in order")
            .returns_nothing(204, "The run is over, and everything of it was seen")
            .fails(&[404]),
            get(events::events),
        )
        .merge(control::routes())
        .merge(export::routes())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Only runs in this state.
    status: Option<RunStatus>,
    /// Only runs older than this one, for paging.
    before: Option<RunId>,
    /// At most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
}

pub(crate) fn default_limit() -> u32 {
    20
}

/// The most that one page holds.
pub(crate) const MOST_PER_PAGE: u32 = 200;

/// Runs, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunPage {
    pub runs: Vec<RunRow>,
    /// The `before` of the next page; absent on the last one.
    pub next: Option<RunId>,
}

async fn create(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<RunRequest>,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    let run = begin(&app, &owner, request).await?;
    let summary = app.run_of(&owner, run).await?;
    Ok((StatusCode::CREATED, Json(view(&app, summary).await?)))
}

async fn list(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<RunPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let filter =
        RunFilter { status: query.status, owner: Some(owner), before: query.before, limit };
    let listed = app.ports().runs.list(&filter).await?;
    let is_last = listed.len() < limit as usize;
    let next = if is_last { None } else { next_page(&listed) };
    let mut runs = Vec::new();
    for run in listed {
        match run {
            Ok(run) => runs.push(RunRow::of(&app, &run)),
            Err(damaged) => tracing::error!(%damaged, "a run cannot be listed"),
        }
    }
    Ok(Json(RunPage { runs, next }))
}

/// A page of a sensible size.
pub(crate) fn page_limit(limit: u32) -> Result<u32, Problem> {
    limit_within(limit, MOST_PER_PAGE)
}

pub(crate) fn limit_within(limit: u32, most: u32) -> Result<u32, Problem> {
    if (1..=most).contains(&limit) {
        return Ok(limit);
    }
    Err(Problem::new(StatusCode::BAD_REQUEST, "bad_query", format!("`limit` cannot be {limit}"))
        .field("limit")
        .hint(format!("give 1 to {most}")))
}

pub(crate) async fn look(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
) -> Result<Json<RunView>, Problem> {
    let summary = app.run_of(&owner, run).await?;
    Ok(Json(view(&app, summary).await?))
}

pub(crate) async fn delete(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
) -> Result<StatusCode, Problem> {
    app.run_of(&owner, run).await?;
    match app.dispatcher.worker().delete(run).await {
        // Somebody was quicker; if it is gone, that is what is told.
        Err(RuntimeError::Store(lost @ StoreError::LeaseLost { .. })) => {
            app.run_of(&owner, run).await?;
            Err(lost.into())
        }
        deleted => {
            deleted?;
            app.minds.settle(&owner).await?;
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
