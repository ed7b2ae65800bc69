//! A sentence as its words and signs, each with what it can be.

use std::borrow::Cow;
use std::ops::Range;

use super::inflection::Form;
use super::lexicon::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    /// Begins with a digit: "1954", "14th", "1,000".
    Number,
    /// The "'s" after an owner.
    Owned,
    Comma,
    /// Semicolon, colon, dash: ends what came before.
    Break,
    Open,
    Close,
    Quote,
    /// A point, or a sign that is none of these.
    Other,
}

pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// In small letters.
    pub(super) low: Cow<'a, str>,
    /// Within the text of the sentence.
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
    pub(super) classes: Class,
    /// Written with a capital, and not only because it begins the sentence.
    pub(super) is_name: bool,
    pub(super) verb: Option<(Form, String)>,
}

impl Token<'_> {
    pub(super) fn is(&self, classes: Class) -> bool {
        self.classes & classes != 0
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&&*self.low)
    }

    pub(super) fn form(&self) -> Option<Form> {
        self.verb.as_ref().map(|(form, _)| *form)
    }

    /// Past or participle.
    pub(super) fn is_participle(&self) -> bool {
        matches!(self.form(), Some(Form::Past | Form::Participle))
    }

    /// A word that can stand in a noun phrase by itself: no word of a closed class, and a verb only perhaps.
    pub(super) fn is_nominal(&self) -> bool {
        const CLOSED: Class = DETERMINER
            | POSSESSIVE
            | PRONOUN
            | PREPOSITION
            | BE
            | HAVE
            | DO
            | MODAL
            | CONJUNCTION
            | LINK
            | NEGATION;
        match self.kind {
            Kind::Number => true,
            Kind::Word if self.is_name => true,
            Kind::Word => {
                !self.is(CLOSED) && (self.is(ADJECTIVE | PERSON) || !self.is(ADVERB | PARTICLE))
            }
            _ => false,
        }
    }

    /// A title of several words that is read as one.
    pub(super) fn is_joined(&self) -> bool {
        self.text.contains(' ') && !self.text.contains("- ")
    }

    pub(super) fn is_year(&self) -> bool {
        self.text.len() == 4
            && self.text.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(self.text.as_bytes()[0], b'1' | b'2')
    }
}
