//! Which silos to look into first.
//!
//! Each silo has pages, bundles of how its concepts' names are spelled. A name that a silo is known to hold counts
//! as 1, and is told by an exact look; one that none holds counts by how much of its spelling is in the silo's best
//! page, which an exact look cannot tell.

use rustc_hash::FxHashMap;

use super::bundle::Bundle;
use super::concept::Concept;
use super::space::Space;
use super::spelling::spelled;

/// Parts of names in one page; chosen by measuring how well misspelled names are routed.
const MOST_PARTS: usize = 384;

/// Silos by the spelling of what they hold.
#[derive(Clone, Debug)]
pub struct Router {
    space: Space,
    silos: Vec<Silo>,
}

#[derive(Clone, Debug)]
struct Silo {
    name: String,
    pages: Vec<Bundle>,
    /// The page of each concept.
    placed: FxHashMap<Concept, u32>,
}

/// A silo, and how much of what was asked for is likely to be in it: 1 for each concept that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Routed {
    pub silo: String,
    pub score: f32,
}

impl Router {
    pub fn new(space: Space) -> Self {
        Self { space, silos: Vec::new() }
    }

    /// Adds a concept to a silo; `false` when it is there already.
    pub fn add(&mut self, silo: &str, concept: &str) -> bool {
        let at = self.silos.iter().position(|known| known.name == silo).unwrap_or_else(|| {
            self.silos.push(Silo::new(silo));
            self.silos.len() - 1
        });
        let spelling = spelled(self.space, concept);
        self.silos[at].add(Concept::named(concept), &spelling)
    }

    /// Takes a concept out of a silo; `false` when it is not in there.
    pub fn remove(&mut self, silo: &str, concept: &str) -> bool {
        let Some(at) = self.silos.iter().position(|known| known.name == silo) else {
            return false;
        };
        let spelling = spelled(self.space, concept);
        let removed = self.silos[at].remove(Concept::named(concept), &spelling);
        if self.silos[at].placed.is_empty() {
            self.silos.remove(at);
        }
        removed
    }

    /// All silos, the likeliest first.
    pub fn route(&self, concepts: &[&str]) -> Vec<Routed> {
        let mut scores = vec![0.0; self.silos.len()];
        for name in concepts {
            let concept = Concept::named(name);
            let holds = |silo: &Silo| silo.placed.contains_key(&concept);
            let spelling = match self.silos.iter().any(holds) {
                true => None,
                false => Some(spelled(self.space, name)),
            };
            for (silo, score) in self.silos.iter().zip(&mut scores) {
                *score += match &spelling {
                    None => f32::from(u8::from(holds(silo))),
                    Some(spelling) => silo.likeness(spelling),
                };
            }
        }
        let silos = self.silos.iter().zip(scores);
        let mut routed: Vec<Routed> =
            silos.map(|(silo, score)| Routed { silo: silo.name.clone(), score }).collect();
        routed.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.silo.cmp(&b.silo)));
        routed
    }
}

impl Silo {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), pages: Vec::new(), placed: FxHashMap::default() }
    }

    fn add(&mut self, concept: Concept, spelling: &Bundle) -> bool {
        if self.placed.contains_key(&concept) {
            return false;
        }
        let fits = |page: &Bundle| page.load() + spelling.load() <= MOST_PARTS;
        let page = self.pages.iter().position(fits).unwrap_or_else(|| {
            self.pages.push(Bundle::new(spelling.dimension()));
            self.pages.len() - 1
        });
        self.pages[page].add_bundle(spelling);
        self.placed.insert(concept, page as u32);
        true
    }

    fn remove(&mut self, concept: Concept, spelling: &Bundle) -> bool {
        let Some(page) = self.placed.remove(&concept) else { return false };
        self.pages[page as usize].remove_bundle(spelling);
        while self.pages.last().is_some_and(|page| page.load() == 0) {
            self.pages.pop();
        }
        true
    }

    /// How much of a spelling is in the page that has most of it.
    fn likeness(&self, spelling: &Bundle) -> f32 {
        let whole = spelling.product(spelling).max(1) as f32;
        let best = self.pages.iter().map(|page| page.product(spelling)).max().unwrap_or(0);
        (best.max(0) as f32 / whole).min(1.0)
    }
}
