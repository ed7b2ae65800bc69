//! Seed A's `SubQuestion` record: what the run does not know yet, and how much that matters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::QuestionId;

/// Where a question came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It arose from the thoughts before it.
    Thinking,
    /// The original question is made of it and others.
    Step,
    /// The asker steered the run.
    Steer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    Open,
    Explored,
    /// Pushed out by more important ones: a run keeps a bounded number of open questions.
    Shelved,
}

impl QuestionState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Explored => "explored",
            Self::Shelved => "shelved",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SubQuestion {
    pub id: QuestionId,
    /// The question whose exploration raised it; none for the original question.
    pub parent_id: Option<QuestionId>,
    pub question_text: String,
    /// 1 to 10, 10 first.
    pub priority: u8,
    pub why: String,
    pub origin: Origin,
    pub time_offset_seconds: f64,
}

impl SubQuestion {
    pub const PRIORITIES: std::ops::RangeInclusive<u8> = 1..=10;

    /// The order in which open questions are taken up: by priority, the asker's own first among
    /// equals, then the older.
    pub fn precedence(&self) -> (std::cmp::Reverse<u8>, bool, QuestionId) {
        (std::cmp::Reverse(self.priority), self.origin != Origin::Steer, self.id)
    }
}
