//! A recall pick by pick, for whoever fits weights or wants to see what they decide.

use super::ground::{Ground, Scope};
use super::index::Index;
use super::path::{Candidate, Path, Pick};
use super::weights::Weights;

/// A recall under way.
pub struct Walk<'a> {
    ground: Ground<'a>,
    path: Path,
}

impl<'a> Walk<'a> {
    pub fn begin(index: &'a Index, question: &str) -> Self {
        let ground = Ground::of(index, question, 0, Scope::EVERYWHERE);
        let path = Path::begin(&ground);
        Self { ground, path }
    }

    /// The passages in reach, those that were picked among them.
    pub fn candidates(&self) -> &[Candidate] {
        &self.path.candidates
    }

    /// A candidate's source.
    pub fn id(&self, candidate: &Candidate) -> &'a str {
        self.ground.index.id(candidate.seen.row)
    }

    /// The best candidate by these weights, and its probability among all that were not picked.
    pub fn best(&self, weights: &Weights) -> Option<(usize, f32)> {
        let best = self.path.best(weights, 1, &self.ground);
        best.first().map(|pick| (pick.at, pick.sureness))
    }

    /// Picks a candidate. `sureness` is the probability that it was given among all.
    pub fn pick(&mut self, at: usize, sureness: f32) {
        self.path.pick(Pick { at, sureness }, &self.ground);
    }
}
