//! Yes, no, or nothing: "no" needs a reason as much as "yes" does.

use super::day::Day;
use super::follow::{Found, LOOKED_AT, Value, follow, term};
use super::now::is_over;
use super::query::{Link, Sex, Side, Term, Way};
use super::which::is_of_kind;
use super::{Answer, Step, kin, link, origin};
use crate::graph::{FactId, Graph};
use crate::text::words::folded;

/// How far it is believed that a child is a son, where the question says so and nothing speaks against it.
const SAID_SO: f64 = 0.9;

fn verdict(is_so: bool, steps: Vec<Step>, confidence: f64) -> Answer {
    let text = if is_so { "yes" } else { "no" };
    Answer { text: text.to_owned(), others: Vec::new(), steps, confidence }
}

/// Whether what a link leads to from both is the same.
pub(super) fn same(graph: &Graph, items: &[Term; 2], by: &Link) -> Option<Answer> {
    let [a, b] = [values(graph, &items[0], by), values(graph, &items[1], by)];
    let pairs = || a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    // "Lyon" and "Lyon, France" are one place.
    let own = |found: &Found| {
        let text = found.value.text(graph);
        folded(text.split(", ").next().unwrap_or(text))
    };
    let is_same = |a: &Found, b: &Found| own(a) == own(b);
    let steps = |a: &Found, b: &Found| [a.steps.as_slice(), &b.steps].concat();
    if let Some((a, b)) = pairs().find(|(a, b)| is_same(a, b)) {
        return Some(verdict(true, steps(a, b), a.confidence * b.confidence));
    }
    // Two films may share a writer whom nobody told of; a country is told as a whole.
    let is_whole =
        |way: &Way| matches!(way, Way::Country | Way::Nationality | Way::Place(_) | Way::Located);
    if !by.is_single() && !by.ways.iter().any(is_whole) {
        return None;
    }
    let (a, b) = (a.first()?, b.first()?);
    Some(verdict(false, steps(a, b), a.confidence * b.confidence))
}

fn values(graph: &Graph, item: &Term, by: &Link) -> Vec<Found> {
    let from = term(graph, item);
    let best = from.first().map_or(0.0, |found| found.confidence);
    from.iter()
        .filter(|found| found.confidence >= 0.6 * best)
        .flat_map(|found| follow(graph, found, by))
        .collect()
}

pub(super) fn both(graph: &Graph, items: &[Term; 2], kind: &str) -> Option<Answer> {
    let [a, b] = [is_kind(graph, &items[0], kind), is_kind(graph, &items[1], kind)];
    // One that is not is enough.
    if let Some(no) = [&a, &b].into_iter().flatten().find(|answer| answer.text == "no") {
        return Some(no.clone());
    }
    let (a, b) = (a?, b?);
    Some(verdict(true, [a.steps, b.steps].concat(), a.confidence * b.confidence))
}

/// The one that is of a kind, if the others are known not to be.
pub(super) fn which_is(graph: &Graph, among: &[Term], kind: &str) -> Option<Answer> {
    let said: Option<Vec<Answer>> = among.iter().map(|item| is_kind(graph, item, kind)).collect();
    let said = said?;
    let mut those = among.iter().zip(&said).filter(|(_, said)| said.text == "yes");
    let (Some((item, _)), None) = (those.next(), those.next()) else { return None };
    let found = term(graph, item).into_iter().next()?;
    Some(Answer {
        text: found.value.text(graph).to_owned(),
        others: Vec::new(),
        confidence: said.iter().map(|said| said.confidence).product(),
        steps: said.into_iter().flat_map(|said| said.steps).collect(),
    })
}

/// Whether something is said to be of a kind. Who is said to be from one country is not from another.
pub(super) fn is_kind(graph: &Graph, what: &Term, kind: &str) -> Option<Answer> {
    let from = term(graph, what).into_iter().next()?;
    let concept = from.concept()?;
    let step = |fact: FactId| vec![Step::along(fact)];
    let said = graph.of_subject(concept).take(LOOKED_AT).filter(|fact| {
        let (_, relation, object) = graph.parts(*fact);
        relation == "be" && is_of_kind(graph.normal(object), kind)
    });
    // Of what is said and what is denied the surer counts.
    let sure = said.max_by(|a, b| graph.confidence(*a).total_cmp(&graph.confidence(*b)));
    if let Some(fact) = sure {
        let confidence = from.confidence * graph.confidence(fact);
        return Some(verdict(!graph.is_negated(fact), step(fact), confidence));
    }
    split_kind(graph, &from, kind)
}

/// "Hungarian director", where one fact says "Hungarian writer" and another "director".
fn split_kind(graph: &Graph, from: &Found, kind: &str) -> Option<Answer> {
    let asked: Vec<&str> = kind.split(' ').filter(|word| origin::is_demonym(word)).collect();
    let [asked] = asked.as_slice() else { return None };
    let known = origin::nationalities(graph, from);
    let first = known.first()?;
    let is_asked = |found: &&Found| folded(found.value.text(graph)) == *asked;
    match known.iter().find(is_asked) {
        Some(own) => {
            let rest: Vec<&str> = kind.split(' ').filter(|word| word != asked).collect();
            let rest = rest.join(" ");
            let facts = from.facts(graph, Side::Subject);
            let (fact, ..) = facts
                .filter(|(_, relation, object)| {
                    *relation == "be" && is_of_kind(graph.normal(*object), &rest)
                })
                .max_by(|a, b| graph.confidence(a.0).total_cmp(&graph.confidence(b.0)))?;
            let step = Step::along(fact);
            Some(verdict(
                true,
                [own.steps.as_slice(), &[step]].concat(),
                own.confidence * graph.confidence(fact),
            ))
        }
        None => {
            // Who is English is British too, as far as that is known.
            let own = origin::countries(graph, from, 0);
            let is_part = own.iter().any(|own| origin::is_from(asked, own.value.text(graph)));
            (!is_part).then(|| verdict(false, first.steps.clone(), 0.85 * first.confidence))
        }
    }
}

/// Whether following a link from the first leads to the second.
pub(super) fn is_linked(
    graph: &Graph,
    from: &Term,
    link: &Link,
    to: &Term,
    is_past: bool,
) -> Option<Answer> {
    let (from, to) = (term(graph, from), term(graph, to));
    let (from, to) = (from.first()?, to.first()?);
    let found = follow(graph, from, link);
    if let Some(fact) = denial(graph, from, link, to) {
        let said = found.iter().find(|said| is_same(graph, &said.value, &to.value) == Some(true));
        let denied = graph.confidence(fact);
        // Of what is said and what is denied the surer counts.
        if said.is_none_or(|said| said.confidence <= denied) {
            let steps = vec![Step::along(fact)];
            return Some(verdict(false, steps, denied));
        }
    }
    let mut differs = None;
    for other in &found {
        let confidence = other.confidence * to.confidence;
        match is_same(graph, &other.value, &to.value) {
            Some(true) => {
                let is_so = is_past || !is_over(graph, other);
                return Some(verdict(is_so, other.steps.clone(), confidence));
            }
            Some(false) if differs.is_none() => differs = Some((other.steps.clone(), confidence)),
            _ => {}
        }
    }
    if let Some(child) = as_child(graph, from, link, to) {
        return Some(child);
    }
    let is_open = found.iter().any(|other| is_same(graph, &other.value, &to.value).is_none());
    let (steps, confidence) = differs.filter(|_| link.is_single() && !is_open)?;
    Some(verdict(false, steps, 0.9 * confidence))
}

/// Who is known to be somebody's child is the son or the daughter that the question says, unless known to be the other.
fn as_child(graph: &Graph, parent: &Found, link: &Link, child: &Found) -> Option<Answer> {
    let sex = match link.name.as_str() {
        "son" => Sex::Male,
        "daughter" => Sex::Female,
        _ => return None,
    };
    let children = follow(graph, parent, &link::noun("child")?);
    let known = children.into_iter().find(|known| known.value == child.value)?;
    let is_other = kin::sex(graph, child.concept()?).is_some_and(|known| known != sex);
    Some(verdict(!is_other, known.steps, SAID_SO * known.confidence))
}

/// A fact that denies what is asked.
fn denial(graph: &Graph, from: &Found, link: &Link, to: &Found) -> Option<FactId> {
    let (from, to) = (from.concept()?, to.concept()?);
    let matches = |relation: &str, side: Side| {
        link.ways.iter().any(|way| match way {
            Way::Fact { relation: known, from, .. } => known == relation && *from == side,
            Way::Place(verb) => {
                side == Side::Subject && relation.strip_prefix(verb.as_str()) == Some(" in")
            }
            _ => false,
        })
    };
    let denied = |fact: &FactId, side: Side| {
        let (subject, relation, object) = graph.parts(*fact);
        let other = if side == Side::Subject { object } else { subject };
        graph.is_negated(*fact) && other == to && matches(relation, side)
    };
    let as_subject =
        graph.of_subject(from).take(LOOKED_AT).find(|fact| denied(fact, Side::Subject));
    as_subject
        .or_else(|| graph.of_object(from).take(LOOKED_AT).find(|fact| denied(fact, Side::Object)))
}

/// Whether what is known is what is asked; nothing if one may lie within the other.
fn is_same(graph: &Graph, known: &Value, asked: &Value) -> Option<bool> {
    if known == asked {
        return Some(true);
    }
    let (known_text, asked_text) = (known.text(graph), asked.text(graph));
    match (Day::of(known_text), Day::of(asked_text)) {
        (Some(known), Some(asked)) if known.agrees(asked) => {
            return (asked.detail() <= known.detail()).then_some(true);
        }
        (Some(_), Some(_)) => return Some(false),
        (None, None) => {}
        _ => return None,
    }
    let asked_text = folded(asked_text);
    if folded(known_text) == asked_text
        || known_text.split(", ").any(|part| folded(part) == asked_text)
    {
        return Some(true);
    }
    let Value::Concept(known) = known else { return Some(false) };
    let place = Found::at(*known);
    let within = origin::located(graph, &place);
    if within.iter().any(|outer| folded(outer.value.text(graph)) == asked_text) {
        return Some(true);
    }
    let countries = origin::country_of_place(graph, &place, 2);
    match origin::is_country(&asked_text) {
        // Which country it lies in decides; where that is not known, nothing does.
        Some(asked) => {
            let first = countries.first()?;
            Some(folded(first.value.text(graph)) == asked)
        }
        None => match asked {
            // A town may lie where the known one is said to.
            Value::Concept(asked) => {
                let outer = origin::located(graph, &Found::at(*asked));
                let is_within = outer.iter().any(|outer| outer.value == Value::Concept(*known));
                (!is_within).then_some(false)
            }
            Value::Said(_) => Some(false),
        },
    }
}
