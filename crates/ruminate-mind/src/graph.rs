//! Facts between concepts, each with what says it.
//!
//! Concepts and relations are numbered as they come. A fact is one for all who say it; it lies in the list of its
//! subject and in that of its object, so that what is known about a concept is found without looking at anything
//! else. Lists are chains through flat arrays: adding costs the same however much is known, and everything is
//! written to a file as it lies in memory. What is forgotten is marked, and left out when a quarter is.

mod belief;
mod chains;
mod disk;
mod fact;
mod likeness;
mod nearly;
mod over;

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::arrays::{NONE, Strings};
use crate::facts::{Statement, concept, relation};
use chains::Chains;

pub use fact::{Fact, Ground};
pub use likeness::Alike;

/// A concept of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConceptId(pub(crate) u32);

/// A fact of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(pub(crate) u32);

/// How much is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub facts: usize,
    pub concepts: usize,
    pub relations: usize,
}

#[derive(Clone, Default)]
pub struct Graph {
    /// In their normal forms.
    concepts: Strings,
    /// As they were written first; the same number as the concept's.
    spellings: Strings,
    spelling_of: Vec<u32>,
    relations: Strings,
    lessons: Strings,
    silos: Strings,
    silo_of: Vec<u32>,
    /// How far each lesson is believed, as the bits of its number.
    belief_of: Vec<u32>,
    /// What tells the texts of lessons apart; none where a text does not count.
    text_of: Vec<u32>,
    times: Strings,
    /// Subject, relation, object, and whether it is denied.
    facts: Vec<[u32; 4]>,
    /// How many grounds each has; without any it is gone.
    grounded: Vec<u32>,
    grounds: Vec<Row>,
    /// From concepts to facts, from facts and lessons to grounds, from words to concepts.
    of_subject: Chains,
    of_object: Chains,
    of_fact: Chains,
    of_lesson: Chains,
    words: Strings,
    of_word: Chains,
    living: usize,
    /// Grounds that were forgotten and are still there.
    gone: usize,
    /// From a fact's parts to its number. It is not written to files.
    numbers: FxHashMap<[u32; 4], u32>,
}

/// What says a fact: the lesson, the bytes of its sentence there, the time that it gives, and how sure it is.
#[derive(Clone, Copy, Debug)]
struct Row {
    fact: u32,
    lesson: u32,
    start: u32,
    end: u32,
    when: u32,
    confidence: f32,
    /// Whether it says that the fact is over.
    is_over: bool,
}

impl Graph {
    /// Learns what a lesson states, believed as far as the lesson is. One that is known already states this instead.
    pub fn learn(&mut self, lesson: &str, silo: &str, belief: f64, statements: &[Statement]) {
        self.forget(lesson);
        if statements.is_empty() {
            return;
        }
        let (lesson, is_new) = self.lessons.intern(lesson);
        let (silo, _) = self.silos.intern(silo);
        if is_new {
            self.silo_of.push(silo);
            self.belief_of.push(0);
            self.text_of.push(NONE);
        }
        self.silo_of[lesson as usize] = silo;
        self.belief_of[lesson as usize] = (belief as f32).to_bits();
        self.text_of[lesson as usize] = NONE;
        for statement in statements {
            self.add(lesson, belief, statement);
        }
    }

    /// A lesson that states something is this text: copies of it, under whatever titles, count once.
    pub(crate) fn is_text(&mut self, lesson: &str, text: &str) {
        if let Some(lesson) = self.lessons.find(lesson) {
            self.text_of[lesson as usize] = FxBuildHasher.hash_one(text) as u32;
        }
    }

    fn add(&mut self, lesson: u32, belief: f64, statement: &Statement) {
        let (subject, object) = (self.enter(&statement.subject), self.enter(&statement.object));
        let (Some(subject), Some(object)) = (subject, object) else { return };
        let relation = self.relations.intern(&statement.relation).0;
        let parts = [subject, relation, object, u32::from(statement.is_negated)];
        let fact = *self.numbers.entry(parts).or_insert_with(|| {
            let fact = self.facts.len() as u32;
            self.facts.push(parts);
            self.grounded.push(0);
            self.of_subject.push(subject, fact);
            self.of_object.push(object, fact);
            fact
        });
        let when = statement.when.as_deref().map_or(NONE, |when| self.times.intern(when).0);
        let ground = self.grounds.len() as u32;
        self.grounds.push(Row {
            fact,
            lesson,
            start: statement.sentence.start as u32,
            end: statement.sentence.end as u32,
            when,
            confidence: (statement.confidence * belief) as f32,
            is_over: statement.is_over,
        });
        self.of_fact.push(fact, ground);
        self.of_lesson.push(lesson, ground);
        let grounded = &mut self.grounded[fact as usize];
        *grounded += 1;
        self.living += usize::from(*grounded == 1);
    }

    /// The number of a concept, which is new if need be; none for what has no words.
    fn enter(&mut self, written: &str) -> Option<u32> {
        let normal = concept(written);
        if normal.is_empty() {
            return None;
        }
        let (number, is_new) = self.concepts.intern(&normal);
        if is_new {
            self.spelling_of.push(self.spellings.intern(written).0);
            for word in normal.split(' ') {
                let word = self.words.intern(word).0;
                self.of_word.push(word, number);
            }
        }
        Some(number)
    }

    /// Forgets what a lesson states; what others state too stays. Nothing happens for one that states nothing.
    pub fn forget(&mut self, lesson: &str) {
        let Some(lesson) = self.lessons.find(lesson) else { return };
        for ground in self.of_lesson.of(lesson) {
            let row = &mut self.grounds[ground as usize];
            let fact = std::mem::replace(&mut row.fact, NONE);
            if fact == NONE {
                continue;
            }
            self.gone += 1;
            let grounded = &mut self.grounded[fact as usize];
            *grounded -= 1;
            self.living -= usize::from(*grounded == 0);
        }
        self.of_lesson.clear(lesson);
        if self.gone > self.grounds.len() / 4 + 1_000 {
            self.compact();
        }
    }

    /// Leaves out what is gone.
    pub(crate) fn compact(&mut self) {
        if self.gone == 0 {
            return;
        }
        let old = std::mem::take(self);
        let mut statements: Vec<(u32, &Row)> = old
            .grounds
            .iter()
            .filter(|row| row.fact != NONE)
            .map(|row| (row.lesson, row))
            .collect();
        statements.sort_by_key(|(lesson, _)| *lesson);
        for same in statements.chunk_by(|a, b| a.0 == b.0) {
            let lesson = same[0].0;
            let said: Vec<Statement> = same.iter().map(|(_, row)| old.statement(row)).collect();
            let silo = old.silos.get(old.silo_of[lesson as usize]);
            self.learn(old.lessons.get(lesson), silo, 1.0, &said);
            let number = self.belief_of.len() - 1;
            self.belief_of[number] = old.belief_of[lesson as usize];
            self.text_of[number] = old.text_of[lesson as usize];
        }
    }

    fn statement(&self, row: &Row) -> Statement {
        let [subject, relation, object, is_negated] = self.facts[row.fact as usize];
        Statement {
            subject: self.spelling(ConceptId(subject)).to_owned(),
            relation: self.relations.get(relation).to_owned(),
            object: self.spelling(ConceptId(object)).to_owned(),
            is_negated: is_negated != 0,
            is_over: row.is_over,
            when: (row.when != NONE).then(|| self.times.get(row.when).to_owned()),
            sentence: row.start as usize..row.end as usize,
            confidence: f64::from(row.confidence),
        }
    }

    /// The concept of this name, however it is written.
    pub fn concept(&self, written: &str) -> Option<ConceptId> {
        self.concepts.find(&concept(written)).map(ConceptId)
    }

    /// Whether a concept has this word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.find(word).is_some()
    }

    /// A concept as it was first written.
    pub fn spelling(&self, concept: ConceptId) -> &str {
        self.spellings.get(self.spelling_of[concept.0 as usize])
    }

    /// A concept in its normal form.
    pub fn normal(&self, concept: ConceptId) -> &str {
        self.concepts.get(concept.0)
    }

    /// The facts that a concept is the subject of.
    pub fn of_subject(&self, concept: ConceptId) -> impl Iterator<Item = FactId> + '_ {
        self.living(self.of_subject.of(concept.0))
    }

    /// The facts that a concept is the object of.
    pub fn of_object(&self, concept: ConceptId) -> impl Iterator<Item = FactId> + '_ {
        self.living(self.of_object.of(concept.0))
    }

    fn living<'a>(
        &'a self,
        facts: impl Iterator<Item = u32> + 'a,
    ) -> impl Iterator<Item = FactId> + 'a {
        facts.filter(|fact| self.grounded[*fact as usize] > 0).map(FactId)
    }

    /// The concepts that some fact speaks of.
    pub fn concepts(&self) -> impl Iterator<Item = ConceptId> + '_ {
        (0..self.concepts.len() as u32).map(ConceptId).filter(|concept| self.is_known(*concept))
    }

    /// All facts, in no order that means anything.
    pub fn facts(&self) -> impl Iterator<Item = FactId> + '_ {
        self.living(0..self.facts.len() as u32)
    }

    /// The facts with this subject, relation as somebody writes it, and object; those that deny it too.
    pub fn find(&self, subject: &str, written: &str, object: &str) -> Vec<FactId> {
        let relation = relation(written);
        let (subject, object) = match relation.is_inverse {
            true => (object, subject),
            false => (subject, object),
        };
        let (Some(subject), Some(object), Some(relation)) =
            (self.concept(subject), self.concept(object), self.relations.find(&relation.name))
        else {
            return Vec::new();
        };
        let number = |denied: u32| self.numbers.get(&[subject.0, relation, object.0, denied]);
        self.living([0, 1].iter().filter_map(|denied| number(*denied)).copied()).collect()
    }

    /// How many names facts lead to that no fact is about.
    pub fn unexplained(&self) -> usize {
        let is_name = |concept: &ConceptId| self.spelling(*concept).starts_with(char::is_uppercase);
        let is_open = |concept: &ConceptId| self.of_subject(*concept).next().is_none();
        self.concepts().filter(is_name).filter(is_open).count()
    }

    pub fn known(&self) -> Known {
        let mut concepts = vec![false; self.concepts.len()];
        let mut relations = vec![false; self.relations.len()];
        for FactId(fact) in self.facts() {
            let [subject, relation, object, _] = self.facts[fact as usize];
            concepts[subject as usize] = true;
            concepts[object as usize] = true;
            relations[relation as usize] = true;
        }
        let count = |seen: Vec<bool>| seen.into_iter().filter(|seen| *seen).count();
        Known { facts: self.living, concepts: count(concepts), relations: count(relations) }
    }
}
