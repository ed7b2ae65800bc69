//! Families: children, who is married to nobody, and parents and spouses that are named with what stands beside them: "was
//! born to Ann Lee, a nurse, and Bob Ott", "was married to Ann Lee (1951–1960) and Bob Ott (1962–1970)".

use super::inflection::singular;
use super::lexicon::*;
use super::phrase::{Determiner, Role, phrase};
use super::reader::Reader;
use super::token::Kind;
use super::verb::Group;

const CONFIDENCE: f64 = 0.85;
const MOST: usize = 6;

impl Reader<'_, '_> {
    /// What "born to" and "married to" say with several names after them, or with a child's one parent.
    pub(super) fn family(&mut self, names: &[String], group: &Group, at: usize) -> Option<usize> {
        let relation = match group.base.as_str() {
            "bear" => "be child of",
            "marry" => "be married to",
            _ => return None,
        };
        let (people, end) = self.people(at)?;
        if people.len() == 1 && group.base == "marry" {
            return None;
        }
        for name in names {
            for person in &people {
                self.say(name, relation, person, group.is_negated, CONFIDENCE);
            }
        }
        Some(end)
    }

    /// "had two sons: Erik and Ole", "have one daughter, Ida Moe": whose children they are. Gives where that ends.
    pub(super) fn children(&mut self, names: &[String], noun: &str, end: usize) -> Option<usize> {
        let noun = singular(noun);
        let is_listed = self.token(end).is_some_and(|token| matches!(token.text, ":" | ","));
        if !matches!(noun.as_str(), "child" | "son" | "daughter") || !is_listed {
            return None;
        }
        let (people, end) = self.people(end + 1)?;
        for name in names {
            for person in &people {
                let full = self.referent.people.full(person).unwrap_or(person).to_owned();
                self.say(&full, &format!("be {noun} of"), name, false, CONFIDENCE);
            }
        }
        Some(end)
    }

    /// "was not married", "never married": nobody is the other.
    pub(super) fn unmarried(&mut self, names: &[String], group: &Group) -> Option<usize> {
        let is_alone = self
            .token(group.end)
            .is_none_or(|token| token.kind != Kind::Word || token.is(CONJUNCTION));
        if group.base != "marry" || !group.is_negated || !is_alone {
            return None;
        }
        for name in names {
            self.say(name, "be", "married", true, CONFIDENCE);
        }
        Some(group.end)
    }

    /// The names of a list of people, and its end.
    fn people(&self, mut at: usize) -> Option<(Vec<String>, usize)> {
        let (mut people, mut has_and) = (Vec::new(), false);
        loop {
            let found = phrase(&self.tokens, at, Role::Object).filter(|found| found.is_name)?;
            let begin = self.name_within(&found);
            let is_told = begin.is_some() || found.determiner == Determiner::None;
            if !is_told || found.owner.is_some() || self.begins_verb(found.end()) {
                return None;
            }
            people.push(self.written(begin.unwrap_or(found.words.start)..found.end()));
            let end = self.after_aside(found.end()).unwrap_or(found.end());
            let is_last = has_and || people.len() == MOST;
            match self.next_person(end).filter(|_| !is_last) {
                Some((next, is_and)) => (at, has_and) = (next, is_and),
                None if has_and || people.len() == 1 => return Some((people, end)),
                None => return None,
            }
        }
    }

    /// Where the next of a list of people begins, and whether an "and" stands before it.
    fn next_person(&self, end: usize) -> Option<(usize, bool)> {
        let has_comma = self.kind(end) == Some(Kind::Comma);
        let mut at = end + usize::from(has_comma);
        // "Ann Lee, a nurse, and"
        if has_comma
            && self.is_word(at, &["a", "an", "the"])
            && let Some(beside) = phrase(&self.tokens, at, Role::Object)
        {
            at = self.after_prepositions(beside.end());
            at += usize::from(self.kind(at) == Some(Kind::Comma));
        }
        let has_and = self.is_word(at, &["and"]);
        at += usize::from(has_and);
        for word in ["then", "later", "to"] {
            at += usize::from(has_and && self.is_word(at, &[word]));
        }
        let found = phrase(&self.tokens, at, Role::Object).filter(|found| found.is_name)?;
        let is_person = found.determiner == Determiner::None || self.name_within(&found).is_some();
        (is_person && (has_and || has_comma)).then_some((at, has_and))
    }

    /// "and Carl was her son": the list ended before.
    fn begins_verb(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| {
            !token.is_name && (token.is(BE | HAVE | DO | MODAL) || token.is_participle())
        })
    }
}
