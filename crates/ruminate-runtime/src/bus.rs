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

#[derive(Clone)]
enum Item {
    Live(Live),
    /// There is more in the journal than was told here.
    More,
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
    /// Bytes of the reply before it: whoever comes late or misses one can tell.
    pub offset: usize,
    pub text: Arc<str>,
}

/// Those who want events only are not woken for every word of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wants {
    Events,
    Everything,
}

type Topics = HashMap<(RunId, Wants), broadcast::Sender<Item>>;

#[derive(Clone, Default)]
pub struct Bus(Arc<Mutex<Topics>>);

/// What a watcher may be behind: some seconds of a quick model's pieces.
const QUEUE: usize = 128;

impl Bus {
    pub fn subscribe(&self, run: RunId) -> Subscription {
        self.subscribe_to((run, Wants::Everything))
    }

    /// Without the parts of replies.
    pub fn subscribe_to_events(&self, run: RunId) -> Subscription {
        self.subscribe_to((run, Wants::Events))
    }

    fn subscribe_to(&self, topic: (RunId, Wants)) -> Subscription {
        let mut topics = self.topics();
        let sender = topics.entry(topic).or_insert_with(|| broadcast::Sender::new(QUEUE));
        Subscription { live: Some(sender.subscribe()), topic, bus: self.clone() }
    }

    /// The runs whose events alone somebody listens to.
    pub fn watched_for_events(&self) -> Vec<RunId> {
        let topics = self.topics();
        let wanted = topics.keys().filter(|(_, wants)| *wants == Wants::Events);
        wanted.map(|(run, _)| *run).collect()
    }

    /// Tells those who listen to the run's events alone that some were missed: another process wrote
    /// them.
    pub fn nudge(&self, run: RunId) {
        send(&self.topics(), (run, Wants::Events), Item::More);
    }

    /// What a transaction holds, at once.
    pub(crate) fn publish(&self, run: RunId, events: Vec<Event>) {
        let topics = self.topics();
        let wanted = [(run, Wants::Events), (run, Wants::Everything)];
        if !wanted.iter().any(|topic| topics.contains_key(topic)) {
            return;
        }
        for event in events {
            let told = Arc::new(Told::new(event));
            wanted
                .iter()
                .for_each(|topic| send(&topics, *topic, Item::Live(Live::Event(told.clone()))));
        }
    }

    /// The text is made only if somebody wants it.
    pub(crate) fn publish_piece(&self, run: RunId, index: u32, offset: usize, text: &str) {
        let (topics, topic) = (self.topics(), (run, Wants::Everything));
        if topics.contains_key(&topic) {
            let piece = Piece { index, offset, text: text.into() };
            send(&topics, topic, Item::Live(Live::Piece(piece)));
        }
    }

    fn topics(&self) -> MutexGuard<'_, Topics> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn send(topics: &Topics, topic: (RunId, Wants), item: Item) {
    if let Some(topic) = topics.get(&topic) {
        // The last watcher may just have left.
        let _ = topic.send(item);
    }
}

/// One watcher of one run.
pub struct Subscription {
    /// Some until it is dropped.
    live: Option<broadcast::Receiver<Item>>,
    topic: (RunId, Wants),
    bus: Bus,
}

impl Subscription {
    /// None when some were missed: what they were is in the journal.
    pub async fn next(&mut self) -> Option<Live> {
        match &mut self.live {
            Some(live) => match live.recv().await {
                Ok(Item::Live(live)) => Some(live),
                Ok(Item::More) | Err(RecvError::Lagged(_)) => None,
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
        if let Entry::Occupied(topic) = topics.entry(self.topic)
            && topic.get().receiver_count() == 0
        {
            topic.remove();
        }
    }
}
