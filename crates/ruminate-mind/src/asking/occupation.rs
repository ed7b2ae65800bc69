//! What somebody is by trade, out of what they are said to be, to work as, or to be the head of.

use super::follow::{Found, Value};
use super::query::Side;
use crate::facts::is_person;
use crate::graph::Graph;

/// Nouns for people that are no trade.
const NO_TRADE: &[&str] = &[
    "man", "woman", "person", "boy", "girl", "child", "member", "citizen", "son", "daughter",
    "father", "mother", "parent", "wife", "husband", "spouse", "widow", "brother", "sister",
    "sibling", "friend", "native", "resident", "owner",
];

pub(super) fn occupations(graph: &Graph, from: &Found) -> Vec<Found> {
    let mut found = Vec::new();
    for (fact, relation, object) in from.facts(graph, Side::Subject) {
        let next = |value| from.next(graph, fact, Side::Subject, value, 1.0);
        match relation {
            "work as" | "serve as" => found.push(next(Value::Concept(object))),
            "be" if is_trade(graph.normal(object)) => found.push(next(Value::Concept(object))),
            _ => {
                let noun = relation.strip_prefix("be ").and_then(|rest| rest.strip_suffix(" of"));
                if let Some(noun) = noun.filter(|noun| is_trade(noun)) {
                    let told = format!("{noun} of {}", graph.spelling(object));
                    found.push(next(Value::Said(told)));
                }
            }
        }
    }
    found
}

/// Whether a noun in the singular tells what somebody does.
fn is_trade(noun: &str) -> bool {
    let own = noun.split(" of ").next().unwrap_or(noun);
    let last = own.rsplit(' ').next().unwrap_or(own);
    let is_title = matches!(last, "ceo" | "cto" | "cfo" | "coo" | "vp" | "head" | "lead" | "chief");
    (is_person(last) || is_title) && !NO_TRADE.contains(&last)
}
