//! Memory across runs.

use async_trait::async_trait;

use crate::Recollection;

#[async_trait]
pub trait Memory: Send + Sync {
    /// The most relevant first, at most `limit`; empty when it knows nothing. Reading changes nothing.
    async fn recall(&self, query: &str, limit: u32) -> Result<Vec<Recollection>, MemoryError>;
}

#[derive(Debug, thiserror::Error)]
#[error("the memory cannot be read: {message}")]
pub struct MemoryError {
    pub message: String,
}
