//! `GET /api/runs/{id}/events`

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ruminate_types::{Mode, RunId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{default_limit, page_limit};
use crate::app::App;
use crate::extract::{Id, Query};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::sse;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsQuery {
    /// Begin after this event.
    after: Option<u64>,
    /// As JSON: at most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
    /// With the words of a fast answer as they are written, as events `piece` without an id.
    #[serde(default)]
    pieces: bool,
}

pub(super) async fn events(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(run): Id<RunId>,
    Query(query): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = page_limit(query.limit)?;
    let after = last_seen(&headers)?.or(query.after).unwrap_or(0);
    let summary = app.run_of(&owner, run).await?;
    // Nobody has seen more than there is: a stream from there would never hear of the end.
    let after = after.min(summary.cursor.seq);
    if wants_json(&headers) {
        let events = app.ports().events.events(run, after, limit).await?;
        return Ok(Json(events).into_response());
    }
    if summary.status.is_final() && after >= summary.cursor.seq {
        // A browser that hears this does not come back.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let permit = app.streams.open(&owner)?;
    // What a run writes on its way to an answer is no part of it.
    let shows_pieces = query.pieces && summary.policy.mode == Mode::Fast;
    Ok(sse::follow(&app, &summary, after, shows_pieces, permit))
}

/// What a reader that reconnects says it has seen.
pub(crate) fn last_seen(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // One that is larger than any is after everything too.
    let number = is_number.then(|| text.parse().unwrap_or(u64::MAX));
    number.map(Some).ok_or_else(|| {
        Problem::new(StatusCode::BAD_REQUEST, "bad_header", "`Last-Event-ID` is not a number")
            .hint("give the `id` of the last event that was seen")
    })
}

pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| {
        accept.contains("application/json") && !accept.contains("text/event-stream")
    })
}
