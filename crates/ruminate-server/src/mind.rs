//! Looking into what is known: how much it is, facts, what bears on a question, reflexes; and what a mind does by
//! itself.

mod attention;
mod reflexes;

pub use attention::{Asleep, Cycles, DesireList, DesireRequest, GapList, WakeRequest};
pub use reflexes::{ReflexApproved, ReflexList, ReflexRequest};

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use ruminate_runtime::asked;
use ruminate_types::Silo;
use ruminate_types::mind::{Explanation, Fact, MindStatus};
use ruminate_types::ports::knowledge::SiloSummary;
use ruminate_types::ports::mind::FactsWanted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::SemaphorePermit;

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::Query;
use crate::guard::Caller;
use crate::problem::Problem;
use crate::runs::limit_within;

/// The most facts that are told at once.
const MOST_FACTS: u32 = 10_000;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Silos {
    /// By name.
    pub silos: Vec<SiloSummary>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// The surest first.
    pub facts: Vec<Fact>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FactsQuery {
    /// What they are about; all of them without one.
    concept: Option<String>,
    /// Only what was learned for this subject.
    silo: Option<Silo>,
    /// At most so many.
    #[serde(default = "some_facts")]
    #[schemars(range(min = 1, max = 10000))]
    limit: u32,
}

fn some_facts() -> u32 {
    50
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExplainQuery {
    /// The question; "A is to B as C is to what?" asks for an analogy.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    question: String,
}

pub(crate) fn routes() -> Api {
    Api::new()
        .route(
            Operation::get("/api/mind", "getMind", "See how much is known")
                .tag("mind")
                .returns::<MindStatus>(200, "How much of everything there is"),
            get(status),
        )
        .route(
            Operation::get("/api/mind/silos", "listSilos", "List the subjects")
                .tag("mind")
                .returns::<Silos>(200, "The subjects, with how much was learned for each"),
            get(silos),
        )
        .route(
            Operation::get("/api/mind/facts", "listFacts", "List facts, the surest first")
                .tag("mind")
                .query::<FactsQuery>()
                .returns::<Facts>(200, "Facts, with where they are said"),
            get(facts),
        )
        .route(
            Operation::get(
                "/api/mind/explain",
                "explain",
                "See what bears on a question, and what of it comes from facts, thoughts and vectors",
            )
            .tag("mind")
            .query::<ExplainQuery>()
            .returns::<Explanation>(200, "What bears on it")
            .fails(&[422]),
            get(explain),
        )
        .merge(reflexes::routes())
        .merge(attention::routes())
}

/// Waits for a turn to look into a mind.
pub(crate) async fn turn(app: &App) -> Result<SemaphorePermit<'_>, Problem> {
    app.looking.acquire().await.map_err(|_| Problem::of(503, "closing", "the server is ending"))
}

async fn status(
    State(app): State<App>,
    Caller(owner): Caller,
) -> Result<Json<MindStatus>, Problem> {
    let _turn = turn(&app).await?;
    Ok(Json(app.minds.status(&owner).await?))
}

async fn silos(State(app): State<App>, Caller(owner): Caller) -> Result<Json<Silos>, Problem> {
    Ok(Json(Silos { silos: app.sources.silos(&owner).await? }))
}

async fn facts(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(FactsQuery { concept, silo, limit }): Query<FactsQuery>,
) -> Result<Json<Facts>, Problem> {
    let limit = limit_within(limit, MOST_FACTS)? as usize;
    let _turn = turn(&app).await?;
    let facts = app.minds.facts(&owner, &FactsWanted { concept, silo, limit }).await?;
    Ok(Json(Facts { facts }))
}

async fn explain(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<ExplainQuery>,
) -> Result<Json<Explanation>, Problem> {
    let question = asked::question(&query.question, &app.settings.defaults)?;
    let _turn = turn(&app).await?;
    Ok(Json(app.minds.explain(&owner, &question).await?))
}
