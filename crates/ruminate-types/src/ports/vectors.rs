//! Where vectors of lessons live. They are made after the lessons were learned, by whichever embedder is configured, and
//! go with their lessons.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::embedding::EmbeddingProfile;
use super::store::StoreError;
use crate::{Lesson, Owner};

/// Who made vectors, and how many numbers each has: only those of one space can be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Space {
    /// `provider/name`.
    pub embedder: String,
    pub dimensions: u32,
}

impl From<&EmbeddingProfile> for Space {
    fn from(profile: &EmbeddingProfile) -> Self {
        Self { embedder: profile.id.clone(), dimensions: profile.dimensions }
    }
}

/// How many lessons have vectors in a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceSummary {
    #[serde(flatten)]
    pub space: Space,
    pub lessons: u64,
}

/// A lesson's vector, as whoever made it wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonVector {
    /// The number of the change that the lesson is.
    pub lesson: u64,
    /// The lesson's id.
    pub id: String,
    pub vector: Vec<u8>,
}

#[async_trait]
pub trait Vectors: Send + Sync {
    /// Lessons of all owners without a vector in this space, with the numbers of their changes: those after `after`, in
    /// order, at most `limit`. Thoughts get none.
    async fn without_vector(
        &self,
        space: &Space,
        after: u64,
        limit: u32,
    ) -> Result<Vec<(u64, Lesson)>, StoreError>;

    /// Keeps vectors of lessons by the numbers of their changes, all or none, in the place of those that the lessons had,
    /// whoever made them. What is no lesson any more is left out. Tells how many are kept.
    async fn keep_vectors(
        &self,
        space: &Space,
        vectors: Vec<(u64, Vec<u8>)>,
    ) -> Result<u64, StoreError>;

    /// The owner's vectors of this space whose lessons come after `after`, in order, at most `limit`.
    async fn vectors(
        &self,
        owner: &Owner,
        space: &Space,
        after: u64,
        limit: u32,
    ) -> Result<Vec<LessonVector>, StoreError>;

    /// The spaces in which the owner's lessons have vectors, by name.
    async fn spaces(&self, owner: &Owner) -> Result<Vec<SpaceSummary>, StoreError>;
}
