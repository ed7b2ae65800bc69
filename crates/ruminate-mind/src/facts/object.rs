//! Objects: how far they reach, and whether they mean something when they are cut out of their sentence.
//!
//! A name stands alone. A common noun takes the phrases along that follow it, since "degree" says less than "degree
//! in law from Yale"; where what follows cannot be taken along, the object is not said at all.

use super::date::time;
use super::lexicon::*;
use super::list::{List, list};
use super::phrase::{Determiner, Phrase, Role, ends_in_adjective};
use super::reader::Reader;
use super::token::Kind;
use super::verb::{Group, Voice};

/// What lies between several others.
const BETWEEN: &[&str] = &[
    "intersection",
    "junction",
    "confluence",
    "border",
    "boundary",
    "crossing",
    "merger",
    "combination",
    "mixture",
];

impl Reader<'_, '_> {
    /// Says a relation of every subject and every object; gives the end of the last object.
    pub(super) fn say_objects(
        &mut self,
        names: &[String],
        relation: &str,
        group: &Group,
        found: &List,
        confidence: f64,
    ) -> Option<usize> {
        if found.is_either {
            return None;
        }
        let (mut items, mut end) = self.joined_items(found);
        // "produced recordings by": only a passive has an agent.
        if group.voice == Voice::Active
            && self.is_word(end, &["by"])
            && items.iter().any(|item| !item.is_name)
        {
            return None;
        }
        // "a lengthy and fruitful partnership"
        if let [first, second, ..] = items.as_slice()
            && first.words.len() == 1
            && first.determiner == Determiner::Indefinite
            && second.words.len() > 1
            && second.determiner == Determiner::None
            && !first.is_name
        {
            items.remove(0);
        }
        if items.len() == 1 && self.is_word(items[0].first, &["both"])
            || self.shares_noun(found, &items)
        {
            return None;
        }
        // "a number of nominations and wins"
        if items[0].of.is_some()
            && self.tokens[items[0].head].is(AMOUNT)
            && items[1..].iter().all(|item| item.determiner == Determiner::None && !item.is_name)
        {
            items.truncate(1);
        }
        let mut objects = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let is_last = number + 1 == items.len();
            let extent = if is_last { self.extent(item) } else { item.end() };
            let is_unread =
                is_last && extent >= end && !item.is_name && self.goes_on_unread(extent);
            if is_unread || ends_in_adjective(&self.tokens, item) || self.is_cut(item, extent) {
                return None;
            }
            objects.push((
                self.place(item, extent).or_else(|| self.meaning(item, extent))?,
                item.clone(),
                extent,
            ));
            if is_last {
                end = extent.max(end);
            }
        }
        if let [(_, item, extent)] = objects.as_slice() {
            end = end.max(self.place_end(item, *extent));
        }
        for (object, item, extent) in &objects {
            for name in names {
                self.say(name, relation, object, group.is_negated, confidence);
            }
            self.introduce(item);
            self.appositions_after(object, item.is_name, *extent);
        }
        Some(end)
    }

    /// Whether a common noun is told from others only by what follows: "a complaint that", "the same as".
    pub(super) fn is_cut(&self, item: &Phrase, extent: usize) -> bool {
        let is_number = item.words.len() == 1 && self.kind(item.head) == Some(Kind::Number);
        let head = &self.tokens[item.head];
        // "permanent, temporary and travelling exhibits"
        let is_adjective = item.words.len() == 1
            && item.determiner == Determiner::None
            && !head.low.ends_with('s')
            && self.kind(extent) == Some(Kind::Comma);
        let goes_on = self.is_participle_at(extent)
            || self
                .token(extent)
                .is_some_and(|token| !token.is_name && token.is(TELLS_MORE) || token.text == "-")
                && time(&self.tokens, extent).is_none();
        let is_name_cut = self.is_word(extent, &["of"])
            || self.is_word(extent, &["to"]) && self.is_verb_after(extent);
        let is_split =
            self.token(extent).is_some_and(|token| token.is(PARTICLE) && !token.is(PREPOSITION));
        // "play the lead roles": in what is not said.
        let is_role = head.is_any(&["role", "roles"]) && item.of.is_none();
        is_role
            || is_number
            || is_split
            || is_name_cut
            || !item.is_name && (goes_on || is_adjective)
    }

    /// "the core and growing bud of": an "and" whose other side was not understood.
    fn goes_on_unread(&self, at: usize) -> bool {
        self.is_word(at, &["and", "or"]) && !self.is_verb_at(at + 1) && !self.begins_clause(at + 1)
    }

    /// A list whose items are all of one kind. A common noun among names makes the list no list, but for
    /// "the voices of Ann and Bob", which is one.
    pub(super) fn joined_items(&self, found: &List) -> (Vec<Phrase>, usize) {
        let (first, others) = (&found.items[0], &found.items[1..]);
        // "the intersection of Elm Street and Oak Street"
        let is_between = self.tokens[first.head].is_any(BETWEEN) && first.of.is_some();
        if is_between && !others.is_empty() {
            let whole = Phrase { words: first.words.start..found.end, ..first.clone() };
            return (vec![whole], found.end);
        }
        if others.iter().all(|item| item.is_name == first.is_name) {
            return (found.items.clone(), found.end);
        }
        let is_of_names = first.of.is_some()
            && self.tokens[first.end() - 1].is_name
            && others.iter().all(|item| item.is_name && item.determiner == Determiner::None);
        if !first.is_name && is_of_names {
            let whole = Phrase { words: first.words.start..found.end, ..first.clone() };
            return (vec![whole], found.end);
        }
        (vec![first.clone()], first.end())
    }

    /// "the Northern Tablelands and Mid North Coast districts": names before a noun that they share.
    fn shares_noun(&self, found: &List, items: &[Phrase]) -> bool {
        items.len() == 1
            && matches!(&found.items[1..], [item] if item.determiner == Determiner::None && item.first >= items[0].end())
    }

    /// "comedian Jerry Seinfeld": says that too.
    pub(super) fn introduce(&mut self, item: &Phrase) {
        let Some(start) = self.name_within(item) else { return };
        let calls = &self.tokens[start - 1];
        let mut first = start - 1;
        while first > item.words.start && (self.tokens[first - 1].is_nominal()) {
            first -= 1;
        }
        let is_office = calls.is(KIN)
            || calls.is_any(&["member", "star", "general", "host", "major", "leader"]);
        if is_person(&calls.low) && !is_office {
            let what = self.written(first..start);
            let name = self.written(start..item.end());
            let is_certain = item.of.is_none() && self.tokens[start..item.end()].len() > 1;
            if is_certain {
                self.say(&name, "be", &what, false, 0.8);
            }
        }
    }

    /// How far an object reaches: a common noun takes the phrases with it that follow, a name stands alone.
    pub(super) fn extent(&self, item: &Phrase) -> usize {
        if item.is_name {
            return item.end();
        }
        let mut end = item.end();
        for _ in 0..3 {
            // "a novel by Chi Li", but "was built in the Gothic style by"
            let is_by = self.is_word(end, &["by"])
                && item.determiner == Determiner::Indefinite
                && item.first > 0
                && self.is_word(item.first - 1, &["on", "upon", "from"])
                && self.token(end + 1).is_some_and(|token| token.is_name);
            let is_joined = is_by
                || self.token(end).is_some_and(|token| {
                    token.is(PREPOSITION)
                        && !token.is(CIRCUMSTANCE)
                        && !token.is_name
                        && !token.is_any(&["by", "to"])
                });
            if !is_joined || time(&self.tokens, end).is_some() {
                break;
            }
            let Some(next) = list(&self.tokens, end + 1, Role::Object) else { break };
            if self.tokens[next.items[0].head].is(SPAN) {
                break;
            }
            // "piano under Ann Lee and composition with", "the richest in Ohio and the third-richest"
            let first = &next.items[0];
            let is_mixed = next.items[1..].iter().any(|item| {
                item.is_name != first.is_name
                    && item.determiner == Determiner::None
                    && first.of.is_none()
                    || ends_in_adjective(&self.tokens, item)
            });
            if is_mixed {
                return next.items[0].end();
            }
            if self.tokens[end..next.end].iter().any(|token| token.is(POSSESSIVE) && !token.is_name)
            {
                break;
            }
            end = next.end;
        }
        end
    }
}
