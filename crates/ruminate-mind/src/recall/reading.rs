//! Reading a passage: its words, sentences and names, none of which depends on any other passage.

use super::names::{LONGEST, Names};
use super::passage::Passage;
use super::rows::{plain, written};
use super::vocabulary::Vocabulary;
use crate::arrays::NONE;
use crate::text::aliases::aliases;
use crate::text::entities::unescape;
use crate::text::sentences::sentences;
use crate::text::spans::capitalised;
use crate::text::stems::{is_stop, stem};
use crate::text::words::each_word;

/// A passage is a paragraph or two. What is beyond this many bytes is not read: whoever learns longer
/// texts splits them.
const LONGEST_TEXT: usize = 1 << 18;
const LONGEST_TITLE: usize = 512;

/// What was read. The fields are those of [`Rows`](super::rows::Rows).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    pub(crate) title: u32,
    pub(crate) length: u32,
    pub(crate) head: [u32; 2],
    pub(crate) words: Vec<u32>,
    pub(crate) sentences: Vec<u32>,
    pub(crate) spans: Vec<[u32; 2]>,
    pub(crate) aliases: Vec<u32>,
}

impl Reading {
    pub(crate) fn of(passage: &Passage, words: &mut Vocabulary, names: &mut Names) -> Self {
        let mut reading = Self { title: NONE, ..Self::default() };
        let text = unescape(beginning(&passage.text, LONGEST_TEXT));
        let title = unescape(beginning(&passage.title, LONGEST_TITLE));
        match &passage.turn {
            // All turns of a session have one title; when they were said tells more.
            Some(_) => reading.read_head("", &passage.at, words),
            None => {
                let (outside, inside) = without_parentheses(&title);
                reading.read_head(&outside, &inside, words);
                reading.title = reading.title_name(words, names);
                reading.read_aliases(&title, &text, words, names);
            }
        }
        reading.read_sentences(&text, words, names);
        let said = reading.words.iter().filter(|word| words.content(plain(**word)).is_some());
        reading.length = said.count() as u32;
        reading
    }

    fn read_head(&mut self, outside: &str, inside: &str, words: &mut Vocabulary) {
        self.words = words.read(outside);
        let outside = self.words.len() as u32;
        self.words.extend(words.read(inside));
        self.head = [self.words.len() as u32, outside];
    }

    fn title_name(&self, words: &Vocabulary, names: &mut Names) -> u32 {
        let [_, outside] = self.head;
        let title = &self.words[..outside as usize];
        match can_be_name(title, words) {
            true => names.intern(title),
            false => NONE,
        }
    }

    fn read_aliases(&mut self, title: &str, text: &str, words: &mut Vocabulary, names: &mut Names) {
        let [all, outside] = self.head;
        let own = &self.words[..if outside == 0 { all } else { outside } as usize];
        let stems: Vec<u32> = own.iter().filter_map(|word| words.content(*word)).collect();
        let names_it = |other: &str| {
            let mut shares = false;
            each_word(other, |word, _| {
                // The text's own words may not be known yet, but the title's stems are.
                let stem = words.find(&stem(word)).filter(|_| !is_stop(word));
                shares |= stem.is_some_and(|stem| stems.contains(&stem));
            });
            shares
        };
        for alias in aliases(title, text, names_it) {
            let alias = words.read(&without_parentheses(&alias).0);
            if alias.iter().map(|word| words.get(*word).len() + 1).sum::<usize>() < 4
                || !can_be_name(&alias, words)
            {
                continue;
            }
            let alias = names.intern(&alias);
            if alias != self.title && !self.aliases.contains(&alias) {
                self.aliases.push(alias);
            }
        }
    }

    fn read_span(&mut self, start: usize, end: usize, words: &Vocabulary, names: &mut Names) {
        let span: Vec<u32> = self.words[start..end].iter().map(|word| plain(*word)).collect();
        let dropped = span.iter().take_while(|word| words.is_leading(**word)).count();
        let name = &span[dropped..];
        if is_long_enough(name, words) && can_be_name(name, words) {
            self.spans.push([names.intern(name), (start + dropped) as u32]);
        }
    }

    fn read_sentences(&mut self, text: &str, words: &mut Vocabulary, names: &mut Names) {
        for range in sentences(text) {
            let sentence = &text[range];
            let first = self.words.len();
            let mut starts = Vec::new();
            each_word(sentence, |word, at| {
                let is_capital = sentence[at.start..].starts_with(char::is_uppercase);
                self.words.push(written(words.intern(word), is_capital));
                starts.push(at.start);
            });
            for span in capitalised(sentence) {
                let start = first + starts.partition_point(|at| *at < span.start);
                let end = first + starts.partition_point(|at| *at < span.end);
                self.read_span(start, end, words, names);
            }
            self.sentences.push(self.words.len() as u32);
        }
        if self.sentences.is_empty() {
            self.sentences.push(self.words.len() as u32);
        }
    }
}

fn beginning(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// Initials and pairs of letters are no names by themselves.
fn is_long_enough(name: &[u32], words: &Vocabulary) -> bool {
    name.len() > 1 || name.first().is_some_and(|word| words.get(*word).len() > 2)
}

/// A name is not empty, not endless, and not just a word like "the" or "May".
fn can_be_name(name: &[u32], words: &Vocabulary) -> bool {
    match name {
        [] => false,
        [word] => {
            !words.is_leading(*word) && !words.is_calendar(*word) && words.get(*word).len() > 1
        }
        _ => name.len() <= LONGEST && !name.iter().all(|word| words.is_of_a_date(*word)),
    }
}

/// The text outside of parentheses, and the text inside of them.
fn without_parentheses(text: &str) -> (String, String) {
    let (mut outside, mut inside) = (String::new(), String::new());
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('(') {
        let Some((within, after)) = opened.split_once(')') else { break };
        outside.push_str(before);
        inside.push_str(within);
        inside.push(' ');
        rest = after;
    }
    outside.push_str(rest);
    (outside, inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(title: &str, text: &str) -> (Reading, Vocabulary, Names) {
        let (mut words, mut names) = (Vocabulary::default(), Names::default());
        let reading = Reading::of(&Passage::new("1", title, text), &mut words, &mut names);
        (reading, words, names)
    }

    fn name(name: u32, words: &Vocabulary, names: &Names) -> String {
        let parts: Vec<_> = names.words(name).iter().map(|word| words.get(*word)).collect();
        parts.join(" ")
    }

    #[test]
    fn a_passage_is_read() {
        let (reading, words, names) = read(
            "Forbidden Ground (2013 film)",
            "Forbidden Ground, also known as Battle Ground, is a film. It stars Martin Copping.",
        );
        assert_eq!(name(reading.title, &words, &names), "forbidden ground");
        assert_eq!(reading.head, [4, 2]);
        assert_eq!(reading.sentences.len(), 2);
        assert_eq!(name(reading.aliases[0], &words, &names), "battle ground");
        let spans = reading.spans.iter().map(|[span, at]| (name(*span, &words, &names), *at));
        assert!(spans.into_iter().any(|span| span == ("martin copping".to_owned(), 16)));
    }

    #[test]
    fn a_note_without_a_title_is_read() {
        let (reading, ..) = read("", "buy milk");
        assert_eq!((reading.title, reading.head, reading.length), (NONE, [0, 0], 2));
        let (reading, ..) = read("", "");
        assert_eq!(reading.sentences, [0]);
    }

    #[test]
    fn parentheses_are_taken_out() {
        let parts = |text| without_parentheses(text);
        assert_eq!(parts("Zone (2017 Film)"), ("Zone ".into(), "2017 Film ".into()));
        assert_eq!(parts("a (b"), ("a (b".into(), String::new()));
    }
}
