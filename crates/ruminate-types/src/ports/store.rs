//! Where runs live. Writing a run is apart from the right to write it, from reading runs, and from the
//! queue of commands. The rules of each method hold for every backend; `testkit::conformance` checks them.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Serialize;

use crate::{
    CallKey, Command, CommandId, ConversationId, Cursor, EffectResult, Event, Owner, Policy,
    QueuedCommand, RequestHash, Run, RunId, RunStatus, WorkerId,
};

/// The right to write one run, until it expires or somebody takes it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    pub run_id: RunId,
    pub worker: WorkerId,
    /// Grows with every claim: an older token can no longer commit.
    pub token: u64,
}

/// A new run and its first events. They belong together: a run without events does not exist.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Its id, question, policy and cursor are kept as they are; the rest is read from the events.
    pub run: Run,
    /// In order, without gaps, from 1 or right after the history, up to the cursor's `seq`.
    pub events: Vec<Event>,
    /// The run whose events up to and including this number come first, copied.
    pub history: Option<(RunId, u64)>,
    pub owner: Owner,
    /// The conversation it belongs to, which must be there and be the owner's.
    pub conversation: Option<ConversationId>,
    /// The most runs that the owner may have under way, this one included.
    pub at_most: Option<u32>,
    /// What its question asks, however it is put; none where that depends on what was said before.
    pub question_key: Option<String>,
}

/// What one step leaves behind; all of it is written, or nothing.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// In order, without gaps, beginning right after the last one stored. Times are kept to the
    /// millisecond.
    pub events: Vec<Event>,
    /// Events come with the cursor that counts them: its `seq` is the last event's.
    pub cursor: Option<Cursor>,
    /// Calls that are about to be made.
    pub intents: Vec<Intent>,
    /// Calls whose result came with this step; their intents are here, or came earlier.
    pub results: Vec<(CallKey, EffectResult)>,
    /// Commands that these events obey; what is not a command of this run is passed over.
    pub obeyed: Vec<CommandId>,
}

#[derive(Clone, Debug)]
pub struct Intent {
    pub key: CallKey,
    pub hash: RequestHash,
    pub purpose: &'static str,
}

/// A call as the journal knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalledCall {
    pub index: u32,
    pub hash: RequestHash,
    /// How often it was about to be made; more than one when a process died meanwhile.
    pub issued: u32,
    /// None while it is in flight, or was when its process died.
    pub result: Option<EffectResult>,
}

/// The right to write runs, one writer for each at a time.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Takes the run's lease for `ttl`. [`StoreError::Held`] while another worker's is alive, which it
    /// is until it expires, is given up, or its process is known to be dead;
    /// [`StoreError::NotFound`] for an unknown run. Claiming what one holds already gives a newer token.
    async fn claim(&self, run: RunId, worker: WorkerId, ttl: Duration)
    -> Result<Lease, StoreError>;

    /// Keeps these leases alive for `ttl` from now, expired ones that nobody took over included. Says
    /// which of them are lost, in the order in which they came; a lease that was given up is lost.
    async fn renew(&self, leases: &[Lease], ttl: Duration) -> Result<Vec<Lease>, StoreError>;

    /// Gives the lease up. Giving up a lost lease does nothing.
    async fn release(&self, lease: &Lease) -> Result<(), StoreError>;
}

/// Writing runs. Whoever writes holds the run's lease. When a method returns, what it wrote survives
/// the process; one whose future is dropped may have written or not.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Writes a run that was not there, held by nobody. A repeat with the same id is
    /// [`StoreError::AlreadyExists`], a history that is not there [`StoreError::NotFound`].
    /// A history brings its events and questions, and neither its calls nor its commands.
    /// [`StoreError::TooManyRuns`] when the owner has as many as it may that are created or thinking,
    /// [`StoreError::NoConversation`] for a conversation that is not there or not the owner's.
    async fn create(&self, new: NewRun) -> Result<(), StoreError>;

    /// Writes one step, atomically. [`StoreError::LeaseLost`] and nothing written when the lease's
    /// token is not the newest, when it was given up, or when the events do not follow the stored
    /// ones: so a repeat of a commit with events writes nothing. An expired lease that nobody took over
    /// still commits. [`StoreError::Misused`] and nothing written when the parts do not fit together.
    /// An intent for a key that has one replaces it: with the same hash its `issued` grows and its
    /// result stays, with another hash it starts afresh. A call keeps its first result.
    async fn commit(&self, lease: &Lease, commit: Commit) -> Result<(), StoreError>;

    /// Removes a run and everything of it: also the traces and gaps that came of it, what it taught, which
    /// is the source `run:ID`, and the reflexes that have this origin and nobody approved.
    /// [`StoreError::LeaseLost`] when the lease is not the newest, or the run is gone already.
    async fn delete(&self, lease: &Lease) -> Result<(), StoreError>;
}

#[derive(Clone, Debug, Default)]
pub struct RunFilter {
    pub status: Option<RunStatus>,
    /// Only this owner's; everybody's without one.
    pub owner: Option<Owner>,
    /// Only runs older than this one, for paging.
    pub before: Option<RunId>,
    /// At most so many; none for 0.
    pub limit: u32,
}

/// One line about a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunSummary {
    pub session_id: RunId,
    #[serde(skip)]
    pub owner: Owner,
    pub conversation_id: Option<ConversationId>,
    pub status: RunStatus,
    pub original_question: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Who drives it now; none when nobody does.
    pub driven_by: Option<WorkerId>,
    #[serde(skip)]
    pub cursor: Cursor,
    #[serde(skip)]
    pub policy: Policy,
}

/// A run of which not even a line can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("run {id} is damaged: {message}")]
pub struct DamagedRun {
    /// As it is stored; it may be what is damaged.
    pub id: String,
    pub message: String,
}

/// Reading runs. Nothing here needs a lease or changes anything.
#[async_trait]
pub trait Runs: Send + Sync {
    /// [`StoreError::NotFound`] for an unknown run.
    async fn summary(&self, run: RunId) -> Result<RunSummary, StoreError>;

    /// Newest first, that is by id. One that is damaged does not hide the others.
    async fn list(
        &self,
        filter: &RunFilter,
    ) -> Result<Vec<Result<RunSummary, DamagedRun>>, StoreError>;

    /// Runs whose id begins with `prefix`, in capitals or not, at most `limit`, newest first.
    async fn find(&self, prefix: &str, limit: u32) -> Result<Vec<RunId>, StoreError>;
}

/// How many runs there are, for limits and for whoever operates a server.
#[async_trait]
pub trait Census: Send + Sync {
    /// How many runs are in this state, whoever's they are.
    async fn count(&self, status: RunStatus) -> Result<u64, StoreError>;

    /// How many of the owner's runs are under way: created or thinking.
    async fn under_way(&self, owner: &Owner) -> Result<u32, StoreError>;
}

/// Whether there is room for more.
#[async_trait]
pub trait Room: Send + Sync {
    /// Tries whether something could be written now, and leaves nothing behind:
    /// [`StoreError::Full`] or [`StoreError::ReadOnly`] before anybody's work meets it.
    async fn check_room(&self) -> Result<(), StoreError>;
}

/// Reading what happened in a run.
#[async_trait]
pub trait Events: Send + Sync {
    /// Events after `after`, in order, at most `limit`. Empty for an unknown run.
    async fn events(&self, run: RunId, after: u64, limit: u32) -> Result<Vec<Event>, StoreError>;

    /// The same, of one stage only; the others are not read.
    async fn of_stage(
        &self,
        run: RunId,
        stage: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError>;
}

/// What a driver takes a run up with: the part of it that the machine sees.
#[async_trait]
pub trait Windows: Send + Sync {
    /// The run as the machine sees it. [`StoreError::NotFound`] for an unknown run.
    async fn load(&self, run: RunId) -> Result<Run, StoreError>;

    /// The calls of one step, by index. Empty where there are none.
    async fn calls(&self, run: RunId, step: u64) -> Result<Vec<JournalledCall>, StoreError>;
}

/// Commands wait in the store until the run's driver, in whatever process, obeys them.
#[async_trait]
pub trait Commands: Send + Sync {
    /// [`StoreError::NotFound`] for an unknown run.
    async fn queue(&self, run: RunId, command: &Command) -> Result<CommandId, StoreError>;

    /// Commands not obeyed yet for one run, oldest first. Empty for an unknown run.
    async fn pending(&self, run: RunId) -> Result<Vec<QueuedCommand>, StoreError>;

    /// The same for every run that a worker holds, oldest first.
    async fn pending_for(&self, worker: WorkerId) -> Result<Vec<QueuedCommand>, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("there is no run {0}")]
    NotFound(RunId),
    #[error("run {run} exists already")]
    AlreadyExists { run: RunId },
    #[error("{owner} has {limit} runs under way already")]
    TooManyRuns { owner: Owner, limit: u32 },
    #[error("{owner} has {limit} conversations already")]
    TooManyConversations { owner: Owner, limit: u32 },
    #[error("there is no conversation {0}")]
    NoConversation(ConversationId),
    #[error("run {run} is being driven by {holder}")]
    Held { run: RunId, holder: String },
    #[error("run {run} was taken over by another process")]
    LeaseLost { run: RunId },
    #[error("run {run} was about to be written wrongly: {message}")]
    Misused { run: RunId, message: String },
    #[error("the disk is full: {message}")]
    Full { message: String },
    #[error("the data directory cannot be written: {message}")]
    ReadOnly { message: String },
    #[error("the data is damaged: {message}")]
    Corrupt { message: String },
    #[error("the data was written by a newer Ruminate (schema {found}; this one knows {known})")]
    Newer { found: i64, known: i64 },
    #[error("another process keeps the data busy: {message}")]
    Busy { message: String },
    #[error(
        "it is forgotten, but another process reads the database: its words are in the files until that ends"
    )]
    StillRead,
    #[error("the data cannot be read or written: {message}")]
    Io { message: String },
    /// A store behind a server that cannot be used now: out of reach, overloaded, or broken itself.
    #[error("{}", .0.message)]
    Unavailable(Refusal),
    /// A store behind a server that does not do this for this caller.
    #[error("{}", .0.message)]
    Refused(Refusal),
}

/// What a server says, or what is to be said in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A stable name for programs.
    pub code: &'static str,
    pub message: String,
    /// What a person can do about it.
    pub hint: String,
}

impl StoreError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "run_not_found",
            Self::AlreadyExists { .. } => "run_exists",
            Self::TooManyRuns { .. } => "too_many_runs",
            Self::TooManyConversations { .. } => "too_many_conversations",
            Self::NoConversation(_) => "conversation_not_found",
            Self::Held { .. } => "run_held",
            Self::LeaseLost { .. } => "lease_lost",
            Self::Misused { .. } => "store_misused",
            Self::Full { .. } => "disk_full",
            Self::ReadOnly { .. } => "store_read_only",
            Self::Corrupt { .. } => "store_corrupt",
            Self::Newer { .. } => "store_newer",
            Self::Busy { .. } => "store_busy",
            Self::StillRead => "still_read",
            Self::Io { .. } => "store_io",
            Self::Unavailable(refusal) | Self::Refused(refusal) => refusal.code,
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::NotFound(_) => "`ruminate runs list` shows the runs there are",
            Self::AlreadyExists { .. } | Self::Misused { .. } => {
                "this is a defect of Ruminate's; please report it"
            }
            Self::TooManyRuns { .. } => "wait until one of them ends, or pause or cancel one",
            Self::TooManyConversations { .. } => "delete one, or go on with one",
            Self::NoConversation(_) => "begin a new one, or leave it out",
            Self::Held { .. } => {
                "follow it with `ruminate runs follow`, or stop that process first"
            }
            Self::LeaseLost { .. } => "`ruminate runs follow` shows how it goes on there",
            Self::Full { .. } => {
                "free some space, and try again; a run goes on with `ruminate runs resume`. Nothing written is lost"
            }
            Self::ReadOnly { .. } => {
                "make it writable, or set RUMINATE_HOME to a directory that is"
            }
            Self::Corrupt { .. } => {
                "move the file away or restore a backup; RUMINATE_HOME chooses another place"
            }
            Self::Newer { .. } => "update Ruminate, or set RUMINATE_HOME to another directory",
            Self::Busy { .. } => {
                "try again; if it stays so, look for a process that hangs on the data directory"
            }
            Self::StillRead => {
                "end what reads ruminate.db; the next `ruminate mind status` takes the words out"
            }
            Self::Io { .. } => "check the disk; `ruminate doctor` tells where the data lives",
            Self::Unavailable(refusal) | Self::Refused(refusal) => &refusal.hint,
        }
    }
}
