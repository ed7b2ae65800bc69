//! Who may use a server: keys, of which only a hash is kept.

use async_trait::async_trait;
use jiff::Timestamp;

use super::store::StoreError;
use crate::Owner;

/// A key as it is stored. The key itself was shown once and is nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The part of the key that finds it; not a secret.
    pub id: String,
    pub owner: Owner,
    /// What it is for, in the words of whoever made it.
    pub label: String,
    /// Argon2id, as a PHC string.
    pub hash: String,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiKey").field("id", &self.id).field("owner", &self.owner).finish()
    }
}

#[async_trait]
pub trait ApiKeys: Send + Sync {
    /// Ids are made at random: a repeat is [`StoreError::Io`] and changes nothing.
    async fn add_key(&self, key: ApiKey) -> Result<(), StoreError>;

    /// Revoked ones too. None for an unknown id.
    async fn key(&self, id: &str) -> Result<Option<ApiKey>, StoreError>;

    /// All of them, by id.
    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError>;

    /// False for an unknown id. A repeat keeps the first time.
    async fn revoke(&self, id: &str) -> Result<bool, StoreError>;
}
