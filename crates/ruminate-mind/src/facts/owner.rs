//! What belongs to somebody: "France's capital is Paris", "the capital of France is Paris", "his mother was Ann".
//!
//! All are said as "Paris is the capital of France".

use super::lexicon::{KIN, is_person};
use super::list::list;
use super::phrase::{Determiner, Phrase, Role, ends_in_adjective, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::Kind;
use super::verb::Group;

const CONFIDENCE: f64 = 0.85;

impl Reader<'_, '_> {
    /// "The capital of France is Paris", "France's capital is Paris", "His mother was Ann": the other way round.
    pub(super) fn turned(&mut self, subject: &Subject, group: &Group) -> Option<usize> {
        let item = subject.phrase.clone()?;
        let is_office = item.determiner == Determiner::The
            && item.of.is_some()
            && self.tokens[item.head].low.split('-').any(is_person);
        if item.is_name && !is_office
            || subject.is_title
            || self.kind(subject.end) == Some(Kind::Comma)
        {
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
        // "Ramon, Count of Barcelona and Petronilla": the count is Ramon.
        if found.items.len() > 1 {
            found.items.retain(|item| item.of.is_none() || !is_person(&self.tokens[item.head].low));
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
            let mark = self.mark();
            self.say(&name, &format!("be {noun} of"), &whole, group.is_negated, CONFIDENCE);
            // "His first wife was Ann": there was another after her.
            let is_first = self.is_word(item.words.start, &["first"])
                && matches!(noun.as_str(), "wife" | "husband" | "spouse");
            for said in &mut self.said[mark..] {
                said.is_over = is_first;
            }
            end = end.max(value.end());
        }
        Some(end)
    }

    /// "is France's capital", "was his mother".
    pub(super) fn say_owned(
        &mut self,
        name: &str,
        item: &Phrase,
        is_negated: bool,
        confidence: f64,
    ) {
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

    /// "His brother Otto was", of somebody whom the text is about.
    fn named_within(&mut self, item: &Phrase, owner: &str) -> Option<Subject> {
        let start = self.name_within(item).filter(|start| self.tokens[start - 1].is(KIN))?;
        let noun = self.tokens[start - 1].low.to_string();
        let written = self.written(start..item.end());
        let name = self.referent.people.full(&written).unwrap_or(&written).to_owned();
        self.say(&name, &format!("be {noun} of"), owner, false, CONFIDENCE);
        let phrase =
            Phrase { determiner: Determiner::None, words: start..item.end(), ..item.clone() };
        let names = vec![name];
        Some(Subject { names, end: item.end(), phrase: Some(phrase), is_title: false, owner: None })
    }

    /// "Her father, Werner Engel, …": whom that means, and that he is her father.
    pub(super) fn named_beside(&mut self, subject: &Subject) -> Option<Subject> {
        let (item, owner) = (subject.phrase.as_ref()?, subject.owner.clone()?);
        if item.is_name {
            return self.named_within(item, &owner);
        }
        let name = phrase(&self.tokens, subject.end + 1, Role::Subject)
            .filter(|name| name.is_name && name.determiner == Determiner::None)?;
        let is_between = self.kind(subject.end) == Some(Kind::Comma)
            && self.kind(name.end()) == Some(Kind::Comma)
            && !item.is_name
            && item.of.is_none();
        let noun = self.noun_relation(item).filter(|_| is_between)?;
        let written = self.meaning(&name, name.end())?;
        self.say(&written, &format!("be {noun} of"), &owner, false, CONFIDENCE);
        Some(Subject {
            names: vec![written],
            end: name.end() + 1,
            phrase: Some(name),
            is_title: false,
            owner: None,
        })
    }
}
