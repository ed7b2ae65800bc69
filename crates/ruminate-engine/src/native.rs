//! Thinking with no model: what the question itself tells, what the memory knew, and what can be
//! picked out of thoughts that are there. It invents nothing, and says so by its low confidence.

mod extract;
mod kind;

pub(crate) use extract::{abridge, extract, synthesis};

use ruminate_types::{
    Answer, Confidence, Missing, Mode, QuestionId, Recollection, RecollectionKind, Run, ThoughtType,
};

use crate::quote::telling;
use crate::reply::{ReadQuestion, ReadQuestions, ReadThought};
use crate::words::{Gist, phrases};
use kind::Kind;

/// What has to do with a question, and does not answer it, is no answer.
pub(crate) const NO_ANSWER: f64 = 0.1;

/// Without a model a run ends when no question is left: going round again would add nothing.
pub(crate) fn is_exhausted(run: &Run) -> bool {
    run.cursor.thoughts > 0 && run.open.is_empty() && !wants_questions(run)
}

/// Templates are asked once, after the first look at the question.
pub(crate) fn wants_questions(run: &Run) -> bool {
    let cursor = &run.cursor;
    cursor.model.is_none() && cursor.questions == 0 && cursor.thoughts_since_questions > 0
}

/// What can be said about a focus from its words alone, and from what earlier runs learned.
pub(crate) fn thoughts(run: &Run, focus: Option<QuestionId>) -> Vec<ReadThought> {
    let open = focus.and_then(|id| run.open.iter().find(|question| question.id == id));
    let text = open.map_or(&run.question, |question| &question.question_text);
    let kind = Kind::of(text);
    let subjects = kind.subjects(phrases(text));
    let named = if subjects.is_empty() { "this".to_owned() } else { listed(&subjects) };
    let opening = match subjects.is_empty() {
        true => format!("“{text}” does not say what it is about."),
        false => format!("“{text}” turns on {named}."),
    };

    let mut thoughts = vec![thought(ThoughtType::Exploration, 0.4, opening)];
    if open.is_none() {
        let needs = kind.what_an_answer_needs(&subjects);
        thoughts.push(thought(ThoughtType::Connection, 0.35, needs));
    }
    let known = known_about(run, text, open.is_none());
    let so_far = run.recalled.so_far.clone().filter(|_| open.is_none());
    thoughts.extend(so_far.map(|so_far| thought(ThoughtType::Critique, 0.9, so_far)));
    if known.is_empty() {
        let gap = format!(
            "Nothing is known here about {named}: no model was asked, and no memory has it."
        );
        thoughts.push(thought(ThoughtType::Critique, 0.9, gap));
    }
    thoughts.extend(known);
    thoughts
}

fn thought(kind: ThoughtType, confidence: f64, text: String) -> ReadThought {
    ReadThought { text, kind, confidence: Confidence::new(confidence), contradicts: None }
}

/// What the memory knows that answers a question, or shares words with it.
fn known_about(run: &Run, text: &str, is_original: bool) -> Vec<ReadThought> {
    let gist = Gist::of(text);
    let shares = |known: &&Recollection| gist.overlap(&Gist::of(&known.text)) > 0.0;
    let at_hand = run.at_hand.iter().filter(|known| known.is_answer() || shares(known));
    let recalled = run.recalled.recollections.iter();
    at_hand
        .chain(recalled.filter(|known| is_original && known.is_answer() || shares(known)))
        .take(3)
        .map(|known| ReadThought {
            text: known.text.clone(),
            kind: ThoughtType::Insight,
            confidence: known.confidence,
            contradicts: None,
        })
        .collect()
}

/// What would have to be known; else the questions that a question of this kind leads to. Those lead no
/// further: more templates on top of templates would only look like thinking.
pub(crate) fn questions(run: &Run) -> ReadQuestions {
    if run.cursor.questions > 0 {
        return ReadQuestions::default();
    }
    let gaps = &run.recalled.gaps;
    let asked: Vec<(String, String)> = match gaps.is_empty() {
        false => gaps.iter().map(|gap| (gap.question.clone(), missing(gap))).collect(),
        true => {
            let kind = Kind::of(&run.question);
            let subjects = kind.subjects(phrases(&run.question));
            let templates = kind.questions(&subjects).into_iter();
            templates.map(|(text, why)| (text, why.to_owned())).collect()
        }
    };
    let questions = asked.into_iter().enumerate().map(|(index, (text, why))| ReadQuestion {
        text,
        priority: 8_u8.saturating_sub(index as u8).max(3),
        why,
        parent: None,
    });
    ReadQuestions { questions: questions.collect(), priorities: Vec::new() }
}

fn missing(gap: &Missing) -> String {
    format!("Too little is known about {}", gap.concept)
}

/// Why no model has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    NoModel,
    /// There is a model, but what may be spent is too little to ask it.
    NoRoom,
    NothingOfUse,
}

impl Unanswered {
    fn told(self) -> &'static str {
        match self {
            Self::NoModel => "no model was asked",
            Self::NoRoom => "what may be spent leaves no room to ask the model",
            Self::NothingOfUse => "the model gave nothing of use",
        }
    }
}

/// The answer that the memory is sure enough of.
pub(crate) fn known_answer(run: &Run) -> Option<Answer> {
    run.recalled.recollections.iter().find(|known| is_enough(run, known)).map(answer_of)
}

/// What the memory worked out of facts, and is sure enough of.
pub(crate) fn conclusion(run: &Run) -> Option<&Recollection> {
    let is_sure = |known: &&Recollection| {
        known.kind == RecollectionKind::Conclusion && known.confidence >= run.policy.enough
    };
    run.recalled.recollections.iter().find(is_sure)
}

fn answer_of(known: &Recollection) -> Answer {
    Answer {
        answer_text: known.text.clone(),
        confidence: known.confidence,
        is_cut: false,
        extractive: true,
        from_memory: Some(known.from_memory()),
    }
}

/// Whether what is known is as good as what the run would come to. Who gives time to think wants more than facts.
fn is_enough(run: &Run, known: &Recollection) -> bool {
    let is_quick = run.policy.mode == Mode::Fast;
    match known.kind {
        RecollectionKind::Passage => false,
        RecollectionKind::Reflex => run.policy.enough < Confidence::CERTAIN,
        RecollectionKind::Conclusion => {
            (is_quick || run.cursor.model.is_none()) && known.confidence >= run.policy.enough
        }
        RecollectionKind::Answer => {
            run.policy.reuse && (is_quick || known.mode == Some(Mode::Extended))
        }
    }
}

/// What can be answered without a model: what the memory knows, or that nothing is known here and what
/// an answer would turn on.
pub(crate) fn answer(run: &Run, unanswered: Unanswered) -> Answer {
    const KNOWS_NOTHING: f64 = 0.05;
    const MOST_TOLD: usize = 3;
    let why = unanswered.told();
    if let Some(best) = run.recalled.recollections.iter().find(|known| known.is_answer()) {
        return answer_of(best);
    }
    let known = &run.recalled.recollections[..run.recalled.recollections.len().min(MOST_TOLD)];
    let (answer_text, confidence) = match (&run.recalled.so_far, known.is_empty()) {
        (Some(so_far), _) => (so_far.clone(), NO_ANSWER),
        (None, false) => {
            let said: Vec<String> = known.iter().map(|known| cited(&run.question, known)).collect();
            let text = format!(
                "There is no answer yet: {why}, and what was learned does not say it plainly; this has to do with it: {}.",
                listed(&said)
            );
            (text, NO_ANSWER)
        }
        (None, true) => {
            let asked = questions(run).questions;
            let turns_on = bullets(asked.iter().map(|question| &question.text));
            let subjects = Kind::of(&run.question).subjects(phrases(&run.question));
            let named = if subjects.is_empty() { "this".to_owned() } else { listed(&subjects) };
            let text = format!(
                "Nothing is known here about {named}: {why}, and no memory has it. An answer turns on:\n\n{turns_on}"
            );
            (text, KNOWS_NOTHING)
        }
    };
    Answer {
        answer_text,
        confidence: Confidence::new(confidence),
        is_cut: false,
        extractive: true,
        from_memory: None,
    }
}

/// What of something that is written has to do with a question, and where it is.
fn cited(question: &str, known: &Recollection) -> String {
    const CHARS: usize = 160;
    let told = format!("“{}”", telling(question, &known.text, CHARS));
    match known.sources.first() {
        Some(source) => format!("{told} [{source}]"),
        None => told,
    }
}

fn bullets<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    texts.map(|text| format!("- {text}")).collect::<Vec<_>>().join("\n")
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
