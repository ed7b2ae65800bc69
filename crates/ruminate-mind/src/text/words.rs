//! A text as its words: small letters, without accents, in the order of the text.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};

/// Longer words are cut: nobody asks for them, and a megabyte without a space is one word.
const LONGEST: usize = 64;

/// Calls `take` with each word and with where it stands in the text.
///
/// Scripts that put no spaces between words give every pair of neighbouring characters as a word: that
/// is what full-text search does with them when it has no dictionary.
pub fn each_word(text: &str, mut take: impl FnMut(&str, Range<usize>)) {
    let mut word = Word::default();
    let bytes = text.as_bytes();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let next = chars.offset();
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                word.push(c.to_ascii_lowercase(), at, next);
            } else if !(c == ',' && groups_digits(bytes, at)) {
                word.finish(&mut take);
            }
        } else if canonical_combining_class(c) != 0 {
            // An accent, in the middle of a word.
        } else if has_no_spaces(c) {
            word.finish_unless_spaceless(&mut take);
            word.push_spaceless(c, at, next, &mut take);
        } else if is_syllable(c) {
            word.push(c, at, next);
        } else {
            word.push_decomposed(c, at, next, &mut take);
        }
    }
    word.finish(&mut take);
}

/// A text as its words with spaces between them.
pub(crate) fn folded(text: &str) -> String {
    let mut words = Vec::new();
    each_word(text, |word, _| words.push(word.to_owned()));
    words.join(" ")
}

/// A word that is being read.
#[derive(Default)]
struct Word {
    folded: String,
    at: Range<usize>,
    /// The last character, when it is of a script without spaces.
    spaceless: Option<(char, Range<usize>)>,
}

impl Word {
    fn push(&mut self, c: char, at: usize, next: usize) {
        // A single character before letters with spaces is left as it is: pairs do not cross scripts.
        self.spaceless = None;
        if self.folded.is_empty() {
            self.at.start = at;
        }
        if self.folded.len() < LONGEST {
            self.folded.push(c);
        }
        self.at.end = next;
    }

    fn push_decomposed(
        &mut self,
        c: char,
        at: usize,
        next: usize,
        take: &mut impl FnMut(&str, Range<usize>),
    ) {
        decompose_compatible(c, |part| {
            if canonical_combining_class(part) != 0 {
                return;
            }
            if part.is_alphanumeric() {
                part.to_lowercase().for_each(|small| self.push(small, at, next));
            } else {
                self.finish(take);
            }
        });
    }

    fn push_spaceless(
        &mut self,
        c: char,
        at: usize,
        next: usize,
        take: &mut impl FnMut(&str, Range<usize>),
    ) {
        match self.spaceless.replace((c, at..next)) {
            Some((before, range)) => {
                let mut pair = String::with_capacity(8);
                pair.push(before);
                pair.push(c);
                take(&pair, range.start..next);
                self.folded.clear();
            }
            // Alone it is a word, unless another one follows.
            None => {
                self.folded.clear();
                self.folded.push(c);
                self.at = at..next;
            }
        }
    }

    fn finish_unless_spaceless(&mut self, take: &mut impl FnMut(&str, Range<usize>)) {
        if self.spaceless.is_none() {
            self.finish(take);
        } else {
            self.folded.clear();
        }
    }

    fn finish(&mut self, take: &mut impl FnMut(&str, Range<usize>)) {
        self.spaceless = None;
        if !self.folded.is_empty() {
            take(&self.folded, self.at.clone());
            self.folded.clear();
        }
    }
}

/// Whether the comma stands within a number, as in `1,000`.
fn groups_digits(bytes: &[u8], comma: usize) -> bool {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    comma > 0 && is_digit(comma - 1) && (comma + 1..comma + 4).all(is_digit) && !is_digit(comma + 4)
}

/// Hangul, which would be taken apart into its letters.
fn is_syllable(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Han, kana, Thai, Lao, Khmer and Burmese.
fn has_no_spaces(c: char) -> bool {
    matches!(c as u32,
        0x0E01..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF
        | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0x20000..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use super::each_word;

    fn words(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_word(text, |word, at| {
            assert!(text.get(at).is_some(), "{word} stands somewhere");
            found.push(word.to_owned());
        });
        found
    }

    #[test]
    fn accents_and_capitals_do_not_matter() {
        assert_eq!(words("Pál Gábor’s «Angi Vera»"), ["pal", "gabor", "s", "angi", "vera"]);
        assert_eq!(words("e\u{301}toile ﬁn Straße"), ["etoile", "fin", "straße"]);
    }

    #[test]
    fn numbers_keep_together() {
        assert_eq!(
            words("1,234,567 and 1,23 in 1990,1991"),
            ["1234567", "and", "1", "23", "in", "1990", "1991"]
        );
        assert_eq!(words("snake_case x+=1"), ["snake", "case", "x", "1"]);
    }

    #[test]
    fn scripts_without_spaces_are_read_in_pairs() {
        assert_eq!(words("東京都 is 大"), ["東京", "京都", "is", "大"]);
        assert_eq!(words("Rust言語"), ["rust", "言語"]);
        assert_eq!(words("Кошка и 개"), ["кошка", "и", "개"]);
    }

    #[test]
    fn a_word_without_end_is_cut() {
        assert_eq!(words(&"x".repeat(1 << 20))[0].len(), 64);
        assert_eq!(words("\0\u{1F600}—"), Vec::<String>::new());
    }
}
