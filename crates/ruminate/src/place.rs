//! Where runs live: in the data directory of this machine, or behind a server. Commands and sessions
//! know this trait alone, so that they do the same in both places.
//!
//! Reading is the ports' ([`Runs`], [`Events`]); what is here is what changes something, and what tells
//! when to look. How a run that thinks is driven is the one thing that differs: here by this process, there
//! by the server.

mod find;

pub(crate) use find::find;

use std::time::Duration;

use async_trait::async_trait;
use ruminate_runtime::asked::{Asked, AskedMode, Defaults};
use ruminate_runtime::{Fate, Outcome, Piece, RuntimeError, Stop};
use ruminate_types::ports::store::{Events, RunSummary, Runs};
use ruminate_types::{Command, ConversationId, Event, RunId};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::cli::{Global, ModelChoice, PROGRAM};
use crate::config::{Config, Loaded};
use crate::exit::Failure;
use crate::remote::Remote;
use crate::wiring::House;

#[async_trait]
pub(crate) trait Place: Send + Sync {
    /// How the program is called so that it comes here again, for hints that name a command.
    fn program(&self) -> &str {
        PROGRAM
    }

    fn runs(&self) -> &dyn Runs;

    fn events(&self) -> &dyn Events;

    /// Writes a run down that thinks as soon as it is driven.
    async fn begin(&self, question: Question) -> Result<Begun, Failure>;

    /// Writes down a run with another one's history.
    async fn fork(&self, fork: Forking<'_>) -> Result<RunId, Failure>;

    /// Tells a run under way something, and waits so long for it to obey. One that nobody drives obeys at
    /// once.
    async fn tell(
        &self,
        run: RunId,
        command: &Command,
        patience: Duration,
    ) -> Result<Fate, Failure>;

    /// Tells a run that rests to go on, with another model if one is chosen.
    async fn resume(&self, run: &RunSummary, model: &ModelChoice) -> Result<(), Failure>;

    /// Removes a run and everything of it.
    async fn delete(&self, run: RunId) -> Result<(), Failure>;

    /// Sees to it that a run which should think is driven while somebody watches.
    fn drive(&self, run: RunId) -> Driver;

    /// Sees to it that a run which should think goes on without this process.
    async fn leave(&self, run: RunId) -> Result<(), Failure>;

    /// What happens in a run after an event, as it happens.
    fn news(&self, run: RunId, after: u64) -> Box<dyn News>;

    /// How often it is worth asking whether somebody drives a run.
    fn look_every(&self) -> Duration;
}

/// What is asked, and how.
pub(crate) struct Question {
    pub text: String,
    pub mode: AskedMode,
    pub asked: Asked,
    pub model: ModelChoice,
    pub talk: Talk,
    pub fetch: Fetch,
}

/// Whether a model may be fetched for somebody who has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fetch {
    Never,
    /// Whoever sits at a terminal is asked; nobody else can be.
    Ask,
    /// It was said beforehand.
    Yes,
    /// Like [`Fetch::Ask`], and nobody is told what goes on.
    AskSilently,
}

impl Fetch {
    pub(crate) fn is_for_programs(self) -> bool {
        self == Self::AskSilently
    }
}

/// The conversation that a question belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Talk {
    None,
    New,
    In(ConversationId),
    /// The newest one.
    Last,
}

pub(crate) struct Begun {
    pub run: RunId,
    /// Which model thinks, and why that one.
    pub told: String,
    pub conversation: Option<ConversationId>,
}

pub(crate) struct Forking<'a> {
    pub from: RunId,
    /// The last event that is taken over; all of them without one.
    pub at: Option<u64>,
    pub asked: Asked,
    pub model: &'a ModelChoice,
    /// Whether it thinks as soon as it is driven.
    pub start: bool,
}

/// Who drives a run that a session began or resumed.
pub(crate) enum Driver {
    /// A task of this process.
    Here { task: JoinHandle<Result<Outcome, RuntimeError>>, stop: watch::Sender<Stop> },
    /// The server, whether somebody watches or not.
    There,
}

/// Watching one run. Dropping a future of [`News::next`] loses nothing.
#[async_trait]
pub(crate) trait News: Send {
    async fn next(&mut self) -> Result<Heard, Failure>;
}

pub(crate) enum Heard {
    /// In order; some of them may have been heard before.
    Events(Vec<Event>),
    /// A part of a reply that is still being written.
    Piece(Piece),
    /// There may be something new to read.
    Something,
}

/// Where the command line's words are carried out, before anything is opened.
pub(crate) enum Site {
    Here(Box<Loaded>),
    There(Remote),
}

impl Site {
    /// A server, if one is named; then what is configured here does not matter.
    pub(crate) fn of(loaded: Result<Loaded, Failure>, global: &Global) -> Result<Self, Failure> {
        match global.server() {
            Some(url) => Ok(Self::There(Remote::at(&url)?.called(global.program()))),
            None => Ok(Self::Here(Box::new(loaded?))),
        }
    }

    /// How runs are when nothing is said. A server has its own, and knows what it takes.
    pub(crate) fn defaults(&self) -> Defaults {
        /// A request with more is refused by every server.
        const MOST_CHARS: usize = 1_000_000;
        match self {
            Self::Here(loaded) => loaded.config.defaults(),
            Self::There(_) => {
                Defaults { max_question_chars: MOST_CHARS, ..Config::default().defaults() }
            }
        }
    }

    pub(crate) fn open(self) -> Result<Box<dyn Place>, Failure> {
        Ok(match self {
            Self::Here(loaded) => Box::new(House::open(*loaded)?),
            Self::There(remote) => Box::new(remote),
        })
    }
}
