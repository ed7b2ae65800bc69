//! The answer to one small question.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{Confidence, Effect, Payload, QuestionId, Run, Thought, ThoughtType};

use super::call::{Call, recollections};
use super::split::taken_up;
use crate::allowance::{Part, allowance};
use crate::asked::asked;
use crate::log::Log;
use crate::prompt::{Keep, Prompt};
use crate::stage::{Answer, Stage, only_reply};
use crate::{native, reply, steps};

pub(crate) struct Solve;

const TASK: &str = include_str!("../prompts/solve.txt");
const SYSTEM: &str = "You answer one small question exactly, and say so when you do not know.";
const FROM_MATERIAL: &str = ", to be answered from the above";
const UNKNOWN: &str = " If you do not know it, answer: unknown.";
/// How far an answer of a model to one small question is believed; it is not asked how sure it is, and a small one
/// would be sure of everything.
const SURE: f64 = 0.8;
const CALL: Call = Call { purpose: Purpose::Solve, part: Part::Thinking, sharing: 1 };

impl Solve {
    /// No small question is left, or nobody to answer it.
    pub(crate) fn is_done(run: &Run) -> bool {
        native::known_answer(run).is_some()
            || steps::next(run).is_none()
            || allowance(run, Part::Thinking, 1).is_none()
    }
}

impl Stage for Solve {
    fn name(&self) -> &'static str {
        "solve"
    }

    fn when(&self, run: &Run) -> bool {
        steps::next(run).is_some_and(|question| taken_up(run, &question).is_some())
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let Some(question) = steps::next(run) else { return Vec::new() };
        let material = run.question.replacen(&asked(&run.question), "", 1);
        // Who is given the material looks for the answer instead of giving up.
        let (from, unknown) = match material.trim() {
            "" => ("", UNKNOWN),
            _ => (FROM_MATERIAL, ""),
        };
        let prompt = Prompt::of(run, TASK)
            .text("material", material.trim())
            .text("from", from)
            .text("unknown", unknown)
            .text("step", &question)
            .lines("known", recollections(&run.at_hand), Keep::First);
        CALL.plain(run, SYSTEM, prompt).into_iter().collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let Some(question) = steps::next(log.run) else { return };
        let Some(id) = taken_up(log.run, &question).map(|open| open.id) else { return };
        let answer = only_reply(answers)
            .and_then(|text| steps::answer_in(&question, &reply::visible(&text)));
        match answer {
            Some(answer) => write_answer(log, id, &question, &answer, Confidence::new(SURE)),
            None => explored(log, id, format!("{id} is not known")),
        }
    }
}

pub(super) fn write_answer(
    log: &mut Log<'_>,
    id: QuestionId,
    question: &str,
    answer: &str,
    confidence: Confidence,
) {
    let thought = Thought {
        sequence_number: log.run.cursor.thoughts,
        thought_text: steps::told(question, answer.trim_end_matches('.')),
        thought_type: ThoughtType::Insight,
        confidence,
        time_offset_seconds: log.offset_seconds(),
        related_to_question_id: Some(id),
        flagged: false,
    };
    let summary = thought.thought_text.clone();
    log.write(Payload::Thought(thought), summary);
    explored(log, id, id.to_string());
}

fn explored(log: &mut Log<'_>, id: QuestionId, summary: String) {
    log.write(Payload::Explored { questions: vec![id] }, summary);
}
