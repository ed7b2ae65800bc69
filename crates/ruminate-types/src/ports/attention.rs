//! Where what a mind attends to lives: desires, gaps, traces, interests, and what it has in mind.

use async_trait::async_trait;

use super::forgetting::Forgetting;
use super::store::StoreError;
use crate::Owner;
use crate::attention::{Desire, Gap, Interest, NewGap, Passed, Trace};

/// What was noticed at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noticed {
    pub traces: Vec<Passed>,
    pub gaps: Vec<NewGap>,
}

/// What a mind has in mind between two cycles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InMind {
    /// Grows with every cycle; 0 before the first.
    pub cycle: u64,
    /// The last trace that was taken into the working memory.
    pub attended: u64,
    /// The last trace that was consolidated.
    pub consolidated: u64,
    /// The working memory, as the mind writes it; empty before the first cycle.
    pub working: String,
    /// Whether it does nothing by itself.
    pub is_asleep: bool,
}

/// What one cycle leaves behind, all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cycle {
    /// The state before it: of two cycles that began from the same one, one is refused.
    pub from: u64,
    pub attended: u64,
    pub consolidated: u64,
    pub working: String,
    pub noticed: Noticed,
    /// Gaps that are known now.
    pub filled: Vec<u64>,
    /// Gaps that were tried in vain.
    pub tried: Vec<u64>,
    /// Desires that a question came of.
    pub pursued: Vec<u64>,
    /// What the consolidated traces add to the interests.
    pub interests: Vec<Interest>,
}

/// What somebody wants a mind to know.
#[async_trait]
pub trait Desires: Send + Sync {
    /// Notes a desire down. The same text, whatever its case, is one desire. [`StoreError::Refused`] when the owner
    /// has [`MOST_DESIRES`].
    async fn desire(&self, owner: &Owner, text: &str) -> Result<Desire, StoreError>;

    /// All of the owner's, by number.
    async fn desires(&self, owner: &Owner) -> Result<Vec<Desire>, StoreError>;

    /// Whether there was one of that number.
    async fn give_up(&self, owner: &Owner, desire: u64) -> Result<bool, StoreError>;
}

/// What a mind does not know.
#[async_trait]
pub trait Gaps: Send + Sync {
    /// The owner's gaps, at most `limit`: those tried least first, then those that the owner is most interested in, then
    /// those that came up most, then the oldest.
    async fn gaps(&self, owner: &Owner, limit: u32) -> Result<Vec<Gap>, StoreError>;

    /// Whether there was one of that number.
    async fn drop_gap(&self, owner: &Owner, gap: u64) -> Result<bool, StoreError>;
}

/// What passed through a mind's attention.
#[async_trait]
pub trait Traces: Send + Sync {
    /// What passed after the trace `after`, in order, at most `limit`.
    async fn traces(&self, owner: &Owner, after: u64, limit: u32)
    -> Result<Vec<Trace>, StoreError>;

    /// The number of the owner's last trace; 0 when there is none.
    async fn last_trace(&self, owner: &Owner) -> Result<u64, StoreError>;
}

/// What somebody wants of a mind, and sees of its attention.
pub trait Aims: Desires + Gaps + Traces {}

impl<T: Desires + Gaps + Traces> Aims for T {}

/// What a mind itself keeps.
#[async_trait]
pub trait Attention: Aims + Forgetting {
    /// Notes down what was noticed, once for each key: a repeat changes nothing. A gap with the same question, whatever
    /// its case, came up once more. Over [`MOST_GAPS`] the one that was tried most and came up least is dropped, of several
    /// the oldest. A key is forgotten with the runs that it was noticed in, and a gap with the last of where it came up.
    async fn notice(&self, owner: &Owner, key: &str, noticed: Noticed) -> Result<(), StoreError>;

    /// How many gaps the owner has.
    async fn gap_count(&self, owner: &Owner) -> Result<u64, StoreError>;

    /// The strongest first, at most `limit`.
    async fn interests(&self, owner: &Owner, limit: u32) -> Result<Vec<Interest>, StoreError>;

    async fn in_mind(&self, owner: &Owner) -> Result<InMind, StoreError>;

    /// Ends a cycle; whether it was the first to end from where it began. If not, nothing was written. Numbers of what is
    /// not there any more are passed over. An interest is added to what is left of it: half is gone after
    /// [`HALF_LIFE_DAYS`] days, and over [`MOST_INTERESTS`] the weakest is dropped. Consolidated traces are kept as long
    /// as they are among the newest [`MOST_TRACES`].
    async fn end_cycle(&self, owner: &Owner, cycle: Cycle) -> Result<bool, StoreError>;

    /// Lets the mind sleep, or wakes it. A repeat changes nothing.
    async fn set_asleep(&self, owner: &Owner, is_asleep: bool) -> Result<(), StoreError>;

    /// Sets tokens aside to be spent on this day, as many of the wanted as the most for a day leaves; tells how
    /// many. What is not given back counts as spent, whatever becomes of who asked.
    async fn set_aside(
        &self,
        owner: &Owner,
        day: &str,
        wanted: u64,
        most: u64,
    ) -> Result<u64, StoreError>;

    /// Gives tokens back that were set aside on this day and not spent.
    async fn give_back(&self, owner: &Owner, day: &str, tokens: u64) -> Result<(), StoreError>;

    /// Tokens that were set aside on this day.
    async fn spent(&self, owner: &Owner, day: &str) -> Result<u64, StoreError>;

    /// Who has something for a mind to do: a desire, a gap, or a trace that no cycle has attended to. By name.
    async fn restless(&self) -> Result<Vec<Owner>, StoreError>;
}

pub const MOST_DESIRES: u32 = 100;
pub const MOST_GAPS: u32 = 1_000;
pub const MOST_TRACES: u64 = 10_000;
pub const MOST_INTERESTS: u32 = 10_000;
pub const HALF_LIFE_DAYS: f64 = 30.0;
