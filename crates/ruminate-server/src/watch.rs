//! One watcher of one run: every event once, in order, from wherever it left off, whichever process
//! writes them. What was committed comes from the journal, what is being committed from the bus; a
//! watcher that falls behind goes back to the journal.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use ruminate_runtime::{Live, Piece, Subscription, Told};
use ruminate_types::RunId;
use ruminate_types::ports::store::StoreError;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::app::App;

pub(crate) struct Watch {
    app: App,
    run: RunId,
    /// The last event that was handed out.
    after: u64,
    live: Subscription,
    /// Read from the journal, not handed out yet.
    read: VecDeque<Told>,
    /// There may be events in the journal that the bus will not tell.
    is_behind: bool,
    /// None: it is told by [`look_out`] what other processes write.
    poll: Option<Interval>,
}

pub(crate) enum News {
    Event(Arc<Told>),
    /// A part of a reply that is still being written. Some may be missing; no event ever is.
    Piece(Piece),
}

/// Events that are read at a time. A reader that takes nothing keeps so many in memory.
const PAGE: u32 = 32;
/// How soon an event of a run that another process drives is seen.
const POLL: Duration = Duration::from_millis(500);

impl Watch {
    pub(crate) fn new(app: &App, run: RunId, after: u64) -> Self {
        let live = app.dispatcher.worker().bus().subscribe(run);
        Self::of(app, run, after, live, Some(ticker()))
    }

    /// Without the parts of replies. Costs nothing while nothing happens: there may be thousands.
    pub(crate) fn of_events(app: &App, run: RunId, after: u64) -> Self {
        let live = app.dispatcher.worker().bus().subscribe_to_events(run);
        Self::of(app, run, after, live, None)
    }

    /// Listening comes before reading, so that nothing falls between the two.
    fn of(app: &App, run: RunId, after: u64, live: Subscription, poll: Option<Interval>) -> Self {
        Self { app: app.clone(), run, after, live, read: VecDeque::new(), is_behind: true, poll }
    }

    /// Waits for the next. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<News, StoreError> {
        loop {
            if let Some(told) = self.read.pop_front() {
                self.after = told.seq;
                return Ok(News::Event(Arc::new(told)));
            }
            if self.is_behind {
                let page = self.app.ports().events.events(self.run, self.after, PAGE).await?;
                self.is_behind = page.len() == PAGE as usize;
                self.read = page.into_iter().map(Told::new).collect();
                continue;
            }
            tokio::select! {
                live = self.live.next() => match live {
                    Some(Live::Piece(piece)) => return Ok(News::Piece(piece)),
                    Some(Live::Event(told)) if told.seq == self.after + 1 => {
                        self.after = told.seq;
                        return Ok(News::Event(told));
                    }
                    Some(Live::Event(told)) => self.is_behind = told.seq > self.after,
                    None => self.is_behind = true,
                },
                () = tick(&mut self.poll) => {
                    self.is_behind = !self.app.dispatcher.worker().is_driving(self.run);
                }
            }
        }
    }
}

fn ticker() -> Interval {
    let mut poll = interval(POLL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    poll
}

async fn tick(poll: &mut Option<Interval>) {
    match poll {
        Some(poll) => _ = poll.tick().await,
        None => std::future::pending().await,
    }
}

/// Looks for what other processes write to watched runs, once for all who watch: readers that each
/// looked for themselves would ask the journal thousands of times a second while nothing happens.
pub(crate) async fn look_out(app: App) {
    let mut ticker = ticker();
    let mut known = HashMap::new();
    loop {
        ticker.tick().await;
        let worker = app.dispatcher.worker();
        let mut seen = HashMap::new();
        let mut trouble = None;
        for run in worker.bus().watched_for_events() {
            // What this process writes, it tells itself.
            if worker.is_driving(run) {
                continue;
            }
            let last = match last_event(&app, run, known.get(&run).copied()).await {
                Ok(last) => last,
                // Those who watch it hear that it is gone when they ask.
                Err(StoreError::NotFound(_)) => continue,
                // It is looked at again.
                Err(error) => {
                    trouble = Some((run, error));
                    continue;
                }
            };
            if known.get(&run) != Some(&last) {
                worker.bus().nudge(run);
            }
            seen.insert(run, last);
        }
        known = seen;
        if let Some((run, error)) = trouble {
            tracing::warn!(%run, %error, code = error.code(), "a watched run cannot be read");
        }
    }
}

/// Whether there is one after the known one is asked first: that reads next to nothing.
async fn last_event(app: &App, run: RunId, known: Option<u64>) -> Result<u64, StoreError> {
    let ports = app.ports();
    match known {
        Some(last) if ports.events.events(run, last, 1).await?.is_empty() => Ok(last),
        _ => Ok(ports.runs.summary(run).await?.cursor.seq),
    }
}
