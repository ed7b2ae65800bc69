//! The index: what was read, and the lists that lead from words and names to it.
//!
//! What a passage mentions depends on which names other passages are about, so learning one about "New
//! York" changes what those that speak of it mention. Such passages are found by the words of the name and
//! entered anew; everything else stays. Whatever the order of learning and forgetting, the same passages
//! make the same index; only a session's turns are told apart by the order in which they were said.

use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};

use super::inverted::Inverted;
use super::names::Names;
use super::passage::Passage;
use super::passages::Passages;
use super::rarity::Rarity;
use super::reading::Reading;
use super::rows::{OWN_TITLE, Rows, is_capital, place, plain};
use super::scratch::Scratch;
use super::vocabulary::Vocabulary;
use crate::arrays::NONE;
use crate::text::demonyms::place_of;

/// How a row defines a name.
pub(crate) const BY_TITLE: u8 = 2;
pub(crate) const BY_ALIAS: u8 = 1;

/// How much an index holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub passages: usize,
    /// Those of them that are turns of conversations.
    pub turns: usize,
    /// Different words, by their stems.
    pub words: usize,
    /// Different names that are mentioned somewhere.
    pub names: usize,
    /// Pairs of a passage and a name that it mentions.
    pub mentions: usize,
    /// Subjects that passages were learned for.
    pub silos: usize,
}

/// Passages that can be recalled.
#[derive(Default)]
pub struct Index {
    pub(super) words: Vocabulary,
    pub(super) names: Names,
    pub(super) rows: Rows,
    pub(super) passages: Passages,
    /// From a stem to the rows that hold it.
    pub(super) postings: Inverted,
    /// From a name to the rows that mention it.
    pub(super) mentions: Inverted,
    /// From a name to the rows that are about it.
    pub(super) definitions: Inverted,
    /// In how many rows each stem is.
    pub(super) found_in: Vec<u32>,
    pub(super) living: u32,
    pub(super) total_length: u64,
    pub(super) rarity: Rarity,
    /// Whether passages went since words and names were last held against those that are left.
    pub(super) is_untidy: bool,
    /// Room to work in, for as many questions as were ever asked at once.
    pub(super) scratch: Mutex<Vec<Scratch>>,
}

impl Index {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.living as usize
    }

    pub fn is_empty(&self) -> bool {
        self.living == 0
    }

    /// What there is, in numbers.
    pub fn summary(&self) -> Summary {
        Summary {
            passages: self.len(),
            turns: self.passages.living_turns(),
            words: self.found_in.iter().filter(|count| **count > 0).count(),
            names: self.names.mentioned.iter().filter(|count| **count > 0).count(),
            mentions: self.names.mentioned.iter().map(|count| *count as usize).sum(),
            silos: self.passages.living_silos(),
        }
    }

    pub fn contains(&self, id: &str) -> bool {
        self.passages.find(id).is_some()
    }

    /// Learns passages. One whose id is known takes the place of the old one; of several with the same
    /// id the last counts.
    ///
    /// Large batches are faster than many small ones.
    pub fn add(&mut self, passages: impl IntoIterator<Item = Passage>) {
        let batch = last_of_each_id(passages.into_iter().map(Passage::without_speaker));
        let mut before = Before::default();
        let first_new = self.rows.len() as u32;
        for passage in &batch {
            if let Some(known) = self.passages.find(&passage.id) {
                self.forget(known, &mut before);
            }
            let reading = Reading::of(passage, &mut self.words, &mut self.names);
            let number = self.passages.enter(passage);
            self.enter(number, &reading, &mut before);
        }
        self.settle(first_new, before);
    }

    /// Forgets passages. Unknown ids are nothing to forget. Tells how many there were.
    pub fn remove<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) -> usize {
        let mut before = Before::default();
        let first_new = self.rows.len() as u32;
        let mut count = 0;
        for id in ids {
            if let Some(known) = self.passages.find(id) {
                self.forget(known, &mut before);
                count += 1;
            }
        }
        self.settle(first_new, before);
        count
    }

    fn forget(&mut self, passage: u32, before: &mut Before) {
        self.is_untidy = true;
        self.withdraw(self.passages.rows[passage as usize], before);
        self.passages.leave(passage);
    }

    /// Adds a row, without its mentions.
    fn enter(&mut self, passage: u32, reading: &Reading, before: &mut Before) {
        let row = self.rows.push(passage, reading);
        self.passages.rows[passage as usize] = row;
        self.found_in.resize(self.words.len(), 0);
        for (stem, count) in self.stems(row) {
            self.found_in[stem as usize] += 1;
            self.postings.push(stem, row, count);
        }
        if reading.title != NONE {
            before.note(&self.names, reading.title);
            self.names.defined[reading.title as usize][0] += 1;
            self.definitions.push(reading.title, row, BY_TITLE);
        }
        for alias in &reading.aliases {
            before.note(&self.names, *alias);
            self.names.defined[*alias as usize][1] += 1;
            self.definitions.push(*alias, row, BY_ALIAS);
        }
        self.living += 1;
        self.total_length += u64::from(reading.length);
    }

    /// Takes a row out of all counts. It stays in the lists until they are laid out anew.
    fn withdraw(&mut self, row: u32, before: &mut Before) {
        for (stem, _) in self.stems(row) {
            self.found_in[stem as usize] -= 1;
        }
        let at = row as usize;
        let title = self.rows.titles[at];
        if title != NONE {
            before.note(&self.names, title);
            self.names.defined[title as usize][0] -= 1;
        }
        for alias in self.rows.aliases.get(row) {
            before.note(&self.names, *alias);
            self.names.defined[*alias as usize][1] -= 1;
        }
        // A row that came in the same batch mentions nothing yet.
        if at < self.rows.mentions.len() {
            for (name, _) in self.rows.names(row) {
                self.names.mentioned[name as usize] -= 1;
            }
        }
        self.living -= 1;
        self.total_length -= u64::from(self.rows.lengths[at]);
        self.rows.passages[at] = NONE;
    }

    /// The stems of a row, each with how often it is there.
    pub(super) fn stems(&self, row: u32) -> Vec<(u32, u8)> {
        let words = self.rows.words.get(row);
        let mut stems: Vec<u32> =
            words.iter().filter_map(|word| self.words.content(plain(*word))).collect();
        stems.sort_unstable();
        let groups = stems.chunk_by(|a, b| a == b);
        groups.map(|same| (same[0], u8::try_from(same.len()).unwrap_or(u8::MAX))).collect()
    }

    /// Brings the mentions up to date after rows came or went.
    fn settle(&mut self, first_new: u32, before: Before) {
        for row in self.touched(first_new, before) {
            let passage = self.rows.passages[row as usize];
            let reading = self.rows.reading(row);
            self.withdraw(row, &mut Before::default());
            self.enter(passage, &reading, &mut Before::default());
        }
        for row in self.rows.mentions.len() as u32..self.rows.len() as u32 {
            let found = self.resolve(row);
            self.rows.mentions.push(&found);
            if self.rows.is_gone(row) {
                continue;
            }
            for same in found.chunk_by(|a, b| a[0] == b[0]) {
                let (name, count) = (same[0][0], u8::try_from(same.len()).unwrap_or(u8::MAX));
                self.names.mentioned[name as usize] += 1;
                self.mentions.push(name, row, count);
            }
        }
        self.rarity = Rarity::among(self.living);
        let gone = self.rows.len() - self.living as usize;
        if gone > self.rows.len() / 4
            || self.postings.is_scattered()
            || self.mentions.is_scattered()
            || self.definitions.is_scattered()
        {
            self.compact();
        }
    }

    /// The older rows that mention something else now that other names have passages about them.
    fn touched(&self, first_new: u32, before: Before) -> FxHashSet<u32> {
        let mut touched = FxHashSet::default();
        for (name, was_defined) in before.defined {
            if was_defined == self.names.is_defined(name) {
                continue;
            }
            let words = self.names.words(name);
            let stems = words.iter().filter_map(|word| self.words.content(*word));
            let rarest = stems.min_by_key(|stem| self.found_in[*stem as usize]);
            let holds = |row: &u32| {
                !self.rows.is_gone(*row) && holds_phrase(self.rows.words.get(*row), &words)
            };
            match rarest {
                Some(stem) => touched.extend(
                    self.postings
                        .of(stem)
                        .map(|(row, _)| row)
                        .filter(|row| *row < first_new)
                        .filter(holds),
                ),
                // A name of words that say nothing is in no list.
                None => touched.extend((0..first_new).filter(holds)),
            }
        }
        touched
    }

    /// What a row mentions: the longest names of passages, names with capitals, and places by the words
    /// for who is from there.
    fn resolve(&mut self, row: u32) -> Vec<[u32; 2]> {
        let own = self.rows.titles[row as usize];
        let words = self.rows.words.get(row);
        let plain: Vec<u32> = words.iter().map(|word| plain(*word)).collect();
        let mut found: Vec<[u32; 2]> = Vec::new();
        let mut demonyms = Vec::new();
        let [head, _] = self.rows.heads[row as usize];
        let mut start = 0;
        for end in std::iter::once(&head).chain(self.rows.sentences.get(row)) {
            let except = if start == 0 { own } else { NONE };
            let end = *end as usize;
            let mut at = start;
            while at < end {
                if self.words.is_demonym(plain[at]) {
                    demonyms.push((plain[at], place(at, false)));
                }
                let longest = self.names.longest(&plain[at..end], except);
                if let Some((name, length)) = longest {
                    let is_small = start > 0 && length == 1 && !is_capital(words[at]);
                    found.push([name, place(at, is_small)]);
                }
                at += longest.map_or(1, |(_, length)| length);
            }
            start = end;
        }
        for span in self.rows.spans.get(row) {
            if !found.contains(span) {
                found.push(*span);
            }
        }
        for (demonym, place) in demonyms {
            found.push([self.place(demonym), place]);
        }
        if own != NONE {
            found.extend([[own, OWN_TITLE]; 2]);
        }
        found.sort_unstable();
        found.dedup_by(|a, b| a == b && a[1] != OWN_TITLE);
        found
    }

    fn place(&mut self, demonym: u32) -> u32 {
        let place = place_of(self.words.get(demonym)).unwrap_or_default();
        let place: Vec<u32> = place.split(' ').map(|word| self.words.intern(word)).collect();
        self.found_in.resize(self.words.len(), 0);
        self.names.intern(&place)
    }

    /// Drops what is gone and lays the lists out in one piece.
    pub(super) fn compact(&mut self) {
        let now = self.rows.compact();
        for (passage, row) in self.rows.passages.iter().zip(0..) {
            self.passages.rows[*passage as usize] = row;
        }
        self.postings.flatten(self.words.len(), &now);
        self.mentions.flatten(self.names.len(), &now);
        self.definitions.flatten(self.names.len(), &now);
    }

    /// The rows that mention a name.
    pub(super) fn mentioning(&self, name: u32) -> impl Iterator<Item = u32> + '_ {
        self.mentions.of(name).map(|(row, _)| row).filter(|row| self.is_written(*row))
    }

    /// Whether a row is there, and is no turn of a conversation.
    pub(super) fn is_written(&self, row: u32) -> bool {
        let passage = self.rows.passages[row as usize];
        passage != NONE && self.passages.turns[passage as usize][0] == NONE
    }

    pub(super) fn id(&self, row: u32) -> &str {
        self.passages.ids.get(self.rows.passages[row as usize])
    }

    pub(super) fn title(&self, row: u32) -> &str {
        &self.passages.titles[self.rows.passages[row as usize] as usize]
    }

    /// A name in its words, for people.
    pub(super) fn spell(&self, name: u32) -> String {
        let words: Vec<_> =
            self.names.words(name).into_iter().map(|word| self.words.get(word)).collect();
        words.join(" ")
    }
}

/// Whether names had passages about them before a change.
#[derive(Default)]
struct Before {
    defined: FxHashMap<u32, bool>,
}

impl Before {
    fn note(&mut self, names: &Names, name: u32) {
        self.defined.entry(name).or_insert_with(|| names.is_defined(name));
    }
}

pub(crate) fn holds_phrase(words: &[u32], phrase: &[u32]) -> bool {
    let mut windows = words.windows(phrase.len());
    windows.any(|part| part.iter().zip(phrase).all(|(a, b)| plain(*a) == *b))
}

fn last_of_each_id(passages: impl IntoIterator<Item = Passage>) -> Vec<Passage> {
    let batch: Vec<Passage> = passages.into_iter().collect();
    let last: FxHashMap<&str, usize> =
        batch.iter().enumerate().map(|(at, passage)| (passage.id.as_str(), at)).collect();
    if last.len() == batch.len() {
        return batch;
    }
    let mut last: Vec<usize> = last.into_values().collect();
    last.sort_unstable();
    let mut batch: Vec<Option<Passage>> = batch.into_iter().map(Some).collect();
    last.into_iter().filter_map(|at| batch[at].take()).collect()
}
