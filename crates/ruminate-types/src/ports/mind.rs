//! Looking into minds: what is worked out of everything that an owner learned. Nobody sees another owner's.

use async_trait::async_trait;

use super::store::StoreError;
use crate::mind::{Explanation, Fact, FoundPassage, MindStatus};
use crate::{Owner, Silo};

/// Every method sees what was learned before it was called, in whatever process, and takes as long as it takes to
/// work that out. Nothing holds the thread that it is called on.
#[async_trait]
pub trait Minds: Send + Sync {
    async fn status(&self, owner: &Owner) -> Result<MindStatus, StoreError>;

    /// The passages that answer a question, the first of them first; none when nothing has to do with it.
    async fn passages(
        &self,
        owner: &Owner,
        question: &str,
        wanted: &PassagesWanted,
    ) -> Result<Vec<FoundPassage>, StoreError>;

    /// Facts, the surest first; none for a concept that is not known.
    async fn facts(&self, owner: &Owner, wanted: &FactsWanted) -> Result<Vec<Fact>, StoreError>;

    /// What bears on a question, whether or not it answers it. It goes over everything that is known.
    async fn explain(&self, owner: &Owner, question: &str) -> Result<Explanation, StoreError>;

    /// Brings what is kept in files up to date too.
    async fn settle(&self, owner: &Owner) -> Result<(), StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassagesWanted {
    /// At most so many.
    pub k: usize,
    /// Only what was learned for this subject.
    pub silo: Option<Silo>,
    /// What they say, too.
    pub texts: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsWanted {
    /// What they are about; all of them without one.
    pub concept: Option<String>,
    /// Only what was learned for this subject.
    pub silo: Option<Silo>,
    /// At most so many.
    pub limit: usize,
}
