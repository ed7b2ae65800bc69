//! A name as a vector of how it is spelled, so that names that are spelled alike are near each other.
//!
//! The bundle of its letters, each bound to where it stands, and of its pairs of neighbouring letters. Places are soft: a letter
//! that has moved by one place is still nearly the same, since a place is a power of one vector, and powers that are close
//! are alike. Sets of triples cannot do that: one wrong letter spoils three of them, and a short name has few.

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
/// Concepts of their own for letters and for pairs, so that neither is a name.
const LETTER: u64 = 1;
const PAIR: u64 = 2;

/// A name by its spelling.
pub(super) fn spelled(space: Space, name: &str) -> Bundle {
    let folded = folded(name);
    let letters: Vec<char> = folded.chars().take(LONGEST).collect();
    let mut bundle = Bundle::new(space.dimension());
    for (place, letter) in letters.iter().enumerate() {
        bundle.add(&vector(space, LETTER, [' ', *letter]).bind(&at(space, place)));
    }
    let around = [' '];
    let spaced: Vec<char> = around.iter().chain(&letters).chain(&around).copied().collect();
    for pair in spaced.windows(2) {
        bundle.add(&vector(space, PAIR, [pair[0], pair[1]]));
    }
    bundle
}

fn vector(space: Space, kind: u64, [first, second]: [char; 2]) -> Phases {
    let letters = u64::from(u32::from(first)) << 32 | u64::from(u32::from(second));
    space.vector(Concept::normal("").within(kind).within(letters))
}

/// The vector of a place: every dimension has turned by its own speed, so many times.
fn at(space: Space, place: usize) -> Phases {
    let angles = (0..space.dimension()).map(|dimension| {
        let bytes = mix(mix(dimension as u64 + 1)).to_le_bytes();
        // The sum of eight is close to normal.
        let speed = bytes.iter().map(|byte| i32::from(*byte)).sum::<i32>() - 8 * 255 / 2;
        // The low byte is the angle: whole turns do not matter.
        (speed * TURN * place as i32 >> 8) as u8
    });
    angles.collect::<Vec<u8>>().into()
}
