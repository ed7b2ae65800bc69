//! Keeps what the ending must read bounded, however long the run: thoughts that no synthesis covers
//! are digested before they leave the window, and eight layers of a level become one of the next.
//! At the ending, what still does not fit into one prompt is digested until it does.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{Because, Covers, Effect, Payload, Run, SynthesisKind};

use super::call::{Call, SYNTHESIS, layers, thoughts};
use super::{finish, synthesize};
use crate::allowance::Part;
use crate::log::Log;
use crate::native;
use crate::prompt::{Keep, Prompt};
use crate::reply;
use crate::stage::{Answer, Stage, only_reply};

const TASK: &str = include_str!("../prompts/digest.txt");
/// So many thoughts without a synthesis are digested, while they are all still in the window.
const FULL: u32 = 40;
/// So many layers of one level become one.
const FAN: usize = 8;

pub(crate) struct Digest;

impl Stage for Digest {
    fn name(&self) -> &'static str {
        "digest"
    }

    fn when(&self, run: &Run) -> bool {
        due(run).is_some()
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        wants(run, due(run), Part::Thinking)
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let covers = due(log.run);
        absorb(log, covers, Part::Thinking, answers);
    }
}

fn due(run: &Run) -> Option<Covers> {
    if run.cursor.uncovered >= FULL || !synthesize::holds_all_uncovered(run) {
        return Some(Covers::Thoughts(run.cursor.uncovered));
    }
    let level = |index: usize| run.cursor.layers[index].level;
    // Layers stand in order of level, the highest first, so equals are neighbours.
    let from = (0..run.cursor.layers.len()).find(|&from| {
        from + FAN <= run.cursor.layers.len() && level(from) == level(from + FAN - 1)
    })?;
    Some(Covers::Layers { from: from as u32, count: FAN as u32 })
}

pub(crate) struct Gather;

impl Gather {
    /// Everything fits into the final prompt, or there is no time or budget to make it fit.
    pub(crate) fn is_done(run: &Run) -> bool {
        run.cursor.model.is_none()
            || finish::fits(run)
            || !is_affordable(run)
            || shrinkable(run).is_none()
    }
}

/// Digesting must leave a call, and the time for one, to the final synthesis.
fn is_affordable(run: &Run) -> bool {
    let budget = &run.policy.budget;
    let spent = run.cursor.spent_here();
    let has_calls = budget.calls.is_none_or(|calls| spent.calls + 2 <= calls);
    let has_time = budget
        .wall_ms
        .is_none_or(|wall| spent.elapsed_ms + 2 * run.cursor.slow_call_ms.max(1) <= wall);
    has_calls && has_time && call(Part::Ending).room(run).is_some()
}

/// What is best told shorter at the ending: the thoughts, if they are many, else the oldest layers.
fn shrinkable(run: &Run) -> Option<Covers> {
    const FEW: u32 = 8;
    if run.cursor.uncovered > FEW {
        return Some(Covers::Thoughts(run.cursor.uncovered));
    }
    let count = run.layers.len().min(FAN);
    (count >= 2).then_some(Covers::Layers { from: 0, count: count as u32 })
}

impl Stage for Gather {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        wants(run, shrinkable(run), Part::Ending)
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let covers = shrinkable(log.run);
        absorb(log, covers, Part::Ending, answers);
    }
}

fn call(part: Part) -> Call {
    // Two calls share what is left, so that one digest never takes the final synthesis' tokens.
    let sharing = if part == Part::Ending { 2 } else { 1 };
    Call { purpose: Purpose::Digest, part, sharing }
}

fn wants(run: &Run, covers: Option<Covers>, part: Part) -> Vec<Effect> {
    let Some(covers) = covers else { return Vec::new() };
    let (_, lines) = covered(run, covers, part);
    call(part).effect(run, prompt(run, lines), &SYNTHESIS).into_iter().collect()
}

fn prompt(run: &Run, lines: Vec<String>) -> Prompt {
    Prompt::new(run, TASK).lines("part", lines, Keep::First)
}

fn absorb(log: &mut Log<'_>, covers: Option<Covers>, part: Part, answers: Vec<Option<Answer>>) {
    let Some(covers) = covers else { return };
    let (covers, lines) = covered(log.run, covers, part);
    let read = only_reply(answers).and_then(|text| reply::synthesis(&text));
    let extractive = read.is_none();
    let read = read.unwrap_or_else(|| match covers {
        Covers::Thoughts(count) => native::extract(&log.run.uncovered()[..count as usize]),
        Covers::Layers { .. } => native::abridge(&lines),
    });
    let number = log.run.cursor.digests + 1;
    let kind = SynthesisKind::Digest;
    let synthesis = synthesize::record(log, read, number, kind, Because::Window, extractive);
    let summary = synthesis.synthesis_text.clone();
    log.write(Payload::Digest { synthesis, covers }, summary);
}

/// Of what is to be covered, the oldest part that fits into one prompt; and its text.
fn covered(run: &Run, covers: Covers, part: Part) -> (Covers, Vec<String>) {
    let mut lines = match covers {
        Covers::Thoughts(_) => thoughts(run.uncovered()),
        Covers::Layers { from, count } => {
            layers(&run.layers[from as usize..(from + count) as usize])
        }
    };
    // A digest of fewer than two layers would go round in circles.
    let least = if matches!(covers, Covers::Layers { .. }) { 2 } else { 1 };
    if let Some(room) = call(part).room(run) {
        let whole = prompt(run, lines.clone()).text("format", SYNTHESIS.text);
        lines.truncate(whole.lines_fitting("part", room).max(least));
    }
    let count = lines.len() as u32;
    let covers = match covers {
        Covers::Thoughts(_) => Covers::Thoughts(count),
        Covers::Layers { from, .. } => Covers::Layers { from, count },
    };
    (covers, lines)
}
