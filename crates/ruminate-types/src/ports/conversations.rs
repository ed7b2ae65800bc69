//! Conversations. A conversation is the runs that were asked in it: nothing is saved twice, and an
//! answer is part of it as soon as it is in the journal.

use async_trait::async_trait;
use jiff::Timestamp;

use super::store::StoreError;
use crate::{ConversationId, Owner, RunId, RunStatus};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub id: ConversationId,
    pub owner: Owner,
    pub created_at: Timestamp,
    /// When its last run was created, or itself if it has none.
    pub updated_at: Timestamp,
}

/// A question in a conversation, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub run_id: RunId,
    pub question: String,
    pub status: RunStatus,
    pub asked_at: Timestamp,
    /// None while there is no answer.
    pub answer: Option<String>,
}

#[async_trait]
pub trait Conversations: Send + Sync {
    /// Makes a conversation, or finds the one of this id that is the owner's already: a repeat changes
    /// nothing. [`StoreError::NoConversation`] when it is somebody else's;
    /// [`StoreError::TooManyConversations`] when the owner would have more than `at_most` with a new one.
    async fn open(
        &self,
        id: ConversationId,
        owner: &Owner,
        at_most: Option<u32>,
    ) -> Result<Conversation, StoreError>;

    /// [`StoreError::NoConversation`] when it is not there or not the owner's.
    async fn conversation(
        &self,
        id: ConversationId,
        owner: &Owner,
    ) -> Result<Conversation, StoreError>;

    /// The owner's, newest first by id, older than `before`, at most `limit`.
    async fn conversations(
        &self,
        owner: &Owner,
        before: Option<ConversationId>,
        limit: u32,
    ) -> Result<Vec<Conversation>, StoreError>;

    /// The newest `limit` turns older than the run `before`, oldest first. Empty for an unknown one.
    async fn turns(
        &self,
        id: ConversationId,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError>;

    /// Forgets the conversation; its runs stay, and belong to none. [`StoreError::NoConversation`] when
    /// it is not there or not the owner's.
    async fn forget(&self, id: ConversationId, owner: &Owner) -> Result<(), StoreError>;
}
