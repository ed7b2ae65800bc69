//! What an active verb says of its subject: "released Y", "moved to Y".

use super::date::time;
use super::inflection::Form;
use super::lexicon::*;
use super::list::list;
use super::phrase::Role;
use super::reader::Reader;
use super::relation::joined;
use super::token::Kind;
use super::verb::Group;

const CONFIDENCE: f64 = 0.85;

/// Verbs that are said of their object as a whole although they are often light.
const PLAIN: &[&str] = &["become", "have", "cause", "remain", "start", "begin", "leave"];

/// Verbs whose "to" is never that of another verb.
const TAKES_TO: &str = "lead contribute refer belong relate amount correspond respond react";

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
        let mut end = self.say_objects(names, &verb, group, &found, CONFIDENCE)?;
        if verb == "have" && !group.is_negated {
            let noun = self.tokens[found.items[0].head].low.to_string();
            end = self.children(names, &noun, end).unwrap_or(end);
        }
        let is_split = self.token(end).is_some_and(|token| token.is(PARTICLE) && !token.is_name)
            || self.is_word(end, &["to", "from", "as", "into"]) && self.is_verb_after(end);
        let is_view = self.is_word(end, &["as"])
            && matches!(
                group.base.as_str(),
                "view" | "regard" | "describe" | "treat" | "see" | "use"
            );
        (!is_split && !is_view && !self.is_word(end, &["to"]))
            .then(|| self.times_and_places(end, mark))
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
            && matches!(
                group.base.as_str(),
                "serve" | "act" | "work" | "function" | "play" | "appear" | "star"
            );
        let is_number = token.is_any(&["over", "about", "around", "under", "near"])
            && self.kind(at + 1) == Some(Kind::Number);
        let takes_to = TAKES_TO.split(' ').any(|verb| verb == group.base);
        let may_follow = is_role
            || !token.is(CIRCUMSTANCE)
                && preposition != "under"
                && !is_number
                && (preposition != "to" || takes_to || !self.is_verb_after(at));
        let is_light = classes(&group.base) & LIGHT != 0
            && !matches!(group.base.as_str(), "appear" | "go" | "remain" | "begin" | "start")
            && (group.base.as_str(), preposition.as_str()) != ("report", "to");
        if !may_follow || preposition == "by" || is_light {
            return None;
        }
        let found = list(&self.tokens, at + 1, Role::Object)
            .filter(|found| !self.tokens[found.items[0].head].is(SPAN))?;
        let relation = joined(&[verb, &preposition]);
        let mut end = self.say_objects(names, &relation, group, &found, CONFIDENCE)?;
        // "moved from Prague to Vienna"
        if preposition == "from"
            && self.is_word(end, &["to"])
            && let Some(to) = list(&self.tokens, end + 1, Role::Object)
            && to.items.iter().all(|item| item.is_name)
        {
            end = self.say_objects(names, &joined(&[verb, "to"]), group, &to, CONFIDENCE)?;
        }
        Some(self.times_and_places(end, mark))
    }

    /// Whether a verb follows a "to" or "from": its phrase is no object.
    pub(super) fn is_verb_after(&self, at: usize) -> bool {
        self.token(at + 1).is_some_and(|token| {
            !token.is_name
                && token.kind == Kind::Word
                && (self.is_word(at, &["to"])
                    && !token.is(DETERMINER | POSSESSIVE)
                    && !token.low.ends_with('s')
                    && !self.calls_name(at + 1)
                    || token.is(BE | HAVE | DO)
                    || token.form() == Some(Form::Ing))
        })
    }

    /// "actor Bernd Herzsprung": a noun before the name of whom it says what he is.
    fn calls_name(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.is(PERSON) && token.verb.is_none())
            && self.token(at + 1).is_some_and(|next| next.is_name)
    }

    /// "said that", "began to", "helped write".
    pub(super) fn is_clause_next(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| {
            !token.is_name
                && (token.is(LINK | PRONOUN) && !token.is(DETERMINER | POSSESSIVE | PREPOSITION)
                    || token.low == "to"
                    || token.form() == Some(Form::Ing)
                    || token.low == "that")
        })
    }
}
