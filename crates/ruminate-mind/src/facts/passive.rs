//! What a passive says of its subject: "was released in 1958 by Columbia Pictures", "a film released by Columbia Pictures".

use super::Statement;
use super::date::time;
use super::inflection::Form;
use super::lexicon::*;
use super::list::list;
use super::phrase::{Determiner, Role, phrase};
use super::reader::Reader;
use super::relation::joined;
use super::token::{Kind, Token};
use super::verb::{Group, Voice};

const PLACE: f64 = 0.85;
const AGENT: f64 = 0.9;

impl Reader<'_, '_> {
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
        // "was married to Ann", but "was born to rule"
        let is_to = self.is_word(at, &["to"]);
        if is_to && self.is_verb_after(at) || !is_to && self.is_clause_next(at) {
            return None;
        }
        for _ in 0..MOST {
            if let Some(found) = time(&self.tokens, at) {
                // "made into law in 1990" was made before.
                let is_whole =
                    !has_place || !matches!(&*group.base, "make" | "turn" | "put" | "take");
                for (_, written) in verbs.iter().filter(|_| is_whole) {
                    self.say_time(names, &joined(&["be", written]), group, found.clone());
                }
                let when = self.written(found.clone());
                self.date_since(mark, &when);
                at = found.end;
            } else if self.kind(at) == Some(Kind::Comma)
                && (self.is_word(at + 1, &["by"])
                    || group.base == "bear" && self.is_word(at + 1, &["to"]))
            {
                at += 1;
            } else if group.base == "bear"
                && let [name] = names
                && let Some(end) = [Some(at), self.after_region(at)]
                    .into_iter()
                    .flatten()
                    .find_map(|at| self.kinship(name, at, group))
            {
                at = end;
                break;
            } else if self.is_word(at, &["to"])
                && let Some(end) = self.family(names, group, at + 1)
            {
                has_place = true;
                at = end;
            } else if self.is_word(at, &["by"]) {
                let by = at;
                at = self.agents(names, group, &verbs, by)?;
                // "caused by pauses in the JVM": the place is that of the pauses.
                let is_common = !self.tokens[by + 1..at].iter().any(|token| token.is_name);
                if is_common
                    && self.token(at).is_some_and(|token| token.is(PREPOSITION))
                    && time(&self.tokens, at).is_none()
                {
                    break;
                }
            } else if let Some(end) = self.passive_place(names, group, &verbs, at, has_place) {
                has_place = true;
                // "based on the novel by Ann"
                let is_work = self.tokens[at..end]
                    .iter()
                    .any(|token| token.kind == Kind::Quote || token.is(NAMED) && !token.is_name);
                // "as a quickie for release by"
                let is_nested = self.tokens[at..end]
                    .iter()
                    .filter(|token| token.is(PREPOSITION) && !token.is_name && token.low != "of")
                    .count()
                    > 1;
                at = end;
                if (is_work || is_nested) && self.is_word(at, &["by"]) {
                    at = self.after_its_author(at);
                    break;
                }
            } else {
                break;
            }
        }
        if group.base == "kill" && !group.is_negated {
            self.died_since(mark);
        }
        Some(at)
    }

    /// "was killed in Verdun": who was, died there.
    fn died_since(&mut self, mark: usize) {
        let died: Vec<Statement> = self.said[mark..]
            .iter()
            .filter_map(|said| {
                let rest = said.relation.strip_prefix("be killed ")?;
                let is_told = matches!(rest, "in" | "on" | "at");
                is_told.then(|| Statement { relation: format!("die {rest}"), ..said.clone() })
            })
            .collect();
        self.said.extend(died);
    }

    /// After "by Ann" behind a work, if more is said of what is based on it: "and directed by Bob".
    fn after_its_author(&self, by: usize) -> usize {
        let author = phrase(&self.tokens, by + 1, Role::Object).filter(|author| author.is_name);
        let end = author.map_or(by, |author| author.end());
        let and = end + usize::from(self.kind(end) == Some(Kind::Comma));
        let next = and + usize::from(self.is_word(and, &["and"]));
        let goes_on = next > end
            && self.token(next).is_some_and(Token::is_participle)
            && self.is_word(next + 1, &["by"]);
        if goes_on { end } else { by }
    }

    /// After ", Duchy of Tuscany," behind a place.
    fn after_region(&self, comma: usize) -> Option<usize> {
        let region = phrase(&self.tokens, comma + 1, Role::Object)?;
        let is_between =
            self.kind(comma) == Some(Kind::Comma) && self.kind(region.end()) == Some(Kind::Comma);
        (is_between && region.is_name).then(|| region.end())
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
        // "by Ann, and the sequel to" is said of another.
        let is_mixed = items.len() == 1
            && found.items[1..]
                .iter()
                .any(|item| item.determiner == Determiner::None || !items[0].is_name);
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
                || verbs.len() > 1
                || matches!(token.kind, Kind::Comma | Kind::Number)
                || has_place)
        {
            return None;
        }
        let found = list(&self.tokens, at + usize::from(is_preposition), Role::Object)
            .filter(|found| !self.tokens[found.items[0].head].is(SPAN))?;
        // "is married to a musicologist, Ann": whom is not said.
        if group.base == "marry" && !found.items[0].is_name {
            return None;
        }
        let is_birth = group.base == "bear" && preposition == "in";
        if has_place && !is_birth || verbs.len() > 1 {
            return Some(self.extent(&found.items[0]));
        }
        let relation = joined(&["be", &group.written, &preposition]);
        self.say_objects(names, &relation, group, &found, PLACE)
    }

    /// What follows a noun that says what something is: "a film directed by X, starring Y".
    pub(super) fn trailing(&mut self, names: &[String], mut at: usize) -> usize {
        const MOST: usize = 6;
        let start = at;
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
            // "was an English nobleman, the son of Ann and Bob"
            if let [name] = names
                && at == start
                && at > 0
                && !self.tokens[at - 1].is_name
                && self.kind(at) == Some(Kind::Comma)
                && let Some(end) = self.kinship(name, at, &Group::plain(at))
                && self.ends_well(end)
            {
                at = end;
                continue;
            }
            self.unsay(mark);
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
