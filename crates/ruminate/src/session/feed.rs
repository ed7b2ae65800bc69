//! The events of one run, in order and without gaps, as they are committed by whatever process.

use std::time::Duration;

use ruminate_runtime::{EVENTS_PER_PAGE, Live, Piece, Subscription};
use ruminate_types::ports::store::{Events, StoreError};
use ruminate_types::{Event, RunId};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::wiring::House;

pub(super) struct Feed<'a> {
    house: &'a House,
    run: RunId,
    after: u64,
    live: Subscription,
    poll: Interval,
}

pub(super) enum Fed {
    Events(Vec<Event>),
    Piece(Piece),
    /// Nothing new; time passes.
    Tick,
}

/// How soon what another process commits is seen, and how often a clock on the screen moves.
const POLL: Duration = Duration::from_millis(200);

impl<'a> Feed<'a> {
    pub(super) fn new(house: &'a House, run: RunId, after: u64) -> Self {
        let mut poll = interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { house, run, after, live: house.worker.bus().subscribe(run), poll }
    }

    /// Dropping this future loses nothing: what was not returned is read again.
    pub(super) async fn next(&mut self) -> Result<Fed, StoreError> {
        loop {
            let has_news = tokio::select! {
                live = self.live.next() => match live {
                    Some(Live::Piece(piece)) => return Ok(Fed::Piece(piece)),
                    Some(Live::Event(event)) => event.seq > self.after,
                    None => true,
                },
                _ = self.poll.tick() => {
                    return Ok(self.more().await?.map_or(Fed::Tick, Fed::Events));
                }
            };
            if has_news && let Some(events) = self.more().await? {
                return Ok(Fed::Events(events));
            }
        }
    }

    /// What was committed since the last time; none when there is nothing.
    pub(super) async fn more(&mut self) -> Result<Option<Vec<Event>>, StoreError> {
        let events = self.house.store.events(self.run, self.after, EVENTS_PER_PAGE).await?;
        self.after = events.last().map_or(self.after, |event| event.seq);
        Ok((!events.is_empty()).then_some(events))
    }
}
