//! The journal's entries, as every client sees them. A run is the fold of its events.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::ModelChange;
use crate::policy::{ModelProfile, Policy};
use crate::{
    Answer, Budget, Learned, Message, QuestionId, Recalled, Recollection, RunId, RunStatus,
    SubQuestion, Synthesis, Thought, Verdict,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// From 1, gapless within the run.
    pub seq: u64,
    pub run_id: RunId,
    pub at: Timestamp,
    /// Thinking time so far, pauses not counted.
    pub elapsed_ms: u64,
    pub round: u32,
    #[serde(flatten)]
    pub payload: Payload,
    /// One line that is safe to show.
    pub summary: String,
    #[serde(default)]
    pub metrics: Metrics,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Metrics {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub tool_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub calls: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub prompt_tokens: u64,
    /// What the prompts were estimated at before they were sent, where the server counted them too.
    #[serde(skip_serializing_if = "is_zero")]
    pub estimated_prompt_tokens: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub completion_tokens: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub cost_micro_usd: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What happened. The variant's name in snake case is the event's `stage`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "stage", content = "payload", rename_all = "snake_case")]
pub enum Payload {
    Created {
        original_question: String,
        policy: Box<Policy>,
        model: Option<Box<ModelProfile>>,
        /// What was said before, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        conversation: Vec<Message>,
    },
    /// The run continues another one's history from here on.
    Forked {
        from: RunId,
        seq: u64,
        /// What it may spend beyond what its history has.
        budget: Budget,
    },
    Started {
        model: ModelChange,
    },
    Paused {
        reason: PauseReason,
    },
    Resumed {
        model: ModelChange,
    },
    Steered {
        text: String,
        question_id: QuestionId,
    },
    Recalled(Recalled),
    /// What the next thoughts are about; none stands for the original question.
    Focus {
        questions: Vec<Option<QuestionId>>,
        /// What the memory knows about them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        known: Vec<Recollection>,
    },
    Thought(Thought),
    /// Two thoughts, by sequence number, that cannot both hold.
    Contradiction {
        earlier: u32,
        later: u32,
    },
    Explored {
        questions: Vec<QuestionId>,
    },
    Question(SubQuestion),
    Reprioritised {
        changes: Vec<PriorityChange>,
    },
    Shelved {
        question_id: QuestionId,
    },
    /// New questions were looked for; how many were new.
    QuestionsAsked {
        new: u32,
    },
    /// Earlier syntheses, or thoughts that no synthesis covers yet, told shorter.
    Digest {
        synthesis: Synthesis,
        covers: Covers,
    },
    Synthesis(Synthesis),
    FinalSynthesis(Synthesis),
    /// The answer of a run that answers at once.
    AnswerFinal(Answer),
    /// What the asker says about the answer.
    Feedback {
        verdict: Verdict,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// What the memory keeps of the thoughts since it was told last.
    Distilled(Learned),
    /// A stage gave nothing of use; the run goes on without it.
    StageFailed {
        failed_stage: String,
        message: String,
    },
    /// What the model turned out not to be able to do.
    ModelAdjusted {
        structured: bool,
        context_window: u32,
    },
    Completed,
    Cancelled,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum PauseReason {
    Asked,
    /// The model does not answer; resuming tries again.
    ModelUnavailable {
        message: String,
    },
}

/// What a digest stands for from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// So many of the oldest thoughts that nothing covered.
    Thoughts(u32),
    /// So many layers, from this one on.
    Layers { from: u32, count: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PriorityChange {
    pub id: QuestionId,
    pub from: u8,
    pub to: u8,
}

impl Payload {
    /// The state that a run is in after this, if this changes it.
    pub fn status_after(&self) -> Option<RunStatus> {
        match self {
            Self::Created { .. } | Self::Forked { .. } => Some(RunStatus::Created),
            Self::Started { .. } | Self::Resumed { .. } => Some(RunStatus::Thinking),
            Self::Paused { .. } => Some(RunStatus::Paused),
            Self::Completed => Some(RunStatus::Completed),
            Self::Cancelled => Some(RunStatus::Failed),
            _ => None,
        }
    }

    /// The event's stage name: what `stage` is in its JSON.
    pub fn stage(&self) -> &'static str {
        match self {
            Self::Created { .. } => "created",
            Self::Forked { .. } => "forked",
            Self::Started { .. } => "started",
            Self::Paused { .. } => "paused",
            Self::Resumed { .. } => "resumed",
            Self::Steered { .. } => "steered",
            Self::Recalled(_) => "recalled",
            Self::Focus { .. } => "focus",
            Self::Thought(_) => "thought",
            Self::Contradiction { .. } => "contradiction",
            Self::Explored { .. } => "explored",
            Self::Question(_) => "question",
            Self::Reprioritised { .. } => "reprioritised",
            Self::Shelved { .. } => "shelved",
            Self::QuestionsAsked { .. } => "questions_asked",
            Self::Digest { .. } => "digest",
            Self::Synthesis(_) => "synthesis",
            Self::FinalSynthesis(_) => "final_synthesis",
            Self::AnswerFinal(_) => "answer_final",
            Self::Feedback { .. } => "feedback",
            Self::Distilled(_) => "distilled",
            Self::StageFailed { .. } => "stage_failed",
            Self::ModelAdjusted { .. } => "model_adjusted",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
        }
    }
}
