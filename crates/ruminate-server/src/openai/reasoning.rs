//! The train of thought, as the reasoning that clients show beside an answer. It is what the run wrote
//! down about its thinking, which is safe to show; a model's own words on the way never are.

use ruminate_types::{Event, Payload, Recalled};

/// What was told so far.
#[derive(Default)]
pub(super) struct Reasoning {
    has_begun: bool,
}

impl Reasoning {
    /// What this event adds.
    pub(super) fn of(&mut self, event: &Event) -> Option<String> {
        let told = told(event)?;
        let between = if self.has_begun { "\n\n" } else { "" };
        self.has_begun = true;
        Some(format!("{between}{told}"))
    }
}

fn told(event: &Event) -> Option<String> {
    match &event.payload {
        // One that could not be read is a model's reply as it came.
        Payload::Thought(thought) if thought.flagged => Some(event.summary.clone()),
        Payload::Thought(thought) => Some(thought.thought_text.clone()),
        Payload::Question(question) => Some(format!("Question: {}", question.question_text)),
        Payload::Synthesis(synthesis) => Some(format!("So far: {}", synthesis.synthesis_text)),
        Payload::Contradiction { .. } | Payload::Steered { .. } => Some(event.summary.clone()),
        Payload::Recalled(Recalled { recollections, .. }) if !recollections.is_empty() => {
            Some(event.summary.clone())
        }
        Payload::Created { .. }
        | Payload::Forked { .. }
        | Payload::Started { .. }
        | Payload::Paused { .. }
        | Payload::Resumed { .. }
        | Payload::Recalled(_)
        | Payload::Distilled(_)
        | Payload::Focus { .. }
        | Payload::Explored { .. }
        | Payload::Reprioritised { .. }
        | Payload::Shelved { .. }
        | Payload::QuestionsAsked { .. }
        | Payload::Digest { .. }
        | Payload::FinalSynthesis(_)
        | Payload::AnswerFinal(_)
        | Payload::Feedback { .. }
        | Payload::StageFailed { .. }
        | Payload::ModelAdjusted { .. }
        | Payload::Completed
        | Payload::Cancelled => None,
    }
}
