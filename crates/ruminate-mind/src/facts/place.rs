//! Times and places: "Columbus, Ohio", "in 1954", and what else stands around a verb.

use std::ops::Range;

use super::date::{date, time};
use super::lexicon::*;
use super::phrase::{Phrase, Role, phrase};
use super::reader::Reader;
use super::relation::joined;
use super::token::Kind;
use super::verb::{Group, group};

const TIME: f64 = 0.9;

impl Reader<'_, '_> {
    /// "Columbus, Ohio": a place with the place it is in.
    pub(super) fn place(&self, item: &Phrase, extent: usize) -> Option<String> {
        let end = self.place_end(item, extent);
        (end > extent)
            .then(|| self.written(self.name_within(item).unwrap_or(item.words.start)..end))
    }

    pub(super) fn place_end(&self, item: &Phrase, extent: usize) -> usize {
        let is_place = item.is_name
            && extent == item.end()
            && item.first > 0
            && self.is_word(item.first - 1, &["in", "at", "near", "from", "to", "of", "outside"]);
        if !is_place || self.kind(extent) != Some(Kind::Comma) {
            return extent;
        }
        let mut end = extent;
        while self.kind(end) == Some(Kind::Comma)
            && self.token(end + 1).is_some_and(|token| token.is_name && !token.is(MONTH))
        {
            let Some(next) = phrase(&self.tokens, end + 1, Role::Object)
                .filter(|next| next.is_name && next.of.is_none() && next.owner.is_none())
            else {
                break;
            };
            let is_closed = self.token(next.end()).is_none_or(|token| {
                matches!(token.kind, Kind::Comma | Kind::Other | Kind::Break | Kind::Close)
                    || token.is_any(&["on", "in", "and", "where", "by", "to"])
            });
            if !is_closed
                || end - extent > 6
                || self.tokens[next.words.clone()].iter().any(|token| !token.is_name)
            {
                break;
            }
            end = next.end();
        }
        // A list of names has an "and" before its last.
        let and = if self.kind(end) == Some(Kind::Comma) { end + 1 } else { end };
        if self.is_word(and, &["and", "or"]) && group(&self.tokens, and + 1).is_none() {
            extent
        } else {
            end
        }
    }

    pub(super) fn say_time(
        &mut self,
        names: &[String],
        verb: &str,
        group: &Group,
        found: Range<usize>,
    ) {
        let preposition = self.tokens[found.start].low.to_string();
        let Some(when) = date(&self.tokens, found.start + 1).filter(|when| when.end == found.end)
        else {
            return;
        };
        if !matches!(preposition.as_str(), "in" | "on" | "since" | "until") || group.is_negated {
            return;
        }
        let object = self.written(when);
        for name in names {
            self.say(name, &joined(&[verb, &preposition]), &object, false, TIME);
        }
    }

    /// Times and places after an object: the first time belongs to what was said since the mark.
    pub(super) fn times_and_places(&mut self, mut at: usize, mark: usize) -> usize {
        for _ in 0..4 {
            if let Some(found) = time(&self.tokens, at) {
                let when = self.written(found.clone());
                self.date_since(mark, &when);
                at = found.end;
                continue;
            }
            let is_place =
                self.token(at).is_some_and(|token| token.is(PREPOSITION) && !token.is_name)
                    && !self.is_verb_after(at);
            match phrase(&self.tokens, at + 1, Role::Object) {
                // A time after "from its proclamation" is that of the proclamation.
                Some(found) if is_place && !found.is_name => return found.end(),
                Some(found) if is_place => at = found.end(),
                _ => break,
            }
        }
        at
    }

    pub(super) fn after_adverbs(&self, mut at: usize) -> usize {
        while self.token(at).is_some_and(|token| {
            token.is(ADVERB)
                && !token.is_name
                && !token.is(PREPOSITION | LINK | NEGATION | PARTICLE | DOUBT | DETERMINER)
        }) {
            at += 1;
        }
        at
    }
}
