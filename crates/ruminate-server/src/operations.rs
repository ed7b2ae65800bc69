//! For those who operate the server: is it alive, is it ready.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use ruminate_types::RunStatus;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::{Api, Operation};
use crate::app::App;
use crate::problem::Problem;

#[derive(Serialize, JsonSchema)]
struct Health {
    status: &'static str,
    version: &'static str,
}

const HEALTHY: Health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };

pub(crate) fn routes() -> Api {
    Api::new()
        .route(
            Operation::get("/healthz", "health", "Whether the server is alive")
                .tag("operations")
                .public()
                .returns::<Health>(200, "It is"),
            get(async || Json(HEALTHY)),
        )
        .route(
            Operation::get("/readyz", "ready", "Whether the server takes work")
                .tag("operations")
                .public()
                .returns::<Health>(200, "It does"),
            get(ready),
        )
}

async fn ready(State(app): State<App>) -> Result<Json<Health>, Problem> {
    if app.is_closing() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "it is ending"));
    }
    app.ports().census.count(RunStatus::Thinking).await?;
    Ok(Json(HEALTHY))
}
