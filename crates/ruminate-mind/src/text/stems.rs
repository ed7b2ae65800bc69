//! What a word is compared by: its stem, so that "directed" meets "director".

use std::borrow::Cow;
use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};
use rustc_hash::FxHashSet;

use super::irregular::base;

/// Words that say nothing about what is asked, those of asking among them.
const STOP: &str = "a an and are as at be been being but by for from if in into is it its no not of on \
    or such that the their then there these they this to was were will with who whom whose what which \
    when where why how did do does has have had he she his her than also many much name named";

static STOPS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| STOP.split_whitespace().collect());
static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::English));

pub fn is_stop(word: &str) -> bool {
    STOPS.contains(word)
}

/// The stem of a word in small letters.
pub fn stem(word: &str) -> Cow<'_, str> {
    /// A stem as long as this says enough without the ending of one who does something.
    const LONG: usize = 6;
    if let Some(number) = number(word) {
        return Cow::Borrowed(number);
    }
    let word = base(word).unwrap_or(word);
    let mut stem = match word.is_ascii() {
        true => STEMMER.stem(word),
        // The English rules know nothing of these letters.
        false => return Cow::Borrowed(word),
    };
    if stem.len() >= LONG && (stem.ends_with("er") || stem.ends_with("or")) {
        let kept = stem.len() - 2;
        match &mut stem {
            Cow::Borrowed(borrowed) => *borrowed = &borrowed[..kept],
            Cow::Owned(owned) => owned.truncate(kept),
        }
    }
    stem
}

/// Small numbers have one form, in words or digits.
fn number(word: &str) -> Option<&'static str> {
    Some(match word {
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "first" => "1st",
        "second" => "2nd",
        "third" => "3rd",
        "fourth" => "4th",
        "fifth" => "5th",
        "sixth" => "6th",
        "seventh" => "7th",
        "eighth" => "8th",
        "ninth" => "9th",
        "tenth" => "10th",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{is_stop, stem};

    #[test]
    fn forms_of_a_word_meet() {
        assert_eq!(stem("directors"), stem("directed"));
        assert_eq!(stem("publisher"), stem("published"));
        assert_eq!(stem("second"), stem("2nd"));
        assert_eq!(stem("wrote"), stem("writing"));
        assert_eq!(stem("river"), "river");
    }

    #[test]
    fn other_letters_stay() {
        assert_eq!(stem("кошками"), "кошками");
        assert_eq!(stem(""), "");
    }

    #[test]
    fn question_words_say_nothing() {
        assert!(is_stop("which") && !is_stop("capital"));
    }
}
