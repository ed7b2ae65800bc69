//! What somebody or something is: "is a film", "was the capital of France", "whose mother was Ann".

use crate::text::demonyms::place_of;

use super::clause::Subject;
use super::date::time;
use super::inflection::singular;
use super::lexicon::*;
use super::phrase::{Determiner, Phrase, Role, ends_in_adjective, list, phrase};
use super::reader::Reader;
use super::token::Kind;
use super::verb::Group;

const DEFINITION: f64 = 0.9;

impl Reader<'_, '_> {
    /// Says what a subject is; gives where that ends.
    pub(super) fn copula(&mut self, subject: &Subject, group: &Group) -> Option<usize> {
        let at = group.end;
        if let Some(end) = self.turned(subject, group) {
            return Some(end);
        }
        let [name] = subject.names.as_slice() else { return self.several(subject, group) };
        let name = name.clone();
        let token = self.token(at)?;
        if token.is(PREPOSITION) && !token.is_name {
            return self.where_it_is(&name, group);
        }
        let found = list(&self.tokens, at, Role::Object)?;
        let first = found.items[0].clone();
        if found.is_either
            || self.is_word(at, &["one", "both", "all", "some"])
            || !self.can_be_told(&first)
            || self.is_bare(&first)
        {
            return None;
        }
        let others = &found.items[1..];
        // "members of foreign services and diplomatic corps"
        let is_unclear = first.of.is_some_and(|of| !self.tokens[of + 1].is_name)
            && others.iter().any(|item| {
                item.determiner == Determiner::None
                    && !item.is_name
                    && !is_doer(&self.tokens[item.head].low)
            });
        if is_unclear
            || self.is_word(found.end, &["of"])
            || self.token(found.end).is_some_and(|token| token.text == "-")
        {
            return None;
        }
        // "son of Ann and Bob"
        let is_name = |item: &Phrase| {
            item.is_name
                && item.owner.is_none()
                && !(item.of.is_some() && is_person(&self.tokens[item.head].low))
        };
        if first.of.is_some() && !others.is_empty() && others.iter().all(is_name) {
            return self.shared(&name, &found.items, group);
        }
        // "daughter of Ann, Duchess of York and …": no list of what she is.
        let mut items = found.items.clone();
        if others.iter().any(|item| item.is_name && (first.of.is_some() || item.of.is_none())) {
            items.truncate(1);
        }
        // "stage and screen actor"
        if is_doer(&self.tokens[items[items.len() - 1].head].low) {
            items.retain(|item| is_doer(&self.tokens[item.head].low));
        }
        // "a shy and unlucky clerk"
        if items.len() > 1
            && self.is_lone_modifier(&items[0])
            && items[items.len() - 1].words.len() > 1
        {
            items.remove(0);
        }
        if items.iter().any(|item| !self.can_be_told(item)) {
            return None;
        }
        let last = items.len() - 1;
        self.say_before_shared_of(&name, &items, group);
        if items[last].determiner == Determiner::The && self.is_restricted(items[last].end()) {
            return None;
        }
        for item in &items {
            if subject.is_title {
                let noun = self.tokens[item.head].low.to_string();
                self.referent.learn(&noun);
            }
            self.say_what(&name, item, group.is_negated, DEFINITION);
        }
        let after = self.prepositions_of(&name, &items[last], group);
        let goes_on = !group.is_negated && self.is_still_about(&items[last], after);
        Some(if goes_on {
            self.after_definition(&name, subject, after, after == items[last].end())
        } else {
            after
        })
    }

    /// "the capital and largest city of Wales": the first noun has the "of" of the last.
    fn say_before_shared_of(&mut self, name: &str, items: &[Phrase], group: &Group) {
        let [first, second] = items else { return };
        let Some(of) = second.of.filter(|_| {
            first.of.is_none()
                && first.determiner == Determiner::The
                && second.determiner == Determiner::None
        }) else {
            return;
        };
        let whole = phrase(&self.tokens, of + 1, Role::Object)
            .filter(|whole| whole.is_name && whole.end() == second.end());
        let object = whole.and_then(|whole| self.meaning(&whole, whole.end()));
        if let (Some(object), Some(noun)) = (object, self.noun_relation(first)) {
            self.say(name, &format!("be {noun} of"), &object, group.is_negated, DEFINITION);
        }
    }

    fn shared(&mut self, name: &str, items: &[Phrase], group: &Group) -> Option<usize> {
        let relation = format!("be {} of", self.noun_relation(&items[0])?);
        // One office may have several fields: "Minister of Trade and Industry".
        if !self.tokens[items[0].head].is(SHARED) {
            let end = items.last()?.end();
            let object = self.written(items[0].of? + 1..end);
            self.say(
                name,
                &relation,
                object.strip_prefix("the ").unwrap_or(&object),
                group.is_negated,
                DEFINITION,
            );
            return Some(end);
        }
        for item in items {
            let start = if item.first == items[0].first { items[0].of? + 1 } else { item.first };
            let part = phrase(&self.tokens, start, Role::Object)?;
            let object = self.meaning(&part, part.end())?;
            self.say(name, &relation, &object, group.is_negated, DEFINITION);
        }
        items.last().map(Phrase::end)
    }

    /// Whether a participle after a definition is said of what is defined: not after "a member of the council held".
    fn is_still_about(&self, item: &Phrase, after: usize) -> bool {
        if after > item.end() {
            return item.of.is_none()
                && (self.is_word(item.end(), &["by"]) || self.kind(after) == Some(Kind::Comma));
        }
        item.of.is_none_or(|of| {
            !self.token(of + 1).is_some_and(|token| token.is_name || token.low == "the")
        })
    }

    /// "was present", "is home": without an article one thing is no noun, unless it is an office with its "of".
    fn is_bare(&self, item: &Phrase) -> bool {
        let head = &self.tokens[item.head];
        item.determiner == Determiner::None
            && !item.is_name
            && item.of.is_none()
            && !(head.low.ends_with('s') && !head.low.ends_with("ss"))
    }

    /// "the first to win", "the last movie directed by": without the rest it is not true.
    fn is_restricted(&self, end: usize) -> bool {
        self.is_participle_at(end)
            || self.is_word(
                end,
                &[
                    "to",
                    "that",
                    "who",
                    "which",
                    "where",
                    "whose",
                    "he",
                    "she",
                    "they",
                    "it",
                    "including",
                    "such",
                    "like",
                ],
            )
    }

    /// "Wright, Lindsey & Jennings": the name goes on.
    fn is_firm(&self, comma: usize) -> bool {
        self.kind(comma) == Some(Kind::Comma)
            && self.tokens[comma..].iter().take(4).any(|token| token.text == "&")
    }

    fn is_lone_modifier(&self, item: &Phrase) -> bool {
        let token = &self.tokens[item.head];
        item.words.len() == 1
            && !token.is_name
            && !token.is(NOUN | PERSON | NAMED)
            && !is_doer(&token.low)
    }

    fn can_be_told(&self, item: &Phrase) -> bool {
        let has_doubt = self.tokens[item.words.clone()]
            .iter()
            .any(|token| !token.is_name && token.is(DOUBT | PRONOUN | NEGATION));
        !has_doubt
            && !ends_in_adjective(&self.tokens, item)
            && !matches!(item.determiner, Determiner::Pointing | Determiner::No)
    }

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
        if let Some(of) = item.of
            && (!self.tokens[item.head].is(AMOUNT) || self.is_word(item.head, &["member", "part"]))
            && let Some(whole) = phrase(&self.tokens, of + 1, Role::Object)
            && (whole.is_name || whole.determiner == Determiner::The)
            && whole.end() == item.end()
            && !(self.tokens[whole.head].is(NAMED)
                && !whole.is_name
                && self.kind(item.end()) == Some(Kind::Comma))
            && let Some(noun) = self.noun_relation(item)
        {
            if let Some(object) = self.meaning(&whole, whole.end()) {
                self.say(name, &format!("be {noun} of"), &object, is_negated, confidence);
            }
            return;
        }
        let is_vague = item.determiner == Determiner::The && item.of.is_none() && !item.is_name;
        let extent = if is_vague { self.extent(item) } else { item.end() };
        let is_cut =
            self.token(extent).is_some_and(|token| token.is(PREPOSITION) && !token.is_name)
                && time(&self.tokens, extent).is_none();
        if is_vague && (is_cut || extent == item.end() && item.words.len() < 2) {
            return;
        }
        if let Some(object) = self.meaning(item, extent) {
            self.say(name, "be", &object, is_negated, confidence);
        }
    }

    /// "is France's capital", "was his mother".
    fn say_owned(&mut self, name: &str, item: &Phrase, is_negated: bool, confidence: f64) {
        let owner = match (&item.owner, item.determiner) {
            (Some(owner), _) if self.tokens[owner.clone()].iter().all(|token| token.is_name) => {
                self.written(owner.clone())
            }
            _ => return,
        };
        if item.of.is_none()
            && !item.is_name
            && let Some(noun) = self.noun_relation(item)
        {
            self.say(name, &format!("be {noun} of"), &owner, is_negated, confidence);
        }
    }

    /// The noun of "be … of", without what does not change its meaning: "eldest son" is "son".
    fn noun_relation(&self, item: &Phrase) -> Option<String> {
        let words = &self.tokens[item.words.start..=item.head];
        let kept: Vec<String> = words
            .iter()
            .enumerate()
            .filter(|(number, token)| {
                let is_last = number + 1 == words.len();
                is_last
                    || !(token.is(LOOSE)
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

    /// "The capital of France is Paris", "France's capital is Paris", "His mother was Ann": the other way round.
    fn turned(&mut self, subject: &Subject, group: &Group) -> Option<usize> {
        let item = subject.phrase.clone()?;
        if item.is_name || subject.is_title || self.kind(subject.end) == Some(Kind::Comma) {
            return None;
        }
        let noun = self.noun_relation(&item)?;
        let whole = match item.determiner {
            Determiner::The => {
                let whole = phrase(&self.tokens, item.of? + 1, Role::Subject)
                    .filter(|whole| whole.end() == item.end())?;
                self.meaning(&whole, whole.end())?
            }
            Determiner::Owner => {
                let owner = item.owner.clone().filter(|owner| {
                    item.of.is_none()
                        && self.tokens[owner.clone()].iter().all(|token| token.is_name)
                })?;
                self.written(owner)
            }
            Determiner::Possessive if item.of.is_none() => subject.owner.clone()?,
            _ => return None,
        };
        let mut found =
            list(&self.tokens, group.end, Role::Object).filter(|found| !found.is_either)?;
        // "was Ann, a teacher and a poet"
        if found.items[1..].iter().any(|item| !item.is_name) {
            found.items.truncate(1);
            found.end = found.items[0].end();
        }
        if found.items.iter().any(|item| !item.is_name || item.owner.is_some()) {
            return None;
        }
        // "The author of the book is American."
        let mut end = found.end;
        for value in &found.items {
            let head = &self.tokens[value.head];
            let is_adjective = value.words.len() == 1
                && ["ic", "an", "ish", "ese"].iter().any(|ending| head.low.ends_with(ending));
            if is_adjective || ends_in_adjective(&self.tokens, value) {
                return None;
            }
            let name = self.meaning(value, value.end())?;
            self.say(&name, &format!("be {noun} of"), &whole, group.is_negated, 0.85);
            end = end.max(value.end());
        }
        Some(end)
    }

    /// "Her father, Werner Engel, …": whom that means, and that he is her father.
    pub(super) fn named_beside(&mut self, subject: &Subject) -> Option<Subject> {
        let (item, owner) = (subject.phrase.as_ref()?, subject.owner.clone()?);
        let name = phrase(&self.tokens, subject.end + 1, Role::Subject)
            .filter(|name| name.is_name && name.determiner == Determiner::None)?;
        let is_between = self.kind(subject.end) == Some(Kind::Comma)
            && self.kind(name.end()) == Some(Kind::Comma)
            && !item.is_name
            && item.of.is_none();
        let noun = self.noun_relation(item).filter(|_| is_between)?;
        let written = self.meaning(&name, name.end())?;
        self.say(&written, &format!("be {noun} of"), &owner, false, 0.85);
        Some(Subject {
            names: vec![written],
            end: name.end() + 1,
            phrase: Some(name),
            is_title: false,
            owner: None,
        })
    }

    /// "A and B are cities".
    fn several(&mut self, subject: &Subject, group: &Group) -> Option<usize> {
        let item = phrase(&self.tokens, group.end, Role::Object)?;
        let is_plural =
            self.tokens[item.head].low.ends_with('s') && !item.is_name && item.of.is_none();
        if subject.names.len() < 2
            || !is_plural
            || item.determiner == Determiner::The
            || self.tokens[item.words.start].is(COUNT)
            || !self.can_be_told(&item)
        {
            return None;
        }
        let extent = self.extent(&item);
        let written = self.written(item.words.start..extent);
        for name in subject.names.clone() {
            self.say(&name, "be", &written, group.is_negated, 0.8);
        }
        Some(extent)
    }

    /// "is in Paris".
    fn where_it_is(&mut self, name: &str, group: &Group) -> Option<usize> {
        let preposition = self.tokens[group.end].low.to_string();
        let found = phrase(&self.tokens, group.end + 1, Role::Object)?;
        if !matches!(preposition.as_str(), "in" | "on" | "at" | "from" | "near") || !found.is_name {
            return None;
        }
        let object = self.meaning(&found, found.end())?;
        self.say(name, &format!("be {preposition}"), &object, group.is_negated, 0.8);
        Some(found.end())
    }

    /// "a village in Norway", "an album by X": the noun with its preposition is a relation to a name.
    fn prepositions_of(&mut self, name: &str, item: &Phrase, group: &Group) -> usize {
        let end = item.end();
        let Some(token) = self.token(end).filter(|token| token.is(PREPOSITION) && !token.is_name)
        else {
            return end;
        };
        let preposition = token.low.to_string();
        let is_told =
            matches!(preposition.as_str(), "in" | "by" | "from" | "on" | "at" | "near" | "for")
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

    /// What follows a definition: participles, and "who" or "which" with a clause.
    fn after_definition(
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
