//! What people said to each other, known by its shape: one line or record after the other begins with the name of
//! who speaks.

use std::collections::BTreeSet;

use crate::out::{Halt, Out};
use crate::piece::{Passage, Turn};

/// Fewer of them may be notes that begin alike: "Note: …", "Warning: …".
const FEWEST: usize = 3;
/// Turns for each speaker, in the mean: a list of terms with their meanings has one.
const TURNS_PER_SPEAKER: usize = 2;
/// Records that are held until it is decided.
const MOST_HELD: usize = 64;
/// Longer than a name.
const LONGEST_NAME: usize = 40;
const MOST_NAMES: usize = 3;

/// Who speaks.
pub(crate) fn speaker(text: &str) -> Option<&str> {
    let (name, _) = text.split_once(": ")?;
    let is_name = name.len() <= LONGEST_NAME
        && name.split(' ').count() <= MOST_NAMES
        && name.split(' ').all(|word| word.starts_with(char::is_uppercase))
        && name.chars().all(|c| c.is_alphanumeric() || " .'’-".contains(c));
    is_name.then_some(name)
}

/// The passage as a turn of the talk that its title names, if it begins with who speaks. That stays in the text, for
/// whoever is told it.
pub(crate) fn turn(passage: Passage) -> Passage {
    let turn = speaker(&passage.text)
        .map(|name| Turn { speaker: name.to_owned(), session: passage.title.clone() });
    Passage { turn, ..passage }
}

/// Records that follow each other under one title. A few are held until it shows whether they are a talk.
#[derive(Default)]
pub(crate) struct Records {
    title: String,
    held: Vec<Passage>,
    /// None while it does not show.
    is_talk: Option<bool>,
}

impl Records {
    pub(crate) fn give(&mut self, passage: Passage, out: &mut Out<'_>) -> Result<(), Halt> {
        if passage.title != self.title {
            self.end(out)?;
            *self = Self { title: passage.title.clone(), ..Self::default() };
        }
        let speaks = speaker(&passage.text).is_some();
        match (self.is_talk, &passage.turn) {
            (Some(true), None) => out.record(turn(passage)),
            (None, None) => {
                self.held.push(passage);
                if speaks && self.held.len() < MOST_HELD { Ok(()) } else { self.end(out) }
            }
            (Some(false), None) | (_, Some(_)) => {
                self.end(out)?;
                out.record(passage)
            }
        }
    }

    /// Gives what is held.
    pub(crate) fn end(&mut self, out: &mut Out<'_>) -> Result<(), Halt> {
        if self.held.is_empty() {
            return Ok(());
        }
        let names: Option<Vec<&str>> =
            self.held.iter().map(|passage| speaker(&passage.text)).collect();
        let is_talk = names.is_some_and(|names| is_talk(&names));
        self.is_talk = Some(is_talk);
        for passage in std::mem::take(&mut self.held) {
            out.record(if is_talk { turn(passage) } else { passage })?;
        }
        Ok(())
    }
}

fn is_talk(names: &[&str]) -> bool {
    let speakers = names.iter().collect::<BTreeSet<_>>().len();
    let takes_turns = names.len() >= FEWEST && names.len() >= TURNS_PER_SPEAKER * speakers;
    speakers >= 2 && (takes_turns || names.len() >= 2 * FEWEST)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::limits::Limits;
    use crate::piece::Piece;

    fn speakers(records: &[(&str, &str)]) -> Vec<Option<String>> {
        let mut given = Vec::new();
        let mut each = |piece| {
            if let Piece::Passage(passage) = piece {
                given.push(passage.turn.map(|turn| turn.speaker));
            }
            ControlFlow::Continue(())
        };
        let limits = Limits::default();
        let mut out = Out::new("x", &limits, &mut each);
        let mut all = Records::default();
        for (title, text) in records {
            let (title, text) = ((*title).to_owned(), (*text).to_owned());
            assert!(all.give(Passage { title, text, ..Passage::default() }, &mut out).is_ok());
        }
        assert!(all.end(&mut out).is_ok());
        given
    }

    fn check(texts: &[&str], expected: &[Option<&str>]) {
        let records: Vec<(&str, &str)> = texts.iter().map(|text| ("talk", *text)).collect();
        let expected: Vec<_> = expected.iter().map(|name| name.map(str::to_owned)).collect();
        assert_eq!(speakers(&records), expected, "{texts:?}");
    }

    #[test]
    fn speakers_who_take_turns_talk() {
        check(
            &["Ann: Hi!", "Bob: Hello Ann.", "Ann: How are you?", "Bob: Fine: very."],
            &[Some("Ann"), Some("Bob"), Some("Ann"), Some("Bob")],
        );
    }

    #[test]
    fn notes_are_no_talk() {
        check(&["Note: mind the gap", "Warning: hot"], &[None; 2]);
        check(&["Ann: Hi!", "Bob: Hello.", "They met.", "Ann: Well."], &[None; 4]);
        check(&["Apple: a fruit", "Bear: an animal", "Cat: another"], &[None; 3]);
    }

    #[test]
    fn a_talk_goes_on_and_ends_with_its_title() {
        let turns = ["Ann: Hi!", "Bob: Hello."].into_iter().cycle().take(MOST_HELD);
        let mut records: Vec<(&str, &str)> = turns.map(|text| ("talk", text)).collect();
        records.extend([("talk", "Ann: Bye!"), ("talk", "They left."), ("other", "Ann: Alone.")]);
        let last = speakers(&records).split_off(MOST_HELD);
        assert_eq!(last, [Some("Ann".to_owned()), None, None]);
    }
}
