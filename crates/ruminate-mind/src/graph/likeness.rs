//! Concepts that are alike by their words: "temp files" is a kind of what "large files" are, and "disk" has to do
//! with "disk pressure".

use rustc_hash::FxHashMap;

use super::{ConceptId, Graph};
use crate::facts::concept;

/// A word in more concepts than this says nothing about which.
const MOST_SHARING: usize = 2_000;
/// What it counts for that both are kinds of the same: they share their last word.
const SAME_KIND: f64 = 0.4;

/// A concept that is like another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alike {
    pub concept: ConceptId,
    /// 1 for the concept itself.
    pub likeness: f64,
}

impl Graph {
    /// The concepts that are most like what is written, itself first; at most `most`.
    pub fn alike(&self, written: &str, most: usize) -> Vec<Alike> {
        let normal = concept(written);
        let words: Vec<&str> = normal.split(' ').filter(|word| !word.is_empty()).collect();
        let mut shared: FxHashMap<u32, usize> = FxHashMap::default();
        for word in &words {
            let Some(word) = self.words.find(word) else { continue };
            for concept in self.of_word.of(word).take(MOST_SHARING) {
                *shared.entry(concept).or_default() += 1;
            }
        }
        let mut alike: Vec<Alike> = shared
            .into_iter()
            .map(|(other, shared)| Alike {
                concept: ConceptId(other),
                likeness: likeness(&words, self.concepts.get(other), shared),
            })
            .filter(|alike| self.is_known(alike.concept))
            .collect();
        let order = |a: &Alike, b: &Alike| {
            let names = || self.normal(a.concept).cmp(self.normal(b.concept));
            b.likeness.total_cmp(&a.likeness).then_with(names)
        };
        alike.sort_unstable_by(order);
        alike.truncate(most);
        alike
    }

    /// Whether any fact speaks of it.
    pub(crate) fn is_known(&self, concept: ConceptId) -> bool {
        self.of_subject(concept).next().is_some() || self.of_object(concept).next().is_some()
    }
}

/// The share of words that two concepts have in common, and more if they are kinds of the same.
fn likeness(words: &[&str], other: &str, shared: usize) -> f64 {
    let others = other.split(' ').count();
    let dice = 2.0 * shared as f64 / (words.len() + others) as f64;
    match words.last() == other.split(' ').next_back().as_ref() {
        true => (SAME_KIND + (1.0 - SAME_KIND) * dice).min(1.0),
        false => (1.0 - SAME_KIND) * dice,
    }
}
