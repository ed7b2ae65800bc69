//! Candidates for an answer, and how sure they are.

use rustc_hash::FxHashMap;

use super::lexicon::Lexicon;
use super::probe::Probe;

/// A candidate for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    pub name: String,
    /// How much of it is in the page: about 1 when a fact says so, about 0 else.
    pub score: f32,
    /// The probability that a fact says so rather than noise, if one candidate is expected to be right.
    pub certainty: f32,
}

/// The candidates of all probes, the surest first.
pub(super) fn recalled(lexicon: &Lexicon, probes: &[(Probe, f32)], k: usize) -> Vec<Recalled> {
    let (probes, variances): (Vec<Probe>, Vec<f32>) = probes.iter().cloned().unzip();
    let found = lexicon.nearest(&probes, k).into_iter().zip(variances);
    let mut best: FxHashMap<usize, Recalled> = FxHashMap::default();
    for (matches, variance) in found {
        for one in matches {
            let certainty = certainty(one.score, variance, lexicon.len());
            let name = lexicon.name(one.row);
            let candidate = Recalled { name: name.to_owned(), score: one.score, certainty };
            let known = best.entry(one.row).or_insert_with(|| candidate.clone());
            if candidate.certainty > known.certainty {
                *known = candidate;
            }
        }
    }
    let mut best: Vec<Recalled> = best.into_values().collect();
    best.sort_by(|a, b| {
        let surer = b.certainty.total_cmp(&a.certainty).then(b.score.total_cmp(&a.score));
        surer.then_with(|| a.name.cmp(&b.name))
    });
    best.truncate(k);
    best
}

/// How much likelier the score is around 1 than around 0 with the same variance, when one of `known` is right.
fn certainty(score: f32, variance: f32, known: usize) -> f32 {
    let log_odds = (2.0 * score - 1.0) / (2.0 * variance) - (known.max(2) as f32 - 1.0).ln();
    1.0 / (1.0 + (-log_odds).exp())
}
