//! What earlier runs learned, asked for once at the start.

use ruminate_types::{Effect, Payload, Run};

use crate::log::Log;
use crate::stage::{Answer, Stage};

pub(crate) struct Recall;

const MOST: u32 = 8;

impl Stage for Recall {
    fn name(&self) -> &'static str {
        "recall"
    }

    fn when(&self, run: &Run) -> bool {
        run.policy.recall && run.recollections.is_empty()
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        vec![Effect::Recall { query: run.question.clone(), limit: MOST }]
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let Some(Some(Answer::Recalled(recollections))) = answers.into_iter().next() else {
            return;
        };
        let summary = format!("{} things known from earlier runs", recollections.len());
        log.write(Payload::Recalled { recollections }, summary);
    }
}
