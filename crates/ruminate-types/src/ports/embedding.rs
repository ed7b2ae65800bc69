//! Texts as vectors, whoever makes them: what means something near lies near.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::model::ModelError;

/// An embedder as one needs to know it. Vectors can be compared when both fields that name the space,
/// `id` and `dimensions`, are the same; whoever keeps vectors keeps these with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddingProfile {
    /// `provider/name`, for example `ollama/nomic-embed-text`.
    pub id: String,
    /// The address it is reached at. Never holds a secret.
    pub url: String,
    /// Components of every vector.
    pub dimensions: u32,
    /// Tokens of a text that count; the rest is cut off.
    pub context_window: u32,
}

/// What a text is: some models want to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Something to be found.
    Document,
    /// What one looks for documents with.
    Query,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embeddings {
    /// One for each text, in the order of the texts.
    pub vectors: Vec<Vec<f32>>,
    /// The places of the texts whose end did not fit into the window and does not count, ascending.
    pub cut: Vec<usize>,
}

#[async_trait]
pub trait Embedder: Send + Sync {
    fn profile(&self) -> &EmbeddingProfile;

    /// A vector for each text: in the order of the texts, of `profile().dimensions` finite components,
    /// of unit length, so that the cosine of two is their dot product.
    ///
    /// - No texts give no vectors, and ask nobody.
    /// - As many texts as one likes: they are sent in parts of a bounded size, one after the other.
    /// - Of a text that is too long its beginning is embedded, and [`Embeddings::cut`] says so.
    /// - A blank text means nothing and is [`ModelError::Rejected`], before anybody is asked.
    /// - It is all or nothing: an error gives no vector of any text.
    ///
    /// What is worth retrying is retried within `time_limit`, which is for all texts together.
    /// Dropping the future aborts the request. A repeat is a new request; the same text gives the same
    /// vector, up to how exactly the server computes.
    async fn embed(
        &self,
        texts: &[String],
        kind: TextKind,
        time_limit: Duration,
    ) -> Result<Embeddings, ModelError>;
}

/// The embedder that is configured. It may be away, and come back.
#[async_trait]
pub trait ConfiguredEmbedder: Send + Sync {
    /// What the configuration calls it.
    fn name(&self) -> &str;

    /// Finds out about it when it is first needed; after that it is at hand. An error is of this attempt only.
    async fn embedder(&self) -> Result<Arc<dyn Embedder>, ModelError>;

    /// It was needed for a question, which goes on without it.
    fn miss(&self, error: &ModelError);
}
