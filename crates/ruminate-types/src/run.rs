//! A run as the machine sees it: a bounded window, never all of it.

use crate::{
    Confidence, Cursor, Message, Payload, Policy, Recalled, Recollection, RunId, SubQuestion,
    Synthesis, Thought,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub id: RunId,
    pub question: String,
    pub policy: Policy,
    pub cursor: Cursor,
    /// What was said before the question, oldest first.
    pub conversation: Vec<Message>,
    /// The newest thoughts, oldest first: all that no synthesis covers, and some before them.
    pub thoughts: Vec<Thought>,
    /// Every open question, in the order in which they are taken up.
    pub open: Vec<SubQuestion>,
    /// The questions explored last, oldest first.
    pub explored: Vec<SubQuestion>,
    /// What [`Cursor::layers`] refers to, in the same order.
    pub layers: Vec<Layer>,
    /// What the memory knew at the start, and what it did not.
    pub recalled: Recalled,
    /// What it knows about the current foci.
    pub at_hand: Vec<Recollection>,
    /// The answer, once there is one.
    pub ending: Option<Ending>,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    pub text: String,
    pub confidence: Confidence,
    /// Whether a model said it, and not the memory.
    pub is_a_models: bool,
}

impl Ending {
    /// What an event holds of one.
    pub fn of(payload: &Payload) -> Option<Self> {
        match payload {
            Payload::AnswerFinal(answer) => Some(Self {
                text: answer.answer_text.clone(),
                confidence: answer.confidence,
                is_a_models: !answer.extractive,
            }),
            Payload::FinalSynthesis(synthesis) => Some(Self {
                text: synthesis.synthesis_text.clone(),
                confidence: synthesis.confidence_level,
                is_a_models: !synthesis.extractive,
            }),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub level: u32,
    pub synthesis: Synthesis,
}

impl Run {
    /// The thoughts that no synthesis or digest covers yet, oldest first.
    pub fn uncovered(&self) -> &[Thought] {
        &self.thoughts[self.thoughts.len().saturating_sub(self.cursor.uncovered as usize)..]
    }

    /// How many of the newest thoughts a run keeps at hand, covered or not.
    pub const WINDOW: usize = 48;
    /// How many open questions a run keeps; the least important one over it is shelved.
    pub const MAX_OPEN: usize = 64;
    /// How many explored questions stay at hand, so that none of them is asked again.
    pub const EXPLORED: usize = 32;
}
