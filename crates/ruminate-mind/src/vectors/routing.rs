//! Which silos to look into first.
//!
//! A name that is known counts for the silos that hold it, which an exact look tells. A name that is not known counts for the
//! silos of the names that are spelled most like it, which only vectors tell. Bundles of all that a silo
//! holds were tried first and are worse by far for the same memory: they add up what all names have in common.

use rustc_hash::FxHashMap;

use super::concept::Concept;
use super::names::Names;
use super::space::Space;

/// Names that may be meant by one that is not known.
const MOST_MEANT: usize = 3;
/// Names less alike are other names: nearly all with two wrong letters are above it, two thirds of unknown names below.
const LEAST_ALIKE: f32 = 0.7;

/// Silos by the names of what they hold.
#[derive(Clone, Debug)]
pub struct Router {
    names: Names,
    silos: Vec<String>,
    /// The silos of each concept, by their place in the list.
    holders: FxHashMap<Concept, Vec<u32>>,
}

/// A silo, and how much of what was asked for is likely to be in it: 1 for each name that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Routed {
    pub silo: String,
    pub score: f32,
}

impl Router {
    /// A router without silos. A dimension of 256 is enough.
    pub fn new(space: Space) -> Self {
        Self { names: Names::new(space), silos: Vec::new(), holders: FxHashMap::default() }
    }

    /// Adds a concept to a silo; `false` when it is there already.
    pub fn add(&mut self, silo: &str, concept: &str) -> bool {
        let at = self.silos.iter().position(|known| known == silo).unwrap_or_else(|| {
            self.silos.push(silo.to_owned());
            self.silos.len() - 1
        });
        let holders = self.holders.entry(Concept::named(concept)).or_default();
        if holders.contains(&(at as u32)) {
            return false;
        }
        holders.push(at as u32);
        self.names.add(concept);
        true
    }

    /// Takes a concept out of a silo; `false` when it is not in there.
    pub fn remove(&mut self, silo: &str, concept: &str) -> bool {
        let key = Concept::named(concept);
        let Some(holders) = self.holders.get_mut(&key) else { return false };
        let is_silo = |at: &u32| self.silos[*at as usize] == silo;
        let Some(place) = holders.iter().position(is_silo) else { return false };
        holders.remove(place);
        if holders.is_empty() {
            self.holders.remove(&key);
            self.names.remove(concept);
        }
        true
    }

    /// The silos that are likely to hold some of the concepts, the likeliest first.
    pub fn route(&self, concepts: &[&str]) -> Vec<Routed> {
        let mut scores = vec![0.0_f32; self.silos.len()];
        let is_known = |name: &str| self.holders.contains_key(&Concept::named(name));
        let (known, unknown): (Vec<&str>, Vec<&str>) =
            concepts.iter().partition(|name| is_known(name));
        for name in known {
            self.count(name, 1.0, &mut scores);
        }
        for near in self.names.nearest_of(&unknown, MOST_MEANT) {
            let mut meant = vec![0.0_f32; scores.len()];
            for near in near.iter().filter(|near| near.score >= LEAST_ALIKE) {
                let mut held = vec![0.0; scores.len()];
                self.count(&near.name, near.score, &mut held);
                // Only one of them is meant: a silo gets what the best of them gives.
                meant.iter_mut().zip(held).for_each(|(best, held)| *best = best.max(held));
            }
            scores.iter_mut().zip(meant).for_each(|(score, meant)| *score += meant);
        }
        let silos = self.silos.iter().zip(scores).filter(|(_, score)| *score > 0.0);
        let mut routed: Vec<Routed> =
            silos.map(|(silo, score)| Routed { silo: silo.clone(), score }).collect();
        routed.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.silo.cmp(&b.silo)));
        routed
    }

    fn count(&self, name: &str, amount: f32, scores: &mut [f32]) {
        for silo in self.holders.get(&Concept::named(name)).into_iter().flatten() {
            scores[*silo as usize] += amount;
        }
    }
}
