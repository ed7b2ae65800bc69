//! What somebody or something is: "is a film", "is the son of Ann and Bob", "is in Paris".

use super::lexicon::*;
use super::list::{List, list};
use super::phrase::{Determiner, Phrase, Role, ends_in_adjective, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::Kind;
use super::verb::Group;

const DEFINITION: f64 = 0.9;
const DUTY: f64 = 0.85;

impl Reader<'_, '_> {
    /// Says what a subject is; gives where that ends.
    pub(super) fn copula(&mut self, subject: &Subject, group: &Group) -> Option<usize> {
        let at = group.end;
        if let Some(end) = self.turned(subject, group) {
            return Some(end);
        }
        if self.is_word(at, &["responsible"]) && self.is_word(at + 1, &["for"]) {
            let found = list(&self.tokens, at + 2, Role::Object)?;
            return self.say_objects(&subject.names, "be responsible for", group, &found, DUTY);
        }
        let [name] = subject.names.as_slice() else { return self.several(subject, group) };
        let name = name.clone();
        let token = self.token(at)?;
        if token.is(PREPOSITION) && !token.is_name {
            return self.where_it_is(&name, group);
        }
        let found = list(&self.tokens, at, Role::Object)?;
        if self.is_unclear(&found, at) {
            return None;
        }
        if self.is_shared(&found) {
            return self.shared(&name, &found.items, group);
        }
        let items = self.told(&found)?;
        let last = items.len() - 1;
        let mark = self.mark();
        self.say_before_shared_of(&name, &items, group);
        let is_first_said = self.mark() > mark;
        let is_counted = items[last].determiner == Determiner::Indefinite
            && self.tokens[items[last].words.start].is(LOOSE)
            && self.is_participle_at(items[last].end());
        let is_one = items[last].determiner == Determiner::The;
        if is_one && self.is_restricted(items[last].end()) {
            return None;
        }
        for (number, item) in items.iter().enumerate() {
            if subject.is_title {
                let noun = self.tokens[item.head].low.to_string();
                self.referent.learn(&noun);
            }
            // "a first film produced by Ann": the first that she produced.
            if number == last && is_counted || number == 0 && is_first_said {
                continue;
            }
            self.say_what(&name, item, group.is_negated, DEFINITION);
        }
        // "of planets and comets, born in": after what was left out.
        let is_left_out = found.items.last().is_some_and(|item| {
            item.first > items[last].end() && !item.is_name && item.determiner == Determiner::None
        });
        let (after, is_about) = if is_left_out {
            let is_apart = self.kind(found.end) == Some(Kind::Comma);
            (found.end, is_apart || self.is_word(found.end, &["best", "known"]))
        } else {
            let after = self.prepositions_of(&name, &items[last], group);
            (after, self.is_still_about(&items[last], after))
        };
        let goes_on = !group.is_negated && is_about;
        Some(if goes_on {
            self.after_definition(
                &name,
                subject,
                after,
                after == items[last].end() && items[last].of.is_none(),
            )
        } else {
            after
        })
    }

    /// Whether a list of what something is was not understood.
    fn is_unclear(&self, found: &List, at: usize) -> bool {
        let (first, others) = (&found.items[0], &found.items[1..]);
        let start = &self.tokens[first.words.start];
        // "is 35 kilometres from Paris"
        let is_measure = first.determiner == Determiner::None
            && start.kind == Kind::Number
            && !start.is_year()
            && !first.is_name;
        // "members of foreign services and diplomatic corps"
        let is_mixed = first.of.is_some_and(|of| !self.tokens[of + 1].is_name)
            && others.iter().any(|item| {
                item.determiner == Determiner::None
                    && !item.is_name
                    && !is_doer(&self.tokens[item.head].low)
            });
        let goes_on = self.is_word(found.end, &["of"])
            || self.token(found.end).is_some_and(|token| token.text == "-");
        found.is_either
            || self.is_word(at, &["one", "both", "all", "some"])
            || !self.can_be_told(first)
            || self.is_bare(first)
            || is_measure
            || is_mixed
            || goes_on
    }

    /// "son of Ann and Bob".
    fn is_shared(&self, found: &List) -> bool {
        let (first, others) = (&found.items[0], &found.items[1..]);
        let is_name = |item: &Phrase| {
            item.is_name
                && item.owner.is_none()
                && !(item.of.is_some() && is_person(&self.tokens[item.head].low))
        };
        first.of.is_some() && !others.is_empty() && others.iter().all(is_name)
    }

    /// What of a list says what something is.
    fn told(&self, found: &List) -> Option<Vec<Phrase>> {
        let (first, others) = (&found.items[0], &found.items[1..]);
        let mut items = found.items.clone();
        // "daughter of Ann, Duchess of York and …": no list of what she is.
        if others.iter().any(|item| item.is_name && (first.of.is_some() || item.of.is_none())) {
            items.truncate(1);
        }
        // "a discoverer of planets and comets"
        let is_cut = |item: &Phrase| item.of.is_some_and(|of| !self.tokens[of + 1].is_name);
        if let Some(at) = items.iter().position(is_cut) {
            let is_another = |item: &Phrase| {
                item.determiner != Determiner::None || is_doer(&self.tokens[item.head].low)
            };
            let more = items.split_off(at + 1);
            items.extend(more.into_iter().take_while(is_another));
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
        items.iter().all(|item| self.can_be_told(item)).then_some(items)
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

    /// "as the son of Ann and Bob", ", the son of Ann and Bob": whose child or spouse somebody is.
    pub(super) fn kinship(&mut self, name: &str, at: usize, group: &Group) -> Option<usize> {
        let mut at = at + usize::from(self.kind(at) == Some(Kind::Comma));
        at += usize::from(self.is_word(at, &["as"]));
        let found = list(&self.tokens, at, Role::Object)
            .filter(|found| !found.is_either && self.is_word(at, &["the", "a"]))?;
        let first = &found.items[0];
        let is_kin = self.tokens[first.head].is(KIN) && !first.is_name && first.of.is_some();
        if !is_kin || !self.can_be_told(first) {
            return None;
        }
        let mark = self.mark();
        if self.is_shared(&found) {
            let end = self.shared(name, &found.items, group);
            if end.is_none() {
                self.unsay(mark);
            }
            return end;
        }
        self.say_what(name, first, group.is_negated, DEFINITION);
        (self.mark() > mark).then_some(first.end())
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
        // "Boat Home is 1993 Telugu film"
        let has_year = self.tokens[item.words.start].is_year() && item.words.len() > 1;
        item.determiner == Determiner::None
            && !item.is_name
            && !has_year
            && item.of.is_none()
            && (!is_plural(&head.low) || head.low.ends_with("ss"))
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
}

/// "films", "fungi", "larvae", "women".
fn is_plural(noun: &str) -> bool {
    ["s", "i", "ae", "ria"].iter().any(|ending| noun.ends_with(ending))
        || matches!(noun, "people" | "men" | "women" | "children")
}
