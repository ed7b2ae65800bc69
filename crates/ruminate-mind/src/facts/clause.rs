//! Clauses: a subject, what stands beside it, and what is said of it; then perhaps another clause.

use super::date::time;
use super::inflection::Form;
use super::lexicon::*;
use super::phrase::{Determiner, List, Phrase, Role, list, phrase};
use super::reader::Reader;
use super::token::{Kind, Token};
use super::verb::{Group, Voice, group};

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

/// How many clauses of a sentence are read.
const MOST_CLAUSES: usize = 5;

impl Reader<'_, '_> {
    pub(super) fn sentence(&mut self) {
        let Some(at) = self.introduction() else {
            self.referent.look_at(false);
            return;
        };
        let Some(subject) = self.subject(at) else {
            self.referent.look_at(false);
            return;
        };
        self.referent.look_at(subject.is_title);
        // "In biology, cells are …": true there.
        if at > 1
            && self.when.is_none()
            && subject.phrase.as_ref().is_some_and(|phrase| !phrase.is_name)
            && !subject.is_title
            && self.token(0).is_some_and(|token| token.is(PREPOSITION))
        {
            return;
        }
        self.opening_participle(at, &subject);
        self.clause(subject, 0);
    }

    /// Where the subject begins, after "In 1780," or "However,". `None` if the sentence begins otherwise.
    fn introduction(&mut self) -> Option<usize> {
        const LONGEST: usize = 16;
        let mut at = 0;
        while self.token(at).is_some_and(opens) || at > 0 && self.kind(at) == Some(Kind::Comma) {
            at += 1;
        }
        let first = self.token(at)?;
        let is_participle = first.text.starts_with(char::is_uppercase)
            && super::inflection::verb(&first.low)
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

    /// Whether a subject and a verb follow.
    fn begins_clause(&self, at: usize) -> bool {
        if self.is_word(at, &["he", "she", "it", "they"]) {
            return group(&self.tokens, at + 1).is_some();
        }
        list(&self.tokens, at, Role::Subject).is_some_and(|found| {
            let end = self.after_aside(found.end).unwrap_or(found.end);
            group(&self.tokens, end).is_some()
        })
    }

    /// "Directed by Ann Hui, the film …": said of the subject.
    fn opening_participle(&mut self, at: usize, subject: &Subject) {
        let Some(first) = self.tokens.first() else { return };
        let Some((Form::Past | Form::Participle, base)) = super::inflection::verb(&first.low)
        else {
            return;
        };
        if at < 2 || !first.text.starts_with(char::is_uppercase) || subject.names.len() != 1 {
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
        if !end.is_some_and(|end| end < at) {
            self.unsay(mark);
        }
    }

    /// The subject that begins at a token, with what stands beside it in brackets and between commas.
    pub(super) fn subject(&mut self, at: usize) -> Option<Subject> {
        let first = self.token(at)?;
        if first.is(PRONOUN) && !first.is_name && first.is_any(&["he", "she", "it"]) {
            let low = first.low.to_string();
            return self.referent.is_meant_by(&low).then(|| Subject {
                names: vec![self.referent.name.clone()],
                phrase: None,
                is_title: true,
                owner: None,
                end: at + 1,
            });
        }
        // "One of the first", "This", "There"
        if first.is(PRONOUN) && !first.is_name && !first.is(DETERMINER | POSSESSIVE) {
            return None;
        }
        let List { items, end, is_either } = list(&self.tokens, at, Role::Subject)?;
        if is_either {
            return None;
        }
        let item = items[0].clone();
        if items.len() == 1 && self.is_first && self.is_title(&item, at) {
            return Some(Subject {
                names: vec![self.referent.name.clone()],
                phrase: Some(item),
                is_title: true,
                owner: None,
                end,
            });
        }
        let mut names = Vec::new();
        for item in &items {
            match self.meaning(item, item.end()).filter(|_| self.stands_alone(item)) {
                Some(name) => names.push(name),
                None if items.len() == 1 => {}
                None => return None,
            }
        }
        let is_title = names.len() == 1 && names[0] == self.referent.name;
        let pronoun = self.tokens[item.first].low.to_string();
        let is_owned =
            item.determiner == Determiner::Possessive && self.referent.is_meant_by(&pronoun);
        let owner = is_owned.then(|| self.referent.name.clone());
        Some(Subject { names, phrase: (items.len() == 1).then_some(item), is_title, owner, end })
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
        let is_vague = item.determiner == Determiner::The && !has_name && !is_called;
        !is_direction && (!self.referent.is_titled() || !is_vague && !is_counted && !is_selection)
    }

    /// "A new album was released": which one is not said. "A politician is a person" is said of any.
    fn is_any(&self, subject: &Subject) -> bool {
        self.referent.is_titled()
            && subject.phrase.as_ref().is_some_and(|item| {
                item.determiner == Determiner::Indefinite
                    && !self.tokens[item.words.clone()].iter().any(|token| token.is_name)
            })
    }

    /// Whether the first sentence's subject is the thing of the title.
    fn is_title(&self, item: &Phrase, at: usize) -> bool {
        let written = self.written(at..item.end());
        self.referent.is_titled() && self.referent.is_named_by(&written, true)
    }

    pub(super) fn clause(&mut self, subject: Subject, number: usize) {
        let subject = match self.named_beside(&subject) {
            Some(named) => named,
            None => subject,
        };
        let Some(at) = self.beside(&subject) else { return };
        if self.is_word(at, &["who"])
            && self.kind(at - 1) == Some(Kind::Comma)
            && subject.phrase.as_ref().is_some_and(|phrase| phrase.is_name)
        {
            return self.predicate(&subject, at + 1, None, number);
        }
        // "A flag designed by Ann is blue": which one is said by what follows.
        if self.is_any(&subject)
            && self.is_participle_at(at)
            && self.token(at + 1).is_some_and(|token| token.is(PREPOSITION))
        {
            return;
        }
        let at = self.reduced(&subject, at);
        self.predicate(&subject, at, None, number);
    }

    /// "The film directed by X stars Y": what stands between a subject and its verb.
    fn reduced(&mut self, subject: &Subject, at: usize) -> usize {
        let Some(participle) =
            Group::participle(&self.tokens, at).filter(|_| self.is_word(at + 1, &["by"]))
        else {
            return at;
        };
        let mark = self.mark();
        match self.passive(&subject.names, &participle) {
            Some(end)
                if group(&self.tokens, end + usize::from(self.kind(end) == Some(Kind::Comma)))
                    .is_some() =>
            {
                end + usize::from(self.kind(end) == Some(Kind::Comma))
            }
            _ => {
                self.unsay(mark);
                at
            }
        }
    }

    /// What is said of a subject, and the clauses after that.
    pub(super) fn predicate(
        &mut self,
        subject: &Subject,
        at: usize,
        before: Option<Voice>,
        number: usize,
    ) {
        let Some(mut found) = group(&self.tokens, at) else { return };
        let is_doubtful =
            self.tokens[at..found.end].iter().any(|token| token.is(DOUBT) && !token.is_name);
        if is_doubtful {
            return;
        }
        if before == Some(Voice::Passive)
            && found.voice == Voice::Active
            && !self.settle_voice(&mut found)
        {
            return;
        }
        if found.voice != Voice::Copula && self.is_any(subject) {
            return;
        }
        let mark = self.mark();
        let end = match found.voice {
            Voice::Copula => self.copula(subject, &found),
            Voice::Passive => self.passive(&subject.names, &found),
            Voice::Active => self.active(&subject.names, &found),
        };
        match end {
            Some(end) if self.ends_well(end) => self.go_on(subject, end, found.voice, number),
            _ => self.unsay(mark),
        }
    }

    /// After "was written by A and", "directed" is a passive too if "by" follows, and if nothing tells it is left out.
    fn settle_voice(&self, found: &mut Group) -> bool {
        let Some(next) = self.token(found.end) else { return false };
        if !self.token(found.end - 1).is_some_and(Token::is_participle) {
            return true;
        }
        if next.low == "by" {
            found.voice = Voice::Passive;
            return true;
        }
        let is_object =
            next.is_name || next.is(DETERMINER | POSSESSIVE) || next.kind == Kind::Quote;
        is_object || classes(&found.base) & INTRANSITIVE != 0
    }

    /// Whether what stands after a clause's end lets it be one: no verb of its own.
    pub(super) fn ends_well(&self, end: usize) -> bool {
        let Some(token) = self.token(end) else { return true };
        match token.kind {
            Kind::Word if token.is_name => false,
            Kind::Word if token.is(BE | HAVE | DO | MODAL) => false,
            Kind::Word if token.is(PREPOSITION | CONJUNCTION | LINK | ADVERB | PRONOUN) => true,
            Kind::Word => matches!(token.form(), Some(Form::Past | Form::Participle | Form::Ing)),
            Kind::Number | Kind::Owned | Kind::Quote => false,
            Kind::Break => token.text != "-",
            _ => true,
        }
    }

    /// The next clause: "and died in …" of the same subject, "; Ann Hui directed it" of another.
    fn go_on(&mut self, subject: &Subject, end: usize, voice: Voice, number: usize) {
        if number >= MOST_CLAUSES {
            return;
        }
        let mut at = end;
        let has_comma = matches!(self.kind(at), Some(Kind::Comma));
        if has_comma || matches!(self.token(at).map(|token| token.text), Some(";")) {
            at += 1;
        }
        let has_and = self.is_word(at, &["and", "but"]);
        if has_and {
            at += 1;
        }
        if at == end {
            return;
        }
        if self.is_word(at, &["he", "she"]) && subject.is_title {
            let low = self.tokens[at].low.to_string();
            if self.referent.is_meant_by(&low) {
                self.predicate(subject, at + 1, None, number + 1);
            }
            return;
        }
        if has_and && group(&self.tokens, at).is_some() {
            return self.predicate(subject, at, Some(voice), number + 1);
        }
        let is_name = self.token(at).is_some_and(|token| token.is_name);
        if (has_and || !has_comma)
            && is_name
            && self.begins_clause(at)
            && let Some(next) = self.subject(at)
        {
            self.clause(next, number + 1);
        }
    }
}

/// "However", "And", "Historically": said of the whole sentence.
fn opens(token: &Token<'_>) -> bool {
    // Names in "ly" are shorter.
    let is_long = token.text.len() >= 9 && token.text.ends_with("ly");
    let is_plain = token.is(ADVERB | CONJUNCTION) && !token.is_name;
    is_long
        || is_plain
            && !token.is(PRONOUN | DETERMINER | LINK | ADJECTIVE | NEGATION | PREPOSITION | DOUBT)
}
