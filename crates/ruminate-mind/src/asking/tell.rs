//! Answers that name something: what was found, how it is put, and what else may be meant.

use super::day::Day;
use super::follow::{Found, MOST_FOUND, Value, best_first, term, told_times};
use super::missing::present;
use super::query::{Link, Side, Term};
use super::word::Name;
use super::{Answer, Other, follow, link, living, namesake, now};
use crate::graph::Graph;
use crate::thought::Towards;

/// How much less sure another may be and still be as good.
const AS_GOOD: f64 = 0.02;
/// How much less sure the last of a list may be without being told apart.
const EVEN: f64 = 0.1;
/// Of many, those are told that are believed more than this part of what the surest is.
const BELIEVED: f64 = 0.5;
/// Others that are told beside an answer.
const MOST_OTHERS: usize = 12;

pub(super) fn find(graph: &Graph, what: &Term, is_many: bool, is_past: bool) -> Option<Answer> {
    let Term::Of(asked_about, link) = what else { return None };
    if what.depth() > super::term::DEEPEST {
        return None;
    }
    let mut found = without_vaguer(graph, term(graph, what));
    if link.is_now {
        found = living::without_the_dead(graph, found);
    }
    found = in_tense(graph, found, is_past);
    let best = found.first()?.confidence;
    let believed = found.iter().take_while(|found| found.confidence > BELIEVED * best).count();
    if let Some(text) = namesake::told_apart(graph, what, &found[..believed]) {
        let answer = told(graph, found, true)?;
        let confidence = namesake::EITHER * answer.confidence;
        return Some(Answer { text, confidence, ..answer });
    }
    let (is_unsaid, first) = (found[0].is_unsaid, found[0].value.text(graph).to_owned());
    let mut answer = told(graph, found, is_many)?;
    if let Some(kind) = link.kind.as_deref().filter(|_| is_unsaid) {
        answer.text = format!("{} ({})", answer.text, unsaid(kind, answer.text == first));
    }
    if let Some(end) = living::end_of(graph, asked_about).filter(|_| link.is_now) {
        answer.text = format!("{end}; known from before: {}", answer.text);
    }
    Some(answer)
}

/// "whether that is a ship is not said"
fn unsaid(kind: &str, is_one: bool) -> String {
    let a = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    match is_one {
        true => format!("whether that is {a} {kind} is not said"),
        false => format!("whether those are {} is not said", present(kind)),
    }
}

/// What is over answers a question for what was.
fn in_tense(graph: &Graph, found: Vec<Found>, is_past: bool) -> Vec<Found> {
    if is_past { found } else { now::told(graph, now::so_now(graph, found)) }
}

/// An answer from what was found, the surest first.
pub(super) fn told(graph: &Graph, found: Vec<Found>, is_many: bool) -> Option<Answer> {
    let found = without_vaguer(graph, found);
    let best = found.first()?.confidence;
    let day = Day::of(found[0].value.text(graph));
    let is_as_good = |other: &&Found| {
        is_many && other.confidence > BELIEVED * best || other.confidence >= best - AS_GOOD
    };
    // Of times only one can be right.
    let listed = match day {
        Some(_) => 1,
        None => found.iter().take_while(is_as_good).count(),
    };
    let (listed, rest) = found.split_at(listed);
    let against = rest.iter().find(|other| day.is_some() && other.confidence >= best - AS_GOOD);
    let mut text = listing(graph, listed);
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

/// All that is told, each with how sure it is where that differs.
fn listing(graph: &Graph, listed: &[Found]) -> String {
    let text = |found: &Found| found.value.text(graph).to_owned();
    let sure = |found: Option<&Found>| found.map_or(0.0, |found| found.confidence);
    match sure(listed.first()) - sure(listed.last()) <= EVEN {
        true => joined(listed.iter().map(text)),
        false => {
            joined(listed.iter().map(|found| format!("{} ({:.2})", text(found), found.confidence)))
        }
    }
}

/// "A, B and C"
pub(super) fn joined(texts: impl Iterator<Item = String>) -> String {
    joined_by(" and ", texts)
}

pub(super) fn joined_by(and: &str, texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    match texts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{}{and}{last}", before.join(", ")),
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
