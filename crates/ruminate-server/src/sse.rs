//! A run's events as a stream of server-sent events. `id:` is the event's number, so that whoever
//! reconnects goes on where it left off; `event:` is its stage.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::marker::PhantomData;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream;
use jiff::Timestamp;
use ruminate_engine::reply::Written;
use ruminate_types::ports::store::RunSummary;
use ruminate_types::{Event, RunId, RunStatus};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::app::App;
use crate::streams::OpenStream;
use crate::watch::{News, Watch};

pub(crate) const ALIVE: Bytes = Bytes::from_static(b": alive\n\n");
pub(crate) const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

/// One event of a stream, for the description: its fields are lines of text.
pub(crate) struct Sent<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Sent<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Sent{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "One server-sent event.",
            "properties": {
                "id": { "type": "string", "pattern": "^[0-9]+$", "description": "Its `seq`; pieces have none." },
                "event": { "type": "string", "description": "Its `stage` or `kind`, or `piece`." },
                "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": generator.subschema_for::<T>(),
                },
            },
            "required": ["event", "data"],
        })
    }
}

/// One event of a stream of chunks, for the description: JSON, or the mark of the end that OpenAI has.
pub(crate) struct SentData<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for SentData<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Sent{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let chunk = json_schema!({
            "contentMediaType": "application/json",
            "contentSchema": generator.subschema_for::<T>(),
        });
        json_schema!({
            "type": "object",
            "description": "One server-sent event.",
            "properties": { "data": { "type": "string", "anyOf": [{ "const": "[DONE]" }, chunk] } },
            "required": ["data"],
        })
    }
}

struct Streaming {
    app: App,
    watch: Watch,
    /// For whoever wants to see the answer being written.
    written: Option<Written>,
    heartbeat: Interval,
    closing: tokio::sync::watch::Receiver<bool>,
    left: u64,
    run: RunId,
    /// The number of the last event there will be, once the run is over.
    last: Option<u64>,
    is_over: bool,
    _permit: OpenStream,
}

/// Follows the run from after this event until it ends, the reader leaves, or the server closes.
pub(crate) fn follow(
    app: &App,
    run: &RunSummary,
    after: u64,
    shows_pieces: bool,
    permit: OpenStream,
) -> Response {
    let period = app.settings.heartbeat;
    let mut heartbeat = interval_at(Instant::now() + period, period);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let streaming = Streaming {
        app: app.clone(),
        watch: match shows_pieces {
            true => Watch::new(app, run.session_id, after),
            false => Watch::of_events(app, run.session_id, after),
        },
        written: shows_pieces.then(Written::default),
        heartbeat,
        closing: app.closing(),
        left: app.settings.limits.events_per_stream,
        run: run.session_id,
        last: end_of(run),
        is_over: false,
        _permit: permit,
    };
    let frames = stream::unfold(streaming, async |mut streaming| {
        let frame = streaming.next().await?;
        Some((Ok(frame), streaming))
    });
    respond(EVENT_STREAM, frames)
}

/// A response of frames that are ready to be sent.
pub(crate) fn respond(
    content_type: HeaderValue,
    frames: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        // Proxies that collect a response before they pass it on are told not to.
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::from_stream(frames)).into_response()
}

impl Streaming {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.is_over || self.left == 0 {
                return None;
            }
            tokio::select! {
                news = self.watch.next() => match news {
                    Ok(News::Event(told)) => {
                        self.left -= 1;
                        self.is_over = self.is_last(&told).await;
                        self.app.meters.delivered(Timestamp::now().duration_since(told.at));
                        return Some(told.encoded(frame));
                    }
                    Ok(News::Piece(piece)) => {
                        let written = self.written.as_mut();
                        let text =
                            written.and_then(|written| written.piece(piece.offset, &piece.text));
                        if let Some(text) = text {
                            return Some(piece_frame(&text));
                        }
                    }
                    // The reader reconnects and hears what is wrong then.
                    Err(error) => {
                        tracing::warn!(%error, "a stream ended early");
                        return None;
                    }
                },
                _ = self.heartbeat.tick() => {
                    let is_there = self.app.ports().runs.summary(self.run).await.is_ok();
                    return is_there.then_some(ALIVE);
                }
                () = closes(&mut self.closing) => return None,
            }
        }
    }

    /// A history that was taken over may hold an ending, and more may follow the run's own: only the
    /// store knows the last event.
    async fn is_last(&mut self, event: &Event) -> bool {
        if self.last.is_none() && event.payload.status_after().is_some_and(RunStatus::is_final) {
            // A run that is gone has no more events either.
            let run = self.app.ports().runs.summary(self.run).await;
            self.last = run.map_or(Some(event.seq), |run| end_of(&run));
        }
        self.last.is_some_and(|last| event.seq >= last)
    }
}

/// Waits until the server begins to close.
pub(crate) async fn closes(closing: &mut tokio::sync::watch::Receiver<bool>) {
    // Whoever would say so is gone only when all is over.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

fn end_of(run: &RunSummary) -> Option<u64> {
    run.status.is_final().then_some(run.cursor.seq)
}

fn frame(event: &Event) -> Bytes {
    let json = serde_json::to_string(event).unwrap_or_default();
    let mut frame = String::with_capacity(json.len() + 64);
    // Writing to a text does not fail.
    let _ = write!(frame, "id: {}\nevent: {}\ndata: {json}\n\n", event.seq, event.payload.stage());
    frame.into()
}

/// A part of an answer that is still being written: it has no number, and is not in the journal.
fn piece_frame(text: &str) -> Bytes {
    format!("event: piece\ndata: {}\n\n", json!({ "text": text })).into()
}

/// One frame without a number.
pub(crate) fn data(json: &str) -> String {
    format!("data: {json}\n\n")
}
