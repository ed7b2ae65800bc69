//! What to think about next: the most important open questions, else the original one.

use ruminate_types::{Effect, Payload, QuestionId, Run};

use crate::allowance::{Part, allowance};
use crate::log::Log;
use crate::stage::{Answer, Stage};

pub(crate) struct Focus;

impl Stage for Focus {
    fn name(&self) -> &'static str {
        "focus"
    }

    fn wants(&self, _run: &Run) -> Vec<Effect> {
        Vec::new()
    }

    fn absorb(&self, log: &mut Log<'_>, _answers: Vec<Option<Answer>>) {
        let questions = foci(log.run);
        let texts: Vec<&str> = questions.iter().map(|focus| text(log.run, *focus)).collect();
        let summary = texts.join(" · ");
        log.write(Payload::Focus { questions }, summary);
    }
}

fn foci(run: &Run) -> Vec<Option<QuestionId>> {
    if run.open.is_empty() {
        return vec![None];
    }
    let side_by_side = (1..=run.policy.parallel)
        .rev()
        .find(|&sharing| {
            run.cursor.model.is_none() || allowance(run, Part::Thinking, sharing.into()).is_some()
        })
        .unwrap_or(1);
    run.open.iter().take(side_by_side as usize).map(|question| Some(question.id)).collect()
}

/// The text of a focus. An explored question may have left the window; the original stands in.
fn text(run: &Run, focus: Option<QuestionId>) -> &str {
    let question = focus.and_then(|id| run.open.iter().find(|open| open.id == id));
    question.map_or(&run.question, |question| &question.question_text)
}
