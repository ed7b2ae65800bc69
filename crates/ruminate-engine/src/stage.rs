//! A stage: one kind of step, in a file of its own.

use ruminate_types::ports::model::Finish;
use ruminate_types::{Effect, Learned, Recalled, Run};

use crate::log::Log;

pub(crate) trait Stage: Sync {
    /// Unique within a pipeline; a run remembers by it where it stands.
    fn name(&self) -> &'static str;

    fn when(&self, _run: &Run) -> bool {
        true
    }

    /// What is to be done in the world, side by side. None: the machine can go on by itself.
    /// The same run always wants the same, or a crash would pay twice.
    fn wants(&self, run: &Run) -> Vec<Effect>;

    fn time_limit(&self, run: &Run) -> TimeLimit {
        TimeLimit::thinking(run)
    }

    /// Takes what came of the effects, in their order, and writes down what follows. Failures are
    /// dealt with before: nothing came where there is `None`. Without effects there are no answers.
    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>);
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Reply { text: String, finish: Finish },
    Recalled(Recalled),
    Learned(Learned),
}

/// The reply to a stage that asks one thing at a time.
pub(crate) fn only_reply(answers: Vec<Option<Answer>>) -> Option<String> {
    replies(answers).next()
}

/// The texts of those that are replies.
pub(crate) fn replies(answers: Vec<Option<Answer>>) -> impl Iterator<Item = String> {
    answers.into_iter().filter_map(|answer| match answer {
        Some(Answer::Reply { text, .. }) => Some(text),
        _ => None,
    })
}

/// When effects must be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// For each one, however often it is tried.
    pub each_ms: u64,
    /// The thinking time at which even one that has just begun is cut off.
    pub cutoff_ms: Option<u64>,
}

impl TimeLimit {
    /// Thinking may use the wall clock to its end, but not pass it.
    fn thinking(run: &Run) -> Self {
        Self { each_ms: run.policy.call_limit_ms, cutoff_ms: wall(run) }
    }

    /// The ending has a whole call's time, even if nothing of the wall clock is left; but one call's
    /// time, however often it has to ask.
    pub(crate) fn ending(run: &Run) -> Self {
        let each_ms = run.policy.call_limit_ms;
        Self { each_ms, cutoff_ms: wall(run).map(|wall| wall.saturating_add(each_ms)) }
    }

    /// What is done after the ending takes nothing from it: the ending may have used all its time.
    pub(crate) fn afterwards(run: &Run) -> Self {
        Self { each_ms: run.policy.call_limit_ms, cutoff_ms: None }
    }
}

/// The thinking time at which the wall clock ends.
fn wall(run: &Run) -> Option<u64> {
    let before = run.cursor.spent_before.elapsed_ms;
    run.policy.budget.wall_ms.map(|wall| wall.saturating_add(before))
}
