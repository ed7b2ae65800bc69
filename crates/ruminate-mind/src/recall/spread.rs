//! Activation that spreads from the question's names over passages and the names in them: a personalised
//! PageRank of few steps. A name gives most of what it has to the passages that are about it, the rest to those that
//! mention it; a passage gives to the names in it, the more the rarer they are.

use std::sync::LazyLock;

use super::exact::sum;
use super::index::Index;
use super::scratch::Scratch;

/// What always begins anew at the question.
const RESTART: f32 = 0.15;
/// From names to passages and back, so many times.
const ROUNDS: usize = 4;
/// What a name gives to the passages that are about it.
const TO_ABOUT: f32 = 0.8;
/// Less than this part of all that there is goes no further: it decides nothing, and most is of that kind.
const LEAST: f32 = 1e-5;
/// A name in more passages than this gives nothing to those that only mention it: each would get next to nothing.
const MOST_MENTIONS: u32 = 2_000;

/// Spreads from names, or from rows where there are none, into the scratch's mass of rows.
pub(super) fn spread(
    index: &Index,
    scratch: &mut Scratch,
    names: &[(u32, f32)],
    rows: &[(u32, f32)],
) {
    let total: f32 = names.iter().chain(rows).map(|(_, amount)| amount).sum();
    if total <= 0.0 {
        return;
    }
    let mut moving = Vec::new();
    for (row, amount) in rows {
        scratch.row_mass.add(*row, amount / total);
    }
    for round in 0..ROUNDS {
        for (name, amount) in names {
            scratch.name_mass.add(*name, RESTART * amount / total);
        }
        scratch.row_mass.drain(&mut moving);
        for (row, amount) in moving.iter().filter(|(_, amount)| *amount > LEAST) {
            let first = if round == 0 { 1.0 } else { 1.0 - RESTART };
            give_to_names(index, scratch, *row, amount * first);
        }
        for (row, amount) in rows {
            scratch.row_mass.add(*row, RESTART * amount / total);
        }
        scratch.name_mass.drain(&mut moving);
        for (name, amount) in moving.iter().filter(|(_, amount)| *amount > LEAST) {
            give_to_rows(index, scratch, *name, amount * (1.0 - RESTART));
        }
    }
}

fn give_to_names(index: &Index, scratch: &mut Scratch, row: u32, amount: f32) {
    let share =
        |name: u32, count: usize| often(count) * index.rarity.name(index.names.mentioned(name));
    let total = sum(index.rows.names(row).map(|(name, places)| share(name, places.len())));
    if total > 0.0 {
        for (name, places) in index.rows.names(row) {
            scratch.name_mass.add(name, amount * share(name, places.len()) / total);
        }
    }
}

fn give_to_rows(index: &Index, scratch: &mut Scratch, name: u32, amount: f32) {
    let about = index.about(name).count();
    for (row, _) in index.about(name) {
        scratch.row_mass.add(row, TO_ABOUT * amount / about as f32);
    }
    if index.names.mentioned(name) > MOST_MENTIONS {
        return;
    }
    let rest = if about > 0 { (1.0 - TO_ABOUT) * amount } else { amount };
    let living = || index.mentions.of(name).filter(|(row, _)| !index.rows.is_gone(*row));
    let total = sum(living().map(|(_, count)| often(usize::from(count))));
    for (row, count) in living() {
        scratch.row_mass.add(row, rest * often(usize::from(count)) / total);
    }
}

/// A name that is mentioned often counts for more, but not as often.
fn often(count: usize) -> f32 {
    /// Of none, one, two, … mentions.
    const COUNTS: usize = 16;
    static TABLE: LazyLock<[f32; COUNTS]> =
        LazyLock::new(|| std::array::from_fn(|count| 1.0 + (count.max(1) as f32).ln()));
    TABLE.get(count).copied().unwrap_or_else(|| 1.0 + (count as f32).ln())
}
