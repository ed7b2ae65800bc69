//! How far what is known gets, where it gives no answer: "Ann Hui directs Boat Home; where Ann Hui was born is not known."

use super::link::AGE;
use super::missing::{Broken, breaks, is_of_noun, present};
use super::query::{Link, Query, Side, Wants, Way};
use super::relate::sentence;
use super::term;
use crate::graph::Graph;

pub(super) fn so_far(graph: &Graph, query: Query) -> Option<String> {
    let parts: Vec<String> =
        breaks(graph, query).iter().flat_map(|broken| told(graph, broken)).collect();
    let told = parts.join("; ");
    let mut chars = told.chars();
    let first = chars.next()?;
    Some(format!("{}{}.", first.to_uppercase(), chars.as_str()))
}

/// The facts up to where a chain breaks, and what is not known there.
fn told(graph: &Graph, broken: &Broken) -> Vec<String> {
    let steps = broken.from.steps.iter().map(|step| sentence(graph, step.fact));
    let wanted = unknown(&broken.link, broken.from.value.text(graph));
    steps.chain([format!("{wanted} is not known")]).collect()
}

/// What a link asks for, as it stands within a sentence.
fn unknown(link: &Link, name: &str) -> String {
    let who = match (&link.kind, link.wants) {
        (Some(kind), _) => format!("which {kind}"),
        (None, Wants::Somebody) => "who".to_owned(),
        (None, _) => "what".to_owned(),
    };
    match link.ways.first() {
        _ if link.name == AGE => format!("the age of {name}"),
        Some(Way::Time(verb)) => happened("when", verb, name),
        Some(Way::Year) => happened("when", "be released", name),
        Some(Way::Place(verb)) => happened("where", verb, name),
        Some(Way::Located) => format!("where {name} can be found"),
        Some(Way::Country) if link.name == "be from" => format!("where {name} is from"),
        Some(Way::Fact { relation, from, .. }) if !is_of_noun(relation, &link.name) => {
            match (relation.strip_prefix("be "), from) {
                (Some(rest), Side::Subject) => format!("{who} {name} is {rest}"),
                (Some(rest), Side::Object) if is_participle(rest) => {
                    format!("{who} is {rest} {name}")
                }
                (Some(rest), Side::Object) => format!("the {rest} {name}"),
                (None, Side::Subject) => format!("{who} {name} {}", present(relation)),
                (None, Side::Object) => format!("{who} {} {name}", present(relation)),
            }
        }
        _ => format!("the {} of {name}", link.name),
    }
}

/// "married to", and not "editor for".
fn is_participle(rest: &str) -> bool {
    let first = rest.split(' ').next().unwrap_or(rest);
    term::is_participle(first) || term::is_state(first)
}

fn happened(when: &str, verb: &str, name: &str) -> String {
    match verb.strip_prefix("be ") {
        Some(participle) => format!("{when} {name} was {participle}"),
        None if verb == "be" => format!("{when} {name} can be found"),
        None if verb == "die" => format!("{when} {name} died"),
        None => format!("{when} {name} {}", present(verb)),
    }
}
