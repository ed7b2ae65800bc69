//! Reflexes: what is answered at once when something comes up. A person makes one, or approves one that was
//! proposed: nothing that was only read or thought becomes one by itself.

use async_trait::async_trait;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::store::StoreError;
use crate::Owner;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reflex {
    /// Its number among the owner's.
    pub id: u64,
    /// A question, or a concept that a chain of causes may end at.
    pub pattern: String,
    pub response: String,
    pub is_approved: bool,
    /// Who proposed it: a person, or a run.
    pub origin: String,
    pub created_at: Timestamp,
}

#[async_trait]
pub trait Reflexes: Send + Sync {
    /// Notes one down. One with the same pattern and response is not noted twice; a candidate that is proposed again as
    /// approved is. [`StoreError::Refused`] when the owner has [`MOST_REFLEXES`].
    async fn propose(
        &self,
        owner: &Owner,
        pattern: &str,
        response: &str,
        is_approved: bool,
        origin: &str,
    ) -> Result<Reflex, StoreError>;

    /// All of the owner's, by number.
    async fn reflexes(&self, owner: &Owner) -> Result<Vec<Reflex>, StoreError>;

    /// Approves a candidate; whether there is one of that number.
    async fn approve(&self, owner: &Owner, id: u64) -> Result<bool, StoreError>;

    /// Deletes one, approved or not; whether there was one of that number.
    async fn reject(&self, owner: &Owner, id: u64) -> Result<bool, StoreError>;
}

/// As many as are looked through for every question.
pub const MOST_REFLEXES: u32 = 1_000;
