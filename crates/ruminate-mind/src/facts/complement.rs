//! What a verb says of its subject: the object of an active verb, the agent, place and time of a passive one.

use std::ops::Range;

use super::date::{date, time};
use super::inflection::Form;
use super::lexicon::*;
use super::phrase::{Determiner, List, Phrase, Role, ends_in_adjective, list, phrase};
use super::reader::Reader;
use super::relation::joined;
use super::token::{Kind, Token};
use super::verb::{Group, Voice, group};

const ACTIVE: f64 = 0.75;
const PASSIVE: f64 = 0.85;
const AGENT: f64 = 0.9;
const TIME: f64 = 0.9;

/// Verbs that are said of their object as a whole although they are often light.
const PLAIN: &[&str] = &["become", "have", "cause", "remain", "start", "begin", "leave"];

/// Verbs whose "to" is never that of another verb.
const TAKES_TO: &[&str] = &[
    "lead",
    "contribute",
    "refer",
    "belong",
    "relate",
    "amount",
    "correspond",
    "respond",
    "react",
];

impl Reader<'_, '_> {
    /// "released Y", "moved to Y": what an active verb says. Gives where the clause ends, or nothing if it is not understood.
    pub(super) fn active(&mut self, names: &[String], group: &Group) -> Option<usize> {
        let mark = self.mark();
        let mut at = group.end;
        let mut verb = group.base.clone();
        if self.token(at).is_some_and(|token| token.is(PARTICLE) && !token.is_name)
            && !self.is_word(at, &["over", "back"])
        {
            verb = joined(&[&verb, &self.tokens[at].low]);
            at += 1;
        }
        at = self.after_adverbs(at);
        let is_light = classes(&group.base) & LIGHT != 0 && !PLAIN.contains(&group.base.as_str());
        if let Some(found) = time(&self.tokens, at) {
            self.say_time(names, &verb, group, found.clone());
            let end = self.times_and_places(at, mark);
            return Some(end);
        }
        let token = self.token(at)?;
        if token.is(PREPOSITION) && !token.is_name {
            return self.active_with_preposition(names, group, &verb, at);
        }
        if is_light || self.is_clause_next(at) {
            return None;
        }
        let found = list(&self.tokens, at, Role::Object)?;
        let end = self.say_objects(names, &verb, group, &found, ACTIVE)?;
        let is_split = self.token(end).is_some_and(|token| token.is(PARTICLE) && !token.is_name)
            || self.is_word(end, &["to", "from", "as", "into"]) && self.is_verb_after(end);
        (!is_split && !self.is_word(end, &["to"])).then(|| self.times_and_places(end, mark))
    }

    fn active_with_preposition(
        &mut self,
        names: &[String],
        group: &Group,
        verb: &str,
        at: usize,
    ) -> Option<usize> {
        let mark = self.mark();
        let preposition = self.tokens[at].low.to_string();
        let token = &self.tokens[at];
        let is_role = preposition == "as"
            && matches!(group.base.as_str(), "serve" | "act" | "work" | "function");
        let is_number = token.is_any(&["over", "about", "around", "under", "near"])
            && self.kind(at + 1) == Some(Kind::Number);
        let may_follow = is_role
            || !token.is(CIRCUMSTANCE)
                && preposition != "under"
                && !is_number
                && !(preposition == "to"
                    && !TAKES_TO.contains(&group.base.as_str())
                    && self.is_verb_after(at));
        let is_light = classes(&group.base) & LIGHT != 0
            && !matches!(group.base.as_str(), "appear" | "go" | "remain" | "begin" | "start");
        if !may_follow || preposition == "by" || is_light {
            return None;
        }
        let found = list(&self.tokens, at + 1, Role::Object)
            .filter(|found| !self.tokens[found.items[0].head].is(SPAN))?;
        let relation = joined(&[verb, &preposition]);
        let end = self.say_objects(names, &relation, group, &found, ACTIVE)?;
        Some(self.times_and_places(end, mark))
    }

    /// Whether a verb follows a "to" or "from": its phrase is no object.
    fn is_verb_after(&self, at: usize) -> bool {
        self.token(at + 1).is_some_and(|token| {
            !token.is_name
                && token.kind == Kind::Word
                && (self.is_word(at, &["to"])
                    && !token.is(DETERMINER | POSSESSIVE)
                    && !token.low.ends_with('s')
                    || token.is(BE | HAVE | DO)
                    || token.form() == Some(Form::Ing))
        })
    }

    /// "said that", "began to", "helped write".
    fn is_clause_next(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| {
            !token.is_name
                && (token.is(LINK | PRONOUN) && !token.is(DETERMINER | POSSESSIVE)
                    || token.low == "to"
                    || token.form() == Some(Form::Ing)
                    || token.low == "that")
        })
    }

    /// Says a relation of every subject and every object; gives the end of the last object.
    fn say_objects(
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
        let (items, mut end) = self.joined_items(found);
        // "produced recordings by": only a passive has an agent.
        if group.voice == Voice::Active
            && self.is_word(end, &["by"])
            && items.iter().any(|item| !item.is_name)
        {
            return None;
        }
        if items.len() == 1 && self.is_word(items[0].first, &["both"])
            || self.shares_noun(found, &items)
        {
            return None;
        }
        let mut objects = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let is_last = number + 1 == items.len();
            let extent = if is_last { self.extent(item) } else { item.end() };
            if ends_in_adjective(&self.tokens, item) || self.is_cut(item, extent) {
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
    fn is_cut(&self, item: &Phrase, extent: usize) -> bool {
        let is_number = item.words.len() == 1 && self.kind(item.head) == Some(Kind::Number);
        let head = &self.tokens[item.head];
        let is_listed = self.is_word(extent, &["and", "or"])
            && group(&self.tokens, extent + 1).is_none()
            && extent > item.end();
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
        is_number || is_name_cut || !item.is_name && (goes_on || is_listed || is_adjective)
    }

    /// A list whose items are all of one kind. A common noun among names makes the list no list, but for
    /// "the voices of Ann and Bob", which is one.
    fn joined_items(&self, found: &List) -> (Vec<Phrase>, usize) {
        let (first, others) = (&found.items[0], &found.items[1..]);
        if others.iter().all(|item| item.is_name == first.is_name) {
            return (found.items.clone(), found.end);
        }
        if !first.is_name && first.of.is_some() && others.iter().all(|item| item.is_name) {
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
    fn introduce(&mut self, item: &Phrase) {
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
                && self.token(item.first - 1).is_some_and(|token| token.is(PREPOSITION))
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
            if self.tokens[end..next.end].iter().any(|token| token.is(POSSESSIVE) && !token.is_name)
            {
                break;
            }
            end = next.end;
        }
        end
    }

    /// "Columbus, Ohio": a place with the place it is in.
    fn place(&self, item: &Phrase, extent: usize) -> Option<String> {
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

    /// "was released in 1958 by Columbia Pictures": what a passive says.
    pub(super) fn passive(&mut self, names: &[String], group: &Group) -> Option<usize> {
        const MOST: usize = 5;
        let mark = self.mark();
        let mut at = self.after_adverbs(group.end);
        let mut has_place = false;
        // "was written and directed by"
        let mut verbs = vec![(group.base.clone(), group.written.clone())];
        while let Some((next, verb)) = self.another_participle(at) {
            verbs.push(verb);
            at = next;
        }
        if self.is_clause_next(at) || self.is_word(at, &["to"]) && self.is_verb_after(at) {
            return None;
        }
        for _ in 0..MOST {
            if let Some(found) = time(&self.tokens, at) {
                for (_, written) in &verbs {
                    self.say_time(names, &joined(&["be", written]), group, found.clone());
                }
                let when = self.written(found.clone());
                self.date_since(mark, &when);
                at = found.end;
            } else if self.kind(at) == Some(Kind::Comma) && self.is_word(at + 1, &["by"]) {
                at += 1;
            } else if self.is_word(at, &["by"]) {
                at = self.agents(names, group, &verbs, at)?;
            } else if let Some(end) = self.passive_place(names, group, &verbs, at, has_place) {
                has_place = true;
                // "based on the novel by Ann"
                let is_work = self.tokens[at..end]
                    .iter()
                    .any(|token| token.kind == Kind::Quote || token.is(NAMED) && !token.is_name);
                at = end;
                if is_work && self.is_word(at, &["by"]) {
                    break;
                }
            } else {
                break;
            }
        }
        Some(at)
    }

    fn another_participle(&self, at: usize) -> Option<(usize, (String, String))> {
        let is_joined = self.is_word(at, &["and"]) || self.kind(at) == Some(Kind::Comma);
        let mut next = at + 1;
        if self.is_word(next, &["and"]) {
            next += 1;
        }
        let token = self.token(next).filter(|token| is_joined && token.is_participle())?;
        let (_, base) = token.verb.as_ref()?;
        let goes_on =
            self.is_word(next + 1, &["by", "and"]) || self.kind(next + 1) == Some(Kind::Comma);
        goes_on.then(|| (next + 1, (base.clone(), token.low.to_string())))
    }

    fn agents(
        &mut self,
        names: &[String],
        group: &Group,
        verbs: &[(String, String)],
        by: usize,
    ) -> Option<usize> {
        let found = list(&self.tokens, by + 1, Role::Object)?;
        // "known by the name of"
        if found.is_either || group.base == "know" {
            return None;
        }
        let (mut items, end) = self.joined_items(&found);
        let mut end = end;
        // "by attorney, James Mackubin,"
        if let [item] = items.as_slice()
            && !item.is_name
            && self.kind(item.end()) == Some(Kind::Comma)
            && let Some(name) = phrase(&self.tokens, item.end() + 1, Role::Object)
                .filter(|name| name.is_name && is_person(&self.tokens[item.head].low))
        {
            end = name.end();
            items = vec![name];
        }
        let is_mixed = items.len() == 1 && found.items.len() > 1;
        let is_role = classes(&group.base) & LIGHT != 0 && self.is_word(end, &["as"]);
        if is_mixed || is_role {
            return None;
        }
        for item in &items {
            let extent = item.end();
            if !item.is_name && self.is_cut(item, extent) {
                return None;
            }
            let agent = self.meaning(item, extent)?;
            for (base, _) in verbs {
                for name in names {
                    self.say(&agent, base, name, group.is_negated, AGENT);
                }
            }
            self.introduce(item);
            self.appositions_after(&agent, item.is_name, extent);
        }
        Some(end)
    }

    /// What follows a passive with a preposition, or without one: "located in Ohio", "named Foo".
    fn passive_place(
        &mut self,
        names: &[String],
        group: &Group,
        verbs: &[(String, String)],
        at: usize,
        has_place: bool,
    ) -> Option<usize> {
        let token = self.token(at)?;
        let is_preposition = token.is(PREPOSITION) && !token.is_name;
        let preposition = if is_preposition { token.low.to_string() } else { String::new() };
        let is_aside = is_preposition
            && (token.is(CIRCUMSTANCE) && preposition != "as" || preposition == "of");
        let is_purpose = preposition == "to" && self.is_verb_after(at) || preposition == "about";
        if is_purpose || is_aside && !matches!(group.base.as_str(), "compose" | "make") {
            return None;
        }
        if !is_preposition
            && (matches!(group.base.as_str(), "bear" | "have")
                || matches!(token.kind, Kind::Comma | Kind::Number)
                || has_place)
        {
            return None;
        }
        let found = list(&self.tokens, at + usize::from(is_preposition), Role::Object)
            .filter(|found| !self.tokens[found.items[0].head].is(SPAN))?;
        let is_birth = group.base == "bear" && preposition == "in";
        if has_place && !is_birth || verbs.len() > 1 {
            return Some(self.extent(&found.items[0]));
        }
        let relation = joined(&["be", &group.written, &preposition]);
        self.say_objects(names, &relation, group, &found, PASSIVE)
    }

    fn say_time(&mut self, names: &[String], verb: &str, group: &Group, found: Range<usize>) {
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
                Some(found) if is_place => at = found.end(),
                _ => break,
            }
        }
        at
    }

    fn after_adverbs(&self, mut at: usize) -> usize {
        while self.token(at).is_some_and(|token| {
            token.is(ADVERB)
                && !token.is_name
                && !token.is(PREPOSITION | LINK | NEGATION | PARTICLE | DOUBT)
        }) {
            at += 1;
        }
        at
    }

    /// What follows a noun that says what something is: "a film directed by X, starring Y".
    pub(super) fn trailing(&mut self, names: &[String], mut at: usize) -> usize {
        const MOST: usize = 6;
        for _ in 0..MOST {
            let mut next = at;
            if self.kind(next) == Some(Kind::Comma) {
                next += 1;
            }
            if self.is_word(next, &["and"]) {
                next += 1;
            }
            while self
                .token(next)
                .is_some_and(|token| token.is(ADVERB) && token.verb.is_none() && !token.is_name)
            {
                next += 1;
            }
            let mark = self.mark();
            let Some(end) = self.participle(names, next) else {
                self.unsay(mark);
                break;
            };
            if !self.ends_well(end) {
                self.unsay(mark);
                break;
            }
            at = end;
        }
        at
    }

    fn participle(&mut self, names: &[String], at: usize) -> Option<usize> {
        let token = self.token(at)?;
        if token.is(DOUBT) {
            return None;
        }
        let (form, base) = token.verb.clone()?;
        let group = Group {
            voice: Voice::Passive,
            base,
            written: token.low.to_string(),
            is_negated: false,
            end: at + 1,
        };
        match form {
            Form::Past | Form::Participle => {
                let goes_on = self.token(at + 1).is_some_and(|next| {
                    next.is(PREPOSITION | CONJUNCTION) || next.kind == Kind::Comma
                });
                if goes_on { self.passive(names, &group).filter(|end| *end > at + 1) } else { None }
            }
            Form::Ing
                if self.token(at + 1).is_some_and(|next| {
                    next.is_name
                        || next.is(DETERMINER)
                        || next.kind == Kind::Quote
                        || next.is_nominal() && &*group.base == "star"
                }) =>
            {
                let group = Group { voice: Voice::Active, ..group };
                self.active(names, &group)
            }
            _ => None,
        }
    }

    pub(super) fn is_participle_at(&self, at: usize) -> bool {
        self.token(at)
            .is_some_and(|token| Token::is_participle(token) || token.form() == Some(Form::Ing))
    }
}
