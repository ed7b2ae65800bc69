//! Answers that name something: what was found, how it is put, and what else may be meant.

use super::day::Day;
use super::follow::{Found, MOST_FOUND, Value, best_first, term, told_times};
use super::query::{Link, Side, Term};
use super::word::Name;
use super::{Answer, Other, follow, link, now, which};
use crate::graph::Graph;
use crate::thought::Towards;

/// How much less sure another may be and still be as good.
const AS_GOOD: f64 = 0.02;
/// Others that are told beside an answer.
const MOST_OTHERS: usize = 12;

pub(super) fn find(graph: &Graph, what: &Term, is_many: bool, is_past: bool) -> Option<Answer> {
    (what.depth() <= super::term::DEEPEST)
        .then(|| told(graph, in_tense(graph, term(graph, what), is_past), is_many))
        .flatten()
}

/// What is over answers a question for what was.
fn in_tense(graph: &Graph, found: Vec<Found>, is_past: bool) -> Vec<Found> {
    if is_past { found } else { now::told(graph, now::so_now(graph, found)) }
}

/// An answer from what was found, the surest first.
fn told(graph: &Graph, found: Vec<Found>, is_many: bool) -> Option<Answer> {
    let found = without_vaguer(graph, found);
    let best = found.first()?.confidence;
    let day = Day::of(found[0].value.text(graph));
    let is_as_good = |other: &&Found| {
        is_many && other.confidence > 0.5 * best || other.confidence >= best - AS_GOOD
    };
    // Of times only one can be right.
    let listed = match day {
        Some(_) => 1,
        None => found.iter().take_while(is_as_good).count(),
    };
    let (listed, rest) = found.split_at(listed);
    let against = rest.iter().find(|other| day.is_some() && other.confidence >= best - AS_GOOD);
    let mut text = joined(listed.iter().map(|found| found.value.text(graph)));
    if listed.len() >= MOST_FOUND {
        text.push_str(" (there may be more)");
    }
    if let Some(against) = against {
        text = format!("{text} (against {})", against.value.text(graph));
    }
    let others = rest.iter().take(MOST_OTHERS);
    Some(Answer {
        text,
        others: others
            .map(|other| Other {
                text: other.value.text(graph).to_owned(),
                confidence: other.confidence,
            })
            .collect(),
        steps: listed.iter().flat_map(|found| found.steps.iter().copied()).collect(),
        // A list is as sure as what is least sure in it.
        confidence: listed.last().map_or(best, |least| least.confidence),
    })
}

/// "A, B and C"
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.collect();
    match texts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => texts.concat(),
    }
}

/// Leaves out "1932" beside "2 November 1932", and "Quebec" beside "Montreal, Quebec".
fn without_vaguer(graph: &Graph, found: Vec<Found>) -> Vec<Found> {
    let texts: Vec<String> = found.iter().map(|found| found.value.text(graph).to_owned()).collect();
    let is_vaguer = |text: &str, other: &str| match (Day::of(text), Day::of(other)) {
        (Some(day), Some(other)) => day.agrees(other) && day.detail() < other.detail(),
        (None, None) => {
            other.split(", ").count() > 1
                && other != text
                && other.split(", ").any(|part| part == text)
        }
        _ => false,
    };
    let is_kept: Vec<bool> =
        texts.iter().map(|text| !texts.iter().any(|other| is_vaguer(text, other))).collect();
    let mut kept: Vec<Found> = found
        .into_iter()
        .zip(&is_kept)
        .filter(|(_, kept)| **kept)
        .map(|(found, _)| found)
        .collect();
    kept.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    kept
}

/// When what leads from the first to the second happened, as sentences say it.
pub(super) fn when(graph: &Graph, from: &Term, link: &Link, to: &Term) -> Option<Answer> {
    let to = term(graph, to).into_iter().next()?;
    let from = term(graph, from).into_iter().next()?;
    let linked =
        follow::follow(graph, &from, link).into_iter().find(|found| found.value == to.value)?;
    let mut told = told_times(graph, &linked);
    if told.is_empty() {
        // "from 2004 to 2007" stays as it is.
        let fact = linked.steps.last()?.fact;
        let said = graph.grounds(fact).filter_map(|ground| ground.when).map(Value::Said);
        told = said.map(|value| Found { value, ..linked.clone() }).collect();
    }
    self::told(graph, best_first(graph, told), false)
}

/// "What is X?": what it is said to be.
pub(super) fn define(graph: &Graph, name: &Name, is_past: bool) -> Option<Answer> {
    let what = Term::Named(name.clone());
    let from = term(graph, &what).into_iter().next()?;
    let mut found = Vec::new();
    for (fact, relation, object) in from.facts(graph, Side::Subject) {
        let text = match relation.strip_prefix("be ").and_then(|rest| rest.strip_suffix(" of")) {
            Some(noun) => format!("{noun} of {}", graph.spelling(object)),
            None if relation == "be" => graph.spelling(object).to_owned(),
            None => continue,
        };
        found.push(from.next(graph, fact, Side::Subject, Value::Said(text), 1.0));
    }
    told(graph, in_tense(graph, best_first(graph, found), is_past), false)
}

/// A number that a fact gives, or else how many are known.
pub(super) fn count(graph: &Graph, what: &Term, kind: &str) -> Option<Answer> {
    let found = term(graph, what);
    let had = match what {
        Term::Of(owner, link) if link.name == kind => self::had(graph, owner),
        _ => Vec::new(),
    };
    let given: Vec<Found> = had
        .iter()
        .chain(&found)
        .filter_map(|found| {
            let number = stated(graph.normal(found.concept()?), kind)?;
            Some(Found { value: Value::Said(number), ..found.clone() })
        })
        .collect();
    if !given.is_empty() {
        return told(graph, best_first(graph, given), false);
    }
    // What has no name is no one thing.
    let named =
        found.into_iter().filter(|found| found.value.text(graph).contains(char::is_uppercase));
    let named: Vec<Found> = named.collect();
    let is_said = |found: &Found| {
        let said = which::said_kinds(graph, found);
        said.is_empty() && !kind.contains(' ')
            || said.iter().any(|said| which::is_of_kind(said, kind))
    };
    let counted: Vec<&Found> = match what {
        // "films", of all that somebody directed; kin are counted as such.
        Term::Of(_, link) if link.name == kind => named.iter().collect(),
        _ => named.iter().filter(|found| is_said(found)).collect(),
    };
    let confidence = counted.iter().map(|found| found.confidence).reduce(f64::min)?;
    Some(Answer {
        text: format!("{} (known here)", counted.len()),
        others: Vec::new(),
        steps: counted.iter().flat_map(|found| found.steps.iter().copied()).collect(),
        confidence,
    })
}

/// What something is said to have.
fn had(graph: &Graph, owner: &Term) -> Vec<Found> {
    let owners = term(graph, owner);
    let Some(from) = owners.first() else { return Vec::new() };
    let facts = from.facts(graph, Side::Subject).filter(|(_, relation, _)| *relation == "have");
    facts
        .map(|(fact, _, had)| from.next(graph, fact, Side::Subject, Value::Concept(had), 1.0))
        .collect()
}

/// "3" of "three child", asked for the number of children.
fn stated(normal: &str, kind: &str) -> Option<String> {
    const NUMBERS: &[&str] = &[
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let (number, _) = normal.split_once(' ').filter(|(_, rest)| *rest == kind)?;
    let word = NUMBERS.iter().position(|word| *word == number).map(|number| number as u64);
    let number = word.or_else(|| number.replace(',', "").parse().ok())?;
    Some(number.to_string())
}

/// What is directly said to bring something about, or to be brought about by it.
pub(super) fn cause(graph: &Graph, concept: &str, direction: Towards) -> Option<Answer> {
    let from = Found::at(graph.concept(concept)?);
    let known = match direction {
        Towards::Causes => Side::Object,
        Towards::Effects => Side::Subject,
    };
    let link: Link = link::verb("cause", known)?;
    told(graph, follow::follow(graph, &from, &link), true)
}
