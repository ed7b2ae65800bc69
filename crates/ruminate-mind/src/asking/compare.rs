//! Which of several comes first, or has most.

use std::cmp::Ordering;

use super::day::Day;
use super::follow::{Found, follow, term};
use super::query::{Link, Measure, Term};
use super::{Answer, Other, Step, link};
use crate::graph::Graph;

/// A time that is this much less sure than the surest is not reckoned with.
const DOUBTED: f64 = 0.6;

/// What something is compared by: all that it may be.
struct Measured {
    /// Between its least and its greatest, each as far as it is told.
    values: Vec<Amount>,
    confidence: f64,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
enum Amount {
    Day(Day),
    Range(f64, f64),
}

impl Amount {
    fn order(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Amount::Day(a), Amount::Day(b)) => a.order(b),
            (Amount::Range(_, high), Amount::Range(low, _)) if high < low => Some(Ordering::Less),
            (Amount::Range(low, _), Amount::Range(_, high)) if low > high => {
                Some(Ordering::Greater)
            }
            _ => None,
        }
    }
}

/// The one that comes before or after all others, if everything that is known puts it there.
pub(super) fn choose(graph: &Graph, among: &[Term], by: &Measure, is_most: bool) -> Option<Answer> {
    let measured: Option<Vec<Measured>> =
        among.iter().map(|item| measure(graph, item, by)).collect();
    let measured = measured?;
    let wanted = if is_most { Ordering::Greater } else { Ordering::Less };
    let beats = |a: &Measured, b: &Measured| {
        a.values.iter().all(|a| b.values.iter().all(|b| a.order(*b) == Some(wanted)))
    };
    let best = (0..measured.len()).find(|best| {
        (0..measured.len()).all(|other| other == *best || beats(&measured[*best], &measured[other]))
    })?;
    let confidence = measured.iter().map(|measured| measured.confidence).product();
    Some(Answer {
        text: name(graph, &among[best])?.to_owned(),
        others: Vec::<Other>::new(),
        steps: measured.into_iter().flat_map(|measured| measured.steps).collect(),
        confidence,
    })
}

/// Whether the first comes before the second, or after it.
pub(super) fn is_before(
    graph: &Graph,
    first: Term,
    second: Term,
    by: &Measure,
    is_most: bool,
) -> Option<Answer> {
    let items = [first, second];
    let chosen = choose(graph, &items, by, is_most)?;
    let text = if name(graph, &items[0])? == chosen.text { "yes" } else { "no" };
    Some(Answer { text: text.to_owned(), ..chosen })
}

/// The name that a term begins with.
fn name<'a>(graph: &'a Graph, term: &Term) -> Option<&'a str> {
    match term {
        Term::Named(name) => Some(graph.spelling(name.concept)),
        Term::Of(inner, _) => name(graph, inner),
        Term::Time(_) => None,
    }
}

fn measure(graph: &Graph, item: &Term, by: &Measure) -> Option<Measured> {
    let all = term(graph, item);
    let best = all.first()?.confidence;
    // Each of two directors counts; one who is doubted does not.
    let meant: Vec<&Found> =
        all.iter().filter(|found| found.confidence >= DOUBTED * best).collect();
    let parts: Option<Vec<Measured>> = meant.iter().map(|found| one(graph, found, by)).collect();
    let parts = parts?;
    let confidence = parts.iter().map(|part| part.confidence).reduce(f64::min)?;
    Some(Measured {
        values: parts.iter().flat_map(|part| part.values.iter().copied()).collect(),
        confidence,
        steps: parts.into_iter().flat_map(|part| part.steps).collect(),
    })
}

fn one(graph: &Graph, found: &Found, by: &Measure) -> Option<Measured> {
    match by {
        Measure::Time(link) => days(graph, found, link),
        Measure::Life => {
            let born = days(graph, found, &link::time("be born"))?;
            let died = days(graph, found, &link::time("die"))?;
            let ([Amount::Day(birth)], [Amount::Day(death)]) =
                (born.values.as_slice(), died.values.as_slice())
            else {
                return None;
            };
            let ((born_from, born_to), (died_from, died_to)) = (birth.days(), death.days());
            Some(Measured {
                values: vec![Amount::Range(died_from - born_to, died_to - born_from)],
                confidence: born.confidence * died.confidence,
                steps: [born.steps, died.steps].concat(),
            })
        }
        Measure::Number(link) => {
            let all = follow(graph, found, link);
            let best = all.first()?;
            let number = number(best.value.text(graph))?;
            // Two numbers that both may be meant are none.
            let is_one =
                all.iter().all(|other| self::number(other.value.text(graph)) == Some(number));
            is_one.then(|| Measured {
                values: vec![Amount::Range(number, number)],
                confidence: best.confidence,
                steps: best.steps.clone(),
            })
        }
        Measure::Many(link) => {
            let all = follow(graph, found, link);
            let confidence = 0.8 * all.iter().map(|found| found.confidence).reduce(f64::min)?;
            let count = all.len() as f64;
            Some(Measured {
                values: vec![Amount::Range(count, count)],
                confidence,
                steps: all.into_iter().flat_map(|found| found.steps).collect(),
            })
        }
    }
}

/// "4,000", "2.5 million"; none if other words stand with it.
fn number(written: &str) -> Option<f64> {
    let (digits, scale) = match written.split_once(' ') {
        Some((digits, "million")) => (digits, 1e6),
        Some((digits, "billion")) => (digits, 1e9),
        Some(_) => return None,
        None => (written, 1.0),
    };
    let number: f64 = digits.replace(',', "").parse().ok()?;
    (number.is_finite() && digits.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(number * scale)
}

/// The times that something is said to have happened at, without those that others tell more exactly.
fn days(graph: &Graph, found: &Found, link: &Link) -> Option<Measured> {
    let times = follow(graph, found, link);
    let best = times.first()?.confidence;
    let meant: Vec<(Day, &Found)> = times
        .iter()
        .filter(|time| time.confidence >= DOUBTED * best)
        .filter_map(|time| Some((Day::of(time.value.text(graph))?, time)))
        .collect();
    let is_vaguer = |day: Day| {
        meant.iter().any(|(other, _)| day.agrees(*other) && other.detail() > day.detail())
    };
    let told: Vec<&(Day, &Found)> = meant.iter().filter(|(day, _)| !is_vaguer(*day)).collect();
    Some(Measured {
        values: told.iter().map(|(day, _)| Amount::Day(*day)).collect(),
        confidence: told.iter().map(|(_, time)| time.confidence).reduce(f64::max)?,
        steps: told.first()?.1.steps.clone(),
    })
}
