//! Subjects: what a clause is about, and whether that can be told outside of its text.

use super::lexicon::*;
use super::list::{List, list};
use super::phrase::{Determiner, Phrase, Role, phrase};
use super::reader::Reader;
use super::token::Kind;

/// What a clause is about.
pub(super) struct Subject {
    pub(super) names: Vec<String>,
    /// The phrase, if it is one and no pronoun.
    pub(super) phrase: Option<Phrase>,
    pub(super) is_title: bool,
    /// Whom "his" before the phrase means.
    pub(super) owner: Option<String>,
    pub(super) end: usize,
}

impl Reader<'_, '_> {
    /// The subject that begins at a token, with what stands beside it in brackets and between commas.
    pub(super) fn subject(&mut self, at: usize) -> Option<Subject> {
        let first = self.token(at)?;
        if first.is(PRONOUN) && !first.is_name && first.is_any(&["he", "she", "it", "they"]) {
            let low = first.low.to_string();
            if let Some(both) = self.referent.both().filter(|_| low == "they") {
                let names = both.to_vec();
                return Some(Subject {
                    is_title: false,
                    names,
                    phrase: None,
                    owner: None,
                    end: at + 1,
                });
            }
            let name = self.referent.meant_by(&low)?;
            if let Some((other, end)) = self.and_another(at + 1) {
                let names = vec![name, other];
                return Some(Subject { is_title: false, names, phrase: None, owner: None, end });
            }
            return Some(Subject {
                is_title: name == self.referent.name,
                names: vec![name],
                phrase: None,
                owner: None,
                end: at + 1,
            });
        }
        // "One of the first", "This", "There"
        if first.is(PRONOUN) && !first.is_name && !first.is(DETERMINER | POSSESSIVE) {
            return None;
        }
        let List { items, end, is_either } = list(&self.tokens, at, Role::Subject)?;
        let item = items[0].clone();
        // "Audrey Williams or Audrey Davies": two names of one.
        let is_one = items.len() == 1 || is_either && items.iter().all(|item| item.is_name);
        if is_one && self.is_first && self.is_title(&item, at) {
            return Some(Subject {
                names: vec![self.referent.name.clone()],
                phrase: Some(item),
                is_title: true,
                owner: None,
                end,
            });
        }
        if is_either {
            return None;
        }
        let mut names = Vec::new();
        for item in &items {
            // "Leopold Salvator, Prince of Tuscany" for "Leopold Salvator of Austria".
            let start = item.owner.as_ref().map_or(item.words.start, |owner| owner.start);
            let called = self.written(start..item.head + 1);
            let is_shortly = item.is_name
                && item.of.is_none()
                && (self.is_first || item.head + 1 == item.end())
                && self.referent.is_shortly(&called);
            match self.meaning(item, item.end()).filter(|_| self.stands_alone(item)) {
                Some(_) if is_shortly => names.push(self.referent.name.clone()),
                Some(name) => names.push(name),
                None if items.len() == 1 => {}
                None => return None,
            }
        }
        let is_title = names.len() == 1 && names[0] == self.referent.name;
        let pronoun = self.tokens[item.first].low.to_string();
        let is_owned = item.determiner == Determiner::Possessive;
        let owner = if is_owned { self.referent.meant_by(&pronoun) } else { None };
        Some(Subject { names, phrase: (items.len() == 1).then_some(item), is_title, owner, end })
    }

    /// "and Ann Lee" of "He and Ann Lee".
    fn and_another(&mut self, and: usize) -> Option<(String, usize)> {
        let found = phrase(&self.tokens, and + 1, Role::Subject).filter(|found| {
            self.is_word(and, &["and"]) && found.is_name && found.determiner == Determiner::None
        })?;
        Some((self.meaning(&found, found.end())?, found.end()))
    }

    /// Whether a subject means the same outside of its text: "the first album" does not.
    fn stands_alone(&self, item: &Phrase) -> bool {
        let words = &self.tokens[item.words.clone()];
        let has_name = words.iter().any(|token| token.is_name);
        let is_counted = words.first().is_some_and(|token| {
            token.is(COUNT)
                || token.kind == Kind::Number
                    && token.low.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
        });
        let is_direction =
            words.first().is_some_and(|token| token.is_any(&["north", "south", "east", "west"]))
                && item.of == Some(item.words.start + 1);
        let is_selection = item.determiner == Determiner::None
            && !item.is_name
            && words.first().is_some_and(|token| {
                token.is_any(&[
                    "notable",
                    "famous",
                    "major",
                    "popular",
                    "important",
                    "early",
                    "recent",
                    "main",
                    "additional",
                ])
            });
        let is_called =
            item.words.len() == 1 && self.referent.is_called(&self.tokens[item.head].low);
        // "the search-service"
        let is_program = item.words.len() == 1 && is_program(&self.tokens[item.head].low);
        let is_vague = item.determiner == Determiner::The && !has_name && !is_called && !is_program;
        // "the greater part of the Polish population"
        let is_part = item.determiner == Determiner::The
            && item.of.is_some()
            && self.tokens[item.head].is(AMOUNT);
        let is_of_any = item.of.filter(|_| item.determiner != Determiner::Indefinite);
        let is_of_any = is_of_any.is_some_and(|of| {
            let whole = &self.tokens[of + 1..item.end()];
            let is_known = whole.last().is_some_and(|token| self.referent.is_called(&token.low));
            self.is_word(of + 1, &["the"]) && !whole.iter().any(|token| token.is_name) && !is_known
        });
        let is_vague = is_vague || is_part || is_of_any;
        !is_direction && (!self.referent.is_titled() || !is_vague && !is_counted && !is_selection)
    }

    /// "A new album was released": which one is not said. "A politician is a person" is said of any.
    pub(super) fn is_any(&self, subject: &Subject) -> bool {
        self.referent.is_titled()
            && subject.phrase.as_ref().is_some_and(|item| {
                item.determiner == Determiner::Indefinite
                    && !self.tokens[item.words.clone()].iter().any(|token| token.is_name)
            })
    }

    /// Whether the first sentence's subject is the thing of the title.
    fn is_title(&self, item: &Phrase, at: usize) -> bool {
        let written = self.written(at..item.end());
        let is_its_own = item.owner.is_none() || self.referent.name.contains(['\'', '’']);
        // "Edward Stanley, 3rd Earl of Derby KG"
        let is_letters = |word: &str| word.len() > 1 && !word.contains(char::is_lowercase);
        let bare = written.trim_end_matches(|c: char| c.is_uppercase() || c == ' ');
        let is_lettered =
            !bare.is_empty() && written[bare.len()..].split_whitespace().all(is_letters);
        // "William Condon (born October 22, 1955)" for "Bill Condon".
        let is_introduced = || {
            item.is_name
                && item.of.is_none()
                && self.referent.has_last_name(&written)
                && self.is_life(item.end())
        };
        is_its_own
            && self.referent.is_titled()
            && (self.referent.is_named_by(&written, true)
                || is_lettered && self.referent.is_named_by(bare, true)
                || is_introduced())
    }
}
