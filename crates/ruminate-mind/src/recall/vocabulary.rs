//! All words that were ever read, with their stems. A word is looked at once, when it is new.

use crate::arrays::Strings;
use crate::text::demonyms::place_of;
use crate::text::spans::{is_calendar, is_leading};
use crate::text::stems::{is_stop, stem};
use crate::text::times::tells_time;
use crate::text::words::each_word;

const STOP: u8 = 1;
const LEADING: u8 = 2;
const CALENDAR: u8 = 4;
const DEMONYM: u8 = 8;
const TIME: u8 = 16;

#[derive(Clone, Default)]
pub(crate) struct Vocabulary {
    pub(super) strings: Strings,
    /// Of each word its stem, which is a word too.
    pub(super) stems: Vec<u32>,
    pub(super) kinds: Vec<u8>,
}

impl Vocabulary {
    pub(crate) fn len(&self) -> usize {
        self.strings.len()
    }

    pub(crate) fn intern(&mut self, word: &str) -> u32 {
        let (id, is_new) = self.strings.intern(word);
        if is_new {
            self.stems.push(id);
            self.kinds.push(kind(word));
            let stem = stem(word);
            if stem != word {
                self.stems[id as usize] = self.intern(&stem);
            }
        }
        id
    }

    pub(crate) fn find(&self, word: &str) -> Option<u32> {
        self.strings.find(word)
    }

    pub(crate) fn get(&self, word: u32) -> &str {
        self.strings.get(word)
    }

    /// The words of a text.
    pub(crate) fn read(&mut self, text: &str) -> Vec<u32> {
        let mut words = Vec::new();
        each_word(text, |word, _| words.push(self.intern(word)));
        words
    }

    pub(crate) fn stem(&self, word: u32) -> u32 {
        self.stems[word as usize]
    }

    /// The stem of a word that says something.
    pub(crate) fn content(&self, word: u32) -> Option<u32> {
        (self.kinds[word as usize] & STOP == 0).then(|| self.stem(word))
    }

    /// Whether a name cannot begin with this word.
    pub(crate) fn is_leading(&self, word: u32) -> bool {
        self.kinds[word as usize] & LEADING != 0
    }

    pub(crate) fn is_calendar(&self, word: u32) -> bool {
        self.kinds[word as usize] & CALENDAR != 0
    }

    /// Months, days and numbers.
    pub(crate) fn is_of_a_date(&self, word: u32) -> bool {
        self.is_calendar(word) || self.get(word).bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Words by which people say when something happened.
    pub(crate) fn tells_time(&self, word: u32) -> bool {
        self.kinds[word as usize] & TIME != 0
    }

    pub(crate) fn is_demonym(&self, word: u32) -> bool {
        self.kinds[word as usize] & DEMONYM != 0
    }
}

fn kind(word: &str) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    bit(is_stop(word), STOP)
        | bit(is_leading(word), LEADING)
        | bit(is_calendar(word), CALENDAR)
        | bit(place_of(word).is_some(), DEMONYM)
        | bit(tells_time(word), TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_by_stems() {
        let mut words = Vocabulary::default();
        let read = words.read("The directors directed");
        assert_eq!(words.content(read[0]), None);
        assert_eq!(words.content(read[1]), words.content(read[2]));
        assert_eq!(words.get(words.stem(read[1])), "direct");
        let hungarian = words.intern("hungarian");
        assert!(words.is_demonym(hungarian) && words.is_leading(read[0]));
    }
}
