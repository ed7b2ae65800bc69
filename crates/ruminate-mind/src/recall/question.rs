//! What a question is made of, as far as the index knows it: words with their weights, words that may
//! tell what is asked for, and names.

use super::index::{BY_TITLE, Index};
use super::rows::plain;
use crate::arrays::NONE;
use crate::text::demonyms::place_of;
use crate::text::relations::told_by;
use crate::text::spans::capitalised;
use crate::text::stems::{is_stop, stem};
use crate::text::words::each_word;

/// Words beyond this many are left out, the most frequent first: sets of words are bits of one number.
pub(crate) const MOST_WORDS: usize = 64;
/// What a word that tells weighs beside one that is asked for.
const TELLING: f32 = 0.3;
/// A name that is written like a title says this much; an alias less, a part of a title in between.
const TITLE: f32 = 1.0;
const ALIAS: f32 = 0.6;
const PART_OF_TITLE: f32 = 0.7;
/// A single word in small letters may be the name of a passage, but rarely is meant so.
const SMALL: f32 = 0.5;
/// An alias of more passages than this says nothing about any of them.
pub(crate) const MOST_ALIASES: u32 = 4;

/// A part's number in the scratch: words first, then telling words, then all others.
pub(crate) const TELLING_PART: u8 = MOST_WORDS as u8;
pub(crate) const OTHER_PART: u8 = 2 * MOST_WORDS as u8;

#[derive(Debug, Default)]
pub(crate) struct Question {
    /// Stems that say something, each once, with their weights.
    pub(crate) stems: Vec<u32>,
    pub(crate) weights: Vec<f32>,
    /// The words as they are asked.
    pub(crate) asked: Vec<String>,
    /// The sum of the weights, or one.
    pub(crate) total: f32,
    /// Stems by which a text may tell what is asked for.
    pub(crate) telling: Vec<u32>,
    pub(crate) telling_weights: Vec<f32>,
    /// Neighbouring words' stems, and what it says to find them as neighbours.
    pub(crate) pairs: Vec<([u32; 2], f32)>,
    /// The names in it.
    pub(crate) names: Vec<u32>,
    /// The rows about these names, and how surely each is meant.
    pub(crate) meant: Vec<(u32, f32)>,
}

impl Question {
    pub(crate) fn of(text: &str, index: &Index) -> Self {
        let mut question = Self::default();
        let words = Words::of(text, index);
        question.weigh_words(&words, index);
        question.weigh_pairs(&words, index);
        question.find_names(text, &words, index);
        question
    }

    fn weigh_words(&mut self, words: &Words, index: &Index) {
        let mut found: Vec<(u32, &String)> = Vec::new();
        for (word, stem) in words.asked.iter().zip(&words.stems) {
            if *stem != NONE
                && !is_stop(word)
                && index.found_in[*stem as usize] > 0
                && !found.iter().any(|(known, _)| known == stem)
            {
                found.push((*stem, word));
            }
        }
        if found.len() > MOST_WORDS {
            found.sort_by_key(|(stem, _)| index.found_in[*stem as usize]);
            found.truncate(MOST_WORDS);
        }
        let stems: Vec<u32> = found.iter().map(|(stem, _)| *stem).collect();
        self.asked = found.into_iter().map(|(_, word)| word.clone()).collect();
        self.weights = stems.iter().map(|stem| index.weight(*stem)).collect();
        self.total = self.weights.iter().sum();
        if self.total <= 0.0 {
            self.total = 1.0;
        }
        for asked in &stems {
            for telling in told_by(index.words.get(*asked)) {
                self.tell(telling, index.weight(*asked), &stems, index);
            }
        }
        self.stems = stems;
    }

    fn tell(&mut self, telling: &str, asked: f32, stems: &[u32], index: &Index) {
        let Some(stem) = index.words.find(telling) else { return };
        if index.found_in[stem as usize] == 0 || stems.contains(&stem) {
            return;
        }
        let weight = TELLING * asked.min(index.weight(stem));
        match self.telling.iter().position(|known| *known == stem) {
            Some(at) => self.telling_weights[at] = self.telling_weights[at].max(weight),
            None if self.telling.len() < MOST_WORDS => {
                self.telling.push(stem);
                self.telling_weights.push(weight);
            }
            None => {}
        }
    }

    /// A pair is at least as rare as the rarer of its words, and that is taken for how rare it is.
    fn weigh_pairs(&mut self, words: &Words, index: &Index) {
        const FREQUENT: f32 = 1.5;
        for (asked, stems) in words.asked.windows(2).zip(words.stems.windows(2)) {
            let stems = [stems[0], stems[1]];
            if stems.contains(&NONE) {
                continue;
            }
            let contents = asked.iter().zip(stems).filter(|(word, _)| !is_stop(word));
            let rarest = contents.map(|(_, stem)| index.found_in[stem as usize]).min();
            let weight = rarest.filter(|count| *count > 0).map(|count| index.rarity.name(count));
            if let Some(weight) = weight.filter(|weight| *weight > FREQUENT)
                && !self.pairs.iter().any(|(known, _)| *known == stems)
            {
                self.pairs.push((stems, weight));
            }
        }
    }

    fn find_names(&mut self, text: &str, words: &Words, index: &Index) {
        let mut found: Vec<u32> = Vec::new();
        let mut unknown: Vec<Vec<String>> = Vec::new();
        let mut at = 0;
        while at < words.known.len() {
            let longest = index.names.longest(&words.known[at..], NONE);
            found.extend(longest.map(|(name, _)| name));
            at += longest.map_or(1, |(_, length)| length);
        }
        for span in capitalised(text) {
            let mut span = strings(&text[span]);
            let leading =
                span.iter().take_while(|word| crate::text::spans::is_leading(word)).count();
            span.drain(..leading);
            let known: Option<Vec<u32>> = span.iter().map(|word| index.words.find(word)).collect();
            let name = known.and_then(|known| index.names.find(&known));
            match name
                .filter(|name| index.names.is_defined(*name) || index.names.mentioned(*name) > 0)
            {
                Some(name) => {
                    found.push(name);
                    if !index.names.is_defined(name) {
                        unknown.push(span);
                    }
                }
                None => unknown.push(span),
            }
        }
        for word in &words.asked {
            if let Some(place) = place_of(word) {
                let place: Option<Vec<u32>> =
                    place.split(' ').map(|word| index.words.find(word)).collect();
                found.extend(place.and_then(|place| index.names.find(&place)));
            }
        }
        let is_small = |name: u32| match index.names.words(name)[..] {
            [word] => words.small.contains(&word),
            _ => false,
        };
        for name in found {
            let is_name = index.names.is_title(name)
                || !is_small(name)
                    && (index.names.mentioned(name) > 0 || index.names.is_defined(name));
            if is_name && !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        let mut meant: Vec<(u32, f32)> = Vec::new();
        for span in unknown {
            for row in index.titles_with(&span) {
                meant.push((row, PART_OF_TITLE));
                let title = index.rows.titles[row as usize];
                if title != NONE && !self.names.contains(&title) {
                    self.names.push(title);
                }
            }
        }
        self.drop_contained(index);
        for name in &self.names {
            let small = if is_small(*name) { SMALL } else { 1.0 };
            for (row, is_title) in index.about(*name) {
                meant.push((row, if is_title { TITLE } else { ALIAS } * small));
            }
        }
        meant.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        meant.dedup_by_key(|(row, _)| *row);
        self.meant = meant;
    }

    /// A name within a longer one is not meant by itself.
    fn drop_contained(&mut self, index: &Index) {
        let words: Vec<Vec<u32>> = self.names.iter().map(|name| index.names.words(*name)).collect();
        let is_within = |short: &[u32], long: &[u32]| {
            short.len() < long.len() && long.windows(short.len()).any(|part| part == short)
        };
        let mut kept = words.iter().map(|own| !words.iter().any(|other| is_within(own, other)));
        self.names.retain(|_| kept.next() == Some(true));
    }
}

/// The words of a question. Whether one was ever read says nothing about it: all that has it may be forgotten.
struct Words {
    /// As they are asked, in order.
    asked: Vec<String>,
    /// Of each its number and its stem's, `NONE` for what was never read.
    known: Vec<u32>,
    stems: Vec<u32>,
    /// Those that begin with a small letter.
    small: Vec<u32>,
}

impl Words {
    fn of(text: &str, index: &Index) -> Self {
        /// Nobody asks so much; a text that was put in by mistake is cut.
        const MOST: usize = 4096;
        let mut words =
            Self { asked: Vec::new(), known: Vec::new(), stems: Vec::new(), small: Vec::new() };
        each_word(&text[..text.floor_char_boundary(8 * MOST)], |word, at| {
            if words.asked.len() == MOST {
                return;
            }
            let known = index.words.find(word);
            words.asked.push(word.to_owned());
            words.known.push(known.unwrap_or(NONE));
            words.stems.push(index.words.find(&stem(word)).unwrap_or(NONE));
            if text[at].starts_with(char::is_lowercase) {
                words.small.extend(known);
            }
        });
        words
    }
}

fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    each_word(text, |word, _| found.push(word.to_owned()));
    found
}

impl Question {
    /// The words of a set, as they are asked.
    pub(crate) fn spell(&self, set: u64) -> Vec<String> {
        let asked = self.asked.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0);
        asked.map(|(_, word)| word.clone()).collect()
    }
}

impl Index {
    pub(super) fn weight(&self, stem: u32) -> f32 {
        self.rarity.word(self.found_in[stem as usize])
    }

    /// The rows about a name, and whether it is their title.
    pub(super) fn about(&self, name: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        let [titles, aliases] = self.names.defined[name as usize];
        let is_usable = titles > 0 || (1..=MOST_ALIASES).contains(&aliases);
        let lists = is_usable.then(|| self.definitions.of(name)).into_iter().flatten();
        lists
            .filter(move |(row, by)| !self.rows.is_gone(*row) && (titles == 0 || *by == BY_TITLE))
            .map(|(row, by)| (row, by == BY_TITLE))
    }

    /// The rows with the shortest titles that hold all words of a name that is no title itself. None if
    /// its words are too frequent, or if there are too many such rows.
    fn titles_with(&self, name: &[String]) -> Vec<u32> {
        const RARE_ENOUGH: f32 = 0.6;
        const MOST_ROWS: usize = 3;
        let contents = name.iter().filter(|word| !is_stop(word));
        let stems: Option<Vec<u32>> = contents
            .map(|word| {
                self.words.find(&stem(word)).filter(|stem| self.found_in[*stem as usize] > 0)
            })
            .collect();
        let Some(stems) = stems else { return Vec::new() };
        let weight: f32 = stems.iter().map(|stem| self.weight(*stem)).sum();
        let Some(rarest) = stems.iter().min_by_key(|stem| self.found_in[**stem as usize]) else {
            return Vec::new();
        };
        if weight < RARE_ENOUGH * self.rarity.most() {
            return Vec::new();
        }
        let mut found: Vec<(usize, u32)> = Vec::new();
        for (row, _) in self.postings.of(*rarest).filter(|(row, _)| !self.rows.is_gone(*row)) {
            let title = self.rows.title_words(row);
            let held = |stem: &u32| {
                title.iter().any(|word| self.words.content(plain(*word)) == Some(*stem))
            };
            if self.rows.titles[row as usize] != NONE && stems.iter().all(held) {
                found.push((title.len(), row));
            }
        }
        found.sort_unstable_by_key(|(length, row)| (*length, self.id(*row)));
        found.retain({
            let shortest = found.first().map_or(0, |(length, _)| *length);
            move |(length, _)| *length == shortest
        });
        if found.len() > MOST_ROWS {
            found.clear();
        }
        found.into_iter().map(|(_, row)| row).collect()
    }
}
