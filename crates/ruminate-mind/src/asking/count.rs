//! How many: a number that is stated, or else at least as many as are known.
//!
//! What was read is never all there is. Who has one child here may have three; so a count is told as the least that is
//! known, by name, and is doubted.

use super::follow::{Found, Value, best_first, term};
use super::query::{Link, Side, Term};
use super::tell::{joined, told};
use super::term::PREPOSITIONS;
use super::{Answer, which};
use crate::facts::singular;
use crate::graph::Graph;

/// How far it is believed that what is known is not less than there is.
const PARTLY: f64 = 0.7;

pub(super) fn count(graph: &Graph, what: &Term, kind: &str) -> Option<Answer> {
    let Term::Of(owner, link) = what else { return None };
    let found = term(graph, what);
    let mut said = if link.name == kind { had(graph, owner) } else { Vec::new() };
    said.extend(found.iter().cloned());
    stated(graph, &said, kind).or_else(|| at_least(graph, said, found, link, kind))
}

/// A number that facts give of just this.
fn stated(graph: &Graph, said: &[Found], kind: &str) -> Option<Answer> {
    let numbers: Vec<(Found, Amount)> = said
        .iter()
        .filter_map(|found| {
            let amount = Amount::of(graph.spelling(found.concept()?))?;
            (amount.noun == kind).then(|| (found.clone(), amount))
        })
        .collect();
    let is_one = numbers.iter().all(|(_, amount)| amount.number == numbers[0].1.number);
    let whole: Vec<&(Found, Amount)> =
        numbers.iter().filter(|(_, amount)| !amount.is_narrowed).collect();
    let given: Vec<Found> = match whole.is_empty() {
        false => whole.iter().map(|(found, amount)| amount.alone(found)).collect(),
        true if is_one => numbers.iter().map(|(found, amount)| amount.alone(found)).collect(),
        // "three nodes in Oslo" and "two nodes in Bergen" are told as they are.
        true => numbers.into_iter().map(|(found, _)| found).collect(),
    };
    told(graph, best_first(graph, given), false)
}

/// As many as are known by name, or by a number of some of them: "three daughters" are three children at least.
fn at_least(
    graph: &Graph,
    said: Vec<Found>,
    found: Vec<Found>,
    link: &Link,
    kind: &str,
) -> Option<Answer> {
    let (some, number) = some_of_them(graph, said, kind);
    let known = known(graph, found, link, kind);
    let (listed, number) = match number > known.len() as u64 {
        true => (some, number),
        false => (known.clone(), known.len() as u64),
    };
    let confidence = listed.iter().map(|found| found.confidence).reduce(f64::min)?;
    let names = joined(listed.iter().map(|found| found.value.text(graph).to_owned()));
    let are = if number == 1 { "is" } else { "are" };
    Some(Answer {
        text: format!("at least {number} {are} known here: {names}"),
        others: Vec::new(),
        steps: listed.iter().flat_map(|found| found.steps.iter().copied()).collect(),
        confidence: PARTLY * confidence,
    })
}

/// What is said to be a number of some of a kind, and how many these are together.
fn some_of_them(graph: &Graph, said: Vec<Found>, kind: &str) -> (Vec<Found>, u64) {
    let number = |found: &Found| {
        let amount = Amount::of(graph.spelling(found.concept()?))?;
        let is_child = kind == "child" && matches!(amount.noun.as_str(), "son" | "daughter");
        (is_child || which::is_of_kind(&amount.noun, kind)).then_some(amount.number)
    };
    let some: Vec<(Found, u64)> = best_first(graph, said)
        .into_iter()
        .filter_map(|found| number(&found).map(|number| (found, number)))
        .collect();
    let sum = some.iter().map(|(_, number)| number).sum();
    (some.into_iter().map(|(found, _)| found).collect(), sum)
}

/// The things of the kind that are known one by one.
fn known(graph: &Graph, found: Vec<Found>, link: &Link, kind: &str) -> Vec<Found> {
    let named = found.into_iter().filter(|found| is_one_thing(found.value.text(graph))).collect();
    // Children are children, and owners owners: what a noun leads to is of its kind.
    if link.name == kind {
        return named;
    }
    let fitting = which::of_kind(graph, named, kind, &link.name).into_iter();
    fitting.filter(|found| !found.is_unsaid).collect()
}

/// A name, or the name of a program. What has neither is no one thing.
fn is_one_thing(text: &str) -> bool {
    text.contains(char::is_uppercase) || which::is_bare(text)
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

/// "three nodes in Oslo": 3, of the noun "node", and only those in Oslo.
struct Amount {
    number: u64,
    noun: String,
    is_narrowed: bool,
}

impl Amount {
    fn of(written: &str) -> Option<Self> {
        let (number, rest) = written.split_once(' ')?;
        let number = number_of(number)?;
        let low = rest.to_lowercase();
        let words: Vec<&str> = low.split(' ').collect();
        let end = words.iter().position(|word| PREPOSITIONS.contains(word)).unwrap_or(words.len());
        let (last, before) = words[..end].split_last()?;
        // "two cats and a dog" is no number of one kind.
        if words.contains(&"and") || low.contains(',') {
            return None;
        }
        let noun = [before, &[singular(last).as_str()]].concat().join(" ");
        Some(Self { number, noun, is_narrowed: end < words.len() })
    }

    fn alone(&self, found: &Found) -> Found {
        Found { value: Value::Said(self.number.to_string()), ..found.clone() }
    }
}

fn number_of(word: &str) -> Option<u64> {
    const NUMBERS: &[&str] = &[
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = word.to_lowercase();
    let named = NUMBERS.iter().position(|name| *name == word).map(|number| number as u64);
    named.or_else(|| word.replace(',', "").parse().ok())
}
