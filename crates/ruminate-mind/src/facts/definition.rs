//! What a noun says of a name: "an American author", "the capital of France", "a village in Norway".

use crate::text::demonyms::place_of;

use super::date::time;
use super::inflection::singular;
use super::lexicon::*;
use super::list::list;
use super::phrase::{Determiner, Phrase, Role, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::Kind;
use super::verb::Group;

/// Nouns that are nothing without what they are of: "a sequel to", "a leader in".
const RELATIVE: &[&str] = &[
    "sequel",
    "prequel",
    "successor",
    "predecessor",
    "subsidiary",
    "follow-up",
    "leader",
    "center",
    "centre",
    "pioneer",
    "specialist",
    "expert",
    "authority",
    "heir",
    "rival",
    "contributor",
    "companion",
];

impl Reader<'_, '_> {
    /// Says what a name is by a phrase: with "of" and a name after it the noun is the relation.
    pub(super) fn say_what(
        &mut self,
        name: &str,
        item: &Phrase,
        is_negated: bool,
        confidence: f64,
    ) {
        if self.is_firm(item.end()) {
            return;
        }
        if matches!(item.determiner, Determiner::Possessive | Determiner::Owner) {
            return self.say_owned(name, item, is_negated, confidence);
        }
        if let Some(of) = self.office_of(item)
            && (!self.tokens[item.head].is(AMOUNT) || self.is_word(item.head, &["member", "part"]))
            && let Some(whole) = phrase(&self.tokens, of + 1, Role::Object)
            && (whole.is_name || whole.determiner == Determiner::The || self.is_made_up(&whole))
            && whole.end() == item.end()
            && !(self.tokens[whole.head].is(NAMED)
                && !whole.is_name
                && self.kind(item.end()) == Some(Kind::Comma)
                && self
                    .token(item.end() + 1)
                    .is_some_and(|token| token.is_name || token.kind == Kind::Quote))
            && !self.is_told_by_place(&whole)
            && let Some(noun) = self.office(item, of)
        {
            if let Some(object) = self.meaning(&whole, whole.end()) {
                self.say(name, &format!("be {noun} of"), &object, is_negated, confidence);
            }
            return;
        }
        let is_the = item.determiner == Determiner::The && !item.is_name;
        let is_vague = is_the && item.of.is_none();
        // "a high point for the art of the book", "an alternative to it"
        let is_of_another = item.of.is_none() && self.tokens[item.head].is_any(RELATIVE);
        // "a major center and leader in finance"
        if is_of_another && self.is_word(item.end(), &["and"]) {
            return;
        }
        let is_relative = !item.is_name
            && (self.is_word(item.end(), &["for", "to", "between", "against"])
                && !self.is_name_after(item.end())
                || is_of_another
                    && self.token(item.end()).is_some_and(|token| token.is(PREPOSITION)));
        let extent = if is_vague || is_relative { self.extent(item) } else { item.end() };
        if is_relative && extent == item.end() || !self.ends_well(extent) {
            return;
        }
        let is_cut =
            self.token(extent).is_some_and(|token| token.is(PREPOSITION) && !token.is_name)
                && time(&self.tokens, extent).is_none();
        // "the largest city": of what?
        let is_most = self.tokens[item.words.clone()].iter().any(|token| {
            token.low.ends_with("est") && token.low.len() > 4 || token.low.contains("most")
        });
        let is_alone = extent == item.end() && (item.words.len() < 2 || is_most);
        let is_broken = self.token(extent).is_some_and(|token| token.text == "-");
        if is_broken || is_the && is_cut || is_vague && is_alone {
            return;
        }
        if let Some(object) = self.meaning(item, extent) {
            self.say(name, "be", &object, is_negated, confidence);
        }
    }

    /// The "of" that tells whose an office is: the second in "Head of State of Norway".
    fn office_of(&self, item: &Phrase) -> Option<usize> {
        const OFFICES: &[&str] = &["state", "staff", "government", "parliament", "mission"];
        let of = item.of?;
        let is_office =
            self.is_word(of + 1, OFFICES) && self.is_word(of + 2, &["of"]) && of + 3 < item.end();
        Some(if is_office { of + 2 } else { of })
    }

    /// "the owner of mail-relay": one word that is written like no other is a name.
    fn is_made_up(&self, whole: &Phrase) -> bool {
        let word = self.tokens[whole.head].text;
        whole.words.len() == 1 && whole.determiner == Determiner::None && word.contains(['-', '_'])
    }

    /// The noun of "be … of" before this "of".
    fn office(&self, item: &Phrase, of: usize) -> Option<String> {
        let noun = self.noun_relation(item)?;
        let more = self.written(item.head + 1..of).to_lowercase();
        Some(if more.is_empty() { noun } else { format!("{noun} {more}") })
    }

    /// "the Polish minority in Ukraine": without the place it is another.
    fn is_told_by_place(&self, whole: &Phrase) -> bool {
        !whole.is_name
            && place_of(&self.tokens[whole.words.start].low).is_some()
            && self.is_word(whole.end(), &["in", "within", "outside"])
            && time(&self.tokens, whole.end()).is_none()
    }

    fn is_name_after(&self, preposition: usize) -> bool {
        phrase(&self.tokens, preposition + 1, Role::Object).is_some_and(|found| found.is_name)
    }

    /// "Wright, Lindsey & Jennings": the name goes on.
    fn is_firm(&self, comma: usize) -> bool {
        self.kind(comma) == Some(Kind::Comma)
            && self.tokens[comma..].iter().take(4).any(|token| token.text == "&")
    }

    /// The noun of "be … of", without what does not change its meaning: "eldest son" is "son".
    pub(super) fn noun_relation(&self, item: &Phrase) -> Option<String> {
        let words = &self.tokens[item.words.start..=item.head];
        let kept: Vec<String> = words
            .iter()
            .enumerate()
            .filter(|(number, token)| {
                let is_last = number + 1 == words.len();
                is_last
                    || !(token.is(LOOSE)
                        || token.low == "born"
                        || token.kind == Kind::Number
                        || place_of(&token.low).is_some())
            })
            .map(|(number, token)| {
                if number + 1 == words.len() && !token.is_name {
                    singular(&token.low)
                } else {
                    token.low.to_string()
                }
            })
            .collect();
        (kept.len() <= 4 && !words.iter().any(|token| token.kind == Kind::Quote))
            .then(|| kept.join(" "))
    }

    /// "a village in Norway", "an album by X": the noun with its preposition is a relation to a name.
    pub(super) fn prepositions_of(&mut self, name: &str, item: &Phrase, group: &Group) -> usize {
        let end = item.end();
        let Some(token) = self.token(end).filter(|token| token.is(PREPOSITION) && !token.is_name)
        else {
            return end;
        };
        let preposition = token.low.to_string();
        let is_told = matches!(
            preposition.as_str(),
            "in" | "by" | "from" | "on" | "at" | "near" | "for" | "to"
        ) && !(self.is_word(end, &["for", "on"]) && self.is_picked(item, end))
            && item.of.is_none()
            && !item.is_name;
        let found = list(&self.tokens, end + 1, Role::Object).filter(|found| {
            is_told && !found.is_either && found.items.iter().all(|item| item.is_name)
        });
        let Some(found) = found else { return self.after_prepositions(end) };
        if found.items.len() > 1 && preposition != "by" {
            return self.after_prepositions(end);
        }
        let noun = singular(&self.tokens[item.head].low);
        for part in &found.items {
            if let Some(object) = self.meaning(part, part.end()) {
                let relation = format!("be {noun} {preposition}");
                self.say(name, &relation, &object, group.is_negated, 0.85);
                self.appositions_after(&object, true, part.end());
            }
        }
        self.after_prepositions(found.end)
    }

    /// "the last film for Ann", "a top 5 single on the chart": without the word it is something else.
    fn is_picked(&self, item: &Phrase, preposition: usize) -> bool {
        let is_for = self.is_word(preposition, &["for"]);
        self.tokens[item.words.clone()].iter().any(|token| {
            token.is_any(&["top"])
                || is_for && (token.is(LOOSE) || token.is_any(&["last", "final"]))
        })
    }

    /// What follows a definition: participles, and "who" or "which" with a clause.
    pub(super) fn after_definition(
        &mut self,
        name: &str,
        subject: &Subject,
        start: usize,
        is_near: bool,
    ) -> usize {
        let names = [name.to_owned()];
        let end = self.trailing(&names, start);
        let has_comma = self.kind(end) == Some(Kind::Comma);
        let at = end + usize::from(has_comma);
        let is_who = self.is_word(at, &["who"]) && subject.is_title && self.referent.seems_person();
        let is_that = self.is_word(start, &["that", "which"]) && is_near;
        if is_who || is_that {
            let of = Subject {
                names: names.to_vec(),
                phrase: None,
                is_title: subject.is_title,
                owner: None,
                end: at + 1,
            };
            self.predicate(&of, at + 1, None, 3);
        }
        end
    }
}
