//! The understanding so far: after some time, after some insights, or when thoughts contradict.

use ruminate_types::ports::model::Purpose;
use ruminate_types::{
    Because, Confidence, Effect, Grounds, Payload, Run, Synthesis, SynthesisKind,
};

use super::call::{Call, SYNTHESIS, prompt, questions, thoughts};
use crate::allowance::Part;
use crate::asked::asked;
use crate::drafts::{self, Chosen};
use crate::log::Log;
use crate::native;
use crate::prompt::Keep;
use crate::reply::{self, ReadSynthesis};
use crate::sentence;
use crate::stage::{Answer, Stage, replies};
use crate::steps;
use crate::tokens::estimate;
use crate::words::Gist;

pub(crate) struct Synthesize;

const TASK: &str = include_str!("../prompts/synthesize.txt");
const CALL: Call = Call { purpose: Purpose::Synthesize, part: Part::Thinking, sharing: 1 };
/// The share of a prompt that the thoughts to be covered may take; the rest is for what they need.
const THOUGHTS_SHARE: f64 = 0.4;
/// A contradiction among the first thoughts, or soon after a synthesis, waits for a few more, or a
/// quarrelsome model would do nothing but synthesize.
const SOON: u32 = 8;

impl Stage for Synthesize {
    fn name(&self) -> &'static str {
        "synthesize"
    }

    fn when(&self, run: &Run) -> bool {
        due(run).is_some()
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let prompt = prompt(run, TASK, run.cursor.uncovered as usize)
            .lines("explored", questions(&run.explored), Keep::NEWEST)
            .lines("open", questions(&run.open), Keep::First);
        CALL.effect(run, prompt, &SYNTHESIS).into_iter().collect()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let because = due(log.run).unwrap_or(Because::Time);
        let number = log.run.cursor.syntheses + 1;
        let synthesis = read_or_extract(log, answers, number, SynthesisKind::Interim, because);
        let summary = synthesis.synthesis_text.clone();
        log.write(Payload::Synthesis(synthesis), summary);
    }
}

/// Whether a synthesis could be shown every thought it would stand for. If not, some are digested
/// before.
pub(super) fn holds_all_uncovered(run: &Run) -> bool {
    let Some(room) = CALL.room(run) else { return true };
    let size: u64 = thoughts(run.uncovered()).iter().map(|line| estimate(line) + 1).sum();
    size as f64 <= room as f64 * THOUGHTS_SHARE
}

/// Why a synthesis is due, if one is.
fn due(run: &Run) -> Option<Because> {
    let (cursor, policy) = (&run.cursor, &run.policy.synthesis);
    if cursor.uncovered == 0 {
        return None;
    }
    let is_early = cursor.uncovered < SOON;
    if policy.on_contradiction && cursor.contradictions_since_synthesis > 0 && !is_early {
        return Some(Because::Contradiction);
    }
    if policy.after_insights > 0 && cursor.insights_since_synthesis >= policy.after_insights {
        return Some(Because::Insights);
    }
    let since = cursor.spent.elapsed_ms - cursor.last_synthesis_ms;
    (since >= policy.every_ms).then_some(Because::Time)
}

/// The synthesis that the replies hold, or the one of several that most agree with, or, at the end, that agrees with
/// what follows from facts or steps; without one of use, the best of the thoughts themselves.
pub(super) fn read_or_extract(
    log: &Log<'_>,
    answers: Vec<Option<Answer>>,
    sequence_number: u32,
    kind: SynthesisKind,
    because: Because,
) -> Synthesis {
    let read: Vec<ReadSynthesis> =
        replies(answers).filter_map(|text| reply::synthesis(&text)).collect();
    let known = || native::conclusion(log.run).cloned().or_else(|| steps::outcome(log.run));
    if kind == SynthesisKind::Final
        && let Some(known) = known()
    {
        let extractive = read.is_empty();
        let settled = drafts::settle(&asked(&log.run.question), read, &known);
        return record(log, settled, sequence_number, kind, because, extractive);
    }
    let Some(Chosen { draft, agreement }) = drafts::choose(&asked(&log.run.question), read) else {
        return record(log, native::synthesis(log.run), sequence_number, kind, because, true);
    };
    let mut synthesis = record(log, draft, sequence_number, kind, because, false);
    synthesis.grounds.agreement = agreement;
    if kind == SynthesisKind::Final {
        let confirmed = agreement.map_or(UNCONFIRMED, Confidence::get);
        let claimed = synthesis.confidence_level.get();
        synthesis.confidence_level = Confidence::new(claimed * confirmed);
    }
    synthesis
}

/// What is left of a claim that no other draft could confirm: small models are always sure.
const UNCONFIRMED: f64 = 0.6;

pub(super) fn record(
    log: &Log<'_>,
    read: ReadSynthesis,
    sequence_number: u32,
    kind: SynthesisKind,
    because: Because,
    extractive: bool,
) -> Synthesis {
    let run = &log.run;
    let grounds = Grounds {
        self_report: read.confidence.filter(|_| !extractive),
        thoughts: Confidence::mean(run.thoughts.iter().map(|thought| thought.confidence)),
        agreement: None,
        contradictions: run.cursor.contradictions,
        open_questions: run.open.len() as u32,
    };
    Synthesis {
        sequence_number,
        kind,
        synthesis_text: read.text,
        key_insights: distinct(
            read.key_insights.into_iter().filter(|insight| says_something(insight)).collect(),
        ),
        confidence_level: read.confidence.or(grounds.thoughts).unwrap_or(Confidence::UNSAID),
        grounds,
        remaining_questions: still_open(run, distinct(read.remaining_questions)),
        time_offset_seconds: log.offset_seconds(),
        because,
        extractive,
        from_memory: if extractive {
            native::known_answer(run).and_then(|known| known.from_memory)
        } else {
            None
        },
    }
}

/// A small model lists every question that it was shown, those that were explored and the one it was to answer too.
fn still_open(run: &Run, questions: Vec<String>) -> Vec<String> {
    let explored = run.explored.iter().map(|question| &question.question_text);
    let done: Vec<Gist> =
        explored.chain([&asked(&run.question)]).map(|text| Gist::of(text)).collect();
    let is_done = |question: &String| {
        let gist = Gist::of(question);
        done.iter().any(|known| gist.is_rewording_of(known))
    };
    let asking = questions.iter().filter_map(|text| sentence::question_in(text)).map(str::to_owned);
    asking.filter(|question| !is_done(question)).collect()
}

/// `Yes` is no insight, and a question is none either.
fn says_something(insight: &str) -> bool {
    const FEW: usize = 8;
    insight.len() > FEW && !insight.ends_with(['?', '？'])
}

/// Each once, in their order: a small model fills a list by saying the same again.
fn distinct(texts: Vec<String>) -> Vec<String> {
    let mut gists: Vec<Gist> = Vec::with_capacity(texts.len());
    texts
        .into_iter()
        .filter(|text| {
            let gist = Gist::of(text);
            let is_new = !gists.iter().any(|known| gist.is_rewording_of(known));
            gists.push(gist);
            is_new
        })
        .collect()
}
