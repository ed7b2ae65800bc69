//! New questions from the latest thoughts, and new priorities for the open ones.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{Effect, Origin, Payload, PriorityChange, QuestionId, Run, SubQuestion};

use super::call::{Call, Form, prompt, questions};
use crate::allowance::Part;
use crate::log::Log;
use crate::native;
use crate::prompt::Keep;
use crate::reply::{self, ReadPriority, ReadQuestion, ReadQuestions};
use crate::sentence;
use crate::stage::{Answer, Stage, only_reply};
use crate::words::Gist;

pub(crate) struct Ask;

const TASK: &str = include_str!("../prompts/ask.txt");
/// A small model asks what it was asked itself.
const ECHO: &str =
    "What new questions arise from these thoughts that would help answer the original question?";
const FORM: Form = Form {
    text: include_str!("../prompts/ask.format.txt"),
    json: include_str!("../prompts/ask.format.json.txt"),
    schema: include_str!("../prompts/ask.schema.json"),
};

impl Stage for Ask {
    fn name(&self) -> &'static str {
        "ask"
    }

    fn when(&self, run: &Run) -> bool {
        let is_due = run.cursor.thoughts_since_questions >= run.policy.questions_every;
        // The same focus would come again, and with it, from a small model, the same thoughts.
        let is_first = run.cursor.thoughts_since_questions == run.cursor.thoughts;
        let is_stuck = run.open.is_empty() && (is_first || run.cursor.barren_rounds > 0);
        is_due || (is_stuck && run.cursor.model.is_some()) || native::wants_questions(run)
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let call = Call { purpose: Purpose::Question, part: Part::Thinking, sharing: 1 };
        let prompt = prompt(run, TASK, 0)
            .lines("explored", questions(&run.explored), Keep::NEWEST)
            .lines("open", questions(&run.open), Keep::First)
            .lines("gaps", gaps(run), Keep::First)
            .text("most", &run.policy.max_questions.to_string());
        call.effect(run, prompt, &FORM).into_iter().collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let read = match only_reply(answers) {
            Some(text) => reply::questions(&text),
            None if log.run.cursor.model.is_none() => native::questions(log.run),
            None => ReadQuestions::default(),
        };
        let parent = subject(log.run);
        let most = log.run.policy.max_questions as usize;
        let before = log.run.cursor.questions;
        // First the ones that were listed: a number may mean nothing else.
        reprioritise(log, read.priorities);
        let mut known = if read.questions.is_empty() { Vec::new() } else { known(log.run) };
        for mut question in read.questions {
            let Some(text) = sentence::question_in(&question.text) else { continue };
            question.text = text.to_owned();
            if (log.run.cursor.questions - before) as usize == most {
                break;
            }
            let gist = Gist::of(&question.text);
            if !known.iter().any(|known| gist.is_rewording_of(known)) {
                known.push(gist);
                let named = question.parent.filter(|&id| id <= before).map(QuestionId);
                let question = numbered(log, question, named.or(parent));
                add_question(log, question);
            }
        }
        let new = log.run.cursor.questions - before;
        log.write(Payload::QuestionsAsked { new }, format!("{new} new questions"));
    }
}

fn gaps(run: &Run) -> Vec<String> {
    run.recalled.gaps.iter().map(|gap| format!("- {}", gap.question)).collect()
}

/// What most of the thoughts since the last questions were about.
fn subject(run: &Run) -> Option<QuestionId> {
    let since = run.cursor.thoughts_since_questions as usize;
    let newest = &run.thoughts[run.thoughts.len().saturating_sub(since)..];
    let count = |focus| newest.iter().filter(|t| t.related_to_question_id == focus).count();
    newest.iter().map(|thought| thought.related_to_question_id).max_by_key(|&focus| count(focus))?
}

/// Everything that was asked already, as far as it is at hand.
fn known(run: &Run) -> Vec<Gist> {
    let questions = run.open.iter().chain(&run.explored).map(|question| &question.question_text);
    questions.chain([&run.question]).map(|text| Gist::of(text)).chain([Gist::of(ECHO)]).collect()
}

fn numbered(log: &Log<'_>, read: ReadQuestion, parent_id: Option<QuestionId>) -> SubQuestion {
    SubQuestion {
        id: QuestionId(log.run.cursor.questions + 1),
        parent_id,
        question_text: read.text,
        priority: read.priority,
        why: read.why,
        origin: Origin::Thinking,
        time_offset_seconds: log.offset_seconds(),
    }
}

/// Adds a question, and shelves the least important one when there are too many.
pub(crate) fn add_question(log: &mut Log<'_>, question: SubQuestion) {
    let summary = format!("{} {}", question.id, question.question_text);
    log.write(Payload::Question(question), summary);
    if log.run.open.len() > Run::MAX_OPEN
        && let Some(least) = log.run.open.last()
    {
        let summary = format!("{} {}", least.id, least.question_text);
        log.write(Payload::Shelved { question_id: least.id }, summary);
    }
}

fn reprioritise(log: &mut Log<'_>, priorities: Vec<ReadPriority>) {
    let mut changes: Vec<PriorityChange> = Vec::new();
    for read in priorities {
        let id = QuestionId(read.question);
        let open = log.run.open.iter().find(|open| open.id == id && open.origin != Origin::Steer);
        let Some(open) = open else { continue };
        // Of two priorities for one question, the last word counts.
        changes.retain(|change| change.id != id);
        if open.priority != read.priority {
            changes.push(PriorityChange { id, from: open.priority, to: read.priority });
        }
    }
    if changes.is_empty() {
        return;
    }
    let told: Vec<String> = changes
        .iter()
        .map(|change| format!("{} {} → {}", change.id, change.from, change.to))
        .collect();
    log.write(Payload::Reprioritised { changes }, told.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_as_an_echo_is_in_the_prompt() {
        assert!(TASK.contains(ECHO));
    }
}
