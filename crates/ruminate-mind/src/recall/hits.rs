//! What is recalled, and why.

use ruminate_types::mind::{FoundPassage, Hop};

use super::feature::Feature;
use super::ground::{Ground, Scope};
use super::index::Index;
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
    /// Whether it stands out by what it means, as far as an embedder was asked.
    pub is_meant: bool,
    /// What led to it, the question's words first.
    pub why: Vec<Hop>,
}

impl From<Hit> for FoundPassage {
    fn from(Hit { source_id, title, score, why, .. }: Hit) -> Self {
        Self { source_id: source_id.into(), title, score, why, copies: Vec::new(), said: None }
    }
}

impl Index {
    /// Whether a passage is there, and in that silo if one is named.
    pub(crate) fn is_within(&self, silo: Option<&str>, id: &str) -> bool {
        let row = self.passages.find(id).map(|passage| self.passages.rows[passage as usize]);
        row.is_some_and(|row| Scope::of(self, silo).holds(self, row))
    }

    /// A passage that nothing of the question led to.
    pub(crate) fn unasked(&self, id: &str) -> Option<Hit> {
        let title = self.passages.titles[self.passages.find(id)? as usize].clone();
        Some(Hit {
            source_id: id.to_owned(),
            title,
            score: 0.0,
            share: 0.0,
            is_meant: false,
            why: Vec::new(),
        })
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
        Hit {
            source_id: id(row),
            title: index.title(row).to_owned(),
            score,
            share,
            is_meant: false,
            why,
        }
    }
}

fn words(look: &Look, ground: &Ground<'_>) -> Option<Hop> {
    let words = ground.question.spell(look.holds);
    (!words.is_empty()).then_some(Hop::Words { words })
}
