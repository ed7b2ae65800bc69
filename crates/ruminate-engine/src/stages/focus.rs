//! What to think about next: the most important open questions, else the original one; and what is known
//! about them.

use ruminate_types::{Effect, Payload, QuestionId, Recalled, Recollection, Run};

use crate::allowance::{Part, allowance};
use crate::log::Log;
use crate::stage::{Answer, Stage};

/// What is recalled for each focus.
const MOST_KNOWN: u32 = 4;

pub(crate) struct Focus;

impl Stage for Focus {
    fn name(&self) -> &'static str {
        "focus"
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        // A memory that knows nothing about the question knows little about its parts.
        if run.recalled == Recalled::default() {
            return Vec::new();
        }
        let questions: Vec<_> = foci(run).into_iter().flatten().collect();
        let recall = |id| Effect::Recall {
            query: text(run, Some(id)).to_owned(),
            limit: MOST_KNOWN,
            answers: run.policy.reuse,
        };
        questions.into_iter().map(recall).collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let questions = foci(log.run);
        let known = new_to(log.run, answers);
        let texts: Vec<&str> = questions.iter().map(|focus| text(log.run, *focus)).collect();
        let summary = texts.join(" · ");
        log.write(Payload::Focus { questions, known }, summary);
    }
}

/// What the memory knows about the foci, and did not say about the question itself.
fn new_to(run: &Run, answers: Vec<Option<Answer>>) -> Vec<Recollection> {
    let mut known: Vec<Recollection> = Vec::new();
    for answer in answers.into_iter().flatten() {
        let Answer::Recalled(recalled) = answer else { continue };
        for new in recalled.recollections {
            let is_said = |other: &Recollection| other.text == new.text;
            if !run.recalled.recollections.iter().any(is_said) && !known.iter().any(is_said) {
                known.push(new);
            }
        }
    }
    known
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
