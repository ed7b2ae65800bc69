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
