//! Questions answered from facts alone, without a model.
//!
//! A question is read into a [`Query`]: the names in it that are known, and the links that it follows from them. A
//! question is understood to its last word or not at all, since an answer to an easier question is a wrong one. What
//! is not known is left unanswered: that nothing says so is no "no".
//!
//! A query is followed through the graph fact by fact, and the answer keeps the way.

mod alias;
mod alike;
mod choice;
mod compare;
mod count;
mod day;
mod family;
mod find;
mod follow;
mod judge;
mod kin;
mod last;
mod link;
mod living;
mod missing;
mod name;
mod namesake;
mod now;
mod occupation;
mod opening;
mod origin;
mod person;
mod query;
mod relate;
mod sides;
mod so_far;
mod tell;
mod term;
mod verdict;
mod which;
mod why;
mod word;

use ruminate_types::Missing;
use serde::Serialize;

use crate::graph::{FactId, Graph};
use crate::thought::Towards;

pub(crate) use day::Day;
pub(crate) use person::called_so;
pub use query::{Link, Measure, Query, Term, Wants};
pub use word::Name;

/// Less sure than this is no answer.
const LEAST: f64 = 0.25;

/// What facts say to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// As short as can be: "Miriam Cooper", "yes", "3".
    pub text: String,
    /// What else is known, less surely.
    pub others: Vec<Other>,
    /// The facts that lead there, in order; one chain after the other where several were compared.
    pub steps: Vec<Step>,
    pub confidence: f64,
}

/// Another answer that facts would allow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Other {
    pub text: String,
    pub confidence: f64,
}

/// One fact on the way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub fact: FactId,
    /// Whether it was followed from its object to its subject.
    pub is_reversed: bool,
    /// The time of it that was taken: who says another is no evidence for it.
    pub(crate) told: Option<Day>,
}

impl Step {
    pub(crate) fn along(fact: FactId) -> Self {
        Self { fact, is_reversed: false, told: None }
    }
}

impl Answer {
    /// The way to the answer: "Jump for Glory ← direct ← Raoul Walsh → marry → Miriam Cooper".
    pub fn way(&self, graph: &Graph) -> String {
        let mut way = String::new();
        let mut at = None;
        for step in &self.steps {
            let (subject, relation, object) = graph.parts(step.fact);
            let (from, to, arrow) = match step.is_reversed {
                true => (object, subject, "←"),
                false => (subject, object, "→"),
            };
            if at != Some(from) {
                way.push_str(if way.is_empty() { "" } else { "; " });
                way.push_str(graph.spelling(from));
            }
            let not = if graph.is_negated(step.fact) { "not " } else { "" };
            way.push_str(&format!(" {arrow} {not}{relation} {arrow} {}", graph.spelling(to)));
            at = Some(to);
        }
        way
    }
}

/// What a question asks of a graph's facts; nothing unless all of it is understood.
pub fn parse(graph: &Graph, question: &str) -> Option<Query> {
    let tokens = opening::opened(name::tokens(graph, question)?);
    if tokens.contains(&word::Token::Sign) {
        return None;
    }
    relate::relate(graph, &tokens)
        .or_else(|| why::why(graph, &tokens))
        .or_else(|| why::count(graph, &tokens))
        .or_else(|| sides::side_by_side(&tokens))
        .or_else(|| verdict::verdict(graph, &tokens))
        .or_else(|| find::find(graph, &tokens))
        .or_else(|| verdict::when(graph, &tokens))
        .or_else(|| last::last(graph, &tokens))
}

/// What a graph's facts answer to a question; nothing if it is not understood, or not known.
pub fn answer(graph: &Graph, question: &str) -> Option<Answer> {
    understand(graph, question)?.answer(graph)
}

/// What a question asks, and whether of what is so now.
pub fn understand(graph: &Graph, question: &str) -> Option<Understood> {
    let query = parse(graph, question)?;
    Some(Understood { query, is_past: now::asks_for_past(question) })
}

/// A question that was understood, by the graph that it was asked of.
pub struct Understood {
    query: Query,
    is_past: bool,
}

impl Understood {
    /// What facts answer; nothing if they do not.
    pub fn answer(&self, graph: &Graph) -> Option<Answer> {
        let is_past = self.is_past;
        let answer = match &self.query {
            Query::Find { what, is_many } => tell::find(graph, what, *is_many, is_past),
            Query::When { from, link, to } => tell::when(graph, from, link, to),
            Query::Define(name) => tell::define(graph, name, is_past),
            Query::Count { what, kind } => count::count(graph, what, kind),
            Query::Cause { concept, state: None, direction } => {
                tell::cause(graph, concept, *direction)
            }
            Query::Cause { .. } => None,
            Query::Choose { among, by, is_most } => compare::choose(graph, among, by, *is_most),
            Query::WhichIs { among, kind } => judge::which_is(graph, among, kind),
            Query::IsBefore { first, second, by, is_most } => {
                compare::is_before(graph, first.clone(), second.clone(), by, *is_most)
            }
            Query::Same { items, by } => judge::same(graph, items, by),
            Query::Both { items, kind } => judge::both(graph, items, kind),
            Query::IsKind { what, kind } => judge::is_kind(graph, what, kind),
            Query::IsLinked { from, link, to } => judge::is_linked(graph, from, link, to, is_past),
            Query::Relate { first, second } => relate::told(graph, first, second),
        };
        answer.filter(|answer| answer.confidence >= LEAST)
    }

    /// What would have to be known to answer it, and is not.
    pub(crate) fn missing(&self, graph: &Graph) -> Vec<Missing> {
        missing::missing(graph, self.query.clone())
    }

    /// How far facts lead to an answer that they do not give.
    pub fn so_far(&self, graph: &Graph) -> Option<String> {
        so_far::so_far(graph, self.query.clone())
    }

    /// What it wants the causes or the effects of.
    pub(crate) fn cause(&self) -> Option<(&str, Towards)> {
        match &self.query {
            Query::Cause { concept, direction, .. } => Some((concept, *direction)),
            _ => None,
        }
    }
}
