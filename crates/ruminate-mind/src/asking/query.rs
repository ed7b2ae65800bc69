//! What a question asks of facts.

use super::word::Name;
use crate::thought::Towards;

/// A question as what is to be looked up.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// "Who is the spouse of the director of X?", "Which songs did X write?"
    Find { what: Term, is_many: bool },
    /// "When did X acquire Y?": the time of what leads from the first to the second.
    When { from: Term, link: Link, to: Term },
    /// "What is X?"
    Define(Name),
    /// "How many films did X direct?"
    Count { what: Term, kind: String },
    /// "Which film has the director who was born later, A or B?"
    Choose { among: Vec<Term>, by: Measure, is_most: bool },
    /// "Which film is British, A or B?"
    WhichIs { among: Vec<Term>, kind: String },
    /// "Was A born before B?"
    IsBefore { first: Term, second: Term, by: Measure, is_most: bool },
    /// "Are A and B from the same country?"
    Same { items: [Term; 2], by: Link },
    /// "Are A and B both American?"
    Both { items: [Term; 2], kind: String },
    /// "Is X a Y?"
    IsKind { what: Term, kind: String },
    /// "Was X born in Y?": whether following the link from the first leads to the second.
    IsLinked { from: Term, link: Link, to: Term },
    /// "How does X relate to Y?"
    Relate { first: Term, second: Term },
    /// "Why is X high?", "What is the cause of X?"
    Cause { concept: String, state: Option<String>, direction: Towards },
}

/// What is spoken of: a name, a time, or what a link leads to from there.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Named(Name),
    /// A time as it is written.
    Time(String),
    Of(Box<Term>, Link),
}

impl Term {
    pub(super) fn of(self, link: Link) -> Self {
        Term::Of(Box::new(self), link)
    }

    /// How many links it follows.
    pub(super) fn depth(&self) -> usize {
        match self {
            Term::Of(inner, _) => 1 + inner.depth(),
            Term::Named(_) | Term::Time(_) => 0,
        }
    }
}

/// What things are compared by.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The times that a link leads to.
    Time(Link),
    /// The time between birth and death.
    Life,
    /// How many a link leads to.
    Many(Link),
    /// The number that a link leads to.
    Number(Link),
}

/// Ways from something known to what is asked for, the surest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The noun or the relation that was asked for.
    pub name: String,
    pub(super) ways: Vec<Way>,
    /// Taken where no way leads anywhere: a father-in-law is the father of the spouse.
    pub(super) through: Vec<[&'static str; 2]>,
    pub wants: Wants,
    /// A kind of thing that was asked for: "which university".
    pub kind: Option<String>,
    /// Whether it is asked of the present: "Where does X live?"
    pub(super) is_now: bool,
}

/// What an answer has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    Anything,
    /// A person or a body: something with a name.
    Somebody,
    Place,
    Time,
}

/// The end of a fact at which the known concept stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Subject,
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sex {
    Male,
    Female,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    /// Facts of this relation, from one side to the other.
    Fact { relation: String, from: Side, exact: f64 },
    /// From a child to its father, or to its mother.
    Parent(Sex),
    /// Facts of this relation whose other end is known to be of a sex, or not known to be of the other.
    Kin { relation: &'static str, from: Side, sex: Sex },
    /// When the verb happened: "be born" is told by "be born on", or by the time of a sentence that says it.
    Time(String),
    /// Where the verb happened.
    Place(String),
    /// "4,000", out of "has a population of 4,000".
    Had(String),
    /// What somebody is by trade: "soldier", "head of compliance".
    Occupation,
    /// Where something lies.
    Located,
    /// "American", out of what something is said to be.
    Nationality,
    /// "United States".
    Country,
    /// "1930", out of "a 1930 film".
    Year,
}

impl Link {
    pub(super) fn new(name: &str, ways: Vec<Way>) -> Self {
        Self {
            name: name.to_owned(),
            ways,
            through: Vec::new(),
            wants: Wants::Anything,
            kind: None,
            is_now: false,
        }
    }

    pub(super) fn wanting(self, wants: Wants) -> Self {
        Self { wants, ..self }
    }

    pub(super) fn kind(self, kind: Option<String>) -> Self {
        Self { kind, ..self }
    }

    pub(super) fn now(self, is_now: bool) -> Self {
        Self { is_now, ..self }
    }

    /// Whether there can be only one: who has another has not this.
    pub(super) fn is_single(&self) -> bool {
        self.ways.iter().any(|way| match way {
            Way::Parent(_) => true,
            Way::Time(verb) | Way::Place(verb) => matches!(verb.as_str(), "be born" | "die"),
            Way::Fact { relation, from: Side::Object, .. } => relation == "be capital of",
            _ => false,
        })
    }
}
