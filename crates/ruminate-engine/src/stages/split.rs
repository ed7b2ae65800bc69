//! Taking up the next small question of one that is made of several, and what is known about it.

use ruminate_types::{
    Effect, Origin, Payload, QuestionId, Recalled, Recollection, RecollectionKind, Run, SubQuestion,
};

use super::ask::add_question;
use super::solve::write_answer;
use crate::asked::asked;
use crate::log::Log;
use crate::stage::{Answer, Stage};
use crate::steps;

pub(crate) struct Split;

const MOST_KNOWN: u32 = 4;

impl Stage for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn when(&self, run: &Run) -> bool {
        steps::next(run).is_some_and(|question| taken_up(run, &question).is_none())
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let question = steps::next(run).filter(|_| run.policy.recall);
        // The material that the question brings along is known too.
        let query = question.map(|small| run.question.replacen(&asked(&run.question), &small, 1));
        query
            .map(|query| Effect::Recall { query, limit: MOST_KNOWN, answers: false })
            .into_iter()
            .collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let Some(question) = steps::next(log.run) else { return };
        let known = match answers.into_iter().next() {
            Some(Some(Answer::Recalled(Recalled { recollections, .. }))) => recollections,
            _ => Vec::new(),
        };
        let id = QuestionId(log.run.cursor.questions + 1);
        let enough = log.run.policy.enough;
        let is_sure = |known: &&Recollection| {
            known.kind == RecollectionKind::Conclusion && known.confidence >= enough
        };
        let concluded = known.iter().find(is_sure).cloned();
        add_question(
            log,
            SubQuestion {
                id,
                parent_id: None,
                question_text: question.clone(),
                priority: *SubQuestion::PRIORITIES.end(),
                why: "The question is made of smaller ones".to_owned(),
                origin: Origin::Step,
                time_offset_seconds: log.offset_seconds(),
            },
        );
        log.write(Payload::Focus { questions: vec![Some(id)], known }, question.clone());
        if let Some(known) = concluded {
            write_answer(log, id, &question, &known.text, known.confidence);
        }
    }
}

/// The small question, if it is being answered.
pub(super) fn taken_up<'a>(run: &'a Run, question: &str) -> Option<&'a SubQuestion> {
    run.open.iter().find(|open| open.origin == Origin::Step && open.question_text == question)
}
