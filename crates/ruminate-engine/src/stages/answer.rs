//! The answer of a run that answers at once.
//!
//! It is asked for in plain text and never by schema, so that its pieces can be shown to somebody while
//! they are written ([`crate::reply::answer_so_far`]); how sure the model is comes in a line of its own
//! at the end. Its prompt has the question last and little else: a small model that reads the question
//! first and a page of instructions after it answers the instructions.

use ruminate_types::ports::model::{Finish, Purpose};
use ruminate_types::{Confidence, Effect, Payload, Run};

use super::call::{Call, recollections};
use crate::allowance::Part;
use crate::log::Log;
use crate::native::{self, Unanswered};
use crate::prompt::{Keep, Prompt};
use crate::reply;
use crate::stage::{self, Stage, TimeLimit};

pub(crate) struct Answer;

const SYSTEM: &str = include_str!("../prompts/answer.system.txt");
const TASK: &str = include_str!("../prompts/answer.txt");
const CALL: Call = Call { purpose: Purpose::Answer, part: Part::Ending, sharing: 1 };

impl Stage for Answer {
    fn name(&self) -> &'static str {
        "answer"
    }

    fn time_limit(&self, run: &Run) -> TimeLimit {
        TimeLimit::ending(run)
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        if native::known_answer(run).is_some() {
            return Vec::new();
        }
        let prompt = Prompt::of(run, TASK).lines(
            "recollections",
            recollections(&run.recalled.recollections),
            Keep::First,
        );
        CALL.plain(run, SYSTEM, prompt).into_iter().collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<stage::Answer>>) {
        let unanswered = match (&log.run.cursor.model, answers.is_empty()) {
            (None, _) => Unanswered::NoModel,
            (Some(_), true) => Unanswered::NoRoom,
            (Some(_), false) => Unanswered::NothingOfUse,
        };
        let answer = native::known_answer(log.run)
            .or_else(|| read(answers))
            .unwrap_or_else(|| native::answer(log.run, unanswered));
        let summary = answer.answer_text.clone();
        log.write(Payload::AnswerFinal(answer), summary);
    }
}

/// What the model answered, if it is of use.
fn read(answers: Vec<Option<stage::Answer>>) -> Option<ruminate_types::Answer> {
    let Some(Some(stage::Answer::Reply { text, finish })) = answers.into_iter().next() else {
        return None;
    };
    let read = reply::answer(&text)?;
    Some(ruminate_types::Answer {
        answer_text: read.text,
        confidence: read.confidence.unwrap_or(Confidence::UNSAID),
        is_cut: match finish {
            Finish::Stop => false,
            Finish::Length | Finish::Cut => true,
        },
        extractive: false,
        from_memory: None,
    })
}
