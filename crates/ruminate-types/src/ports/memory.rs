//! Memory across runs.

use async_trait::async_trait;

use crate::{Owner, Recollection};

#[async_trait]
pub trait Memory: Send + Sync {
    /// What a question asks, however it is put: two questions with the same key ask the same. None where
    /// that cannot be told.
    fn key(&self, question: &str) -> Option<String>;

    /// What the owner's memory knows about a question: answers before passages, and of each kind the most
    /// relevant first; none when it knows nothing. Reading changes nothing.
    async fn recall(
        &self,
        owner: &Owner,
        question: &str,
        wanted: Wanted,
    ) -> Result<Vec<Recollection>, MemoryError>;
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
#[error("the memory cannot be read: {message}")]
pub struct MemoryError {
    pub message: String,
}
