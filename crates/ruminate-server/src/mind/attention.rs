//! What a mind does when nobody asks: what it is to know, what it does not know, what passed through its attention;
//! waking it, and letting it sleep.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use bytes::Bytes;
use futures_util::stream;
use ruminate_runtime::asked::{self, Invalid};
use ruminate_types::ports::attention::MOST_GAPS;
use ruminate_types::ports::wake::MOST_CYCLES;
use ruminate_types::{Attending, Desire, Gap, Owner, Trace, Woke};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, interval_at};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Body, Id, Query};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::runs::{default_limit, last_seen, limit_within, page_limit, wants_json};
use crate::sse::{self, ALIVE, EVENT_STREAM, Sent};
use crate::streams::OpenStream;

/// How often a stream looks for new traces.
const LOOK: Duration = Duration::from_secs(1);
/// Traces that are read at once.
const AT_ONCE: u32 = 200;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DesireList {
    /// By number.
    pub desires: Vec<Desire>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DesireRequest {
    /// Like "become expert in Kubernetes".
    #[schemars(length(min = 1, max = Desire::MOST_CHARS), regex(pattern = r"\S"))]
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GapList {
    /// In the order in which they are tried.
    pub gaps: Vec<Gap>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WakeRequest {
    /// At most so many cycles, one by default; it ends when there is nothing more to do.
    #[serde(default, deserialize_with = "crate::strict::whole")]
    #[schemars(range(min = 1, max = 100))]
    pub cycles: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cycles {
    pub cycles: Vec<Woke>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asleep {
    pub is_asleep: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GapsQuery {
    /// At most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TracesQuery {
    /// Begin after this trace.
    #[serde(default)]
    after: Option<u64>,
    /// As JSON: at most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
}

pub(super) fn routes() -> Api {
    Api::new()
        .route(
            Operation::get("/api/mind/attention", "getAttention", "See what a mind has in mind")
                .tag("mind")
                .returns::<Attending>(200, "Concepts, chains and questions"),
            get(attending),
        )
        .route(
            Operation::get("/api/mind/desires", "listDesires", "List what it is to know")
                .tag("mind")
                .returns::<DesireList>(200, "All of them"),
            get(desires),
        )
        .route(
            Operation::post("/api/mind/desires", "addDesire", "Want something known")
                .tag("mind")
                .body::<DesireRequest>()
                .returns::<Desire>(201, "The desire; the one there is, if it says the same")
                .fails(&[408, 409, 413, 415, 422]),
            post(desire),
        )
        .route(
            Operation::delete("/api/mind/desires/{desire}", "deleteDesire", "Give a desire up")
                .tag("mind")
                .returns_nothing(204, "It is gone")
                .fails(&[404]),
            delete(give_up),
        )
        .route(
            Operation::get("/api/mind/gaps", "listGaps", "List what could not be answered")
                .tag("mind")
                .query::<GapsQuery>()
                .returns::<GapList>(200, "In the order in which they are tried"),
            get(gaps),
        )
        .route(
            Operation::delete("/api/mind/gaps/{gap}", "deleteGap", "Leave a gap alone")
                .tag("mind")
                .returns_nothing(204, "It is gone")
                .fails(&[404]),
            delete(drop_gap),
        )
        .route(
            Operation::get(
                "/api/mind/traces",
                "followTraces",
                "Follow what passes through a mind's attention; as JSON, a page of it",
            )
            .tag("mind")
            .query::<TracesQuery>()
            .header::<u64>("Last-Event-ID", "The last trace that was seen")
            .returns_as::<Sent<Trace>>(200, "text/event-stream", "Traces with their numbers as ids")
            .returns::<Vec<Trace>>(200, "A page, for who accepts only JSON")
            .fails(&[429]),
            get(traces),
        )
        .route(
            Operation::post("/api/mind/wake", "wakeMind", "Let a mind think by itself")
                .tag("mind")
                .body::<WakeRequest>()
                .returns::<Cycles>(200, "What each cycle did")
                .fails(&[408, 413, 415, 422]),
            post(wake),
        )
        .route(
            Operation::post("/api/mind/sleep", "restMind", "Let a mind sleep until it is woken")
                .tag("mind")
                .returns::<Asleep>(200, "It does not think by itself any more"),
            post(sleep),
        )
}

async fn attending(
    State(app): State<App>,
    Caller(owner): Caller,
) -> Result<Json<Attending>, Problem> {
    Ok(Json(app.wake.attending(&owner).await?))
}

async fn desires(
    State(app): State<App>,
    Caller(owner): Caller,
) -> Result<Json<DesireList>, Problem> {
    Ok(Json(DesireList { desires: app.aims.desires(&owner).await? }))
}

async fn desire(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<DesireRequest>,
) -> Result<(StatusCode, Json<Desire>), Problem> {
    let text = asked::text_of("text", &request.text, Desire::MOST_CHARS)?;
    Ok((StatusCode::CREATED, Json(app.aims.desire(&owner, &text).await?)))
}

async fn give_up(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(desire): Id<u32>,
) -> Result<StatusCode, Problem> {
    gone(app.aims.give_up(&owner, desire.into()).await?, "desire", desire)
}

async fn gaps(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<GapsQuery>,
) -> Result<Json<GapList>, Problem> {
    let limit = limit_within(query.limit, MOST_GAPS)?;
    Ok(Json(GapList { gaps: app.aims.gaps(&owner, limit).await? }))
}

async fn drop_gap(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(gap): Id<u32>,
) -> Result<StatusCode, Problem> {
    gone(app.aims.drop_gap(&owner, gap.into()).await?, "gap", gap)
}

fn gone(is_gone: bool, what: &str, id: u32) -> Result<StatusCode, Problem> {
    if is_gone {
        return Ok(StatusCode::NO_CONTENT);
    }
    let code = if what == "gap" { "gap_not_found" } else { "desire_not_found" };
    Err(Problem::new(StatusCode::NOT_FOUND, code, format!("there is no {what} {id}"))
        .hint(format!("GET /api/mind/{what}s lists those there are")))
}

async fn wake(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<WakeRequest>,
) -> Result<Json<Cycles>, Problem> {
    let cycles = request.cycles.unwrap_or(1);
    if !(1..=MOST_CYCLES).contains(&cycles) {
        let message = format!("a mind cannot be woken for {cycles} cycles");
        let hint = format!("give `cycles` 1 to {MOST_CYCLES}");
        return Err(Invalid::new("cycles", message, hint).into());
    }
    let _turn = super::turn(&app).await?;
    Ok(Json(Cycles { cycles: app.wake.wake(&owner, cycles).await? }))
}

async fn sleep(State(app): State<App>, Caller(owner): Caller) -> Result<Json<Asleep>, Problem> {
    app.wake.sleep(&owner).await?;
    Ok(Json(Asleep { is_asleep: true }))
}

async fn traces(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<TracesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = page_limit(query.limit)?;
    let after = last_seen(&headers)?.or(query.after).unwrap_or(0);
    if wants_json(&headers) {
        return Ok(Json(app.aims.traces(&owner, after, limit).await?).into_response());
    }
    let permit = app.streams.open(&owner)?;
    // Nobody has seen more than there is.
    let after = after.min(app.aims.last_trace(&owner).await?);
    Ok(follow(&app, owner, after, permit))
}

struct Following {
    app: App,
    owner: Owner,
    after: u64,
    left: u64,
    look: tokio::time::Interval,
    heartbeat: tokio::time::Interval,
    closing: tokio::sync::watch::Receiver<bool>,
    _permit: OpenStream,
}

/// Traces from after this one, until the reader leaves or the server closes.
fn follow(app: &App, owner: Owner, after: u64, permit: OpenStream) -> Response {
    let period = app.settings.heartbeat;
    let following = Following {
        app: app.clone(),
        owner,
        after,
        left: app.settings.limits.events_per_stream,
        look: interval_at(Instant::now(), LOOK),
        heartbeat: interval_at(Instant::now() + period, period),
        closing: app.closing(),
        _permit: permit,
    };
    let frames = stream::unfold(following, async |mut following| {
        let frame = following.next().await?;
        Some((Ok::<_, Infallible>(frame), following))
    });
    sse::respond(EVENT_STREAM, frames)
}

impl Following {
    async fn next(&mut self) -> Option<Bytes> {
        while self.left > 0 {
            tokio::select! {
                _ = self.look.tick() => {
                    let new = self.app.aims.traces(&self.owner, self.after, AT_ONCE).await.ok()?;
                    if let Some(last) = new.last() {
                        self.after = last.seq;
                        self.left = self.left.saturating_sub(new.len() as u64);
                        return Some(frames(&new));
                    }
                }
                _ = self.heartbeat.tick() => return Some(ALIVE),
                () = sse::closes(&mut self.closing) => return None,
            }
        }
        None
    }
}

fn frames(traces: &[Trace]) -> Bytes {
    let mut frames = String::new();
    for trace in traces {
        let json = serde_json::to_string(trace).unwrap_or_default();
        let kind = trace.passed.kind.as_str();
        let _ = write!(frames, "id: {}\nevent: {kind}\ndata: {json}\n\n", trace.seq);
    }
    frames.into()
}
