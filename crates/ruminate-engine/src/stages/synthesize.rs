//! The understanding so far: after some time, after some insights, or when thoughts contradict.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{Confidence, Effect, Grounds, Payload, Run, Synthesis, SynthesisKind};

use super::call::{Call, SYNTHESIS, prompt, questions};
use crate::allowance::Part;
use crate::log::Log;
use crate::native;
use crate::prompt::Keep;
use crate::reply::{self, ReadSynthesis};
use crate::stage::{Answer, Stage};

pub(crate) struct Synthesize;

const TASK: &str = include_str!("../prompts/synthesize.txt");
/// A contradiction soon after a synthesis waits for a few more thoughts, or a quarrelsome model
/// would do nothing but synthesize.
const SOON: u32 = 8;

impl Stage for Synthesize {
    fn name(&self) -> &'static str {
        "synthesize"
    }

    fn when(&self, run: &Run) -> bool {
        due(run).is_some()
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let call = Call { purpose: Purpose::Synthesize, part: Part::Thinking, sharing: 1 };
        let prompt = prompt(run, TASK)
            .lines("explored", questions(&run.explored), Keep::Newest)
            .lines("open", questions(&run.open), Keep::First);
        call.effect(run, prompt, &SYNTHESIS).into_iter().collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let because = due(log.run).unwrap_or("time");
        let number = log.run.cursor.syntheses + 1;
        let synthesis = read_or_extract(log, answers, number, SynthesisKind::Interim, because);
        let summary = synthesis.synthesis_text.clone();
        log.write(Payload::Synthesis(synthesis), summary);
    }
}

/// Why a synthesis is due, if one is.
fn due(run: &Run) -> Option<&'static str> {
    let (cursor, policy) = (&run.cursor, &run.policy.synthesis);
    if cursor.uncovered == 0 {
        return None;
    }
    let is_early = cursor.syntheses > 0 && cursor.uncovered < SOON;
    if policy.on_contradiction && cursor.contradictions_since_synthesis > 0 && !is_early {
        return Some("contradiction");
    }
    if policy.after_insights > 0 && cursor.insights_since_synthesis >= policy.after_insights {
        return Some("insights");
    }
    let since = cursor.spent.elapsed_ms - cursor.last_synthesis_ms;
    (since >= policy.every_ms).then_some("time")
}

/// The synthesis that the reply holds; without one of use, the best of the thoughts themselves.
pub(super) fn read_or_extract(
    log: &Log<'_>,
    answers: Vec<Option<Answer>>,
    sequence_number: u32,
    kind: SynthesisKind,
    because: &str,
) -> Synthesis {
    let read = match answers.into_iter().next() {
        Some(Some(Answer::Reply(text))) => reply::synthesis(&text),
        _ => None,
    };
    let extractive = read.is_none();
    let read = read.unwrap_or_else(|| native::synthesis(log.run));
    record(log, read, sequence_number, kind, because, extractive)
}

pub(super) fn record(
    log: &Log<'_>,
    read: ReadSynthesis,
    sequence_number: u32,
    kind: SynthesisKind,
    because: &str,
    extractive: bool,
) -> Synthesis {
    let run = &log.run;
    let grounds = Grounds {
        self_report: read.confidence.filter(|_| !extractive),
        thoughts: Confidence::mean(run.thoughts.iter().map(|thought| thought.confidence)),
        contradictions: run.cursor.contradictions,
        open_questions: run.open.len() as u32,
    };
    Synthesis {
        sequence_number,
        kind,
        synthesis_text: read.text,
        key_insights: read.key_insights,
        confidence_level: read.confidence.or(grounds.thoughts).unwrap_or(Confidence::UNSAID),
        grounds,
        remaining_questions: read.remaining_questions,
        time_offset_seconds: log.offset_seconds(),
        because: because.to_owned(),
        extractive,
    }
}
