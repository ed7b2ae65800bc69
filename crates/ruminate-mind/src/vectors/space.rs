//! Where vectors come from: a dimension and a seed.

use super::concept::{Concept, mix};
use super::phases::Phases;

/// The golden ratio: steps of SplitMix64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// All vectors of one dimension and seed. Vectors of different spaces mean nothing to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    dimension: usize,
    seed: u64,
}

impl Space {
    /// Fewer tell nothing apart.
    pub const LEAST: usize = 64;
    /// With more, the sum of products in a cleanup memory could leave 32 bits.
    pub const MOST: usize = 8_192;

    /// A space whose dimension is `dimension`, rounded up to a multiple of 64 and kept within its bounds.
    pub fn new(dimension: usize, seed: u64) -> Self {
        let dimension = dimension.clamp(Self::LEAST, Self::MOST).next_multiple_of(64);
        Self { dimension, seed }
    }

    pub fn dimension(self) -> usize {
        self.dimension
    }

    /// The vector of a concept: always the same one, and like no other's.
    pub fn vector(self, concept: Concept) -> Phases {
        let mut phases = Vec::with_capacity(self.dimension);
        let mut state = mix(concept.number() ^ mix(self.seed.wrapping_add(STEP)));
        while phases.len() < self.dimension {
            state = state.wrapping_add(STEP);
            phases.extend_from_slice(&mix(state).to_le_bytes());
        }
        Phases::from(phases)
    }

    /// The vector of a name's concept.
    pub fn named(self, name: &str) -> Phases {
        self.vector(Concept::named(name))
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::new(1_024, 0)
    }
}
