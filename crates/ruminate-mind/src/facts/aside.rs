//! What stands beside a name: its dates in brackets, and what it is between commas.

use super::lexicon::*;
use super::phrase::{Determiner, Phrase, Role, ends_in_adjective, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::Kind;
use super::verb::Group;

const ALIAS: f64 = 0.85;

impl Reader<'_, '_> {
    /// Reads the brackets and appositions after a subject; gives where its verb is to be looked for.
    pub(super) fn beside(&mut self, subject: &Subject) -> Option<usize> {
        let mut at = subject.end;
        for _ in 0..6 {
            match self.kind(at) {
                Some(Kind::Open) => {
                    let close = self.closing(at)?;
                    self.life(subject, at + 1..close);
                    self.called_in(subject, at + 1..close);
                    at = close + 1;
                }
                // "Karl, Prince of Leiningen, was"
                Some(Kind::Comma)
                    if self.token(at + 1).is_some_and(|token| token.is(BE))
                        && (at > subject.end
                            || subject.is_title && self.referent.name.contains(',')) =>
                {
                    at += 1
                }
                Some(Kind::Comma) if self.are_letters(subject, at + 1) => at += 2,
                Some(Kind::Comma) => match self.beside_comma(subject, at) {
                    Some(end) => at = end,
                    None => return self.is_word(at + 1, &["who"]).then_some(at + 1),
                },
                _ => break,
            }
        }
        Some(at)
    }

    /// The letters of an honour after a name: "Ann Lee, OBE, FRS (born 1950) is".
    fn are_letters(&self, subject: &Subject, at: usize) -> bool {
        let are_capitals = self.token(at).is_some_and(|token| {
            (2..=5).contains(&token.text.len())
                && token.text.bytes().all(|byte| byte.is_ascii_uppercase())
        });
        are_capitals
            && subject.phrase.as_ref().is_some_and(|phrase| phrase.is_name)
            && self.token(at + 1).is_some_and(|next| {
                matches!(next.kind, Kind::Comma | Kind::Open) || next.is(BE) && !next.is_name
            })
    }

    /// The end of brackets and commas after a subject, without reading them.
    pub(super) fn after_aside(&self, at: usize) -> Option<usize> {
        match self.kind(at)? {
            Kind::Open => Some(self.closing(at)? + 1),
            _ => None,
        }
    }

    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in self.tokens[open..].iter().enumerate() {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 1 => return Some(open + offset),
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// ", an American author," and ", also known as X,"; gives where the sentence goes on.
    fn beside_comma(&mut self, subject: &Subject, comma: usize) -> Option<usize> {
        const FARTHEST: usize = 18;
        let at = comma + 1;
        let is_closed = |reader: &Self, end: usize| reader.kind(end) == Some(Kind::Comma);
        let mut next = at;
        while self.token(next).is_some_and(|token| {
            token.is(ADVERB) && token.verb.is_none() || token.is_any(&["and", "or", "better"])
        }) {
            next += 1;
        }
        if self.is_word(next, &["aka", "a.k.a."])
            && let Some(name) = phrase(&self.tokens, next + 1, Role::Object)
            && name.is_name
            && is_closed(self, name.end())
        {
            self.also_called(subject, &name);
            return Some(name.end() + 1);
        }
        if self.is_word(next, &["known", "called", "born", "titled", "nicknamed", "styled"]) {
            let group = Group::participle(&self.tokens, next)?;
            let mark = self.mark();
            let end = self.passive(&subject.names, &group);
            if let Some(end) = end.filter(|end| is_closed(self, *end)) {
                return Some(end + 1);
            }
            self.unsay(mark);
        }
        let is_whole =
            subject.phrase.as_ref().is_none_or(|phrase| phrase.of.is_none() || subject.is_title);
        if let Some(found) = phrase(&self.tokens, at, Role::Object)
            && is_whole
            && self.is_word(at, &["a", "an", "the"])
            && self.says_what(&found, at)
        {
            let end = self.after_prepositions(found.end());
            if is_closed(self, end) && subject.names.len() == 1 {
                self.apposition(&subject.names[0].clone(), &found);
                return Some(end + 1);
            }
        }
        // A place after a comma, or something else that is closed by one: "Paris, Texas,"
        let end =
            self.tokens[at..].iter().take(FARTHEST).position(|token| token.kind == Kind::Comma)?
                + at;
        // "the eldest of nine children"
        let is_one = self.is_word(at, &["the", "a", "an"])
            && phrase(&self.tokens, at, Role::Object).is_some_and(|found| found.end() == end);
        let is_short = (end - at <= 4 || is_one)
            && !self.tokens[at..end].iter().any(|token| token.is(BE | HAVE | LINK | CONJUNCTION));
        is_short.then_some(end + 1)
    }

    fn also_called(&mut self, subject: &Subject, name: &Phrase) {
        let written = self.written(name.words.clone());
        if let [one] = subject.names.as_slice() {
            self.say(&one.clone(), "be known as", &written, false, ALIAS);
        }
    }

    /// "(also known as Ann)", "(aka Ann)"
    fn called_in(&mut self, subject: &Subject, bracket: std::ops::Range<usize>) {
        let at = bracket.start + usize::from(self.is_word(bracket.start, &["also"]));
        let is_known = self.is_word(at, &["known"]) && self.is_word(at + 1, &["as"]);
        let is_called = is_known || self.is_word(at, &["aka", "a.k.a."]);
        let found = phrase(&self.tokens, at + 1 + usize::from(is_known), Role::Object);
        let whole = found.filter(|name| is_called && name.is_name && name.end() == bracket.end);
        if let Some(name) = whole {
            self.also_called(subject, &name);
        }
    }

    fn says_what(&self, found: &Phrase, at: usize) -> bool {
        let is_the = found.determiner == Determiner::The;
        (!found.is_name || is_the && is_person(&self.tokens[found.head].low))
            && !ends_in_adjective(&self.tokens, found)
            && !self.is_word(at, &["another", "each", "all", "both", "some", "many", "most"])
            && (!is_the || found.of.is_some())
    }

    /// Says what a name is by the phrase beside it.
    fn apposition(&mut self, name: &str, found: &Phrase) {
        let is_uncertain =
            self.tokens[found.words.clone()].iter().any(|token| token.is(DOUBT) && !token.is_name);
        if !is_uncertain {
            self.say_what(name, found, false, 0.8);
        }
    }

    /// Names within a sentence with an apposition: "New Delhi, the capital of India,".
    pub(super) fn appositions_after(&mut self, name: &str, is_name: bool, comma: usize) {
        if !is_name || self.kind(comma) != Some(Kind::Comma) {
            return;
        }
        let Some(found) = phrase(&self.tokens, comma + 1, Role::Object) else { return };
        // "Mary, daughter of King Malcolm"
        let is_kin = found.determiner == Determiner::None
            && found.of.is_some()
            && found.words.start == found.head
            && is_person(&self.tokens[found.head].low);
        let is_article = self.is_word(comma + 1, &["a", "an", "the"]) || is_kin;
        let end = self.after_prepositions(found.end());
        let is_closed = self.token(end).is_none_or(|token| {
            matches!(token.kind, Kind::Comma | Kind::Other | Kind::Break)
                || token.is_any(&["who", "which", "that"])
                || token.is_participle()
        });
        if is_article
            && is_closed
            && self.says_what(&found, comma + 1)
            && !self.goes_on_as_list(end)
        {
            self.apposition(name, &found);
        }
    }

    /// "Ann, a dog and a cat": no apposition but a list.
    fn goes_on_as_list(&self, comma: usize) -> bool {
        self.kind(comma) == Some(Kind::Comma)
            && self.is_word(comma + 1, &["and", "or", "a", "an", "the"])
    }

    /// The end of the phrases with prepositions that follow.
    pub(super) fn after_prepositions(&self, mut at: usize) -> usize {
        for _ in 0..3 {
            let is_preposition =
                self.token(at).is_some_and(|token| token.is(PREPOSITION) && !token.is_name);
            // "the owner until it burned down": an end is no place.
            let is_end = self.is_word(at, &["until", "till", "before"]);
            match phrase(&self.tokens, at + 1, Role::Object) {
                Some(found) if is_preposition && !is_end => at = found.end(),
                _ => break,
            }
        }
        at
    }
}
