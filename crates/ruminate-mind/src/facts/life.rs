//! The dates and places of a life, in the brackets after a name: "(born 5 October 1979)", "(1920, Oslo – 2001)".

use std::ops::Range;

use super::date::date;
use super::lexicon::{BE, MONTH, is_doer, is_person};
use super::list::list;
use super::phrase::{Role, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::{Kind, Token};

/// What makes of dates something else than a life, or of a life a guess.
const OTHERWISE: &[&str] = &[
    "reigned",
    "reign",
    "r.",
    "fl.",
    "fl",
    "active",
    "ruled",
    "term",
    "or",
    "between",
    "baptised",
    "baptized",
    "after",
    "before",
    "until",
    "released",
    "published",
];
const CONFIDENCE: f64 = 0.95;
/// How far away the noun may be that says it is a person, and the verb before it.
const WITHIN: usize = 14;
const FARTHEST: usize = 24;

impl Reader<'_, '_> {
    pub(super) fn life(&mut self, subject: &Subject, bracket: Range<usize>) {
        let is_name = subject.phrase.as_ref().is_some_and(|phrase| phrase.is_name);
        let [name] = subject.names.as_slice() else { return };
        if !is_name || self.tokens[bracket.clone()].iter().any(|token| token.is_any(OTHERWISE)) {
            return;
        }
        let find = |words: &[&str]| bracket.clone().find(|at| self.is_word(*at, words));
        let (born, died) = (find(&["born", "b.", "b"]), find(&["died", "d.", "d"]));
        let is_bare = born.is_none() && died.is_none();
        let (birth, death) = match (born, died) {
            (None, None) => match self.span(&bracket) {
                Some((birth, death)) if self.says_person(bracket.end + 1) => {
                    (Some(birth), Some(death))
                }
                _ => return,
            },
            _ => {
                let ends = |begin: usize, other: Option<usize>| {
                    other.filter(|other| *other > begin).unwrap_or(bracket.end)
                };
                let birth = born.map(|at| at + 1..ends(at, died));
                let death = died.map(|at| at + 1..ends(at, born));
                // "(born Phoebe Mosey; August 13, 1860 – November 3, 1926)"
                match birth.as_ref().and_then(|birth| self.span(birth)).filter(|_| died.is_none()) {
                    Some((birth, death)) => (Some(birth), Some(death)),
                    None => (birth, death),
                }
            }
        };
        let name = name.clone();
        for (event, part) in [("be born", birth), ("die", death)] {
            let Some(part) = part else { continue };
            if subject.is_title {
                self.referent.set_person();
            }
            self.say_life(&name, event, part, is_bare);
        }
    }

    /// Whether brackets with a date stand here, and the sentence is about a person.
    pub(super) fn is_life(&self, open: usize) -> bool {
        let Some(end) = self.after_aside(open) else { return false };
        let has_date = (open + 1..end).any(|at| date(&self.tokens[..end], at).is_some());
        has_date && self.says_person(end)
    }

    /// What stands before and after the dash between two dates.
    fn span(&self, bracket: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
        // The dates come last, after names in other scripts.
        let begin = bracket
            .clone()
            .rev()
            .find(|at| self.tokens[*at].text == ";")
            .map_or(bracket.start, |at| at + 1);
        let first = (begin..bracket.end).find_map(|at| date(&self.tokens[..bracket.end], at))?;
        // "(12 May 1920 3 June 2001)": where the dash was lost.
        if let Some(second) = date(&self.tokens[..bracket.end], first.end)
            && second.end == bracket.end
        {
            return Some((first, second));
        }
        let dash = (first.end..bracket.end).find(|at| is_dash(&self.tokens[*at]))?;
        let second =
            (dash + 1..bracket.end).find_map(|at| date(&self.tokens[..bracket.end], at))?;
        let is_one_life = !(second.end..bracket.end).any(|at| is_dash(&self.tokens[at]));
        // "(Oslo, 5 May 1950 – Bergen, 4 June 2001)"
        let has_places = self.is_place(begin..first.start) && self.is_place(dash + 1..second.start);
        let start = if has_places { begin } else { first.start };
        let is_near = second.start <= dash + 3 || has_places;
        (is_one_life && is_near).then(|| (start..dash, dash + 1..bracket.end))
    }

    /// Names with commas behind them, and nothing else.
    fn is_place(&self, words: Range<usize>) -> bool {
        let is_comma = |at: usize| self.kind(at) == Some(Kind::Comma);
        words.len() > 1
            && is_comma(words.end - 1)
            && !is_comma(words.start)
            && words.into_iter().all(|at| self.tokens[at].is_name || is_comma(at))
    }

    /// Whether the sentence goes on as one about a person: "was an American author".
    fn says_person(&self, at: usize) -> bool {
        let rest = self.tokens.get(at..).unwrap_or_default();
        let is_near = |token: &Token<'_>| token.kind == Kind::Word && is_person(&token.low);
        let be = || rest.iter().take(FARTHEST).position(|token| token.is(BE) && !token.is_name);
        rest.iter().take(WITHIN).any(is_near)
            || be().and_then(|be| list(&self.tokens, at + be + 1, Role::Object)).is_some_and(
                |said| said.items.iter().any(|item| is_doer(&self.tokens[item.head].low)),
            )
    }

    fn say_life(&mut self, name: &str, event: &str, part: Range<usize>, is_bare: bool) {
        let found = part.clone().find_map(|at| date(&self.tokens[..part.end], at));
        if let Some(found) = &found {
            let has_day = found.len() > 2 || !self.tokens[found.end - 1].is_year();
            let preposition =
                if has_day && !self.tokens[found.start].low.starts_with('c') { "on" } else { "in" };
            let written = self.written(found.clone());
            self.say(name, &format!("{event} {preposition}"), &written, false, CONFIDENCE);
        }
        // After "born" it is another name.
        let is_after_place =
            |found: &&Range<usize>| is_bare && self.is_place(part.start..found.start);
        if let Some(found) = found.as_ref().filter(is_after_place) {
            let written = self.written(part.start..found.start);
            return self.say(name, &format!("{event} in"), &written, false, CONFIDENCE);
        }
        let place = part.clone().find(|at| {
            let is_next = self.is_word(*at, &["in", "at"])
                || self.kind(*at) == Some(Kind::Comma)
                    && found.as_ref().is_some_and(|found| *at == found.end);
            is_next && self.token(at + 1).is_some_and(|token| token.is_name && !token.is(MONTH))
        });
        let Some(at) = place.filter(|at| *at < part.end) else { return };
        let Some(place) =
            phrase(&self.tokens[..part.end], at + 1, Role::Object).filter(|place| place.is_name)
        else {
            return;
        };
        let end = self.place_end(&place, place.end()).min(part.end);
        let written = self.written(place.words.start..end);
        self.say(name, &format!("{event} in"), &written, false, CONFIDENCE);
    }
}

fn is_dash(token: &Token<'_>) -> bool {
    matches!(token.text, "–" | "-" | "—")
}
