//! What a mind attends to when nobody asks: what somebody wants it to know, what it noticed it does not
//! know, and what passed through its attention.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Confidence, RunId};

/// Something that a person wants the mind to know more about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Desire {
    /// Its number among the owner's.
    pub id: u64,
    /// Like "become expert in Kubernetes".
    pub text: String,
    /// Questions that came of it so far.
    pub asked: u32,
    #[schemars(with = "String")]
    pub created_at: Timestamp,
}

impl Desire {
    pub const MOST_CHARS: usize = 300;
}

/// A question that came up and could not be answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// Its number among the owner's.
    pub id: u64,
    pub question: String,
    /// What is not known enough, in normal form.
    pub concept: String,
    /// Where it came up first, as far as that is still known: `run:ID`, `desire:3`, or a source.
    pub origin: String,
    /// How often it came up.
    pub times: u32,
    /// How often the mind tried to fill it, and could not.
    pub tried: u32,
    #[schemars(with = "String")]
    pub noticed_at: Timestamp,
}

/// What is not known, to be noted down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGap {
    pub question: String,
    /// In normal form.
    pub concept: String,
    pub origin: String,
    /// How often it was tried in vain before it was noted down.
    pub tried: u32,
    /// The run it came up in, with which it is forgotten.
    pub run_id: Option<RunId>,
}

/// Something that passed through the attention. Traces are the mind's journal: they are numbered without
/// end, and read by those who watch it think.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// Grows with every trace of the owner.
    pub seq: u64,
    #[schemars(with = "String")]
    pub at: Timestamp,
    #[serde(flatten)]
    pub passed: Passed,
}

/// What a trace tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Passed {
    pub kind: TraceKind,
    /// For people.
    pub text: String,
    /// What it is about, in normal form, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<String>,
    /// How much it matters: what is important and was not thought about makes curious.
    pub salience: Confidence,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TraceKind {
    /// A run asked about it.
    Asked,
    /// Facts were taken from what a run thought.
    Distilled,
    /// The mind asked itself.
    Wondered,
    /// A chain of thought came to an answer.
    Concluded,
    /// It is not known.
    Missed,
    /// Something is wrong with how the house works.
    Ailing,
    /// A concept left the attention.
    Faded,
    /// Traces were taken over into lasting interests.
    Consolidated,
}

impl TraceKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Distilled => "distilled",
            Self::Wondered => "wondered",
            Self::Concluded => "concluded",
            Self::Missed => "missed",
            Self::Ailing => "ailing",
            Self::Faded => "faded",
            Self::Consolidated => "consolidated",
        }
    }
}

/// How much a concept mattered over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interest {
    /// In normal form.
    pub concept: String,
    pub weight: f64,
}

/// What a mind has in mind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Attending {
    /// The strongest first.
    pub concepts: Vec<Active>,
    /// The newest last.
    pub chains: Vec<Chain>,
    /// The most urgent first.
    pub questions: Vec<Pending>,
}

/// A concept that is thought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Active {
    /// In normal form.
    pub concept: String,
    /// In (0, 1].
    pub score: f64,
    /// What brought it to mind.
    pub source: String,
}

/// A chain of thought that came to an end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    pub question: String,
    pub answer: String,
    /// The steps, as they are told.
    pub steps: Vec<String>,
    pub confidence: f64,
    /// In normal form, in the order of the chain.
    pub concepts: Vec<String>,
}

/// A question that waits to be thought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pending {
    pub question: String,
    pub concept: String,
    /// In `[0, 1]`.
    pub urge: f64,
}

/// What a cycle of a mind did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Woke {
    pub cycle: u64,
    /// Traces that were attended to.
    pub attended: usize,
    /// Gaps that what was learned since has filled.
    pub filled: Vec<String>,
    pub thoughts: Vec<Pondered>,
    /// Why nobody could be asked, where somebody should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Traces that were consolidated.
    pub consolidated: usize,
    /// Concepts that left the attention.
    pub faded: Vec<String>,
    pub attending: Attending,
}

impl Woke {
    /// Whether nothing happened.
    pub fn is_idle(&self) -> bool {
        let filled_and_faded = self.filled.len() + self.faded.len();
        self.attended + self.thoughts.len() + self.consolidated + filled_and_faded == 0
    }
}

/// A question that a mind thought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pondered {
    pub question: String,
    /// `desire:3`, `gap:12`, `pending`, `salience` or `health`.
    pub because: String,
    pub answer: Option<String>,
    pub confidence: f64,
    pub chain: Vec<String>,
    /// The run that was asked, where the mind itself did not know.
    pub run_id: Option<RunId>,
}
