//! The picks: five times the best, each time by what the ones before leave open.

use super::index::Index;
use super::ties::How;
use super::walk::{Candidate, Walk};
use super::weights::Weights;

/// A passage that was recalled.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The passage's id.
    pub source_id: String,
    pub title: String,
    /// How sure the pick was among all passages in reach, in `(0, 1]`.
    pub score: f32,
    /// What led to it.
    pub why: Vec<Hop>,
}

/// One reason for a pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hop {
    /// It has these words of the question.
    Words { words: Vec<String> },
    /// The question names what it is about.
    Named { name: String },
    /// The passage `from`, picked before, mentions it by this name.
    MentionedBy { from: String, name: String },
    /// It mentions what the passage `to`, picked before, is about.
    Mentions { to: String, name: String },
    /// It and the passage `with`, picked before, mention the same name.
    Shares { with: String, name: String },
}

impl Index {
    /// The passages that answer a question best, the first pick first; at most `k`.
    pub fn recall(&self, question: &str, k: usize) -> Vec<Hit> {
        self.recall_by(question, k, &Weights::default())
    }

    /// The same by other weights.
    pub fn recall_by(&self, question: &str, k: usize, weights: &Weights) -> Vec<Hit> {
        let mut walk = Walk::begin(self, question);
        while walk.picks.len() < k {
            let Some((at, sureness)) = walk.best(weights) else { break };
            walk.pick(at, sureness);
        }
        walk.hits()
    }
}

impl Walk<'_> {
    /// The best candidate and its probability among all.
    pub fn best(&mut self, weights: &Weights) -> Option<(usize, f32)> {
        self.judge();
        let judged = self.candidates().iter().enumerate();
        let judged: Vec<(usize, f32)> = judged
            .filter(|(_, candidate)| !candidate.is_picked())
            .map(|(at, candidate)| (at, weights.judge(candidate.features())))
            .collect();
        let (best, highest) = judged.iter().copied().max_by(|a, b| {
            let id = |at: usize| self.id(&self.candidates()[at]);
            a.1.total_cmp(&b.1).then_with(|| id(b.0).cmp(id(a.0)))
        })?;
        let total: f32 = judged.iter().map(|(_, worth)| (worth - highest).exp()).sum();
        Some((best, 1.0 / total))
    }

    fn hits(&self) -> Vec<Hit> {
        let picks = self.picks.iter();
        picks.map(|pick| self.hit(&self.candidates()[pick.at], pick.sureness)).collect()
    }

    fn hit(&self, candidate: &Candidate, score: f32) -> Hit {
        let index = self.index();
        let id = |row: u32| index.id(row).to_owned();
        let mut why = Vec::new();
        if let Some(reached) = candidate.ties.reached {
            let (passage, name) = (id(reached.from), index.spell(reached.name));
            why.push(match reached.how {
                How::Mentioned => Hop::MentionedBy { from: passage, name },
                How::Mentions => Hop::Mentions { to: passage, name },
                How::Shares => Hop::Shares { with: passage, name },
            });
        }
        Hit { source_id: id(candidate.row), title: index.title(candidate.row).to_owned(), score, why }
    }
}
