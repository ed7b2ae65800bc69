//! Memory across runs.

use async_trait::async_trait;

use super::store::StoreError;
use crate::{Experience, Learned, Owner, Recalled, RunId};

#[async_trait]
pub trait Memory: Send + Sync {
    /// What a question asks, however it is put: two questions with the same key ask the same. None where
    /// that cannot be told.
    fn key(&self, question: &str) -> Option<String>;

    /// What the owner's memory knows about a question: answers before passages, and of each kind the most
    /// relevant first; and what it would have to know. Reading changes nothing.
    async fn recall(
        &self,
        owner: &Owner,
        question: &str,
        wanted: Wanted,
    ) -> Result<Recalled, MemoryError>;

    /// Learns from what a run of the owner went through. A repeat changes nothing.
    async fn learn(
        &self,
        owner: &Owner,
        run: RunId,
        experience: &Experience,
    ) -> Result<Learned, MemoryError>;
}

/// What is wanted of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// At most so many.
    pub limit: u32,
    /// What was answered before to the same question too.
    pub answers: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("the memory does not work: {0}")]
pub struct MemoryError(#[from] pub StoreError);
