//! Clauses: a subject, what stands beside it, and what is said of it; then perhaps another clause.

use super::inflection::Form;
use super::lexicon::*;
use super::phrase::Determiner;
use super::reader::Reader;
use super::subject::Subject;
use super::token::{Kind, Token};
use super::verb::{Group, Voice, group};

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
        let Some(participle) = Group::participle(&self.tokens, at).filter(|participle| {
            let is_birth = participle.base == "bear" && self.is_word(at + 1, &["in", "on"]);
            self.is_word(at + 1, &["by"]) || is_birth
        }) else {
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
        // "Co-stars include Ann Hui": whose is not said.
        let is_bare = subject.phrase.as_ref().is_some_and(|item| {
            item.determiner == Determiner::None
                && item.of.is_none()
                && (!item.is_name || item.words.len() == 1)
        });
        if found.written == "include" && is_bare && self.referent.is_titled() {
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
            Kind::Other => matches!(token.text, "." | "!" | "?" | "…"),
            Kind::Comma | Kind::Open | Kind::Close => true,
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
        // "a reporter and syndicated columnist"
        let is_noun = voice == Voice::Copula
            && self.token(at).is_some_and(Token::is_participle)
            && self.token(at + 1).is_some_and(|next| next.is_nominal() && !next.is_name);
        if has_and && !is_noun && group(&self.tokens, at).is_some() {
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
