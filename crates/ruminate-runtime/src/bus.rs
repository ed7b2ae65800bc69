//! Events for those who watch in the same process, run by run. Queues are bounded: a watcher that falls
//! behind is told so and reads what it missed from the journal, and nobody ever waits for one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use ruminate_types::{Event, RunId};
use tokio::sync::broadcast::{self, error::RecvError};

#[derive(Clone, Debug)]
pub enum Live {
    /// Committed, and numbered.
    Event(Arc<Told>),
    /// A part of a reply that is still being written: transient, not in the journal.
    Piece(Piece),
}

/// An event on its way to many: it is put into bytes once, by the first who wants them.
#[derive(Debug)]
pub struct Told {
    event: Event,
    encoded: OnceLock<Bytes>,
}

impl Told {
    pub fn new(event: Event) -> Self {
        Self { event, encoded: OnceLock::new() }
    }

    /// `encode` must be the same for all.
    pub fn encoded(&self, encode: impl FnOnce(&Event) -> Bytes) -> Bytes {
        self.encoded.get_or_init(|| encode(&self.event)).clone()
    }
}

impl Deref for Told {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

#[derive(Clone, Debug)]
pub struct Piece {
    /// Which of the calls side by side it belongs to.
    pub index: u32,
    pub text: Arc<str>,
}

#[derive(Clone, Default)]
pub struct Bus(Arc<Mutex<HashMap<RunId, broadcast::Sender<Live>>>>);

/// What a watcher may be behind: some seconds of a quick model's pieces.
const QUEUE: usize = 128;

impl Bus {
    pub fn subscribe(&self, run: RunId) -> Subscription {
        let mut topics = self.topics();
        let topic = topics.entry(run).or_insert_with(|| broadcast::Sender::new(QUEUE));
        Subscription { live: Some(topic.subscribe()), run, bus: self.clone() }
    }

    pub(crate) fn publish(&self, run: RunId, live: Live) {
        if let Some(topic) = self.topics().get(&run) {
            // The last watcher may just have left.
            let _ = topic.send(live);
        }
    }

    pub(crate) fn is_watched(&self, run: RunId) -> bool {
        self.topics().contains_key(&run)
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<RunId, broadcast::Sender<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One watcher of one run.
pub struct Subscription {
    /// Some until it is dropped.
    live: Option<broadcast::Receiver<Live>>,
    run: RunId,
    bus: Bus,
}

impl Subscription {
    /// None when some were missed: what they were is in the journal.
    pub async fn next(&mut self) -> Option<Live> {
        match &mut self.live {
            Some(live) => match live.recv().await {
                Ok(live) => Some(live),
                Err(RecvError::Lagged(_)) => None,
                // The topic lives as long as its last watcher.
                Err(RecvError::Closed) => std::future::pending().await,
            },
            None => std::future::pending().await,
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.bus.topics();
        self.live = None;
        if let Entry::Occupied(topic) = topics.entry(self.run)
            && topic.get().receiver_count() == 0
        {
            topic.remove();
        }
    }
}
