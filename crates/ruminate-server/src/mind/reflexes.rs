//! Reflexes: what is answered at once, and what chains of causes may end at.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use ruminate_runtime::asked;
use ruminate_types::ports::reflexes::Reflex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Body, Id};
use crate::guard::Caller;
use crate::problem::Problem;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReflexList {
    /// By number.
    pub reflexes: Vec<Reflex>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflexRequest {
    /// The question that it answers, or the concept that something can be done about.
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    pub pattern: String,
    /// What is said, or what can be done.
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    pub response: String,
    /// False only proposes it: it says nothing until it is approved.
    #[serde(default = "yes")]
    pub is_approved: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReflexApproved {
    pub id: u64,
    pub approved: bool,
}

fn yes() -> bool {
    true
}

/// Who asks for one over HTTP.
const ORIGIN: &str = "a person";

pub(super) fn routes() -> Api {
    Api::new()
        .route(
            Operation::get("/api/mind/reflexes", "listReflexes", "List reflexes")
                .tag("mind")
                .returns::<ReflexList>(200, "All of them, approved or not"),
            get(list),
        )
        .route(
            Operation::post("/api/mind/reflexes", "addReflex", "Make a reflex")
                .tag("mind")
                .body::<ReflexRequest>()
                .returns::<Reflex>(201, "The reflex; the one there is, if it says the same")
                .fails(&[408, 409, 413, 415, 422]),
            post(add),
        )
        .route(
            Operation::post(
                "/api/mind/reflexes/{reflex}/approve",
                "approveReflex",
                "Approve a reflex that was proposed",
            )
            .tag("mind")
            .returns::<ReflexApproved>(200, "It is approved")
            .fails(&[404]),
            post(approve),
        )
        .route(
            Operation::delete("/api/mind/reflexes/{reflex}", "deleteReflex", "Delete a reflex")
                .tag("mind")
                .returns_nothing(204, "It is gone")
                .fails(&[404]),
            delete(reject),
        )
}

async fn list(State(app): State<App>, Caller(owner): Caller) -> Result<Json<ReflexList>, Problem> {
    Ok(Json(ReflexList { reflexes: app.reflexes.reflexes(&owner).await? }))
}

async fn add(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<ReflexRequest>,
) -> Result<(StatusCode, Json<Reflex>), Problem> {
    let most = app.settings.defaults.max_question_chars;
    let pattern = asked::text_of("pattern", &request.pattern, most)?;
    let response = asked::text_of("response", &request.response, most)?;
    let reflex =
        app.reflexes.propose(&owner, &pattern, &response, request.is_approved, ORIGIN).await?;
    Ok((StatusCode::CREATED, Json(reflex)))
}

// Numbers that are larger are nobody's.
async fn approve(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(reflex): Id<u32>,
) -> Result<Json<ReflexApproved>, Problem> {
    found(app.reflexes.approve(&owner, reflex.into()).await?, reflex)?;
    Ok(Json(ReflexApproved { id: reflex.into(), approved: true }))
}

async fn reject(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(reflex): Id<u32>,
) -> Result<StatusCode, Problem> {
    found(app.reflexes.reject(&owner, reflex.into()).await?, reflex)?;
    Ok(StatusCode::NO_CONTENT)
}

fn found(is_there: bool, reflex: u32) -> Result<(), Problem> {
    if is_there {
        return Ok(());
    }
    let detail = format!("there is no reflex {reflex}");
    Err(Problem::new(StatusCode::NOT_FOUND, "reflex_not_found", detail)
        .hint("GET /api/mind/reflexes lists those there are"))
}
