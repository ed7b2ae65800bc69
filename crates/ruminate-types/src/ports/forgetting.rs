//! Letting go. What was forgotten may have left words in what a mind attends to, so it is held, out of everybody's sight,
//! until the mind has looked for them.

use async_trait::async_trait;

use super::store::StoreError;
use crate::Owner;

/// Something that was forgotten and not let go of yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The number of its change.
    pub seq: u64,
    /// What it said; empty where something else still says it.
    pub said: String,
}

/// What of a mind's attention goes with what was forgotten, all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LetGo {
    /// The cycle of the mind that was looked at.
    pub from: u64,
    /// The working memory without it.
    pub working: String,
    /// By their numbers.
    pub traces: Vec<u64>,
    pub gaps: Vec<u64>,
    /// Concepts that were of interest.
    pub interests: Vec<String>,
    /// The last change whose words were looked for.
    pub through: u64,
}

#[async_trait]
pub trait Forgetting: Send + Sync {
    /// The first of what is held, at most `limit`, in order.
    async fn held(&self, owner: &Owner, limit: u32) -> Result<Vec<Held>, StoreError>;

    /// Lets go: what was held is gone, and its changes have no name any more. Counts as a cycle of the mind; whether it was
    /// still in the one that was looked at. If not, nothing was written. What is not there any more is passed over.
    async fn let_go(&self, owner: &Owner, gone: LetGo) -> Result<bool, StoreError>;

    /// Empties the log of changes, where words are as they were before they were deleted. False while somebody reads it: it
    /// stays as it is then.
    async fn wipe(&self) -> Result<bool, StoreError>;
}
