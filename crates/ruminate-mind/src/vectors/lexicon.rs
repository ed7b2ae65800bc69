//! Concepts that facts are made of, with their names and a cleanup memory of their vectors.

use rustc_hash::FxHashMap;

use super::cleanup::{Cleanup, Match};
use super::concept::Concept;
use super::probe::Probe;
use super::space::Space;

/// Concepts in use. One that no fact has any more is forgotten.
#[derive(Clone, Debug)]
pub(super) struct Lexicon {
    space: Space,
    cleanup: Cleanup,
    rows: FxHashMap<Concept, u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    concept: Concept,
    name: Box<str>,
    uses: u32,
}

impl Lexicon {
    pub(super) fn new(space: Space) -> Self {
        let cleanup = Cleanup::new(space.dimension());
        Self { space, cleanup, rows: FxHashMap::default(), entries: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Counts one more use of a concept, under the name that it was first used by.
    pub(super) fn hold(&mut self, concept: Concept, name: &str) {
        if let Some(row) = self.rows.get(&concept) {
            self.entries[*row as usize].uses += 1;
            return;
        }
        self.rows.insert(concept, self.entries.len() as u32);
        self.entries.push(Entry { concept, name: name.into(), uses: 1 });
        self.cleanup.push(&self.space.vector(concept));
    }

    /// Counts one use less of a concept that was held.
    pub(super) fn release(&mut self, concept: Concept) {
        let Some(row) = self.rows.get(&concept).copied() else { return };
        let entry = &mut self.entries[row as usize];
        entry.uses -= 1;
        if entry.uses > 0 {
            return;
        }
        self.rows.remove(&concept);
        self.entries.swap_remove(row as usize);
        self.cleanup.swap_remove(row as usize);
        if let Some(moved) = self.entries.get(row as usize) {
            self.rows.insert(moved.concept, row);
        }
    }

    pub(super) fn nearest(&self, probes: &[Probe], k: usize) -> Vec<Vec<Match>> {
        self.cleanup.nearest(probes, k)
    }

    pub(super) fn name(&self, row: usize) -> &str {
        &self.entries[row].name
    }

    pub(super) fn bytes(&self) -> usize {
        let names: usize = self.entries.iter().map(|entry| entry.name.len()).sum();
        // A row of the map is a key, a value and a byte, seven eighths full at most.
        let map = self.rows.capacity() * 20;
        self.cleanup.bytes() + self.entries.capacity() * size_of::<Entry>() + names + map
    }
}
