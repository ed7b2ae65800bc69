//! What would have to be known to answer a question: the first link of each chain that leads nowhere.

use ruminate_types::Missing;

use super::follow::Found;
use super::query::{Link, Measure, Query, Side, Term, Wants, Way};
use super::{follow, link, tell};
use crate::graph::Graph;
use crate::thought::{Facts, Reach, Towards};

pub(super) fn missing(graph: &Graph, query: Query) -> Vec<Missing> {
    match query {
        Query::WhichIs { among, .. } => undefined(graph, &among),
        Query::Both { items, .. } => undefined(graph, &items),
        Query::IsKind { what, .. } => undefined(graph, &[what]),
        Query::Define(name) => undefined(graph, &[Term::Named(name)]),
        Query::Cause { concept, direction, .. } => uncaused(graph, concept, direction),
        query => breaks(graph, query).iter().map(|broken| broken.gap(graph)).collect(),
    }
}

/// Where the chains of a question break, each break once.
pub(super) fn breaks(graph: &Graph, query: Query) -> Vec<Broken> {
    let mut breaks: Vec<Broken> = Vec::new();
    for term in wanted(query) {
        let is_new =
            |broken: &Broken| breaks.iter().all(|other| other.gap(graph) != broken.gap(graph));
        let broken = broken(graph, &term).filter(is_new);
        breaks.extend(broken);
    }
    breaks
}

/// What is looked up to answer a question.
fn wanted(query: Query) -> Vec<Term> {
    match query {
        Query::Find { what, .. } | Query::Count { what, .. } => vec![what],
        Query::When { from, link, .. } | Query::IsLinked { from, link, .. } => vec![from.of(link)],
        Query::Choose { among, by, .. } => by_each(among, &by),
        Query::IsBefore { first, second, by, .. } => by_each(vec![first, second], &by),
        Query::Same { items, by } => items.into_iter().map(|item| item.of(by.clone())).collect(),
        Query::Relate { first, second } => vec![first, second],
        Query::WhichIs { .. }
        | Query::Both { .. }
        | Query::IsKind { .. }
        | Query::Define(_)
        | Query::Cause { .. } => Vec::new(),
    }
}

/// A link that leads nowhere, and what it was to lead on from.
pub(super) struct Broken {
    pub(super) from: Found,
    pub(super) link: Link,
}

impl Broken {
    fn gap(&self, graph: &Graph) -> Missing {
        let name = self.from.value.text(graph).to_owned();
        Missing { question: asked(&self.link, &name), concept: name }
    }
}

/// What things are compared by, of each.
fn by_each(things: Vec<Term>, by: &Measure) -> Vec<Term> {
    let links: Vec<Link> = match by {
        Measure::Time(link) | Measure::Many(link) | Measure::Number(link) => vec![link.clone()],
        Measure::Life => vec![link::time("be born"), link::time("die")],
    };
    let of = |thing: Term| links.iter().map(move |link| thing.clone().of(link.clone()));
    things.into_iter().flat_map(of).collect()
}

/// Where a chain breaks.
fn broken(graph: &Graph, term: &Term) -> Option<Broken> {
    let Term::Of(inner, link) = term else { return None };
    if let Some(before) = broken(graph, inner) {
        return Some(before);
    }
    let from = follow::term(graph, inner);
    let leads_on = from.iter().any(|from| !follow::follow(graph, from, link).is_empty());
    let from = from.into_iter().next().filter(|_| !leads_on)?;
    Some(Broken { from, link: link.clone() })
}

fn undefined(graph: &Graph, things: &[Term]) -> Vec<Missing> {
    let gap = |term: &Term| match term {
        Term::Named(name) if tell::define(graph, name, true).is_none() => {
            let name = graph.spelling(name.concept).to_owned();
            Some(Missing { question: format!("What is {name}?"), concept: name })
        }
        Term::Named(_) | Term::Time(_) => None,
        Term::Of(..) => broken(graph, term).map(|broken| broken.gap(graph)),
    };
    things.iter().filter_map(gap).collect()
}

fn uncaused(graph: &Graph, concept: String, direction: Towards) -> Vec<Missing> {
    let is_known = !graph.alike(&concept, 1).is_empty();
    if !is_known || !graph.think(&concept, direction, Reach::default(), &Facts).chain.is_empty() {
        return Vec::new();
    }
    let question = match direction {
        Towards::Causes => format!("What causes {concept}?"),
        Towards::Effects => format!("What does {concept} cause?"),
    };
    vec![Missing { question, concept }]
}

/// A link as a question about something.
fn asked(link: &Link, name: &str) -> String {
    let who = if link.wants == Wants::Somebody { "Who" } else { "What" };
    match link.ways.first() {
        Some(Way::Country) if link.name == "be from" => format!("Where is {name} from?"),
        Some(Way::Time(verb)) => happened("When", verb, name),
        Some(Way::Year) => happened("When", "be released", name),
        Some(Way::Place(verb)) => happened("Where", verb, name),
        Some(Way::Located) => format!("Where is {name}?"),
        Some(Way::Fact { relation, from, .. }) if !is_of_noun(relation, &link.name) => {
            match (relation.strip_prefix("be "), from) {
                (Some(rest), Side::Subject) => format!("{who} is {name} {rest}?"),
                (Some(rest), Side::Object) => format!("{who} is {rest} {name}?"),
                (None, Side::Subject) => format!("{who} did {name} {relation}?"),
                (None, Side::Object) => format!("Who {} {name}?", present(relation)),
            }
        }
        _ => format!("{who} is the {} of {name}?", link.name),
    }
}

pub(super) fn is_of_noun(relation: &str, noun: &str) -> bool {
    relation == format!("be {noun} of")
}

fn happened(when: &str, verb: &str, name: &str) -> String {
    match verb.strip_prefix("be ") {
        Some(participle) => format!("{when} was {name} {participle}?"),
        None => format!("{when} did {name} {verb}?"),
    }
}

/// "directs", "searches for"
pub(super) fn present(relation: &str) -> String {
    let (verb, rest) = relation.split_once(' ').unwrap_or((relation, ""));
    let is_y = |verb: &str| {
        let before = verb.strip_suffix('y').and_then(|before| before.chars().last());
        before.is_some_and(|before| !"aeiou".contains(before))
    };
    let verb = match verb {
        _ if is_y(verb) => format!("{}ies", &verb[..verb.len() - 1]),
        _ if verb.ends_with(['s', 'x', 'z', 'o'])
            || verb.ends_with("ch")
            || verb.ends_with("sh") =>
        {
            format!("{verb}es")
        }
        _ => format!("{verb}s"),
    };
    if rest.is_empty() { verb } else { format!("{verb} {rest}") }
}
