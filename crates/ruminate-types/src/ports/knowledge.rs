//! Where what was learned lives. Writing is apart from reading; what is worked out of the lessons
//! follows the changes by their numbers.

use async_trait::async_trait;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::store::{Refusal, StoreError};
use crate::{Change, Known, Lesson, Owner, RunSource, Silo};

/// One reading of a source, from its first lesson to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub owner: Owner,
    /// A path, an address, a run.
    pub source: String,
    pub silo: Silo,
    /// Grows with every reading of the source.
    pub number: u64,
}

impl Reading {
    /// What a refusal is called that this makes.
    pub const OVER: &str = "reading_over";

    /// It cannot go on: another began since, the source was forgotten, or there never was one of this number.
    pub fn over(&self) -> StoreError {
        let Self { source, number, .. } = self;
        StoreError::Refused(Refusal {
            code: Self::OVER,
            message: format!(
                "reading {number} of {source} is not under way: the source is being learned anew, or was forgotten"
            ),
            hint: "nothing is lost; learn the source again from its beginning".to_owned(),
        })
    }
}

/// What came of some lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// They were not known.
    pub new: u64,
    /// They were known already, from this source or another.
    pub known: u64,
    /// They took the place of what the source said before under the same id.
    pub replaced: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.new += other.new;
        self.known += other.known;
        self.replaced += other.replaced;
    }
}

/// One line about a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceSummary {
    pub source: String,
    pub silo: Silo,
    /// What the source was when it was last learned to its end; none when it never was, and for a run, which has no end to
    /// be read to.
    pub digest: Option<String>,
    pub learned_at: Timestamp,
}

impl SourceSummary {
    /// Whether it was not learned to its end.
    pub fn is_cut(&self) -> bool {
        self.digest.is_none() && RunSource::of(&self.source).is_none()
    }
}

/// What was forgotten beneath a directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beneath {
    pub sources: u64,
    /// Lessons that rested on them alone.
    pub lessons: u64,
}

/// What the names of all sources beneath a directory begin with.
pub fn beneath(dir: &str) -> String {
    format!("{}/", dir.trim_end_matches('/'))
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiloSummary {
    pub silo: Silo,
    pub lessons: u64,
}

/// Learning and forgetting. When a method returns, what it wrote survives the process.
#[async_trait]
pub trait Learning: Send + Sync {
    /// Begins to read a source, anew if it was read before. A source lies in one silo: reading it for
    /// another moves it there, lesson by lesson. Of several readings only the one that began last goes on;
    /// the others are [over](Reading::over), and write nothing.
    async fn begin_reading(
        &self,
        owner: &Owner,
        source: &str,
        silo: &Silo,
    ) -> Result<Reading, StoreError>;

    /// Learns lessons of the source, all or none. A text that the silo holds already, from whatever
    /// source, is kept once, and rests on both. An id that another source uses is taken as
    /// `source#id`. A repeat changes nothing. [`StoreError::Refused`] for a reading that is [over](Reading::over).
    async fn learn(&self, reading: &Reading, lessons: Vec<Lesson>) -> Result<Tally, StoreError>;

    /// The source is read to its end, and was `digest` then: what it said before and says no more is
    /// forgotten, as far as it rests on this source alone. Tells how many lessons that were. [`StoreError::Refused`] for a reading
    /// that is [over](Reading::over).
    async fn finish_reading(&self, reading: &Reading, digest: &str) -> Result<u64, StoreError>;

    /// Forgets a source, or one lesson by its id: exactly what rests on it alone. Tells how many lessons
    /// that were; none when it knows neither. What was forgotten, and is still held because nobody has let
    /// go of it, is told again.
    async fn unlearn(&self, owner: &Owner, source_or_id: &str) -> Result<Option<u64>, StoreError>;

    /// The same for every source that lies [`beneath`] a directory; nothing happens where there is none.
    async fn unlearn_beneath(&self, owner: &Owner, dir: &str) -> Result<Beneath, StoreError>;
}

/// Following what is known, for what is worked out of it. Nobody sees another owner's.
#[async_trait]
pub trait Knowledge: Send + Sync {
    /// What changed after `after`, in order, at most `limit`. From 0 on it makes all that is known; what
    /// came and went meanwhile may be left out. What was let go of has no name: whoever knows more than
    /// nothing, and has not followed that change, begins anew.
    async fn changes(
        &self,
        owner: &Owner,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Change>, StoreError>;

    /// Whether there was a change of this number among the owner's, also if another has undone it.
    async fn happened(&self, owner: &Owner, change: u64) -> Result<bool, StoreError>;

    /// The number of the last change, whoever's it is; 0 when there is none.
    async fn last_change(&self) -> Result<u64, StoreError>;

    /// The lessons of these ids, in the order of the ids; those that are not known are left out.
    async fn known(&self, owner: &Owner, ids: &[String]) -> Result<Vec<Known>, StoreError>;
}

/// Where what is known was learned from, and for what. Nobody sees another owner's.
#[async_trait]
pub trait Sources: Send + Sync {
    async fn source(
        &self,
        owner: &Owner,
        source: &str,
    ) -> Result<Option<SourceSummary>, StoreError>;

    /// By name, after `after`, at most `limit`.
    async fn sources(
        &self,
        owner: &Owner,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SourceSummary>, StoreError>;

    /// All of them, by name, with how many lessons each has.
    async fn silos(&self, owner: &Owner) -> Result<Vec<SiloSummary>, StoreError>;
}
