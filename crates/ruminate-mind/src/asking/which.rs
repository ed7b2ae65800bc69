//! Which of several is meant: "(1930 film)" after a name, "which university" before a verb.

use super::follow::{Found, Value};
use super::origin;
use super::query::Side;
use rustc_hash::FxHashMap;

use crate::facts::singular;
use crate::graph::Graph;
use crate::text::words::folded;

/// Something of which only that is meant that lessons say who tell of all these words. None if it is known to be
/// another: of the same kind, but of another year.
pub(super) fn narrowed(graph: &Graph, found: Found, which: &str) -> Option<Found> {
    let words: Vec<&str> = which.split(' ').collect();
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let has_year = words.iter().any(|word| is_year(word));
    // What each lesson says of it, in the words of its objects.
    let mut told: FxHashMap<String, Vec<&str>> = FxHashMap::default();
    let mut is_other = false;
    for (fact, relation, object) in found.facts(graph, Side::Subject) {
        let said = graph.normal(object);
        is_other |= has_year && relation == "be" && said.split(' ').any(is_year);
        if relation.starts_with("be") || relation.starts_with("die ") {
            for ground in graph.grounds(fact) {
                let nouns = relation.split(' ').skip(1);
                told.entry(ground.source_id).or_default().extend(said.split(' ').chain(nouns));
            }
        }
    }
    let has_all = |said: &[&str]| {
        words.iter().all(|word| said.contains(word) || said.contains(&singular(word).as_str()))
    };
    let lessons: Vec<String> =
        told.into_iter().filter(|(_, said)| has_all(said)).map(|(lesson, _)| lesson).collect();
    match (lessons.is_empty(), is_other) {
        (true, true) => None,
        (true, false) => Some(found),
        (false, _) => Some(Found { lessons: Some(lessons), ..found }),
    }
}

/// Those that are said to be of a kind; all if that is said of none. A place is asked for by its size: a country is
/// never a town.
pub(super) fn of_kind(graph: &Graph, found: Vec<Found>, kind: &str) -> Vec<Found> {
    match kind {
        "year" => return found.into_iter().map(|found| year(graph, found)).collect(),
        "country" | "nation" => {
            return found
                .iter()
                .flat_map(|found| origin::country_of_place(graph, found, 2))
                .collect();
        }
        _ => {}
    }
    let is_kind =
        |found: &Found| said_kinds(graph, found).iter().any(|said| is_of_kind(said, kind));
    let is_region = matches!(kind, "county" | "state" | "province" | "district" | "region");
    match found.iter().any(is_kind) {
        true => found.into_iter().filter(is_kind).collect(),
        false if is_region => Vec::new(),
        false => found,
    }
}

fn year(graph: &Graph, found: Found) -> Found {
    let text = folded(found.value.text(graph));
    let year = text
        .split(' ')
        .find(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()));
    match year {
        Some(year) => Found { value: Value::Said(year.to_owned()), ..found },
        None => found,
    }
}

/// What something is said to be, in normal forms.
pub(super) fn said_kinds(graph: &Graph, found: &Found) -> Vec<String> {
    let mut said = Vec::new();
    for (_, relation, object) in found.facts(graph, Side::Subject) {
        if relation == "be" {
            said.push(graph.normal(object).to_owned());
        } else if let Some(rest) = relation.strip_prefix("be ")
            && let Some((noun, "of" | "in" | "by" | "from" | "on")) = rest.rsplit_once(' ')
        {
            said.push(noun.to_owned());
        }
    }
    said
}

/// Whether what is said to be the one is the other: a "Hungarian film director" is a "film director", a "Hungarian
/// director" and "Hungarian".
pub(super) fn is_of_kind(said: &str, kind: &str) -> bool {
    let said: Vec<&str> = said.split(' ').collect();
    let said = &said[..said.iter().position(|word| *word == "of").unwrap_or(said.len())];
    let kind: Vec<String> = kind.split(' ').map(singular).collect();
    let (Some(head), Some(last)) = (said.last(), kind.last()) else { return false };
    let is_modifier = origin::is_demonym(last);
    (is_modifier || head == last) && kind.iter().all(|word| said.contains(&word.as_str()))
}
