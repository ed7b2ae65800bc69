//! Events for those who watch in the same process. The queue is bounded: a watcher that falls behind
//! is told so and reads what it missed from the journal.

use std::sync::Arc;

use ruminate_types::{Event, RunId};
use tokio::sync::broadcast;

#[derive(Clone, Debug)]
pub enum Live {
    /// Committed, and numbered.
    Event(Arc<Event>),
    /// A part of a reply that is still being written: transient, not in the journal.
    Piece(Piece),
}

#[derive(Clone, Debug)]
pub struct Piece {
    pub run_id: RunId,
    /// Which of the calls side by side it belongs to.
    pub index: u32,
    pub text: Arc<str>,
}

impl Live {
    pub fn run_id(&self) -> RunId {
        match self {
            Self::Event(event) => event.run_id,
            Self::Piece(piece) => piece.run_id,
        }
    }
}

#[derive(Clone)]
pub struct Bus(broadcast::Sender<Live>);

const QUEUE: usize = 4096;

impl Default for Bus {
    fn default() -> Self {
        Self(broadcast::Sender::new(QUEUE))
    }
}

impl Bus {
    pub fn subscribe(&self) -> broadcast::Receiver<Live> {
        self.0.subscribe()
    }

    pub(crate) fn publish(&self, live: Live) {
        // Nobody watching is not an error.
        let _ = self.0.send(live);
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.0.receiver_count() > 0
    }
}
