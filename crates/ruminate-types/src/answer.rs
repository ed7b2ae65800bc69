//! What a run that answers at once comes to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cited, Confidence, RunId};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    pub answer_text: String,
    pub confidence: Confidence,
    /// It ends where the limit of tokens was reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// No model wrote it: it was put together from what is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extractive: bool,
    /// It was known already, and no model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_memory: Option<FromMemory>,
}

/// How something is known that nobody was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FromMemory {
    /// The run that answered the same question; none where it follows from facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// The steps from what is known to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Cited>,
}

impl FromMemory {
    /// In words, some lines.
    pub fn told(&self) -> String {
        let mut told = match self.run_id {
            Some(run) => format!("From memory: run {run} answered the same. No model was asked."),
            None => "From memory: it follows from what is known. No model was asked.".to_owned(),
        };
        for step in &self.chain {
            told.push_str(&format!("\n- {step}"));
        }
        if !self.sources.is_empty() {
            let sources: Vec<String> = self.sources.iter().map(ToString::to_string).collect();
            told.push_str(&format!("\nSources: {}", sources.join("; ")));
        }
        told
    }
}

/// What the asker says about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Right,
    Wrong,
}
