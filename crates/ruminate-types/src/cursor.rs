//! The small part of a run that changes with every step: where it stands, what it has counted.
//! It is stored anew with each commit, so nothing in it may grow with the length of the run.

use serde::{Deserialize, Serialize};

use crate::event::PauseReason;
use crate::policy::ModelProfile;
use crate::{QuestionId, RunStatus, Spent};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cursor {
    pub status: RunStatus,
    pub pause: Option<PauseReason>,
    /// The last event's number.
    pub seq: u64,
    /// The step that is wanted next.
    pub step: u64,
    pub round: u32,
    /// The stage that ran last; none before the first.
    pub stage: Option<String>,
    pub model: Option<ModelProfile>,
    pub spent: Spent,
    /// What of it is a history that was taken over, and not held against the budget.
    pub spent_before: Spent,
    /// What the current foci are; none stands for the original question.
    pub focus: Vec<Option<QuestionId>>,
    pub thoughts: u32,
    pub questions: u32,
    pub syntheses: u32,
    pub digests: u32,
    pub contradictions: u32,
    /// Thoughts that no synthesis or digest covers yet.
    pub uncovered: u32,
    /// Thoughts that the memory was not told yet.
    #[serde(default)]
    pub undistilled: u32,
    pub thoughts_since_questions: u32,
    pub insights_since_synthesis: u32,
    pub contradictions_since_synthesis: u32,
    pub last_synthesis_ms: u64,
    /// The event that holds the answer.
    #[serde(default)]
    pub ending: Option<u64>,
    /// Syntheses and digests that nothing above them covers yet, oldest first.
    pub layers: Vec<LayerRef>,
    /// How many tokens the model counts for one that we estimate; corrected with each reply.
    pub tokens_per_estimate: f64,
    /// The slowest call lately, in milliseconds: what the ending must expect to need.
    pub slow_call_ms: u64,
    /// Steps in a row that gave nothing of use.
    pub useless_steps: u32,
    /// Rounds in a row that brought no new thought and no new question.
    #[serde(default)]
    pub barren_rounds: u32,
}

impl Default for Cursor {
    /// Where a run stands before its first event.
    fn default() -> Self {
        Self {
            status: RunStatus::Created,
            pause: None,
            seq: 0,
            step: 0,
            round: 0,
            stage: None,
            model: None,
            spent: Spent::default(),
            spent_before: Spent::default(),
            focus: Vec::new(),
            thoughts: 0,
            questions: 0,
            syntheses: 0,
            digests: 0,
            contradictions: 0,
            uncovered: 0,
            undistilled: 0,
            thoughts_since_questions: 0,
            insights_since_synthesis: 0,
            contradictions_since_synthesis: 0,
            last_synthesis_ms: 0,
            ending: None,
            layers: Vec::new(),
            tokens_per_estimate: Self::UNCALIBRATED,
            slow_call_ms: 0,
            useless_steps: 0,
            barren_rounds: 0,
        }
    }
}

impl Cursor {
    /// What the run has spent of its budget.
    pub fn spent_here(&self) -> Spent {
        self.spent.since(&self.spent_before)
    }

    /// Tokens the model counts for one that we estimate, before it has counted anything.
    pub const UNCALIBRATED: f64 = 1.0;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerRef {
    pub level: u32,
    /// The event that holds it.
    pub seq: u64,
}
