//! Thinking with no model: what the question itself tells, what the memory knew, and what can be
//! picked out of thoughts that are there. It invents nothing, and says so by its low confidence.

mod extract;
mod kind;

pub(crate) use extract::{abridge, extract, synthesis};

use ruminate_types::{Confidence, QuestionId, Run, ThoughtType};

use crate::reply::{ReadQuestion, ReadQuestions, ReadThought};
use crate::words::{Gist, phrases};
use kind::Kind;

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

    let mut thoughts = vec![
        thought(ThoughtType::Exploration, 0.4, opening),
        thought(ThoughtType::Connection, 0.35, kind.what_an_answer_needs(&subjects)),
    ];
    thoughts.extend(known_about(run, text));
    if thoughts.len() == 2 {
        let gap = format!(
            "Nothing is known here about {named}: no model was asked, and no memory has it."
        );
        thoughts.push(thought(ThoughtType::Critique, 0.9, gap));
    }
    thoughts
}

fn thought(kind: ThoughtType, confidence: f64, text: String) -> ReadThought {
    ReadThought { text, kind, confidence: Confidence::new(confidence), contradicts: None }
}

/// What earlier runs learned that shares words with the text.
fn known_about(run: &Run, text: &str) -> Vec<ReadThought> {
    let gist = Gist::of(text);
    run.recollections
        .iter()
        .filter(|known| gist.overlap(&Gist::of(&known.text)) > 0.0)
        .take(3)
        .map(|known| ReadThought {
            text: known.text.clone(),
            kind: ThoughtType::Insight,
            confidence: known.confidence,
            contradicts: None,
        })
        .collect()
}

/// The questions that a question of this kind leads to. They lead no further: more templates on top
/// of templates would only look like thinking.
pub(crate) fn questions(run: &Run) -> ReadQuestions {
    if run.cursor.questions > 0 {
        return ReadQuestions::default();
    }
    let kind = Kind::of(&run.question);
    let subjects = kind.subjects(phrases(&run.question));
    let questions = kind
        .questions(&subjects)
        .into_iter()
        .enumerate()
        .map(|(index, (text, why))| ReadQuestion {
            text,
            priority: 8_u8.saturating_sub(index as u8).max(3),
            why: why.to_owned(),
            parent: None,
        })
        .collect();
    ReadQuestions { questions, priorities: Vec::new() }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
