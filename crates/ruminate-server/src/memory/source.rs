//! What was learned from.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get};
use ruminate_types::ports::knowledge::SourceSummary;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Id, Query};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::runs::{default_limit, page_limit};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SourcesQuery {
    /// Only those after this name, for paging.
    #[serde(default)]
    after: String,
    /// At most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
}

/// Sources, by name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SourcePage {
    pub sources: Vec<SourceSummary>,
    /// The `after` of the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ForgetQuery {
    /// Every source beneath this name instead, as files lie beneath a directory.
    #[serde(default)]
    beneath: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Forgotten {
    /// The source, or the lesson's id.
    pub source: String,
    /// How many sources lay beneath it, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<u64>,
    /// Lessons that rested on it alone, and are gone.
    pub forgotten: u64,
}

pub(super) fn routes() -> Api {
    Api::new()
        .route(
            Operation::get("/api/memory/sources", "listSources", "List what was learned from")
                .tag("memory")
                .query::<SourcesQuery>()
                .returns::<SourcePage>(200, "A page of sources, by name"),
            get(list),
        )
        .route(
            Operation::get("/api/memory/sources/{source}", "getSource", "Look at a source")
                .tag("memory")
                .returns::<SourceSummary>(200, "When it was learned, and what it was then")
                .fails(&[404]),
            get(look),
        )
        .route(
            Operation::delete(
                "/api/memory/sources/{source}",
                "forgetSource",
                "Forget a source, or one lesson by its id, and all that rests on it alone",
            )
            .tag("memory")
            .query::<ForgetQuery>()
            .returns::<Forgotten>(200, "How much is forgotten")
            .fails(&[404, 409]),
            delete(forget),
        )
}

async fn list(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<SourcesQuery>,
) -> Result<Json<SourcePage>, Problem> {
    let limit = page_limit(query.limit)?;
    let sources = app.sources.sources(&owner, &query.after, limit).await?;
    let is_last = sources.len() < limit as usize;
    let next = sources.last().filter(|_| !is_last).map(|last| last.source.clone());
    Ok(Json(SourcePage { sources, next }))
}

async fn look(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(source): Id<String>,
) -> Result<Json<SourceSummary>, Problem> {
    let found = app.sources.source(&owner, &source).await?;
    found.map(Json).ok_or_else(|| no_source(&source))
}

async fn forget(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(source): Id<String>,
    Query(query): Query<ForgetQuery>,
) -> Result<Json<Forgotten>, Problem> {
    let (sources, forgotten) = match query.beneath {
        true => {
            let gone = app.learning.unlearn_beneath(&owner, &source).await?;
            (Some(gone.sources), (gone.sources > 0).then_some(gone.lessons))
        }
        false => (None, app.learning.unlearn(&owner, &source).await?),
    };
    let forgotten = forgotten.ok_or_else(|| no_source(&source))?;
    app.minds.settle(&owner).await?;
    Ok(Json(Forgotten { source, sources, forgotten }))
}

pub(super) fn no_source(name: &str) -> Problem {
    let detail = format!("nothing was learned from {name}");
    Problem::new(StatusCode::NOT_FOUND, "source_not_found", detail)
        .hint("GET /api/memory/sources lists what was learned from")
}
