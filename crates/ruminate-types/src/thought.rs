//! Seed A's `Thought` record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Confidence, QuestionId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThoughtType {
    Exploration,
    Critique,
    Connection,
    Insight,
}

impl ThoughtType {
    pub const ALL: [Self; 4] = [Self::Exploration, Self::Critique, Self::Connection, Self::Insight];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exploration => "exploration",
            Self::Critique => "critique",
            Self::Connection => "connection",
            Self::Insight => "insight",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thought {
    /// From 0, gapless within the run.
    pub sequence_number: u32,
    pub thought_text: String,
    pub thought_type: ThoughtType,
    pub confidence: Confidence,
    /// Thinking time at which it came, pauses not counted.
    pub time_offset_seconds: f64,
    /// The sub-question it was thought for; none for the original question.
    pub related_to_question_id: Option<QuestionId>,
    /// The reply could not be read as thoughts; this is its text as it came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flagged: bool,
}
