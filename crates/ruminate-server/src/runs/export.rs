//! A run as a file.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ruminate_runtime::document::Document;
use ruminate_runtime::export::{Format, export};
use ruminate_types::RunId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Id, Query};
use crate::guard::Caller;
use crate::problem::Problem;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportQuery {
    #[serde(default)]
    format: ExportFormat,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportFormat {
    Md,
    #[default]
    Json,
    Html,
}

pub(super) fn routes() -> Api {
    Api::new().route(
        Operation::get("/api/runs/{id}/export", "exportRun", "A run as a file")
            .tag("runs")
            .query::<ExportQuery>()
            .returns::<Document>(200, "The whole run")
            .returns_as::<String>(200, "text/markdown", "The whole run")
            .returns_as::<String>(200, "text/html", "The whole run")
            .fails(&[404]),
        get(export_run),
    )
}

pub(crate) async fn export_run(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Problem> {
    app.run_of(&owner, run).await?;
    let document = Document::read(&*app.ports().events, run).await?;
    let (format, kind) = match query.format {
        ExportFormat::Md => (Format::Markdown, "text/markdown; charset=utf-8"),
        ExportFormat::Json => (Format::Json, "application/json"),
        ExportFormat::Html => (Format::Html, "text/html; charset=utf-8"),
    };
    let mut response =
        ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], export(&document, format))
            .into_response();
    if matches!(query.format, ExportFormat::Html) {
        // The page brings its own styles and charts, and nothing from elsewhere.
        let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    Ok(response)
}
