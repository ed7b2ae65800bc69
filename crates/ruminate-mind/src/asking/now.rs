//! What is so now, and what is over: "Who hosts X?" asks for the one, "Who hosted X?" for either.

use super::follow::{Found, Value};
use crate::facts::{Form, verb};
use crate::graph::Graph;

/// Whether a question asks for what was: its first verb is in the past.
pub(super) fn asks_for_past(question: &str) -> bool {
    let words = question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let plain =
        words.enumerate().filter(|(at, word)| *at == 0 || !word.starts_with(char::is_uppercase));
    for (_, word) in plain {
        match word.to_lowercase().as_str() {
            "was" | "were" | "did" | "had" => return true,
            "is" | "are" | "does" | "do" | "has" | "have" => return false,
            word if matches!(verb(word), Some((Form::Past, _))) => return true,
            word if matches!(verb(word), Some((Form::Present, _))) => return false,
            _ => {}
        }
    }
    false
}

/// Leaves out what is over, where something is not.
pub(super) fn so_now(graph: &Graph, found: Vec<Found>) -> Vec<Found> {
    let (over, now): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|found| is_over(graph, found));
    if now.is_empty() { over } else { now }
}

/// What is over, told with its time: "Hansen Freight (until 2019)".
pub(super) fn told(graph: &Graph, found: Vec<Found>) -> Vec<Found> {
    let tell = |found: Found| match found.steps.last() {
        Some(step) if graph.is_over(step.fact) => {
            let when = graph.ended(step.fact).unwrap_or("no longer").to_lowercase();
            let text = format!("{} ({when})", found.value.text(graph));
            Found { value: Value::Said(text), ..found }
        }
        _ => found,
    };
    found.into_iter().map(tell).collect()
}

pub(super) fn is_over(graph: &Graph, found: &Found) -> bool {
    found.steps.last().is_some_and(|step| graph.is_over(step.fact))
}
