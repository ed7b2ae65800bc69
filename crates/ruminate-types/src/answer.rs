//! What a run that answers at once comes to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Confidence;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    pub answer_text: String,
    pub confidence: Confidence,
    /// It ends where the limit of tokens was reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// What the asker says about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Right,
    Wrong,
}
