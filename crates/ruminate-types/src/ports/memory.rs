//! Memory across runs.

use async_trait::async_trait;

use crate::{Owner, Recollection};

#[async_trait]
pub trait Memory: Send + Sync {
    /// What the owner's memory knows about a question: answers before passages, and of each kind the most
    /// relevant first; at most `limit`, none when it knows nothing. Reading changes nothing.
    async fn recall(
        &self,
        owner: &Owner,
        question: &str,
        limit: u32,
    ) -> Result<Vec<Recollection>, MemoryError>;
}

#[derive(Debug, thiserror::Error)]
#[error("the memory cannot be read: {message}")]
pub struct MemoryError {
    pub message: String,
}
