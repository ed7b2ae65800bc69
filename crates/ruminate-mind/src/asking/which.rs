//! Which of several is meant: "(1930 film)" after a name, "which university" before a verb.

use super::follow::{Found, Value};
use super::query::Side;
use super::term::is_participle;
use super::{link, origin};
use rustc_hash::FxHashMap;

use crate::facts::{is_called_by_name, is_person, singular};
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
    let mut defining: Vec<String> = Vec::new();
    let mut is_other = false;
    for (fact, relation, object) in found.facts(graph, Side::Subject) {
        let said = graph.normal(object);
        is_other |= has_year && relation == "be" && said.split(' ').any(is_year);
        if relation.starts_with("be") || relation.starts_with("die ") {
            for ground in graph.grounds(fact) {
                if relation == "be" {
                    defining.push(ground.source_id.clone());
                }
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
    // As long as nobody else says what it is, all speak of the same.
    let is_shared = defining.iter().any(|lesson| !lessons.contains(lesson));
    match (lessons.is_empty(), is_other) {
        (true, true) => None,
        (false, _) if is_shared => Some(Found { lessons: Some(lessons), ..found }),
        _ => Some(found),
    }
}

/// Those of what a verb led to that are said to be of a kind; those that may be, if that is said of none. A place is
/// asked for by its size: a country is never a town.
pub(super) fn of_kind(graph: &Graph, found: Vec<Found>, kind: &str, verb: &str) -> Vec<Found> {
    match kind {
        "year" => return found.into_iter().map(|found| year(graph, found)).collect(),
        "country" | "nation" => {
            return found
                .iter()
                .flat_map(|found| origin::country_of_place(graph, found, 2))
                .collect();
        }
        "state" | "province" => {
            let told = |found: Found| match state(graph, found.clone()) {
                Some(state) => vec![state],
                None => around(graph, &found, kind, HIGHEST),
            };
            return found.into_iter().flat_map(told).collect();
        }
        "county" | "region" | "district" | "continent" | "island" => {
            return found.iter().flat_map(|found| around(graph, found, kind, HIGHEST)).collect();
        }
        "city" | "town" | "village" => {
            let is_country =
                |found: &Found| origin::is_country(&folded(found.value.text(graph))).is_some();
            return found.into_iter().filter(|found| !is_country(found)).collect();
        }
        _ => {}
    }
    let is_kind = |found: &Found| is_kind(graph, found, kind);
    if found.iter().any(is_kind) {
        return found.into_iter().filter(is_kind).collect();
    }
    found.into_iter().filter_map(|found| supposed(graph, found, kind, verb)).collect()
}

/// Whether something is called so, or said to be so.
fn is_kind(graph: &Graph, found: &Found, kind: &str) -> bool {
    let is_called = || folded(found.value.text(graph)).split(' ').any(|word| word == kind);
    is_called() || said_kinds(graph, found).iter().any(|said| is_of_kind(said, kind))
}

/// How often a place is looked for around another.
const HIGHEST: usize = 2;

/// The place of a kind that a place is, or lies in.
fn around(graph: &Graph, place: &Found, kind: &str, height: usize) -> Vec<Found> {
    if is_kind(graph, place, kind) {
        return vec![place.clone()];
    }
    let outer = if height > 0 { origin::located(graph, place) } else { Vec::new() };
    outer.iter().flat_map(|outer| around(graph, outer, kind, height - 1)).collect()
}

/// Words for somebody or some body that are not told apart by what they are said to be.
const LOOSE: &[&str] = &[
    "company",
    "organization",
    "organisation",
    "group",
    "band",
    "label",
    "network",
    "studio",
    "publisher",
    "team",
    "club",
    "people",
    "association",
    "institution",
];
/// Words for whatever has parts and is one: what depends on something is called so in general.
const PARTS: &[&str] =
    &["service", "component", "system", "program", "application", "module", "part", "thing"];
const SCHOOLS: &[&str] = &["university", "college", "school", "academy", "institute"];

/// Verbs of where somebody or something is: that tells nothing but that it is a place.
const WHERE: &[&str] = &[
    "be located",
    "be situated",
    "be based",
    "be headquartered",
    "be born",
    "be buried",
    "be in",
    "die",
    "live",
    "reside",
    "lie",
    "move",
    "emigrate",
    "grow up",
];
/// How far something is believed to be of the kind that was asked for, where nothing says so.
const UNSAID: f64 = 0.6;

/// Something that nobody calls so, if it may be of a kind: a "silent film" is said to be one, a "hardware store" is no
/// boat, and what somebody plays need not be their position.
fn supposed(graph: &Graph, found: Found, kind: &str, verb: &str) -> Option<Found> {
    let text = found.value.text(graph);
    let has_name = text.contains(char::is_uppercase);
    let is_told = !said_kinds(graph, &found).is_empty();
    if LOOSE.contains(&kind) || is_person(kind) {
        return has_name.then_some(found);
    }
    if PARTS.contains(&kind) && !is_told && is_part(graph, &found) {
        return Some(found);
    }
    if SCHOOLS.contains(&kind) {
        let is_school = matches!(verb, "attend" | "study" | "study at" | "graduate from");
        return (has_name && is_school).then_some(found);
    }
    let is_where = WHERE.iter().any(|place| verb.starts_with(place));
    if is_told || is_where || verb == kind {
        return None;
    }
    if has_name && is_called_by_name(kind) && link::makes(verb, kind) {
        return Some(found);
    }
    (is_bare(text) || is_part(graph, &found)).then(|| Found {
        confidence: UNSAID * found.confidence,
        is_unsaid: true,
        ..found.clone()
    })
}

/// Whether a single word names a part of something, as programs are parts: it depends on others, or others on it.
fn is_part(graph: &Graph, found: &Found) -> bool {
    let depends = |side| found.facts(graph, side).any(|(_, relation, _)| relation == "depend on");
    !found.value.text(graph).contains(' ') && (depends(Side::Subject) || depends(Side::Object))
}

/// Whether a name says nothing of what it names: "Boeing", "geo-index", and not "hardware store in Fargo".
pub(super) fn is_bare(text: &str) -> bool {
    const WITHIN: &[&str] = &["of", "the", "and", "for", "in", "de", "von", "van"];
    let is_name =
        |word: &str| WITHIN.contains(&word) || !word.starts_with(|c: char| c.is_ascii_lowercase());
    let is_one = !text.contains(' ');
    is_one && text.contains(|c: char| matches!(c, '-' | '_' | '.') || c.is_ascii_digit())
        || text.split(' ').all(is_name)
}

/// "Ohio" of "Columbus, Ohio"; a name without a comma only if it is said to be a state.
fn state(graph: &Graph, found: Found) -> Option<Found> {
    let text = found.value.text(graph);
    let is_state = |said: &String| is_of_kind(said, "state") || is_of_kind(said, "province");
    if said_kinds(graph, &found).iter().any(is_state) {
        return Some(found);
    }
    let (_, last) = text.rsplit_once(", ")?;
    let is_country = origin::is_country(&folded(last)).is_some();
    let value = Value::named(graph, last.to_owned());
    (!is_country).then(|| Found { value, confidence: 0.95 * found.confidence, ..found.clone() })
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
            && !is_participle(noun)
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
