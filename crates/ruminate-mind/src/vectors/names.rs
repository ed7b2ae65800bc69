//! Names that are found in spite of misspellings.

use rustc_hash::FxHashMap;

use super::cleanup::Cleanup;
use super::concept::Concept;
use super::space::Space;
use super::spelling::spelled;

/// Known names, each with the vector of its spelling.
#[derive(Clone, Debug)]
pub struct Names {
    space: Space,
    cleanup: Cleanup,
    names: Vec<Box<str>>,
    rows: FxHashMap<Concept, u32>,
}

/// A known name, and how alike it is spelled: 1 for the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    pub name: String,
    pub score: f32,
}

impl Names {
    pub fn new(space: Space) -> Self {
        let cleanup = Cleanup::new(space.dimension());
        Self { space, cleanup, names: Vec::new(), rows: FxHashMap::default() }
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Adds a name; `false` when it is known already.
    pub fn add(&mut self, name: &str) -> bool {
        let concept = Concept::named(name);
        if self.rows.contains_key(&concept) {
            return false;
        }
        self.rows.insert(concept, self.names.len() as u32);
        self.names.push(name.into());
        self.cleanup.push_bundle(&spelled(self.space, name));
        true
    }

    /// Forgets a name; `false` when it is not known.
    pub fn remove(&mut self, name: &str) -> bool {
        let Some(row) = self.rows.remove(&Concept::named(name)) else { return false };
        self.names.swap_remove(row as usize);
        self.cleanup.swap_remove(row as usize);
        if let Some(moved) = self.names.get(row as usize) {
            self.rows.insert(Concept::named(moved), row);
        }
        true
    }

    /// The `k` known names that are spelled most like the given one, the most alike first.
    pub fn nearest(&self, name: &str, k: usize) -> Vec<Near> {
        self.nearest_of(&[name], k).pop().unwrap_or_default()
    }

    /// The same for several names, in one pass over all known ones.
    pub fn nearest_of(&self, names: &[&str], k: usize) -> Vec<Vec<Near>> {
        let probes: Vec<_> = names.iter().map(|name| spelled(self.space, name).probe()).collect();
        let found = self.cleanup.nearest(&probes, k).into_iter().zip(&probes);
        found
            .map(|(matches, probe)| {
                let length = probe.length().max(f32::MIN_POSITIVE);
                let near = matches.into_iter().map(|one| Near {
                    name: self.names[one.row].to_string(),
                    score: one.score / length,
                });
                near.collect()
            })
            .collect()
    }
}
