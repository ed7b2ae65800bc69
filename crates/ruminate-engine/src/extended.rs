//! The small questions that the question is made of, if it is; then seed A's loop: focus, think, ask, synthesize, until the budget; then the final synthesis.

use ruminate_types::Run;

use crate::allowance::{Part, allowance};
use crate::native;
use crate::pipeline::Pipeline;
use crate::stages::{
    Ask, Close, Digest, Distil, Final, Focus, Gather, Recall, Solve, Split, Synthesize, Think,
};

pub(crate) fn extended() -> Pipeline {
    Pipeline::new()
        .stage(Recall)
        .repeat_until(Solve::is_done, |round| round.stage(Split).stage(Solve))
        .repeat_until(thinking_is_over, |round| {
            round.stage(Focus).stage(Think).stage(Distil).stage(Ask).stage(Digest).stage(Synthesize)
        })
        .repeat_until(Gather::is_done, |round| round.stage(Gather))
        .stage(Final)
        .stage(Close)
}

/// A model that has said all it has to say repeats itself: after so many rounds of that, what is left of
/// the budget is kept.
const MOST_BARREN: u32 = 3;

/// The share that is kept for the ending is reached, or there is nothing left to think about.
fn thinking_is_over(run: &Run) -> bool {
    native::known_answer(run).is_some()
        || run.policy.budget.thinking_is_over(&run.cursor.spent_here())
        || time_is_short(run)
        || match run.cursor.model {
            Some(_) => {
                run.cursor.barren_rounds >= MOST_BARREN
                    || allowance(run, Part::Thinking, 1).is_none()
            }
            None => native::is_exhausted(run),
        }
}

/// What is kept of the wall clock grows to what a slow call needs, up to half of it: a model that
/// takes a minute per call must begin its ending earlier than a quick one.
fn time_is_short(run: &Run) -> bool {
    let Some(wall) = run.policy.budget.wall_ms else { return false };
    let needed = (run.cursor.slow_call_ms * 5 / 4).min(wall / 2);
    run.cursor.thoughts > 0 && run.cursor.spent_here().elapsed_ms + needed >= wall
}
