//! A text, cut into passages at the borders of paragraphs and sentences.
//!
//! A passage ends with a paragraph once it is long enough to be understood alone, and within a
//! paragraph only where it would grow too long. The last one takes a short rest with it.

use crate::sentences::sentences;

/// A word longer than this is no word, and may be cut: encoded pictures, keys, scripts on one line.
const LONGEST_WORD: usize = 1_000;

/// How many words a passage has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Enough to end with a paragraph.
    enough: usize,
    most: usize,
    /// A rest shorter than this goes with what is before it.
    rest: usize,
}

impl Size {
    pub(crate) fn up_to(words: usize) -> Self {
        let most = words.max(5);
        Self { enough: most * 2 / 5, most, rest: most / 5 }
    }

    /// Too short to stand alone.
    pub(crate) fn scrap(self) -> usize {
        self.most / 8
    }

    /// Short enough to be one passage, whatever its parts.
    pub(crate) fn whole(self) -> usize {
        self.enough + self.rest
    }
}

/// Cuts paragraphs into passages. No word is lost, changed or cut, but those too long to be words.
pub(crate) fn cut<'a>(paragraphs: impl IntoIterator<Item = &'a str>, size: Size) -> Vec<String> {
    let mut cutting = Cutting { size, done: Vec::new(), text: String::new(), words: 0 };
    for paragraph in paragraphs {
        cutting.paragraph(paragraph.trim_end());
    }
    cutting.finish()
}

struct Cutting {
    size: Size,
    done: Vec<(String, usize)>,
    text: String,
    words: usize,
}

impl Cutting {
    fn paragraph(&mut self, paragraph: &str) {
        let length = words(paragraph);
        if length == 0 {
            return;
        }
        if self.words >= self.size.enough || self.words + length > self.size.most {
            // What is short and does not fit is best told with the beginning of what follows.
            if self.words >= self.size.rest {
                self.close();
            }
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        if self.words + length <= self.size.most {
            self.text.push_str(paragraph);
            self.words += length;
            return;
        }
        for sentence in sentences(paragraph) {
            self.sentence(sentence);
        }
    }

    fn sentence(&mut self, sentence: &str) {
        let length = words(sentence);
        if self.words + length > self.size.most && self.words > 0 {
            self.close();
        }
        if length <= self.size.most {
            self.text.push_str(sentence);
            self.words += length;
            return;
        }
        for word in pieces_of(sentence) {
            let length = words(word);
            if self.words + length > self.size.most && self.words > 0 {
                self.close();
            }
            self.text.push_str(word);
            self.words += length;
        }
    }

    fn close(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.done.push((text.trim_end().to_owned(), self.words));
        self.words = 0;
    }

    fn finish(mut self) -> Vec<String> {
        let is_rest = self.words < self.size.rest;
        if self.words > 0 {
            self.close();
        }
        if is_rest && self.done.len() >= 2 {
            let rest = self.done.pop();
            if let (Some((before, _)), Some((rest, _))) = (self.done.last_mut(), rest) {
                before.push_str("\n\n");
                before.push_str(&rest);
            }
        }
        self.done.into_iter().map(|(text, _)| text).collect()
    }
}

/// How many words a text has. Where words are not divided by spaces, two letters are a word.
pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().map(weight).sum()
}

fn weight(word: &str) -> usize {
    if word.is_ascii() {
        return 1 + word.len() / LONGEST_WORD * 100;
    }
    let undivided = word.chars().filter(|c| is_undivided(*c)).count();
    1 + undivided / 2 + word.len() / LONGEST_WORD * 100
}

/// Chinese, Japanese, Thai, Lao, Khmer, Burmese.
fn is_undivided(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Words with the space after them; what is too long to be a word, in parts.
fn pieces_of(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split_inclusive(char::is_whitespace).flat_map(|word| {
        let step = if word.chars().any(is_undivided) { 60 } else { LONGEST_WORD };
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = if rest.len() <= step { rest.len() } else { rest.floor_char_boundary(step) };
            let (piece, after) = rest.split_at(end);
            rest = after;
            Some(piece)
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: Size = Size { enough: 80, most: 200, rest: 40 };

    fn of_words(count: usize) -> String {
        (0..count).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_passage_ends_with_a_paragraph_when_it_is_long_enough() {
        let [a, b, c] = [90, 60, 70].map(of_words);
        assert_eq!(cut([&*a, &*b, &*c], SIZE), [a.clone(), format!("{b}\n\n{c}")]);
    }

    #[test]
    fn a_short_rest_goes_with_what_is_before_it() {
        let text = of_words(220);
        assert_eq!(words(&cut([&*text], SIZE).join(" ")), 220);
        assert_eq!(cut([&*text], SIZE).len(), 1);
    }

    #[test]
    fn a_paragraph_too_long_is_cut_between_sentences() {
        let sentence = format!("It {}. ", of_words(28));
        let passages = cut([&*sentence.repeat(20)], SIZE);
        assert!(passages.len() >= 3, "{}", passages.len());
        assert!(passages.iter().all(|passage| passage.ends_with('.')), "{passages:?}");
    }

    #[test]
    fn what_has_no_spaces_is_cut_too() {
        let chinese = "東京は日本の首都であり最大の都市です".repeat(300);
        let passages = cut([&*chinese], SIZE);
        assert!(passages.iter().all(|passage| passage.chars().count() < 500));
        assert_eq!(passages.join("").replace("\n\n", ""), chinese);
        let blob = "x".repeat(1_000_000);
        assert!(cut([&*blob], SIZE).iter().all(|passage| passage.len() < 10_000));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_word_is_lost_or_moved(
            paragraphs in prop::collection::vec("([a-zé.!?\"木]{1,12}[ \n]){0,120}", 0..6)
        ) {
            let passages = cut(paragraphs.iter().map(String::as_str), Size::up_to(50));
            let bare = |texts: &[String]| -> String {
                texts.iter().flat_map(|text| text.split_whitespace()).collect()
            };
            prop_assert_eq!(bare(&passages), bare(&paragraphs));
            prop_assert!(passages.iter().all(|passage| !passage.is_empty()));
            prop_assert!(passages.iter().all(|passage| words(passage) <= 60));
        }

        #[test]
        fn words_divided_by_spaces_stay_whole(paragraph in "([a-z.]{1,12}[ \n]){0,400}") {
            let passages = cut([&*paragraph], Size::up_to(50));
            let cut: Vec<&str> = passages.iter().flat_map(|text| text.split_whitespace()).collect();
            prop_assert_eq!(cut, paragraph.split_whitespace().collect::<Vec<_>>());
        }
    }
}
