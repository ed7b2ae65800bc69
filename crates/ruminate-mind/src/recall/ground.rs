//! What stays the same while a question is answered: which passages share its words, how far activation reaches, and what was
//! seen in the passages that were looked at.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::feature::{Feature, Features};
use super::index::Index;
use super::look::{Look, weigh};
use super::question::{OTHER_PART, Question, TELLING_PART};
use super::scratch::Scratch;
use super::spread::spread;
use super::ties::MOST_ABOUT;
use crate::arrays::NONE;

/// How many passages are in reach at first by their words, and how many by activation.
const BY_WORDS: usize = 50;
const BY_SPREAD: usize = 50;
/// Where no name of the question is known, activation begins at so many passages that share its words.
const SEEDS: usize = 5;
/// A name in more passages than this, and in more than this part of all, is nowhere to begin.
const FEWEST_OF_FREQUENT: f32 = 5.0;
const FREQUENT: f32 = 0.02;

/// Where a question looks: everywhere, or in one silo.
#[derive(Clone, Copy)]
pub(crate) struct Scope(Option<u32>);

impl Scope {
    pub(crate) const EVERYWHERE: Self = Self(None);

    /// Nowhere for a silo that nothing was learned for.
    pub(crate) fn of(index: &Index, silo: Option<&str>) -> Self {
        Self(silo.map(|silo| index.passages.silos.find(silo).unwrap_or(NONE)))
    }

    pub(crate) fn holds(self, index: &Index, row: u32) -> bool {
        let Some(silo) = self.0 else { return true };
        let passage = index.rows.passages[row as usize];
        passage != NONE && index.passages.silo_of[passage as usize] == silo
    }
}

pub(crate) struct Ground<'a> {
    pub(crate) index: &'a Index,
    pub(crate) scope: Scope,
    pub(crate) question: Question,
    pub(crate) scratch: Scratch,
    /// The passages in reach from the beginning.
    pub(crate) first: Vec<u32>,
    /// Those of them that share the question's words, with their scores, the best first.
    pub(crate) by_words: Vec<(u32, f32)>,
    best_score: f32,
    best_mass: f32,
    best_pairs: f32,
    /// Places in the order of activation, from zero.
    ranks: FxHashMap<u32, usize>,
    /// How surely the question names a passage.
    named: FxHashMap<u32, f32>,
    seen: RefCell<FxHashMap<u32, Rc<Seen>>>,
}

/// What a passage is by itself.
pub(crate) struct Seen {
    pub(crate) row: u32,
    pub(crate) look: Look,
    pub(crate) named: f32,
    /// The features that do not depend on what was picked.
    pub(crate) features: Features,
}

impl<'a> Ground<'a> {
    /// `k` passages at least are in reach, where so many share the question's words.
    pub(crate) fn of(index: &'a Index, question: &str, k: usize, scope: Scope) -> Self {
        let mut scratch = index.take_scratch();
        let question = Question::of(question, index);
        mark_parts(&question, &mut scratch);
        index.score_words(&question, &mut scratch);
        let is_wanted = |row: u32| index.is_written(row) && scope.holds(index, row);
        let by_words = index.best_by_words(&scratch, BY_WORDS.max(k), is_wanted);
        index.activate(&question, &by_words, &mut scratch);
        let by_spread = scratch.row_mass.held().filter(|(row, _)| is_wanted(*row));
        let by_spread = index.best(by_spread.collect(), BY_SPREAD);
        let mut ground = Self {
            index,
            scope,
            best_score: or_one(by_words.first().map_or(0.0, |(_, score)| *score)),
            best_mass: or_one(by_spread.first().map_or(0.0, |(_, mass)| *mass)),
            best_pairs: 1.0,
            ranks: ranks(&by_spread),
            named: question.meant.iter().copied().collect(),
            first: Vec::new(),
            by_words: Vec::new(),
            seen: RefCell::default(),
            question,
            scratch,
        };
        let rows = by_words.iter().chain(&by_spread).chain(&ground.question.meant);
        let mut first: Vec<u32> = rows.map(|(row, _)| *row).collect();
        first.retain(|row| scope.holds(index, *row));
        first.sort_unstable();
        first.dedup();
        let looks: Vec<(u32, Look)> = first.iter().map(|row| (*row, ground.look(*row))).collect();
        ground.best_pairs = or_one(looks.iter().map(|(_, look)| look.pairs).fold(0.0, f32::max));
        let seen = looks.into_iter().map(|(row, look)| (row, Rc::new(ground.judge(row, look))));
        let seen = seen.collect();
        ground.seen = RefCell::new(seen);
        ground.first = first;
        ground.by_words = by_words;
        ground
    }

    /// The best share of the question's words that any passage has.
    pub(crate) fn best_share(&self) -> f32 {
        self.best_score / self.question.total
    }

    /// Whether the passages with the question's words are about something: most of the best have titles, and not one
    /// for all. There is nothing to follow from one loose note to another, and what was learned about picks on texts with
    /// titles misleads there.
    pub(crate) fn has_titles(&self) -> bool {
        const BEST: usize = 10;
        let best = &self.by_words[..self.by_words.len().min(BEST)];
        let is_titled = |row: u32| {
            let title = self.index.rows.titles[row as usize];
            title != NONE && self.index.names.defined[title as usize][0] <= MOST_ABOUT
        };
        2 * best.iter().filter(|(row, _)| is_titled(*row)).count() >= best.len()
    }

    /// A passage, looked at once.
    pub(crate) fn see(&self, row: u32) -> Rc<Seen> {
        let mut seen = self.seen.borrow_mut();
        Rc::clone(seen.entry(row).or_insert_with(|| Rc::new(self.judge(row, self.look(row)))))
    }

    fn look(&self, row: u32) -> Look {
        Look::at(row, &self.question, self.index, &self.scratch)
    }

    fn judge(&self, row: u32, look: Look) -> Seen {
        let question = &self.question;
        let score = self.scratch.scores[row as usize];
        let told = |telling: u64| weigh(telling, &question.telling_weights);
        let sentence = |[words, telling]: &[u64; 2]| {
            weigh(words | look.title, &question.weights) + told(*telling)
        };
        let title = weigh(look.title, &question.weights);
        let named = self.named.get(&row).copied().unwrap_or_default();
        let rank = self.ranks.get(&row).copied().unwrap_or(9_999);
        let mut f = Features::default();
        f[Feature::WordsOfBest] = score / self.best_score;
        f[Feature::Holds] = weigh(look.holds, &question.weights) / question.total;
        f[Feature::TitleInQuestion] = title / or_one(look.title_weight);
        f[Feature::QuestionInTitle] = title / question.total;
        f[Feature::Named] = named;
        f[Feature::Sentence] =
            look.sentences.iter().map(sentence).fold(0.0, f32::max) / question.total;
        f[Feature::Pairs] = look.pairs / self.best_pairs;
        f[Feature::Spread] = magnitude(self.scratch.row_mass.get(row) / self.best_mass);
        f[Feature::SpreadRank] = 1.0 / (1.0 + rank as f32);
        f[Feature::Telling] = told(look.telling) / question.total;
        Seen { row, look, named, features: f }
    }

    /// The question's words that a name has.
    pub(crate) fn own_words(&self, name: u32) -> u64 {
        let words = self.index.names.words(name);
        let parts =
            words.iter().map(|word| self.scratch.parts[self.index.words.stem(*word) as usize]);
        let parts = parts.filter(|part| (1..=TELLING_PART).contains(part));
        parts.fold(0, |own, part| own | 1 << (part - 1))
    }
}

impl Drop for Ground<'_> {
    fn drop(&mut self) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let question = &self.question;
        let pairs = question.pairs.iter().flat_map(|(pair, _)| *pair);
        scratch.clear(question.stems.iter().chain(&question.telling).copied().chain(pairs));
        self.index.return_scratch(scratch);
    }
}

fn mark_parts(question: &Question, scratch: &mut Scratch) {
    for (pair, _) in &question.pairs {
        for stem in pair {
            scratch.parts[*stem as usize] = OTHER_PART + 1;
        }
    }
    for (stem, part) in question.telling.iter().zip(TELLING_PART + 1..) {
        scratch.parts[*stem as usize] = part;
    }
    for (stem, part) in question.stems.iter().zip(1..) {
        scratch.parts[*stem as usize] = part;
    }
}

/// A share of the best on a scale of orders of magnitude.
fn magnitude(share: f32) -> f32 {
    const MAGNITUDES: f32 = 8.0;
    (1.0 + share.max(1e-9).ln() / MAGNITUDES).max(0.0)
}

pub(crate) fn or_one(amount: f32) -> f32 {
    if amount > 0.0 { amount } else { 1.0 }
}

impl Index {
    fn take_scratch(&self) -> Scratch {
        let kept = self.scratch.lock().map(|mut kept| kept.pop());
        let mut scratch = kept.ok().flatten().unwrap_or_default();
        scratch.fit(self.rows.len(), self.names.len(), self.words.len());
        scratch
    }

    fn return_scratch(&self, scratch: Scratch) {
        if let Ok(mut kept) = self.scratch.lock() {
            kept.push(scratch);
        }
    }

    /// What a count of words is held against by BM25: more in a longer row.
    pub(super) fn norm(&self, row: u32) -> f32 {
        const K1: f32 = 1.2;
        const B: f32 = 0.75;
        let mean = self.total_length as f32 / self.living.max(1) as f32;
        K1 * (1.0 - B + B * self.rows.lengths[row as usize] as f32 / mean.max(1.0))
    }

    fn score_words(&self, question: &Question, scratch: &mut Scratch) {
        let Scratch { scores, scored, .. } = scratch;
        for (stem, weight) in question.stems.iter().zip(&question.weights) {
            for (row, count) in self.postings.of(*stem) {
                let score = &mut scores[row as usize];
                if *score == 0.0 {
                    scored.push(row);
                }
                let count = f32::from(count);
                *score += weight * count / (count + self.norm(row));
            }
        }
    }

    fn best_by_words(
        &self,
        scratch: &Scratch,
        most: usize,
        is_wanted: impl Fn(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let scored = scratch.scored.iter().map(|row| (*row, scratch.scores[*row as usize]));
        self.best(scored.filter(|(row, _)| is_wanted(*row)).collect(), most)
    }

    /// The best of many in order; of equals, the one whose name comes first.
    pub(super) fn best(&self, mut all: Vec<(u32, f32)>, most: usize) -> Vec<(u32, f32)> {
        let order = |a: &(u32, f32), b: &(u32, f32)| {
            b.1.total_cmp(&a.1).then_with(|| self.id(a.0).cmp(self.id(b.0)))
        };
        if all.len() > most {
            all.select_nth_unstable_by(most, order);
            all.truncate(most);
        }
        all.sort_unstable_by(order);
        all
    }

    fn activate(&self, question: &Question, by_words: &[(u32, f32)], scratch: &mut Scratch) {
        let most = (FREQUENT * self.living as f32).max(FEWEST_OF_FREQUENT);
        let counted = question.names.iter().map(|name| (*name, self.names.mentioned(*name)));
        let seeds: Vec<(u32, f32)> = counted
            .filter(|(_, count)| *count > 0 && (*count as f32) < most)
            .map(|(name, count)| (name, self.rarity.name(count)))
            .collect();
        match seeds.is_empty() {
            true => spread(self, scratch, &[], &by_words[..by_words.len().min(SEEDS)]),
            false => spread(self, scratch, &seeds, &[]),
        }
    }

    /// The passages that share the question's words, best first: plain BM25, for comparison and where links are
    /// not wanted.
    pub fn search(&self, question: &str, k: usize) -> Vec<(String, f32)> {
        let mut scratch = self.take_scratch();
        self.score_words(&Question::of(question, self), &mut scratch);
        let found = self.best_by_words(&scratch, k, |row| !self.rows.is_gone(row));
        scratch.clear([]);
        self.return_scratch(scratch);
        found.into_iter().map(|(row, score)| (self.id(row).to_owned(), score)).collect()
    }
}

/// How many are better than each. Equals share a place, as do those that differ in their last digits only.
fn ranks(by_spread: &[(u32, f32)]) -> FxHashMap<u32, usize> {
    const LESS: f32 = 1.0 - 1e-4;
    let (mut rank, mut mass_there) = (0, f32::INFINITY);
    let places = by_spread.iter().enumerate().map(|(at, (row, mass))| {
        if *mass < mass_there * LESS {
            (rank, mass_there) = (at, *mass);
        }
        (*row, rank)
    });
    places.collect()
}
