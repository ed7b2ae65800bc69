//! Syntheses that nobody writes: the best thoughts, as they were thought, in their order.

use ruminate_types::{Confidence, Run, Thought, ThoughtType};

use crate::prompt::{one_line, shortened};
use crate::reply::ReadSynthesis;
use crate::words::Gist;

const PICKED: usize = 5;
/// Thoughts that share so many words say the same.
const SAME: f64 = 0.6;
const REMAINING: usize = 5;
/// What is taken over of the last synthesis, so that one on top of another does not grow for ever.
const MOST_TOKENS: u64 = 600;

/// The understanding that the run's thoughts and layers hold.
pub(crate) fn synthesis(run: &Run) -> ReadSynthesis {
    if let Some(known) = super::known_answer(run) {
        return ReadSynthesis {
            text: known.answer_text,
            key_insights: Vec::new(),
            confidence: Some(known.confidence),
            remaining_questions: Vec::new(),
        };
    }
    let mut read = extract(run.uncovered());
    if let Some(last) = run.layers.last() {
        let before = shortened(&last.synthesis.synthesis_text, MOST_TOKENS);
        let is_all = run.cursor.uncovered == 0;
        read.text = if is_all { before } else { format!("{before}\n\n{}", read.text) };
        read.confidence =
            read.confidence.filter(|_| !is_all).or(Some(last.synthesis.confidence_level));
    }
    let knows_an_answer = run.recalled.recollections.iter().any(|known| known.is_answer());
    if run.cursor.model.is_none() && !knows_an_answer {
        // To understand a question, or to know what has to do with it, is not to answer it.
        read.confidence = Some(Confidence::new(super::NO_ANSWER));
    }
    read.remaining_questions =
        run.open.iter().take(REMAINING).map(|open| open.question_text.clone()).collect();
    read
}

/// The best of these thoughts, each of them different.
pub(crate) fn extract(thoughts: &[Thought]) -> ReadSynthesis {
    let mut ranked: Vec<&Thought> = thoughts.iter().collect();
    ranked.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let mut picked: Vec<(&Thought, Gist)> = Vec::new();
    for thought in ranked {
        let gist = Gist::of(&thought.thought_text);
        if picked.iter().all(|(_, other)| gist.overlap(other) < SAME) {
            picked.push((thought, gist));
        }
        if picked.len() == PICKED {
            break;
        }
    }
    let key_insights = picked
        .iter()
        .filter(|(thought, _)| thought.thought_type == ThoughtType::Insight)
        .map(|(thought, _)| thought.thought_text.clone())
        .collect();
    picked.sort_by_key(|(thought, _)| thought.sequence_number);
    let texts: Vec<&str> =
        picked.iter().map(|(thought, _)| thought.thought_text.as_str()).collect();
    let text = match texts[..] {
        [] => "No thought was reached.".to_owned(),
        _ => texts.join(" "),
    };
    // Being sure of a weakness does not make an answer sure.
    let claims = picked.iter().filter(|(thought, _)| thought.thought_type != ThoughtType::Critique);
    let mean = Confidence::mean(claims.map(|(thought, _)| thought.confidence));
    ReadSynthesis {
        text,
        key_insights,
        confidence: Some(mean.unwrap_or(Confidence::new(0.0))),
        remaining_questions: Vec::new(),
    }
}

/// Insights and connections carry more of an answer than openings and doubts.
fn weight(thought: &Thought) -> f64 {
    let share = match thought.thought_type {
        ThoughtType::Insight => 1.0,
        ThoughtType::Connection => 0.8,
        ThoughtType::Critique => 0.7,
        ThoughtType::Exploration => 0.5,
    };
    share * thought.confidence.get()
}

/// Several texts, each cut short.
pub(crate) fn abridge(texts: &[String]) -> ReadSynthesis {
    const CHARS: usize = 400;
    let text = texts.iter().map(|text| one_line(text, CHARS)).collect::<Vec<_>>().join("\n");
    ReadSynthesis {
        text,
        key_insights: Vec::new(),
        confidence: None,
        remaining_questions: Vec::new(),
    }
}
