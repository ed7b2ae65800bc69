//! The events of one run, in order and without gaps, wherever they are committed.

use std::time::Duration;

use ruminate_runtime::{EVENTS_PER_PAGE, Piece};
use ruminate_types::{Event, RunId};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use crate::exit::Failure;
use crate::place::{Heard, News, Place};

pub(super) struct Feed<'a> {
    place: &'a dyn Place,
    run: RunId,
    after: u64,
    news: Box<dyn News>,
    tick: Interval,
    looked: Instant,
}

pub(super) enum Fed {
    Events(Vec<Event>),
    Piece(Piece),
    /// Whether somebody drives the run.
    Driven(bool),
    /// Nothing new; time passes.
    Tick,
}

/// How often a clock on the screen moves.
const TICK: Duration = Duration::from_millis(200);

impl<'a> Feed<'a> {
    pub(super) fn new(place: &'a dyn Place, run: RunId, after: u64) -> Self {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { place, run, after, news: place.news(run, after), tick, looked: Instant::now() }
    }

    /// Dropping this future loses nothing: what was not returned is read again. `is_looking` for whether
    /// somebody drives the run.
    pub(super) async fn next(&mut self, is_looking: bool) -> Result<Fed, Failure> {
        loop {
            tokio::select! {
                heard = self.news.next() => match heard? {
                    Heard::Piece(piece) => return Ok(Fed::Piece(piece)),
                    Heard::Events(mut events) => {
                        events.retain(|event| event.seq > self.after);
                        if let Some(last) = events.last() {
                            self.after = last.seq;
                            return Ok(Fed::Events(events));
                        }
                    }
                    Heard::Something => {
                        if let Some(events) = self.more().await? {
                            return Ok(Fed::Events(events));
                        }
                    }
                },
                _ = self.tick.tick() => {
                    if !is_looking || self.looked.elapsed() < self.place.look_every() {
                        return Ok(Fed::Tick);
                    }
                    self.looked = Instant::now();
                    let summary = self.place.runs().summary(self.run).await?;
                    return Ok(Fed::Driven(summary.driven_by.is_some()));
                }
            }
        }
    }

    /// What was committed since the last time; none when there is nothing.
    pub(super) async fn more(&mut self) -> Result<Option<Vec<Event>>, Failure> {
        let events = self.place.events().events(self.run, self.after, EVENTS_PER_PAGE).await?;
        self.after = events.last().map_or(self.after, |event| event.seq);
        Ok((!events.is_empty()).then_some(events))
    }
}
