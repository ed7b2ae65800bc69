//! How a sentence begins: "In 1780, …", "However, …", "Directed by Ann Hui, the film …".

use super::date::time;
use super::inflection::{Form, verb};
use super::lexicon::*;
use super::list::list;
use super::phrase::{Role, phrase};
use super::reader::Reader;
use super::subject::Subject;
use super::token::{Kind, Token};
use super::verb::{Group, Voice, group};

impl Reader<'_, '_> {
    /// Where the subject begins, after "In 1780," or "However,". `None` if the sentence begins otherwise.
    pub(super) fn introduction(&mut self) -> Option<usize> {
        const LONGEST: usize = 16;
        let mut at = 0;
        while self.token(at).is_some_and(opens) || at > 0 && self.kind(at) == Some(Kind::Comma) {
            at += 1;
        }
        if self.is_word(at, &["since"]) && self.is_word(at + 1, &["then"]) {
            self.referent.since_then();
            return Some(at + 2 + usize::from(self.kind(at + 2) == Some(Kind::Comma)));
        }
        // "It now depends on"
        if self.token(at).is_some_and(|token| token.is(PRONOUN)) && self.is_word(at + 1, &["now"]) {
            self.referent.since_then();
        }
        // "Widely used in engineering, …"
        let first = self.token(at)?;
        if (first.low.ends_with("ly") && !first.is_joined() || first.is(ADVERB) && !first.is_name)
            && self.token(at + 1).is_some_and(Token::is_participle)
        {
            return None;
        }
        let first = self.token(at)?;
        // "According to …", "Some say …", "Replaced squid in 2021."
        if first.is(DOUBT) && !first.is_name || self.is_hearsay(at) || self.lacks_subject(at) {
            return None;
        }
        let is_participle = first.text.starts_with(char::is_uppercase)
            && verb(&first.low)
                .is_some_and(|(form, _)| matches!(form, Form::Past | Form::Participle))
            && self.is_word(at + 1, &["by", "in", "on", "at"]);
        let is_link = first.is(LINK);
        if first.is(PREPOSITION) && !first.is_name || is_participle {
            if let Some(found) = time(&self.tokens, at) {
                self.when = Some(self.written(found.clone()));
                let is_comma = self.kind(found.end) == Some(Kind::Comma);
                if is_comma
                    || phrase(&self.tokens, found.end, Role::Subject).is_some()
                    || self.token(found.end).is_some_and(|token| token.is(PRONOUN))
                {
                    return Some(found.end + usize::from(is_comma));
                }
            }
            if is_link && !is_participle {
                return None;
            }
            let commas = self.tokens[at..]
                .iter()
                .take(LONGEST)
                .enumerate()
                .filter(|(_, token)| token.kind == Kind::Comma);
            let starts: Vec<usize> = commas.map(|(offset, _)| at + offset + 1).collect();
            return starts.into_iter().find(|start| self.begins_clause(*start));
        }
        (!first.is(LINK | MODAL) || first.is_name).then_some(at)
    }

    /// "Some say", "Many people believe": what nobody stands for.
    fn is_hearsay(&self, at: usize) -> bool {
        const WHO: &[&str] = &[
            "some",
            "many",
            "most",
            "others",
            "people",
            "critics",
            "historians",
            "sources",
            "rumors",
        ];
        const SAY: &[&str] =
            &["say", "said", "claim", "believe", "think", "argue", "suggest", "hold", "assume"];
        let verb = (at..at + 3).find(|at| !self.is_word(*at, WHO)).unwrap_or(at);
        verb > at && self.is_word(verb, SAY)
    }

    /// "Replaced squid in 2021.": a verb that somebody wrote down without its subject.
    fn lacks_subject(&self, at: usize) -> bool {
        let Some(first) = self.token(at) else { return false };
        let is_past = verb(&first.low)
            .is_some_and(|(form, base)| form == Form::Past && classes(&base) & VERB != 0);
        let next = self.token(at + 1);
        let is_object =
            next.is_some_and(|next| next.is_nominal() || next.is(DETERMINER | POSSESSIVE));
        is_past
            && is_object
            && !next.is_some_and(|next| next.is_name)
            && !self.has_comma_before_clause(at)
    }

    /// "Released worldwide, the film won": what opens a sentence has its clause behind a comma.
    fn has_comma_before_clause(&self, at: usize) -> bool {
        (at..self.tokens.len())
            .any(|at| self.kind(at) == Some(Kind::Comma) && self.begins_clause(at + 1))
    }

    /// Whether a subject and a verb follow.
    pub(super) fn begins_clause(&self, at: usize) -> bool {
        if self.is_word(at, &["he", "she", "it", "they"]) {
            return group(&self.tokens, at + 1).is_some();
        }
        list(&self.tokens, at, Role::Subject).is_some_and(|found| {
            let end = self.after_aside(found.end).unwrap_or(found.end);
            group(&self.tokens, end).is_some()
        })
    }

    /// "Directed by Ann Hui, the film …": said of the subject.
    pub(super) fn opening_participle(&mut self, at: usize, subject: &Subject) {
        let Some(first) = self.tokens.first() else { return };
        let Some((Form::Past | Form::Participle, base)) = verb(&first.low) else {
            return;
        };
        if at < 2 || !first.text.starts_with(char::is_uppercase) || subject.names.len() != 1 {
            return;
        }
        if base == "base" && !subject.is_title {
            return;
        }
        let participle = Group {
            voice: Voice::Passive,
            base,
            written: first.low.to_string(),
            is_negated: false,
            end: 1,
        };
        let mark = self.mark();
        let end = self.passive(&subject.names, &participle);
        if end.is_none_or(|end| end >= at) {
            self.unsay(mark);
        }
    }
}

/// "However", "And", "Historically": said of the whole sentence.
fn opens(token: &Token<'_>) -> bool {
    // Names in "ly" are shorter.
    let is_long = token.text.len() >= 9 && token.text.ends_with("ly") && !token.is_joined();
    let is_plain = token.is(ADVERB | CONJUNCTION) && !token.is_name;
    is_long
        || is_plain
            && token.low != "too"
            && !token.is(PRONOUN | DETERMINER | LINK | ADJECTIVE | NEGATION | PREPOSITION | DOUBT)
}
