//! The ending: one synthesis over everything.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{Because, Effect, Mode, Payload, Run, SynthesisKind};

use super::call::{Call, SYNTHESIS, layers, questions, recollections, thoughts};
use super::synthesize::read_or_extract;
use crate::allowance::Part;
use crate::asked::asked;
use crate::log::Log;
use crate::native;
use crate::prompt::{Keep, Prompt};
use crate::stage::{Answer, Stage, TimeLimit};

pub(crate) struct Final;

const TASK: &str = include_str!("../prompts/final.txt");
const CALL: Call = Call { purpose: Purpose::Final, part: Part::Ending, sharing: 1 };
/// The newest thoughts are shown even when a synthesis covers them.
const NEWEST: usize = 12;

impl Stage for Final {
    fn name(&self) -> &'static str {
        "final"
    }

    fn time_limit(&self, run: &Run) -> TimeLimit {
        TimeLimit::ending(run)
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        if native::known_answer(run).is_some() {
            return Vec::new();
        }
        let drafts = drafts(run);
        let call = Call { sharing: drafts, ..CALL };
        call.effect(run, prompt(run), &SYNTHESIS).map_or_else(Vec::new, |draft| vec![draft; drafts])
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        write(log, answers, Because::Ending);
    }
}

/// As many drafts as are wanted, or as many as can each see everything, say something, and be written one
/// after the other in the time that is left; at least one.
fn drafts(run: &Run) -> usize {
    let time_left = run
        .policy
        .budget
        .wall_ms
        .map_or(u64::MAX, |wall| wall.saturating_sub(run.cursor.spent_here().elapsed_ms));
    let is_affordable = |drafts: &usize| {
        let call = Call { sharing: *drafts, ..CALL };
        let time = run.cursor.slow_call_ms.saturating_mul(*drafts as u64);
        time <= time_left && call.has_room_for(run, &prompt(run).text("format", SYNTHESIS.text))
    };
    (2..=run.policy.drafts as usize).rev().find(is_affordable).unwrap_or(1)
}

/// Whether the final prompt holds everything as it is.
pub(super) fn fits(run: &Run) -> bool {
    CALL.fits(run, &prompt(run).text("format", SYNTHESIS.text))
}

fn prompt(run: &Run) -> Prompt {
    let shown = NEWEST.max(run.cursor.uncovered as usize).min(run.thoughts.len());
    let newest = Keep::Newest { least: run.cursor.uncovered as usize };
    Prompt::new(run, TASK)
        .text("asked", &asked(&run.question))
        .lines("recollections", recollections(&run.recalled.recollections), Keep::First)
        .lines("understanding", layers(&run.layers), Keep::NEWEST)
        .lines("thoughts", thoughts(&run.thoughts[run.thoughts.len() - shown..]), newest)
        .lines("explored", questions(&run.explored), Keep::NEWEST)
        .lines("open", questions(&run.open), Keep::First)
}

fn write(log: &mut Log<'_>, answers: Vec<Option<Answer>>, because: Because) {
    let number = log.run.cursor.syntheses + 1;
    let synthesis = read_or_extract(log, answers, number, SynthesisKind::Final, because);
    let summary = synthesis.synthesis_text.clone();
    log.write(Payload::FinalSynthesis(synthesis), summary);
}

/// Ends a run at once. What it has thought is put together without asking anybody; a run that only
/// answers has thought nothing yet.
pub(crate) fn cancelled(log: &mut Log<'_>) {
    match log.run.policy.mode {
        Mode::Extended => write(log, Vec::new(), Because::Cancelled),
        Mode::Fast => {}
    }
    log.write(Payload::Cancelled, "Cancelled");
}
