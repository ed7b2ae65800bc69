//! What the memory knows about the question, asked for once at the start.

use ruminate_types::{Effect, Payload, Recalled, Run};

use crate::log::Log;
use crate::stage::{Answer, Stage};

pub(crate) struct Recall;

const MOST: u32 = 8;

impl Stage for Recall {
    fn name(&self) -> &'static str {
        "recall"
    }

    fn when(&self, run: &Run) -> bool {
        run.policy.recall && run.recalled == Recalled::default()
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        // Who wants it thought anew is not to be led by what was thought before.
        let answers = run.policy.reuse && run.conversation.is_empty();
        vec![Effect::Recall { query: run.question.clone(), limit: MOST, answers }]
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let Some(Some(Answer::Recalled(recalled))) = answers.into_iter().next() else { return };
        if recalled == Recalled::default() {
            return;
        }
        let summary = match recalled.recollections.iter().find(|known| known.is_answer()) {
            Some(known) => format!("Known already: {}", known.text),
            None => match recalled.recollections.len() {
                0 => "It is known what is not known".to_owned(),
                1 => "One thing that is known has to do with it".to_owned(),
                count => format!("{count} things that are known have to do with it"),
            },
        };
        log.write(Payload::Recalled(recalled), summary);
    }
}
