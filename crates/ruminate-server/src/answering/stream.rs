//! An answer over a connection that stays open until it is there.

use std::convert::Infallible;

use axum::http::HeaderValue;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::unfold;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Answering, Item};
use crate::app::App;
use crate::sse;
use crate::streams::OpenStream;

/// How a run is told to the one who waits: each method gives the frames to send, or nothing.
pub(crate) trait Telling: Send + 'static {
    /// Before anything is known.
    fn opening(&mut self) -> String;

    fn tell(&mut self, item: Item) -> String;

    /// Nothing happened for a while.
    fn alive(&self) -> Bytes {
        sse::ALIVE
    }
}

struct Streaming<T> {
    answering: Answering,
    telling: T,
    is_begun: bool,
    heartbeat: Interval,
    _permit: OpenStream,
}

/// Tells the run until it ends, the reader leaves, or the server closes.
pub(crate) fn stream(
    app: &App,
    answering: Answering,
    telling: impl Telling,
    content_type: HeaderValue,
    permit: OpenStream,
) -> Response {
    let period = app.settings.heartbeat;
    let mut heartbeat = interval_at(Instant::now() + period, period);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let streaming = Streaming { answering, telling, is_begun: false, heartbeat, _permit: permit };
    let frames = unfold(streaming, async |mut streaming| {
        let frame = streaming.next().await?;
        Some((Ok::<_, Infallible>(frame), streaming))
    });
    sse::respond(content_type, frames)
}

impl<T: Telling> Streaming<T> {
    async fn next(&mut self) -> Option<Bytes> {
        if !self.is_begun {
            self.is_begun = true;
            let opening = self.telling.opening();
            if !opening.is_empty() {
                return Some(opening.into());
            }
        }
        loop {
            let told = tokio::select! {
                item = self.answering.next() => self.telling.tell(item?),
                _ = self.heartbeat.tick() => return Some(self.telling.alive()),
            };
            if !told.is_empty() {
                return Some(told.into());
            }
        }
    }
}
