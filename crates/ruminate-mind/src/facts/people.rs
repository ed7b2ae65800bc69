//! People by their names: what looks like the name of one, and whom a first or a last name alone means.

use crate::text::demonyms::place_of;
use crate::text::words::folded;

use super::lexicon::*;
use super::token::{Kind, Token};

/// The full names that a text has given so far.
#[derive(Default)]
pub(super) struct People {
    /// As written, with the folded words.
    names: Vec<(String, Vec<String>)>,
}

/// More are a register, in which nobody is called by a first name.
const MOST: usize = 64;

impl People {
    /// Remembers a name, if it looks like one of a person.
    pub(super) fn meet(&mut self, name: &str) {
        if self.names.len() >= MOST || !looks_like_person(name) {
            return;
        }
        let words: Vec<String> = folded(name).split(' ').map(str::to_owned).collect();
        // "Jan Lee" after "Jan Ole Lee" is nobody new.
        let has_all = |known: &[String]| words.iter().all(|word| known.contains(word));
        if !self.names.iter().any(|(_, known)| has_all(known)) {
            self.names.push((name.to_owned(), words));
        }
    }

    /// Remembers the names of a sentence.
    pub(super) fn meet_all(&mut self, text: &str, tokens: &[Token<'_>]) {
        let mut at = 0;
        while at < tokens.len() {
            let length = tokens[at..].iter().take_while(|token| is_part(token)).count();
            let is_place = at > 0 && tokens[at - 1].is_any(&["in", "at", "near", "on", "the"]);
            if (2..=3).contains(&length) && !is_place {
                let written = tokens[at].at.start..tokens[at + length - 1].at.end;
                self.meet(text.get(written).unwrap_or_default());
            }
            at += length.max(1);
        }
    }

    /// The full name of whom one word means, if it can be only one.
    pub(super) fn full(&self, word: &str) -> Option<&str> {
        let word = folded(word);
        let is_meant = |(_, words): &&(String, Vec<String>)| {
            words.first() == Some(&word) || words.last() == Some(&word)
        };
        let mut meant = self.names.iter().filter(is_meant);
        let (name, _) = meant.next()?;
        meant.next().is_none().then_some(name)
    }
}

fn is_part(token: &Token<'_>) -> bool {
    token.is_name && token.kind == Kind::Word && !token.is_joined()
}

/// Whether a name looks like that of a person: two or three words with capitals, and nothing that tells otherwise.
pub(super) fn looks_like_person(name: &str) -> bool {
    const NOT_FIRST: Class = DETERMINER
        | PRONOUN
        | PREPOSITION
        | CONJUNCTION
        | ADJECTIVE
        | LINK
        | PERSON
        | NAMED
        | BODY
        | WEEKDAY
        | MODAL
        | BE
        | COUNT;
    const NOT_LAST: Class = NOT_FIRST | MONTH | SPAN | AMOUNT | ADVERB | THING;
    /// Begin a letter or a sentence, and are written with a capital there.
    const OPENERS: &[&str] = &[
        "hi",
        "hello",
        "hey",
        "dear",
        "thanks",
        "cheers",
        "yesterday",
        "tomorrow",
        "tonight",
        "poor",
        "little",
    ];
    let words: Vec<&str> = name.split(' ').collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let classes_of = |word: &str| classes(&word.to_lowercase());
    (2..=3).contains(&words.len())
        && words.iter().all(|word| is_spelled_like_name(word))
        && !last.ends_with('.')
        && !OPENERS.contains(&first.to_lowercase().as_str())
        && classes_of(first) & NOT_FIRST == 0
        && classes_of(last) & NOT_LAST == 0
        && !words.iter().any(|word| place_of(&word.to_lowercase()).is_some())
}

/// "Lee", "O'Neil", "Smith-Jones", "W."
fn is_spelled_like_name(word: &str) -> bool {
    let mut chars = word.chars();
    let is_initial = word.len() == 2 && word.ends_with('.');
    chars.next().is_some_and(char::is_uppercase)
        && (is_initial
            || word.chars().any(char::is_lowercase)
                && chars.all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_look_like_people() {
        for name in ["Anna Berg", "Jon W. Hale", "Mei Chen", "Ann O'Neil", "Émile Zola"] {
            assert!(looks_like_person(name), "{name}");
        }
        for name in [
            "Bergen Line",
            "Oxford University",
            "The Calf",
            "NASA",
            "Fox Film Corporation",
            "Anna",
            "American Idol",
            "Hi Ben",
        ] {
            assert!(!looks_like_person(name), "{name}");
        }
    }

    #[test]
    fn a_first_name_means_the_only_one_who_has_it() {
        let mut people = People::default();
        people.meet("Anna Berg");
        people.meet("Nils Berg");
        people.meet("Anna Berg");
        assert_eq!(people.full("Anna"), Some("Anna Berg"));
        assert_eq!(people.full("Berg"), None);
        assert_eq!(people.full("Ole"), None);
    }
}
