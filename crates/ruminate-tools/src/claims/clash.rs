//! Which assertions cannot be true together.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::lexicon::Direction;
use super::order::TIME;
use super::{Assertion, Claims, Link, Order, Spot};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ClashKind {
    Number,
    Date,
    Negation,
    Direction,
    Ordering,
}

#[derive(Clone, Debug)]
pub(crate) struct Clash {
    pub(crate) kind: ClashKind,
    pub(crate) about: String,
    /// The sentences, in the order in which they are to be read.
    pub(crate) spots: Vec<Spot>,
    /// What each of them says of it.
    pub(crate) values: Vec<String>,
    pub(crate) why: String,
    pub(crate) confidence: f64,
}

/// How sure a clash of two frames is.
const SURE: f64 = 0.9;
/// The same where a pronoun had to be understood.
const GUESSED: f64 = 0.6;
/// Of orderings: words for larger are used of many things.
const ORDERED: f64 = 0.8;
/// More are not told.
const MOST: usize = 200;
/// So many assertions of one frame are held against each other.
const MOST_ALIKE: usize = 64;

pub(super) fn clashes(claims: &Claims) -> Vec<Clash> {
    let mut found = Vec::new();
    framed(claims, &mut found);
    reversed(&claims.links, &mut found);
    circular(&claims.orders, &mut found);
    misdated(claims, &mut found);
    rivals(claims, &mut found);
    let mut seen = HashSet::new();
    found.retain(|clash| {
        let mut spots = clash.spots.clone();
        spots.sort_unstable();
        spots.dedup();
        spots.len() > 1 && !repeats(claims, &spots) && seen.insert(spots)
    });
    found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| a.spots.cmp(&b.spots)));
    found.truncate(MOST);
    found
}

/// The same words cannot contradict themselves.
fn repeats(claims: &Claims, spots: &[Spot]) -> bool {
    let said: HashSet<&str> = spots.iter().map(|spot| claims.sentence_at(*spot)).collect();
    said.len() == 1
}

fn framed(claims: &Claims, found: &mut Vec<Clash>) {
    let mut alike: BTreeMap<String, Vec<&Assertion>> = BTreeMap::new();
    for assertion in claims.assertions.iter().filter(|assertion| assertion.is_definite) {
        let same = alike.entry(assertion.key()).or_default();
        if same.len() < MOST_ALIKE && !assertion.frame.is_empty() {
            same.push(assertion);
        }
    }
    for same in alike.values() {
        for (at, one) in same.iter().enumerate() {
            found.extend(same[at + 1..].iter().filter_map(|other| between(one, other)));
        }
    }
}

/// How two assertions of the same frame clash.
pub(super) fn between(one: &Assertion, other: &Assertion) -> Option<Clash> {
    if !one.can_mean(other) {
        return None;
    }
    let guessed = one.is_guessed || other.is_guessed;
    let of = |kind, values: [String; 2], why: String| {
        Some(Clash {
            kind,
            about: one.subject.clone(),
            spots: vec![one.spot, other.spot],
            values: values.to_vec(),
            why,
            confidence: if guessed { GUESSED } else { SURE },
        })
    };
    if let (Some(first), Some(second)) = (one.date(), other.date())
        && !first.agrees(second)
        && one.is_of_the_place_of(other)
    {
        let values = [first.to_string(), second.to_string()];
        let why = format!("it happened once, on {first} or on {second}");
        return of(ClashKind::Date, values, why);
    }
    if !one.is_of_the_time_of(other) {
        return None;
    }
    let agreement = amounts(one, other)?;
    if let Some((first, second)) = agreement {
        let is_said = !one.is_negated && !other.is_negated && one.direction == other.direction;
        let values = [first, second];
        let why = format!("{} is not {}", values[0], values[1]);
        return if is_said {
            of(ClashKind::Number, values, why)
        } else {
            turned(one, other).and_then(|(kind, values, why)| of(kind, values, why))
        };
    }
    turned(one, other).and_then(|(kind, values, why)| of(kind, values, why))
}

type Turned = (ClashKind, [String; 2], String);

/// One goes up where the other goes down, or denies it.
fn turned(one: &Assertion, other: &Assertion) -> Option<Turned> {
    let way = |assertion: &Assertion| match assertion.direction {
        Some(Direction::Up) => "up",
        Some(Direction::Down) => "down",
        None => "",
    };
    let is_denied = |assertion: &Assertion| if assertion.is_negated { "denied" } else { "stated" };
    match (one.is_negated == other.is_negated, one.direction == other.direction) {
        (true, false)
            if !one.is_negated && one.direction.is_some() && other.direction.is_some() =>
        {
            let values = [way(one).to_owned(), way(other).to_owned()];
            Some((ClashKind::Direction, values, "one says up, the other down".into()))
        }
        (false, true) if same_amounts(one, other) => {
            let values = [is_denied(one).to_owned(), is_denied(other).to_owned()];
            Some((ClashKind::Negation, values, "one denies what the other states".into()))
        }
        _ => None,
    }
}

fn same_amounts(one: &Assertion, other: &Assertion) -> bool {
    one.quantities.len() == other.quantities.len()
        && one.quantities.iter().zip(&other.quantities).all(|(a, b)| a.agrees(b) == Some(true))
}

/// The first two amounts that cannot both be meant; nothing where the amounts cannot be compared.
fn amounts(one: &Assertion, other: &Assertion) -> Option<Option<(String, String)>> {
    let is_turned = one.direction != other.direction;
    if one.quantities.len() != other.quantities.len() {
        return is_turned.then_some(None);
    }
    for (first, second) in one.quantities.iter().zip(&other.quantities) {
        match first.agrees(second) {
            Some(true) => {}
            Some(false) => return Some(Some((first.to_string(), second.to_string()))),
            None => return is_turned.then_some(None),
        }
    }
    Some(None)
}

/// One says that A causes B, the other that B causes A.
fn reversed(links: &[Link], found: &mut Vec<Clash>) {
    let mut by_ends: HashMap<(&str, &str), &Link> = HashMap::new();
    for link in links.iter().filter(|link| !link.is_negated && !link.is_weak) {
        if let Some(other) = by_ends.get(&(&*link.effect.key, &*link.cause.key)) {
            let told = |link: &Link| format!("{} causes {}", link.cause.text, link.effect.text);
            found.push(Clash {
                kind: ClashKind::Direction,
                about: link.cause.text.clone(),
                spots: vec![other.spot, link.spot],
                values: vec![told(other), told(link)],
                why: "each is said to cause the other".into(),
                confidence: ORDERED,
            });
        }
        by_ends.entry((&link.cause.key, &link.effect.key)).or_insert(link);
    }
}

/// A before B before C before A.
fn circular(orders: &[Order], found: &mut Vec<Clash>) {
    let mut scales: BTreeMap<&str, Vec<&Order>> = BTreeMap::new();
    for order in orders {
        scales.entry(&order.scale).or_default().push(order);
    }
    for (scale, orders) in scales {
        let mut after: HashMap<&str, Vec<&Order>> = HashMap::new();
        for order in &orders {
            after.entry(&order.less.key).or_default().push(order);
        }
        let mut told: HashSet<&str> = HashSet::new();
        for order in &orders {
            if told.contains(&*order.less.key) && told.contains(&*order.more.key) {
                continue;
            }
            let Some(circle) = way_back(&after, order) else { continue };
            told.extend(circle.iter().flat_map(|order| [&*order.less.key, &*order.more.key]));
            found.push(of_circle(scale, &circle));
        }
    }
}

/// The shortest way from what an order calls more to what it calls less, with the order itself first.
fn way_back<'a>(
    after: &HashMap<&'a str, Vec<&'a Order>>,
    order: &'a Order,
) -> Option<Vec<&'a Order>> {
    let (start, goal) = (&*order.more.key, &*order.less.key);
    let mut came: HashMap<&str, &Order> = HashMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(at) = waiting.pop_front() {
        for next in after.get(at).into_iter().flatten() {
            let to = &*next.more.key;
            if to == start || came.contains_key(to) {
                continue;
            }
            came.insert(to, next);
            if to == goal {
                let mut way = Vec::new();
                let mut at = goal;
                while at != start {
                    let step = came.get(at)?;
                    way.push(*step);
                    at = &step.less.key;
                }
                way.push(order);
                way.reverse();
                return Some(way);
            }
            waiting.push_back(to);
        }
    }
    None
}

fn of_circle(scale: &str, circle: &[&Order]) -> Clash {
    let names: Vec<&str> = circle.iter().map(|order| &*order.less.text).collect();
    let first = names.first().copied().unwrap_or_default();
    Clash {
        kind: ClashKind::Ordering,
        about: scale.to_owned(),
        spots: circle.iter().map(|order| order.spot).collect(),
        values: circle
            .iter()
            .map(|order| format!("{} < {}", order.less.text, order.more.text))
            .collect(),
        why: format!("it goes in a circle by {scale}: {} < {first}", names.join(" < ")),
        confidence: ORDERED,
    }
}

/// A is said to be before B, and the dates of both say otherwise.
fn misdated(claims: &Claims, found: &mut Vec<Clash>) {
    let mut dated: HashMap<String, Vec<&Assertion>> = HashMap::new();
    for assertion in claims.assertions.iter().filter(|assertion| assertion.date().is_some()) {
        dated.entry(assertion.topic.join(" ")).or_default().push(assertion);
    }
    let only = |key: &str| match dated.get(key).map(Vec::as_slice) {
        Some([one]) => Some(*one),
        _ => None,
    };
    for order in claims.orders.iter().filter(|order| order.scale.starts_with(TIME)) {
        let (Some(less), Some(more)) = (only(&order.less.key), only(&order.more.key)) else {
            continue;
        };
        let (Some(early), Some(late)) = (less.date(), more.date()) else { continue };
        if late.is_before(early) {
            found.push(Clash {
                kind: ClashKind::Ordering,
                about: order.less.text.clone(),
                spots: vec![order.spot, less.spot, more.spot],
                values: vec![
                    format!("{} < {}", order.less.text, order.more.text),
                    early.to_string(),
                    late.to_string(),
                ],
                why: format!(
                    "{} is said to be before {}, and {early} is after {late}",
                    order.less.text, order.more.text
                ),
                confidence: ORDERED,
            });
        }
    }
}

/// Two that are each the first, the largest, the only one.
fn rivals(claims: &Claims, found: &mut Vec<Clash>) {
    let mut firsts: HashMap<&str, &super::Champion> = HashMap::new();
    for champion in &claims.champions {
        let first = *firsts.entry(&champion.of).or_insert(champion);
        let is_within =
            |one: &str, other: &str| one.split(' ').all(|word| other.split(' ').any(|w| w == word));
        let (one, other) = (&*first.who.key, &*champion.who.key);
        if !is_within(one, other) && !is_within(other, one) {
            found.push(Clash {
                kind: ClashKind::Ordering,
                about: champion
                    .of
                    .split(' ')
                    .skip(1)
                    .collect::<Vec<_>>()
                    .join(" ")
                    .trim()
                    .to_owned(),
                spots: vec![first.spot, champion.spot],
                values: vec![first.who.text.clone(), champion.who.text.clone()],
                why: "only one of them can be".into(),
                confidence: ORDERED,
            });
        }
    }
}
