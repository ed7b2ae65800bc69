//! Leaving out what nothing needs any more: the words, names, ids and titles of passages that were forgotten. They are
//! numbered without gaps, so everything that has their numbers is numbered anew, in the same order.

use super::index::Index;
use super::inverted::Inverted;
use super::names::Names;
use super::passages::Passages;
use super::rows::{Rows, renumbered};
use super::vocabulary::Vocabulary;
use crate::arrays::{Jagged, NONE, Strings};

/// The new numbers of what is kept.
struct Kept {
    /// The old number of each.
    old: Vec<u32>,
    /// Of each old number the new one, or `NONE`.
    new: Vec<u32>,
}

impl Kept {
    fn of(is_used: &[bool]) -> Self {
        let old: Vec<u32> =
            (0..).zip(is_used).filter(|(_, used)| **used).map(|(at, _)| at).collect();
        let mut new = vec![NONE; is_used.len()];
        for (at, number) in old.iter().zip(0..) {
            new[*at as usize] = number;
        }
        Self { old, new }
    }

    fn now(&self, old: u32) -> u32 {
        if old == NONE { NONE } else { self.new[old as usize] }
    }

    fn items<T: Copy>(&self, items: &[T]) -> Vec<T> {
        self.old.iter().map(|at| items[*at as usize]).collect()
    }

    fn strings(&self, strings: &Strings) -> Strings {
        let mut kept = Strings::default();
        for at in &self.old {
            kept.intern(strings.get(*at));
        }
        kept
    }
}

impl Index {
    /// Drops what is gone, and what only that needed.
    pub(crate) fn tidy(&mut self) {
        self.compact();
        if !std::mem::take(&mut self.is_untidy) {
            return;
        }
        let names = Kept::of(&used_names(&self.names, &self.rows));
        let words = Kept::of(&used_words(&self.words, &self.names, &names, &self.rows));
        self.rows.renumber(&words, &names);
        self.words.keep(&words);
        self.names.keep(&names, &words);
        self.found_in = words.items(&self.found_in);
        self.postings.keep(&words);
        self.mentions.keep(&names);
        self.definitions.keep(&names);
        let passages: Vec<bool> = self.passages.rows.iter().map(|row| *row != NONE).collect();
        let passages = Kept::of(&passages);
        for passage in &mut self.rows.passages {
            *passage = passages.now(*passage);
        }
        self.passages.keep(&passages);
        // It has room for what there was.
        self.scratch = Default::default();
    }

    /// Whether some passage has this word, or one with this stem.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.find(word).is_some()
    }
}

/// Those that a row has, and those that they go on from.
fn used_names(names: &Names, rows: &Rows) -> Vec<bool> {
    let mut used = vec![false; names.len()];
    used[0] = true;
    let named = rows.spans.items.iter().chain(&rows.mentions.items).map(|[name, _]| name);
    for name in rows.titles.iter().chain(&rows.aliases.items).chain(named) {
        let mut at = *name;
        while at != NONE && !used[at as usize] {
            used[at as usize] = true;
            [at, _] = names.steps[at as usize];
        }
    }
    used
}

/// Those of the rows, of the names that are kept, and their stems.
fn used_words(words: &Vocabulary, names: &Names, kept: &Kept, rows: &Rows) -> Vec<bool> {
    let mut used = vec![false; words.len()];
    let of_names = kept.old.iter().skip(1).map(|name| names.steps[*name as usize][1]);
    for word in rows.words.items.iter().map(|word| super::rows::plain(*word)).chain(of_names) {
        let mut at = word;
        while !used[at as usize] {
            used[at as usize] = true;
            at = words.stem(at);
        }
    }
    used
}

impl Vocabulary {
    fn keep(&mut self, kept: &Kept) {
        self.strings = kept.strings(&self.strings);
        self.stems = kept.items(&self.stems).into_iter().map(|stem| kept.now(stem)).collect();
        self.kinds = kept.items(&self.kinds);
    }
}

impl Names {
    fn keep(&mut self, kept: &Kept, words: &Kept) {
        let steps = kept.items(&self.steps).into_iter();
        let steps = steps.map(|[shorter, word]| [kept.now(shorter), words.now(word)]).collect();
        *self = Self::from_parts(steps, kept.items(&self.defined), kept.items(&self.mentioned));
    }
}

impl Rows {
    fn renumber(&mut self, words: &Kept, names: &Kept) {
        for word in &mut self.words.items {
            *word = renumbered(*word, |word| words.now(word));
        }
        for name in self.titles.iter_mut().chain(&mut self.aliases.items) {
            *name = names.now(*name);
        }
        for [name, _] in self.spans.items.iter_mut().chain(&mut self.mentions.items) {
            *name = names.now(*name);
        }
    }
}

impl Inverted {
    /// Only the lists of what is kept; they lie in one piece.
    fn keep(&mut self, kept: &Kept) {
        let mut lists: Jagged<u32> = Jagged::default();
        let mut counts = Vec::with_capacity(self.counts.len());
        for key in &kept.old {
            let (rows, own): (Vec<u32>, Vec<u8>) = self.of(*key).unzip();
            lists.push(&rows);
            counts.extend(own);
        }
        *self = Self::from_parts(lists.starts, lists.items, counts);
    }
}

impl Passages {
    fn keep(&mut self, kept: &Kept) {
        let used = |strings: &Strings, items: &mut dyn Iterator<Item = u32>| {
            let mut used = vec![false; strings.len()];
            items.filter(|item| *item != NONE).for_each(|item| used[item as usize] = true);
            Kept::of(&used)
        };
        let (silo_of, turns) = (kept.items(&self.silo_of), kept.items(&self.turns));
        let silos = used(&self.silos, &mut silo_of.iter().copied());
        let sessions = used(&self.sessions, &mut turns.iter().map(|[session, ..]| *session));
        let speakers = used(&self.speakers, &mut turns.iter().map(|[_, speaker, _]| *speaker));
        let order: Vec<u32> = self.order().into_iter().map(|turn| kept.now(turn)).collect();
        let titles = kept.old.iter().map(|at| std::mem::take(&mut self.titles[*at as usize]));
        *self = Self::from_parts(
            kept.strings(&self.ids),
            titles.collect(),
            [
                silos.strings(&self.silos),
                sessions.strings(&self.sessions),
                speakers.strings(&self.speakers),
            ],
            silo_of.into_iter().map(|silo| silos.now(silo)).collect(),
            kept.items(&self.rows),
            turns
                .into_iter()
                .map(|[session, speaker, asks]| {
                    [sessions.now(session), speakers.now(speaker), asks]
                })
                .collect(),
            &order,
        );
    }
}
