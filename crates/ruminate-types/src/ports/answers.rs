//! What was answered before. An answer is the run that gave it: nothing is saved twice, and who deletes the
//! run forgets the answer.

use async_trait::async_trait;
use jiff::Timestamp;

use super::store::StoreError;
use crate::{Confidence, Mode, Owner, RunId, Verdict};

/// A question that was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub run_id: RunId,
    pub question: String,
    pub answer: String,
    pub confidence: Confidence,
    pub mode: Mode,
    pub at: Timestamp,
    /// What the asker said about it last.
    pub verdict: Option<Verdict>,
}

#[async_trait]
pub trait Answers: Send + Sync {
    /// The owner's completed runs whose question has this key and that asked a model, newest first, at most
    /// `limit`; those that only repeated another's answer, or were cut, are not
    /// among them.
    async fn answered(
        &self,
        owner: &Owner,
        key: &str,
        limit: u32,
    ) -> Result<Vec<Answered>, StoreError>;
}
