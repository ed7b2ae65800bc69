//! Passages as they were read: numbers in flat arrays, in the order of reading. A row is never changed;
//! one that is out of date is marked as gone, and a new one takes its place.

use super::reading::Reading;
use crate::arrays::Jagged;
use crate::arrays::NONE;

/// The bit of a word in a row that tells that it is written with a capital.
const CAPITAL: u32 = 1 << 31;
/// The bit of a mention's place that tells that the name is written in small letters.
const SMALL: u32 = 1 << 31;
/// A mention's place: the passage is about it. Counts twice.
pub(crate) const OWN_TITLE: u32 = u32::MAX;

/// A word as it is kept in a row.
pub(crate) fn written(word: u32, is_capital: bool) -> u32 {
    if is_capital { word | CAPITAL } else { word }
}

/// The word, however it is written.
pub(crate) fn plain(word: u32) -> u32 {
    word & !CAPITAL
}

/// The same with another number.
pub(crate) fn renumbered(word: u32, now: impl FnOnce(u32) -> u32) -> u32 {
    now(plain(word)) | word & CAPITAL
}

pub(crate) fn is_capital(word: u32) -> bool {
    word & CAPITAL != 0
}

/// Where a name is mentioned: at which of a row's words, and whether in small letters.
pub(crate) fn place(at: usize, is_small: bool) -> u32 {
    at as u32 | if is_small { SMALL } else { 0 }
}

pub(crate) fn position(place: u32) -> u32 {
    place & !SMALL
}

pub(crate) fn is_small(place: u32) -> bool {
    place & SMALL != 0
}

#[derive(Clone, Default)]
pub(crate) struct Rows {
    /// Which passage a row is of; `NONE` when it is gone.
    pub(super) passages: Vec<u32>,
    /// The name that is its title, or `NONE`.
    pub(super) titles: Vec<u32>,
    /// How many words say something.
    pub(super) lengths: Vec<u32>,
    /// How many words are of the title, and how many of these are outside of parentheses.
    pub(super) heads: Vec<[u32; 2]>,
    /// Title and text, each word with a bit for its capital.
    pub(super) words: Jagged<u32>,
    /// Where each sentence ends among the words; the first begins after the title.
    pub(super) sentences: Jagged<u32>,
    /// Names with capitals, and at which word.
    pub(super) spans: Jagged<[u32; 2]>,
    /// Other names of what the title names.
    pub(super) aliases: Jagged<u32>,
    /// All names and where they are, in order.
    pub(super) mentions: Jagged<[u32; 2]>,
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        self.passages.len()
    }

    pub(crate) fn is_gone(&self, row: u32) -> bool {
        self.passages[row as usize] == NONE
    }

    pub(crate) fn push(&mut self, passage: u32, reading: &Reading) -> u32 {
        let row = self.len() as u32;
        self.passages.push(passage);
        self.titles.push(reading.title);
        self.lengths.push(reading.length);
        self.heads.push(reading.head);
        self.words.push(&reading.words);
        self.sentences.push(&reading.sentences);
        self.spans.push(&reading.spans);
        self.aliases.push(&reading.aliases);
        row
    }

    /// The row as it was read.
    pub(crate) fn reading(&self, row: u32) -> Reading {
        let at = row as usize;
        Reading {
            title: self.titles[at],
            length: self.lengths[at],
            head: self.heads[at],
            words: self.words.get(row).to_vec(),
            sentences: self.sentences.get(row).to_vec(),
            spans: self.spans.get(row).to_vec(),
            aliases: self.aliases.get(row).to_vec(),
        }
    }

    /// The title's words, those in parentheses last and left out, unless there are no others.
    pub(crate) fn title_words(&self, row: u32) -> &[u32] {
        let [all, outside] = self.heads[row as usize];
        let kept = if outside == 0 { all } else { outside };
        &self.words.get(row)[..kept as usize]
    }

    /// The sentences' words. There is at least one sentence, which may be empty.
    pub(crate) fn sentence_words(&self, row: u32) -> impl Iterator<Item = &[u32]> {
        let words = self.words.get(row);
        let mut start = self.heads[row as usize][0] as usize;
        self.sentences.get(row).iter().map(move |end| {
            let sentence = &words[start..*end as usize];
            start = *end as usize;
            sentence
        })
    }

    /// In which sentence a mention is. One in the title counts as one in the first sentence.
    pub(crate) fn sentence_of(&self, row: u32, place: u32) -> usize {
        let ends = self.sentences.get(row);
        ends.partition_point(|end| *end <= position(place)).min(ends.len() - 1)
    }

    /// The names in a row: each with the places where it is.
    pub(crate) fn names(&self, row: u32) -> impl Iterator<Item = (u32, &[[u32; 2]])> {
        self.mentions.get(row).chunk_by(|a, b| a[0] == b[0]).map(|places| (places[0][0], places))
    }

    /// Drops the rows that are gone, and tells the new number of each.
    pub(crate) fn compact(&mut self) -> Vec<u32> {
        let keep: Vec<bool> = self.passages.iter().map(|passage| *passage != NONE).collect();
        let mut next = 0;
        let now = keep.iter().map(|keep| {
            next += u32::from(*keep);
            if *keep { next - 1 } else { NONE }
        });
        let now = now.collect();
        if keep.contains(&false) {
            retain(&mut self.passages, &keep);
            retain(&mut self.titles, &keep);
            retain(&mut self.lengths, &keep);
            retain(&mut self.heads, &keep);
            self.words.retain(&keep);
            self.sentences.retain(&keep);
            self.spans.retain(&keep);
            self.aliases.retain(&keep);
            self.mentions.retain(&keep);
        }
        now
    }
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut kept = keep.iter();
    items.retain(|_| kept.next() == Some(&true));
}
