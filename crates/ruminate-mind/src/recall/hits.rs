//! What is recalled, and why.

use std::fmt;

use serde::Serialize;

use super::feature::Feature;
use super::ground::Ground;
use super::look::Look;
use super::path::{Candidate, Path};
use super::ties::How;

/// A passage that was recalled.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The passage's id.
    pub source_id: String,
    pub title: String,
    /// How much speaks for it, in `(0, 1]`: comparable within one recall.
    pub score: f32,
    /// The share of the question's words that it has itself, in `[0, 1]`.
    pub share: f32,
    /// What led to it, the question's words first.
    pub why: Vec<Hop>,
}

/// One reason for a pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "hop", rename_all = "snake_case")]
pub enum Hop {
    /// The question names what it is about.
    Named { name: String },
    /// It has these words of the question, or other forms of them.
    Words { words: Vec<String> },
    /// The passage `from`, picked before it, mentions it by this name.
    MentionedBy { from: String, name: String },
    /// It mentions what the passage `to`, picked before it, is about.
    Mentions { to: String, name: String },
    /// It and the passage `with`, picked before it, mention the same name.
    Shares { with: String, name: String },
    /// It was said right before or after the turn `of`, which has words of the question.
    Beside { of: String },
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named { name } => write!(f, "the question names it: {name}"),
            Self::Words { words } => {
                write!(f, "it has words of the question: {}", words.join(", "))
            }
            Self::MentionedBy { from, name } => write!(f, "{from} mentions it: {name}"),
            Self::Mentions { to, name } => write!(f, "it mentions what {to} is about: {name}"),
            Self::Shares { with, name } => write!(f, "it and {with} mention {name}"),
            Self::Beside { of } => write!(f, "it was said next to {of}"),
        }
    }
}

impl Path {
    pub(crate) fn hit(&self, candidate: &Candidate, score: f32, ground: &Ground<'_>) -> Hit {
        let index = ground.index;
        let row = candidate.seen.row;
        let id = |row: u32| index.id(row).to_owned();
        let mut why = Vec::new();
        if candidate.seen.named > 0.0 {
            why.push(Hop::Named { name: index.title(row).to_owned() });
        }
        why.extend(words(&candidate.seen.look, ground));
        if let Some(reached) = candidate.ties.reached {
            let (passage, name) = (id(reached.from), index.spell(reached.name));
            why.push(match reached.how {
                How::Mentioned => Hop::MentionedBy { from: passage, name },
                How::Mentions => Hop::Mentions { to: passage, name },
                How::Shares => Hop::Shares { with: passage, name },
            });
        }
        let share = candidate.seen.features[Feature::Holds];
        Hit { source_id: id(row), title: index.title(row).to_owned(), score, share, why }
    }
}

fn words(look: &Look, ground: &Ground<'_>) -> Option<Hop> {
    let words = ground.question.spell(look.holds);
    (!words.is_empty()).then_some(Hop::Words { words })
}
