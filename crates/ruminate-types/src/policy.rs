//! What is decided for a run before it starts, and written down with it: the same policy, the same
//! replies and the same commands give the same run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Budget, Confidence};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// What is known, one answer.
    Fast,
    /// Seed A's loop: focus, think, ask, synthesize, until the budget; then the final synthesis.
    Extended,
}

impl Mode {
    /// Whether the asker can say what to look at next while the run thinks.
    pub fn can_be_steered(self) -> bool {
        match self {
            Self::Fast => false,
            Self::Extended => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pricing {
    /// Micro-dollars for a million tokens of prompt.
    pub prompt: u64,
    /// Micro-dollars for a million tokens of reply.
    pub completion: u64,
}

impl Pricing {
    /// In micro-dollars, rounded up: a budget is never exceeded by rounding.
    pub fn cost(&self, prompt_tokens: u64, completion_tokens: u64) -> u64 {
        let millionths = u128::from(prompt_tokens) * u128::from(self.prompt)
            + u128::from(completion_tokens) * u128::from(self.completion);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

/// A model as a run needs to know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelProfile {
    /// `provider/name`, for example `ollama/qwen3:4b`.
    pub id: String,
    /// The address it is reached at. Never holds a secret.
    pub url: String,
    /// Tokens of prompt and reply together.
    pub context_window: u32,
    /// Whether replies can be asked for by JSON schema.
    pub structured: bool,
    /// Absent: it costs nothing, or nobody said what.
    pub pricing: Option<Pricing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SynthesisPolicy {
    pub every_ms: u64,
    /// After so many insights since the last one; 0 turns it off.
    pub after_insights: u32,
    pub on_contradiction: bool,
}

impl Default for SynthesisPolicy {
    fn default() -> Self {
        Self { every_ms: 5 * 60 * 1000, after_insights: 8, on_contradiction: true }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Policy {
    pub mode: Mode,
    pub budget: Budget,
    /// How many foci are explored side by side.
    pub parallel: u32,
    /// New questions are looked for after so many thoughts.
    pub questions_every: u32,
    /// At most so many new questions at a time.
    pub max_questions: u32,
    pub synthesis: SynthesisPolicy,
    /// The time limit of one model call, retries included.
    pub call_limit_ms: u64,
    /// The most tokens that one reply may have.
    pub reply_tokens: u32,
    pub temperature: f64,
    /// How often the final synthesis is drafted, where the budget has room for it: what most drafts say is
    /// taken.
    #[serde(default = "one")]
    pub drafts: u32,
    /// Whether the memory is asked at the start.
    pub recall: bool,
    /// An answer that the memory is so sure of is given without asking a model, where the asker wants one at
    /// once.
    #[serde(default = "never")]
    pub enough: Confidence,
    /// Whether what an earlier run answered to the same question is given again, where it thought at least as
    /// deeply.
    #[serde(default)]
    pub reuse: bool,
    /// Whether the memory keeps what was thought.
    #[serde(default)]
    pub learn: bool,
    /// Whether the mind itself asks: it is no sign of what anybody is interested in.
    #[serde(default)]
    pub is_own: bool,
}

/// Runs of earlier programs had one.
fn one() -> u32 {
    1
}

/// Runs of earlier programs always asked.
fn never() -> Confidence {
    Confidence::new(1.0)
}

impl Policy {
    pub const MAX_PARALLEL: u32 = 16;
    pub const MAX_DRAFTS: u32 = 9;

    pub fn fast(budget: Budget) -> Self {
        Self::of(Mode::Fast, budget)
    }

    pub fn extended(budget: Budget) -> Self {
        Self::of(Mode::Extended, budget)
    }

    fn of(mode: Mode, budget: Budget) -> Self {
        Self {
            mode,
            budget,
            parallel: 1,
            questions_every: 5,
            max_questions: 3,
            synthesis: SynthesisPolicy::default(),
            call_limit_ms: 120_000,
            reply_tokens: 1024,
            temperature: 0.7,
            drafts: 1,
            recall: false,
            enough: Confidence::literal(0.6),
            reuse: false,
            learn: false,
            is_own: false,
        }
    }
}
