//! What is asked about now, and is told of somebody who died: "Where does X live?"

use super::follow::{Found, follow};
use super::link;
use super::query::{Side, Term};
use crate::graph::Graph;

/// Verbs that end a life.
const ENDS: &[&str] = &[
    "die",
    "pass away",
    "be killed",
    "be murdered",
    "be executed",
    "be assassinated",
    "be buried",
];

/// Without those who did it and are known to have died: they do it no more.
pub(super) fn without_the_dead(graph: &Graph, found: Vec<Found>) -> Vec<Found> {
    let is_doer = |found: &Found| found.steps.last().is_some_and(|step| step.is_reversed);
    found.into_iter().filter(|found| !is_doer(found) || !has_died(graph, found)).collect()
}

/// That the one who is asked about died, with the year if it is known.
pub(super) fn end_of(graph: &Graph, asked_about: &Term) -> Option<String> {
    let of = super::follow::term(graph, asked_about).into_iter().next()?;
    let name = of.value.text(graph);
    let died = has_died(graph, &of).then(|| follow(graph, &of, &link::time("die")))?;
    Some(match died.first() {
        Some(day) => format!("{name} died ({})", day.value.text(graph)),
        None => format!("{name} has died"),
    })
}

fn has_died(graph: &Graph, found: &Found) -> bool {
    let ends = |relation: &str| {
        ENDS.iter().any(|verb| {
            relation.strip_prefix(verb).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    found.facts(graph, Side::Subject).any(|(_, relation, _)| ends(relation))
}
