use ruminate_types::RunId;
use ruminate_types::ports::store::StoreError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuntimeError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("run {run} has no event {seq}: its events are numbered from 1 to {last}")]
    NoSuchEvent { run: RunId, seq: u64, last: u64 },
    #[error("the history of run {run} does not begin with its creation")]
    BrokenHistory { run: RunId },
}

impl RuntimeError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Store(error) => error.code(),
            Self::NoSuchEvent { .. } => "event_not_found",
            Self::BrokenHistory { .. } => "broken_history",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::Store(error) => error.hint(),
            Self::NoSuchEvent { .. } => {
                "`ruminate runs follow --plain` shows them with their numbers"
            }
            Self::BrokenHistory { .. } => "`ruminate doctor` checks the data",
        }
    }
}
