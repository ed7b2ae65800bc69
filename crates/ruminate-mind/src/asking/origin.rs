//! Where something is from, and from when: out of "an American film director", "a village in Norway", "a 1930 film".

use super::follow::{Found, Value};
use super::query::Side;
use crate::graph::Graph;
use crate::text::demonyms::place_of;
use crate::text::words::folded;

/// Parts of a country that have a word of their own.
const PARTS: &[(&str, &str)] = &[
    ("english", "united kingdom"),
    ("scottish", "united kingdom"),
    ("welsh", "united kingdom"),
    ("england", "united kingdom"),
    ("scotland", "united kingdom"),
    ("wales", "united kingdom"),
    ("uk", "united kingdom"),
    ("us", "united states"),
    ("usa", "united states"),
    ("united states of america", "united states"),
    ("hong kong", "hong kong"),
    ("new zealand", "new zealand"),
    ("scots", "united kingdom"),
];
/// Words for where somebody is from that are larger than a country.
const CONTINENTS: &[&str] = &["africa", "europe", "asia"];

fn country(word: &str) -> Option<&'static str> {
    let part = PARTS.iter().find(|(part, _)| *part == word).map(|(_, country)| *country);
    part.or_else(|| place_of(word)).filter(|place| !CONTINENTS.contains(place))
}

pub(super) fn is_demonym(word: &str) -> bool {
    country(word).is_some()
}

/// Whether a word for where somebody is from means a country.
pub(super) fn is_from(word: &str, named: &str) -> bool {
    country(word) == Some(folded(named).as_str())
}

/// Whether a name, folded, is that of a country.
pub(super) fn is_country(name: &str) -> Option<&'static str> {
    let part = PARTS
        .iter()
        .find(|(part, country)| *part == name || *country == name)
        .map(|(_, country)| *country);
    part.or_else(|| crate::text::demonyms::place_named(name))
        .filter(|place| !CONTINENTS.contains(place))
}

fn title(words: &str) -> String {
    let capital = |word: &str| -> String {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
    };
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

/// The words for nationalities in what something is said to be: "American" of "American film director".
pub(super) fn nationalities(graph: &Graph, from: &Found) -> Vec<Found> {
    let mut found = Vec::new();
    for (fact, relation, object) in from.facts(graph, Side::Subject) {
        if relation != "be" {
            continue;
        }
        for written in graph.spelling(object).split_whitespace().filter(|word| !word.contains('-'))
        {
            if is_demonym(&folded(written)) && written.starts_with(char::is_uppercase) {
                found.push(from.next(
                    graph,
                    fact,
                    Side::Subject,
                    Value::Said(written.to_owned()),
                    1.0,
                ));
            }
        }
    }
    found
}

/// The countries that something is from, or lies in.
pub(super) fn countries(graph: &Graph, from: &Found, depth: usize) -> Vec<Found> {
    let told = nationalities(graph, from).into_iter().filter_map(|found| {
        let country = country(&folded(found.value.text(graph)))?;
        Some(Found { value: Value::named(graph, title(country)), ..found })
    });
    let mut found: Vec<Found> = told.collect();
    if found.is_empty() && depth > 0 {
        let places = located(graph, from);
        found.extend(places.iter().flat_map(|place| country_of_place(graph, place, depth - 1)));
    }
    found
}

/// A place's country: itself, the last part of its name, or where it lies.
pub(super) fn country_of_place(graph: &Graph, place: &Found, depth: usize) -> Vec<Found> {
    let text = place.value.text(graph);
    let last = folded(text.rsplit(", ").next().unwrap_or(text));
    if let Some(country) = is_country(&last) {
        return vec![Found { value: Value::named(graph, title(country)), ..place.clone() }];
    }
    if depth == 0 {
        return Vec::new();
    }
    let mut found = countries(graph, place, depth);
    // "Springfield, Ohio" is where Ohio is.
    if found.is_empty()
        && let Some((_, region)) = text.rsplit_once(", ")
        && let Some(region) = graph.concept(region)
    {
        let region = Found { value: Value::Concept(region), lessons: None, ..place.clone() };
        found = countries(graph, &region, depth - 1);
    }
    found
}

/// Where something lies: "be located in", "be village in".
pub(super) fn located(graph: &Graph, from: &Found) -> Vec<Found> {
    let mut found = Vec::new();
    for (fact, relation, object) in from.facts(graph, Side::Subject) {
        let exact = match relation {
            "be located in"
            | "be in"
            | "be based in"
            | "be situated in"
            | "lie in"
            | "be headquartered in" => 1.0,
            "be located at" | "be located on" | "be at" | "be located near" => 0.8,
            _ if relation.starts_with("be ") && relation.ends_with(" in") => {
                match relation.split(' ').count() {
                    // "be born in" has a participle, "be village in" a noun.
                    3 if !super::term::is_participle(&relation[3..relation.len() - 3]) => 0.95,
                    _ => continue,
                }
            }
            _ => continue,
        };
        if graph.spelling(object).starts_with(char::is_uppercase) {
            found.push(from.next(graph, fact, Side::Subject, Value::Concept(object), exact));
        }
    }
    found
}

/// The year in what something is said to be: "a 1930 American film".
pub(super) fn years(graph: &Graph, from: &Found) -> Vec<Found> {
    let mut found = Vec::new();
    for (fact, relation, object) in from.facts(graph, Side::Subject) {
        let Some(first) = graph.normal(object).split(' ').next().filter(|_| relation == "be")
        else {
            continue;
        };
        let is_year = first.len() == 4
            && first.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(first.as_bytes()[0], b'1' | b'2')
            && graph.normal(object).contains(' ');
        if is_year {
            found.push(from.next(graph, fact, Side::Subject, Value::Said(first.to_owned()), 0.9));
        }
    }
    found
}
