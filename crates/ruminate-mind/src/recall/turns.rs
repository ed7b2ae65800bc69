//! Conversations that nobody marked as such: passages under one title, each beginning with the name of
//! who speaks.

use rustc_hash::{FxHashMap, FxHashSet};

use super::passage::{Passage, Turn};

/// Fewer of them may be notes that begin alike: "Note: …", "Warning: …".
const FEWEST: usize = 3;
/// Turns for each speaker, in the mean: a list of terms with their meanings has one.
const TURNS_PER_SPEAKER: usize = 2;
/// Longer than a name.
const LONGEST_NAME: usize = 40;
const MOST_NAMES: usize = 3;

/// Marks what is a turn of a conversation by its shape, and takes the speaker's name out of the text.
/// `is_session` tells titles that are known as sessions from before.
pub(super) fn recognise(passages: &mut [Passage], is_session: impl Fn(&str) -> bool) {
    let mut by_title: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut silent: FxHashSet<&str> = FxHashSet::default();
    for passage in passages.iter().filter(|passage| passage.turn.is_none()) {
        match speaker(&passage.text) {
            Some((name, _)) => by_title.entry(&passage.title).or_default().push(name),
            None => _ = silent.insert(&passage.title),
        }
    }
    let sessions: FxHashSet<String> = by_title
        .iter()
        .filter(|(title, names)| {
            is_session(title) || !silent.contains(*title) && is_conversation(names)
        })
        .map(|(title, _)| (*title).to_owned())
        .collect();
    for passage in passages.iter_mut().filter(|passage| passage.turn.is_none()) {
        if !sessions.contains(&passage.title) {
            continue;
        }
        if let Some((name, said)) = speaker(&passage.text) {
            let turn = Turn { speaker: name.to_owned(), session: passage.title.clone() };
            passage.text = said.to_owned();
            passage.turn = Some(turn);
        }
    }
}

fn is_conversation(names: &[&str]) -> bool {
    let speakers: FxHashSet<_> = names.iter().collect();
    names.len() >= FEWEST
        && speakers.len() >= 2
        && names.len() >= TURNS_PER_SPEAKER * speakers.len()
        || names.len() >= 2 * FEWEST && speakers.len() >= 2
}

/// Who speaks, and what is said.
fn speaker(text: &str) -> Option<(&str, &str)> {
    let (name, said) = text.split_once(": ")?;
    let is_name = name.len() <= LONGEST_NAME
        && name.split(' ').count() <= MOST_NAMES
        && name.split(' ').all(|word| word.starts_with(char::is_uppercase))
        && name.chars().all(|c| c.is_alphanumeric() || " .'’-".contains(c));
    is_name.then_some((name, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(texts: &[&str]) -> Vec<Option<String>> {
        let passages = texts.iter().enumerate();
        let mut passages: Vec<_> =
            passages.map(|(at, text)| Passage::new(at.to_string(), "talk", *text)).collect();
        recognise(&mut passages, |_| false);
        passages.into_iter().map(|passage| Some(passage.turn?.speaker)).collect()
    }

    #[test]
    fn speakers_who_take_turns_make_a_conversation() {
        let talk = ["Ann: Hi!", "Bob: Hello Ann.", "Ann: How are you?", "Bob: Fine: very."];
        assert_eq!(turns(&talk), ["Ann", "Bob", "Ann", "Bob"].map(|name| Some(name.to_owned())));
    }

    #[test]
    fn notes_are_no_conversation() {
        assert_eq!(turns(&["Note: mind the gap", "Warning: hot"]), [None, None]);
        assert_eq!(
            turns(&["Ann: Hi!", "Bob: Hello.", "Ann: Well.", "They met."]),
            [const { None }; 4]
        );
        assert_eq!(
            turns(&["Apple: a fruit", "Bear: an animal", "Cat: another"]),
            [const { None }; 3]
        );
    }

    #[test]
    fn a_known_session_goes_on() {
        let mut passages = [Passage::new("9", "talk", "Ann: Bye!")];
        recognise(&mut passages, |title| title == "talk");
        assert_eq!(passages[0].text, "Bye!");
    }
}
