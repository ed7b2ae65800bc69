//! What the machine wants done in the world, and what came of it. Effects are data: the driver
//! performs them, and their results are journalled before the machine sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ports::model::{ModelReply, ModelRequest};
use crate::{Confidence, FromMemory, Mode, RunId, Tokens};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    AskModel(ModelRequest),
    /// Ask the memory what it knows about this.
    Recall {
        query: String,
        limit: u32,
        /// Whether what was answered before is wanted too.
        #[serde(default)]
        answers: bool,
    },
    /// Keep what is worth keeping of what was thought.
    Learn(Experience),
}

/// What a run went through, for the memory to learn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experience {
    pub question: String,
    /// What a model said that the memory has not been told yet.
    pub said: Vec<Said>,
    /// How sure the answer is, once there is one.
    pub outcome: Option<Confidence>,
    /// Whether the mind itself asked.
    #[serde(default)]
    pub is_own: bool,
}

/// Something that a model said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Its name within the run.
    pub id: String,
    pub text: String,
    pub confidence: Confidence,
}

/// What came of an experience.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Learned {
    pub facts: u32,
    /// Questions that it leaves open.
    pub gaps: u32,
    /// Reflexes that wait for approval.
    pub reflexes: u32,
}

/// Something that would have to be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Missing {
    pub question: String,
    /// What too little is known about.
    pub concept: String,
}

/// What a memory came up with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recalled {
    pub recollections: Vec<Recollection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Missing>,
    /// How far what is known leads, in a sentence, where it gives no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub so_far: Option<String>,
}

/// Something that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recollection {
    pub text: String,
    pub confidence: Confidence,
    /// The run it comes from, where one is known.
    pub run_id: Option<RunId>,
    #[serde(default)]
    pub kind: RecollectionKind,
    /// How it was worked out, where it is an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// What was learned that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Cited>,
    /// The steps from what is known to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecollectionKind {
    /// Something written or said that has to do with the question.
    #[default]
    Passage,
    /// What a reflex says to the question.
    Reflex,
    /// An answer to the question, worked out of facts.
    Conclusion,
    /// What an earlier run answered to the same question, still fresh and sure enough to be given again.
    Answer,
}

/// A source, as it is cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cited {
    pub source_id: String,
    pub title: String,
}

impl std::fmt::Display for Cited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.title.as_str() {
            "" => f.write_str(&self.source_id),
            title => write!(f, "{title} ({})", self.source_id),
        }
    }
}

impl Recollection {
    /// Something written, from nowhere in particular.
    pub fn new(text: impl Into<String>, confidence: Confidence) -> Self {
        Self {
            text: text.into(),
            confidence,
            run_id: None,
            kind: RecollectionKind::Passage,
            mode: None,
            sources: Vec::new(),
            chain: Vec::new(),
        }
    }

    /// How it is known.
    pub fn from_memory(&self) -> FromMemory {
        let (chain, sources) = (self.chain.clone(), self.sources.clone());
        FromMemory { run_id: self.run_id, chain, sources }
    }

    /// Whether it answers the question by itself.
    pub fn is_answer(&self) -> bool {
        match self.kind {
            RecollectionKind::Reflex | RecollectionKind::Conclusion | RecollectionKind::Answer => {
                true
            }
            RecollectionKind::Passage => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum EffectResult {
    Reply(ModelReply),
    Recalled(Recalled),
    Learned(Learned),
    Failed(EffectFailure),
}

/// Why an effect gave nothing, sorted by what the machine does about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "failure", rename_all = "snake_case")]
pub enum EffectFailure {
    /// Nobody answers, or not to us: the run pauses until somebody looks after it.
    Unavailable { message: String },
    /// The server does not take JSON schemas: ask again in the text format.
    SchemaRefused,
    /// The prompt did not fit. The limit, if the server named one.
    PromptTooLong { limit: Option<u32> },
    /// This one call gave nothing of use, in time or at all: the stage degrades. What it cost all
    /// the same, as far as is known.
    Useless { message: String, tokens: Tokens },
}

/// Where a call belongs: the same step of the same run asks for the same things in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallKey {
    pub run_id: RunId,
    pub step: u64,
    pub index: u32,
}

/// Tells a request from any other, so that a recorded result is never taken for another question's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestHash(pub String);
