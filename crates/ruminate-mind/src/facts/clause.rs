//! Clauses: a subject, what stands beside it, and what is said of it; then perhaps another clause.

use super::finite::is_verb_before_determiner;
use super::inflection::Form;
use super::lexicon::*;
use super::list::list;
use super::people::looks_like_person;
use super::phrase::{Determiner, Role};
use super::reader::Reader;
use super::referent::{Last, Meant};
use super::relation::{joined, normal, tells_cause};
use super::subject::Subject;
use super::token::{Kind, Token};
use super::verb::{Group, Voice, group, possible_cause};

/// How many clauses of a sentence are read.
const MOST_CLAUSES: usize = 5;

impl Reader<'_, '_> {
    pub(super) fn sentence(&mut self) {
        let subject = self.introduction().and_then(|at| Some((at, self.subject(at)?)));
        self.referent
            .pair(subject.as_ref().and_then(|(_, subject)| subject.names.clone().try_into().ok()));
        let Some((at, subject)) = subject else {
            self.referent.look_at(false);
            return;
        };
        let is_owned = subject.owner.as_ref().is_some_and(|owner| *owner == self.referent.name);
        match self.another(&subject) {
            Some(last) => self.referent.look_at_another(last),
            None if is_owned => {
                let is_other_sex = self.is_of_other_sex(&subject);
                self.referent.look_at_owned(is_other_sex);
            }
            None => self.referent.look_at(subject.is_title),
        }
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

    /// "His wife", "Her brother Otto".
    fn is_of_other_sex(&self, subject: &Subject) -> bool {
        const WOMEN: &[&str] = &[
            "wife",
            "mother",
            "sister",
            "daughter",
            "aunt",
            "niece",
            "grandmother",
            "granddaughter",
        ];
        const MEN: &[&str] =
            &["husband", "father", "brother", "son", "uncle", "nephew", "grandfather", "grandson"];
        let Some(item) = &subject.phrase else { return false };
        let noun = self.name_within(item).map_or(item.head, |name| name - 1);
        self.is_word(item.first, &["his"]) && self.is_word(noun, WOMEN)
            || self.is_word(item.first, &["her"]) && self.is_word(noun, MEN)
    }

    /// What a pronoun in the next sentence may mean, if this one is not about the thing of the title: a person where no
    /// other name comes in question, or a thing that is being defined.
    fn another(&self, subject: &Subject) -> Option<Last> {
        let [name] = subject.names.as_slice() else { return None };
        if subject.is_title || self.when.is_some() {
            return None;
        }
        let last = |pronoun| Some(Last { name: name.clone(), pronoun });
        if looks_like_person(name) {
            return if self.has_other_name(subject) { None } else { last(Meant::Person) };
        }
        let item = subject.phrase.as_ref()?;
        let found =
            group(&self.tokens, subject.end).filter(|found| found.voice == Voice::Copula)?;
        let is_what = self.token(found.end).is_some_and(|token| {
            !token.is_name && (token.is_any(&["a", "an"]) || token.is_nominal())
        });
        let are = self.is_word(found.end - 1, &["are"]);
        let is_plain = item.of.is_none() && item.determiner != Determiner::Possessive;
        match is_what && is_plain && !self.referent.had_focus() {
            true if are => last(Meant::Several),
            true if self.is_word(found.end - 1, &["is"]) => last(Meant::Thing),
            _ => None,
        }
    }

    /// Whether a sentence names another who may be meant: any name, but that of a place or of whom somebody works for.
    fn has_other_name(&self, subject: &Subject) -> bool {
        const BESIDE: &[&str] = &["in", "at", "from", "for", "to", "near", "on"];
        // "Ann is the daughter of Bob Lee. She …"
        let is_defined =
            group(&self.tokens, subject.end).is_some_and(|found| found.voice == Voice::Copula);
        (subject.end..self.tokens.len()).any(|at| {
            let begins = self.tokens[at].is_name && !self.tokens[at - 1].is_name;
            let article = usize::from(at > 1 && self.is_word(at - 1, &["the"]));
            let is_beside = self.is_word(at - 1 - article, BESIDE)
                || is_defined && self.is_word(at - 1 - article, &["of"]);
            begins && !is_beside && !self.tokens[at].is(MONTH)
        })
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
        if let Some(found) = possible_cause(&self.tokens, at) {
            return self.possibly(subject, &found, number);
        }
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
        if found.voice != Voice::Copula && self.is_any(subject) && !self.is_general(&found) {
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
        let between = self
            .unmarried(&subject.names, &found)
            .or_else(|| self.each_other(&subject.names, &found));
        let end = between.or_else(|| match found.voice {
            Voice::Copula => self.copula(subject, &found),
            Voice::Passive => self.passive(&subject.names, &found),
            Voice::Active => self.active(&subject.names, &found),
        });
        let end = end.map(|end| self.end_since(mark, &subject.names, at, &found, end));
        self.divorced(mark, &subject.names);
        match end {
            Some(end) if self.ends_well(end) => self.go_on(subject, end, found.voice, number),
            _ => self.unsay(mark),
        }
    }

    /// "may cause Y": said with less confidence.
    fn possibly(&mut self, subject: &Subject, found: &Group, number: usize) {
        const POSSIBLE: f64 = 0.75;
        let mark = self.mark();
        let end = self.active(&subject.names, found);
        self.doubt_since(mark, POSSIBLE);
        match end {
            Some(end) if self.ends_well(end) => self.go_on(subject, end, found.voice, number),
            _ => self.unsay(mark),
        }
    }

    /// "A ladybird eats aphids": said of any, with objects that are any too.
    fn is_general(&self, found: &Group) -> bool {
        let is_present = self.token(found.end - 1).is_some_and(|verb| {
            verb.form() == Some(Form::Present)
                || is_verb_before_determiner(&self.tokens, found.end - 1)
        });
        let has_preposition =
            self.token(found.end).is_some_and(|token| token.is(PREPOSITION) && !token.is_name);
        let objects = list(&self.tokens, found.end + usize::from(has_preposition), Role::Object);
        let are_any = objects.is_some_and(|objects| {
            objects.items.iter().all(|item| {
                let words = &self.tokens[item.words.clone()];
                matches!(item.determiner, Determiner::None | Determiner::Indefinite)
                    && !words.iter().any(|token| token.is_name || token.kind == Kind::Number)
                    && !words[0].is(COUNT)
            })
        });
        let verb = if has_preposition {
            joined(&[&found.base, &self.tokens[found.end].low])
        } else {
            found.base.clone()
        };
        found.voice == Voice::Active
            && is_present
            && self.when.is_none()
            && are_any
            && (tells_cause(&normal(&verb).name) || self.referent.is_of_a_kind())
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

    pub(super) fn is_verb_at(&self, at: usize) -> bool {
        group(&self.tokens, at).is_some() || possible_cause(&self.tokens, at).is_some()
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
        if has_and && !is_noun && self.is_verb_at(at) {
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
