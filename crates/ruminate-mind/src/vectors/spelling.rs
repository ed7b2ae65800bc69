//! A name as a vector of how it is spelled, so that names that are spelled alike are near each other.
//!
//! The bundle of its pairs of neighbouring letters, and of its letters bound to where they stand, in their word and in the whole
//! name. Places are soft: a letter that has moved by one place is still nearly the same, since a place is a power of one
//! vector, and powers that are close are alike. Sets of letters cannot do that: one wrong letter spoils three triples, and
//! a short name has few. Weights were chosen by what `bench/mind` finds: places in the whole name help with wrong letters and harm
//! where a word is missing.

use super::bundle::Bundle;
use super::concept::{Concept, mix};
use super::phases::Phases;
use super::space::Space;
use crate::text::words::folded;

/// Longer names are cut: the rest would only fill the bundle.
const LONGEST: usize = 96;
/// How many 1/256 steps of an angle a place turns a dimension, for each unit of a number whose standard deviation is 209:
/// a letter that has moved by 2.5 places is alike by exp(−1/2).
const TURN: i32 = 20;

/// What a vector of letters is about; each kind has vectors of its own, and none is a name's.
#[derive(Clone, Copy)]
enum Kind {
    Pair = 1,
    InWord = 2,
    InName = 3,
}

impl Kind {
    fn weight(self) -> u8 {
        match self {
            Self::Pair | Self::InWord => 2,
            Self::InName => 1,
        }
    }

    fn vector(self, space: Space, first: char, second: char) -> Phases {
        let letters = (u64::from(u32::from(first)) << 32) | u64::from(u32::from(second));
        space.vector(Concept::normal("").within(self as u64).within(letters))
    }
}

/// A name by its spelling.
pub(super) fn spelled(space: Space, name: &str) -> Bundle {
    let mut bundle = Bundle::new(space.dimension());
    let places = Places::new(space);
    let mut before = ' ';
    let mut in_word = 0;
    for (in_name, letter) in folded(name).chars().take(LONGEST).enumerate() {
        let mut add = |kind: Kind, vector: &Phases| bundle.add_weighted(vector, kind.weight());
        add(Kind::Pair, &Kind::Pair.vector(space, before, letter));
        let whole = Kind::InName.vector(space, letter, ' ');
        add(Kind::InName, &places.at(whole, in_name));
        if letter != ' ' {
            let own = Kind::InWord.vector(space, letter, ' ');
            add(Kind::InWord, &places.at(own, in_word));
        }
        in_word = if letter == ' ' { 0 } else { in_word + 1 };
        before = letter;
    }
    if before != ' ' {
        let end = Kind::Pair.vector(space, before, ' ');
        bundle.add_weighted(&end, Kind::Pair.weight());
    }
    bundle
}

/// How fast each dimension turns from place to place.
struct Places(Vec<i32>);

impl Places {
    fn new(space: Space) -> Self {
        let speeds = (1..=space.dimension() as u64).map(|dimension| {
            let bytes = mix(mix(dimension)).to_le_bytes();
            // The sum of eight bytes is close to normal.
            TURN * (bytes.iter().map(|byte| i32::from(*byte)).sum::<i32>() - 8 * 255 / 2)
        });
        Self(speeds.collect())
    }

    /// Binds a vector to a place.
    fn at(&self, vector: Phases, place: usize) -> Phases {
        // The low byte is the angle: whole turns do not matter.
        let turns = self.0.iter().map(|speed| ((speed * place as i32) >> 8) as u8);
        vector.bind(&turns.collect::<Vec<u8>>().into())
    }
}
