//! Seed A's `ThinkingSynthesis` record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Confidence, FromMemory};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SynthesisKind {
    /// The understanding so far, made by time or by event during the run.
    Interim,
    /// A shorter telling of several earlier ones, so that the ending can cover everything.
    Digest,
    /// The answer.
    Final,
}

/// Why a synthesis was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Because {
    Time,
    Insights,
    Contradiction,
    /// There was more than one prompt can hold.
    Window,
    Ending,
    Cancelled,
}

impl Because {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Insights => "insights",
            Self::Contradiction => "contradiction",
            Self::Window => "window",
            Self::Ending => "ending",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What a confidence level rests on besides what the model claims of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Grounds {
    /// What the model said; none when it said nothing, or when there was no model.
    pub self_report: Option<Confidence>,
    /// How far drafts of it that were written side by side give the same answer; none when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Confidence>,
    /// The mean over the thoughts it covers.
    pub thoughts: Option<Confidence>,
    /// Contradictions found among the thoughts so far.
    pub contradictions: u32,
    /// Questions still open when it was made.
    pub open_questions: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Synthesis {
    /// From 1, gapless within the run over interim and final ones; digests are numbered apart.
    pub sequence_number: u32,
    pub kind: SynthesisKind,
    pub synthesis_text: String,
    pub key_insights: Vec<String>,
    pub confidence_level: Confidence,
    pub grounds: Grounds,
    pub remaining_questions: Vec<String>,
    pub time_offset_seconds: f64,
    pub because: Because,
    /// No model wrote it: it is picked from the thoughts themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extractive: bool,
    /// It was known already, and nothing was thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_memory: Option<FromMemory>,
}
