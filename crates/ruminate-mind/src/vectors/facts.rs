//! Facts in pages: each fact is its three vectors bound into one, each page a bundle of facts.
//!
//! A page holds no more than the law of [`capacity`] allows for the accuracy that is wanted. Facts of one subject share
//! a page where they can, and a directory tells which pages a concept occurs in, so that a question unbinds few of them.
//! Nothing here can list its facts: they are elsewhere, and exact.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::bundle::Bundle;
use super::capacity::capacity;
use super::concept::Concept;
use super::lexicon::Lexicon;
use super::phases::Phases;
use super::probe::Probe;
use super::recalled::{Recalled, recalled};
use super::space::Space;

/// A concept may be in thousands of pages; a question looks at so many, the latest, so that its time is bounded.
const MOST_PAGES: usize = 64;
/// So many pages of a subject, the latest, are tried for room.
const TRIED: usize = 4;

/// What pages are made for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub space: Space,
    /// The share of right answers that is wanted of a full page.
    pub accuracy: f64,
    /// How many concepts there may be; more make answers less sure.
    pub concepts: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { space: Space::default(), accuracy: 0.99, concepts: 200_000 }
    }
}

/// Facts as vectors.
#[derive(Clone, Debug)]
pub struct FactPages {
    space: Space,
    most_load: usize,
    pages: Vec<Bundle>,
    with_room: BTreeSet<u32>,
    /// The page of each fact.
    placed: FxHashMap<Concept, u32>,
    /// The pages of each concept, ascending.
    homes: FxHashMap<Concept, Vec<Home>>,
    concepts: Lexicon,
    relations: Lexicon,
}

/// A page that holds facts of a concept.
#[derive(Clone, Copy, Debug)]
struct Home {
    page: u32,
    /// How many facts have it as their subject, and as their object.
    roles: [u16; 2],
}

#[derive(Clone, Copy)]
enum Role {
    Subject,
    Object,
}

/// A fact as its concepts.
#[derive(Clone, Copy)]
struct Triple {
    subject: Concept,
    relation: Concept,
    object: Concept,
}

impl Triple {
    fn named(subject: &str, relation: &str, object: &str) -> Self {
        let [subject, relation, object] = [subject, relation, object].map(Concept::named);
        Self { subject, relation, object }
    }

    fn roles(self) -> [(Concept, Role); 2] {
        [(self.subject, Role::Subject), (self.object, Role::Object)]
    }

    fn key(self) -> Concept {
        self.subject.within(self.relation.number()).within(self.object.number())
    }

    /// The object is turned: whose capital a city is differs from what has the city as its capital.
    fn vector(self, space: Space) -> Phases {
        let object = space.vector(self.object).turn();
        object.bind(&space.vector(self.subject)).bind(&space.vector(self.relation))
    }
}

impl FactPages {
    pub fn new(settings: Settings) -> Self {
        let Settings { space, accuracy, concepts } = settings;
        Self {
            space,
            most_load: capacity(space.dimension(), concepts, accuracy),
            pages: Vec::new(),
            with_room: BTreeSet::new(),
            placed: FxHashMap::default(),
            homes: FxHashMap::default(),
            concepts: Lexicon::new(space),
            relations: Lexicon::new(space),
        }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// How many facts a page holds at most.
    pub fn most_load(&self) -> usize {
        self.most_load
    }

    pub fn pages(&self) -> &[Bundle] {
        &self.pages
    }

    /// How many concepts are known.
    pub fn concepts(&self) -> usize {
        self.concepts.len()
    }

    /// Adds a fact; `false` when it is there already.
    pub fn add(&mut self, subject: &str, relation: &str, object: &str) -> bool {
        let triple = Triple::named(subject, relation, object);
        if self.placed.contains_key(&triple.key()) {
            return false;
        }
        let page = self.page_for(triple.subject);
        self.placed.insert(triple.key(), page);
        let bundle = &mut self.pages[page as usize];
        bundle.add(&triple.vector(self.space));
        if bundle.load() >= self.most_load {
            self.with_room.remove(&page);
        }
        for ((concept, role), name) in triple.roles().into_iter().zip([subject, object]) {
            self.concepts.hold(concept, name);
            self.settle(concept, role, page);
        }
        self.relations.hold(triple.relation, relation);
        true
    }

    /// Takes a fact out, as if it had never been there; `false` when it was not.
    pub fn remove(&mut self, subject: &str, relation: &str, object: &str) -> bool {
        let triple = Triple::named(subject, relation, object);
        let Some(page) = self.placed.remove(&triple.key()) else { return false };
        self.pages[page as usize].remove(&triple.vector(self.space));
        self.with_room.insert(page);
        for (concept, role) in triple.roles() {
            self.concepts.release(concept);
            self.unsettle(concept, role, page);
        }
        self.relations.release(triple.relation);
        while self.pages.last().is_some_and(|page| page.load() == 0) {
            self.pages.pop();
            self.with_room.remove(&(self.pages.len() as u32));
        }
        true
    }

    /// What the subject stands in the relation to.
    pub fn objects(&self, subject: &str, relation: &str, k: usize) -> Vec<Recalled> {
        let subject = Concept::named(subject);
        let key = self.space.vector(subject).bind(&self.space.named(relation));
        let probes = self.unbind(self.homes_of(subject, Role::Subject), &key, Probe::turn_back);
        recalled(&self.concepts, &probes, k)
    }

    /// What stands in the relation to the object.
    pub fn subjects(&self, relation: &str, object: &str, k: usize) -> Vec<Recalled> {
        let object = Concept::named(object);
        let key = self.space.vector(object).turn().bind(&self.space.named(relation));
        let probes = self.unbind(self.homes_of(object, Role::Object), &key, |probe| probe);
        recalled(&self.concepts, &probes, k)
    }

    /// What the subject is to the object.
    pub fn relations(&self, subject: &str, object: &str, k: usize) -> Vec<Recalled> {
        let (subject, object) = (Concept::named(subject), Concept::named(object));
        let key = self.space.vector(object).turn().bind(&self.space.vector(subject));
        let theirs: BTreeSet<u32> = self.homes_of(object, Role::Object).collect();
        let both = self.homes_of(subject, Role::Subject).filter(|page| theirs.contains(page));
        let probes = self.unbind(both, &key, |probe| probe);
        recalled(&self.relations, &probes, k)
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        let pages: usize = self.pages.iter().map(|page| size_of_val(page.planes())).sum();
        let homes: usize =
            self.homes.values().map(|pages| pages.capacity() * size_of::<Home>()).sum();
        // Maps are seven eighths full at most, and have a byte for each place.
        let maps = self.placed.capacity() * 20 + self.homes.capacity() * 38;
        pages + homes + maps + self.concepts.bytes() + self.relations.bytes()
    }

    fn page_for(&mut self, subject: Concept) -> u32 {
        let latest = self.homes.get(&subject).into_iter().flatten().rev().take(TRIED);
        let own = latest.map(|home| home.page).find(|page| self.with_room.contains(page));
        if let Some(page) = own.or_else(|| self.with_room.first().copied()) {
            return page;
        }
        let page = self.pages.len() as u32;
        self.pages.push(Bundle::new(self.space.dimension()));
        self.with_room.insert(page);
        page
    }

    fn settle(&mut self, concept: Concept, role: Role, page: u32) {
        let homes = self.homes.entry(concept).or_default();
        let at = match homes.binary_search_by_key(&page, |home| home.page) {
            Ok(at) => at,
            Err(at) => {
                homes.insert(at, Home { page, roles: [0; 2] });
                at
            }
        };
        homes[at].roles[role as usize] += 1;
    }

    fn unsettle(&mut self, concept: Concept, role: Role, page: u32) {
        let Some(homes) = self.homes.get_mut(&concept) else { return };
        if let Ok(at) = homes.binary_search_by_key(&page, |home| home.page) {
            homes[at].roles[role as usize] -= 1;
            if homes[at].roles == [0; 2] {
                homes.remove(at);
            }
        }
        if homes.is_empty() {
            self.homes.remove(&concept);
        }
    }

    /// Pages with facts that have the concept in this role, the latest first.
    fn homes_of(&self, concept: Concept, role: Role) -> impl Iterator<Item = u32> {
        let homes = self.homes.get(&concept).into_iter().flatten().rev();
        homes.filter(move |home| home.roles[role as usize] > 0).map(|home| home.page)
    }

    /// What the key was bound to in each page, with the noise that the page makes.
    fn unbind(
        &self,
        pages: impl Iterator<Item = u32>,
        key: &Phases,
        role: impl Fn(Probe) -> Probe,
    ) -> Vec<(Probe, f32)> {
        let pages = pages.take(MOST_PAGES).map(|page| &self.pages[page as usize]);
        let variance = |page: &Bundle| page.load() as f32 / (2.0 * self.space.dimension() as f32);
        pages.map(|page| (role(page.unbind(key)), variance(page))).collect()
    }
}
