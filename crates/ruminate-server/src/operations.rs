//! For those who operate the server: is it alive, is it ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use ruminate_types::RunStatus;
use ruminate_types::ports::store::Room;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;

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
                .returns::<Health>(200, "It does: what it thinks can be written down"),
            get(ready),
        )
}

async fn ready(State(app): State<App>) -> Result<Json<Health>, Problem> {
    if app.is_closing() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "it is ending"));
    }
    app.ports().census.count(RunStatus::Thinking).await?;
    app.readiness.check().await?;
    Ok(Json(HEALTHY))
}

/// Whether what is thought could be written down. It is tried only so often, however often it is asked.
pub(crate) struct Readiness {
    room: Arc<dyn Room>,
    /// Held while it is tried, so that all who ask meanwhile hear of the same try.
    last: Mutex<Option<(Instant, Result<(), Problem>)>>,
}

const BELIEVED: Duration = Duration::from_secs(1);

impl Readiness {
    pub(crate) fn of(room: Arc<dyn Room>) -> Self {
        Self { room, last: Mutex::default() }
    }

    async fn check(&self) -> Result<(), Problem> {
        let mut last = self.last.lock().await;
        if let Some((since, result)) = &*last
            && since.elapsed() < BELIEVED
        {
            return result.clone();
        }
        let result = self.room.check_room().await.map_err(Problem::from);
        *last = Some((Instant::now(), result.clone()));
        result
    }
}
