//! Other names of the same: "Guru Dutt" for who is known as that, "Mehmed IV" for "Sultan Mehmed IV", "Aphids" for "aphid".

use super::follow::{Found, Value};
use super::query::Side;
use super::{name, person};
use crate::facts::{is_person, singular};
use crate::graph::{ConceptId, Graph};
use crate::text::demonyms::place_of;
use crate::text::words::folded;

/// How sure it is that the other name means the same, where no fact says so.
const WITHOUT_TITLE: f64 = 0.9;
const WITHOUT_INITIALS: f64 = 0.9;
const OTHER_NUMBER: f64 = 0.95;
const WITH_NOUN: f64 = 0.9;

pub(super) fn aliases(graph: &Graph, found: &Found) -> Vec<Found> {
    let mut aliases = Vec::new();
    for side in [Side::Object, Side::Subject] {
        for (fact, relation, other) in found.facts(graph, side) {
            if relation == "be known as" && is_name(graph.spelling(other)) {
                aliases.push(found.next(graph, fact, side, Value::Concept(other), 1.0));
            }
        }
    }
    aliases.extend(without_title(graph, found));
    aliases.extend(without_initials(graph, found));
    aliases.extend(other_number(graph, found));
    aliases.extend(person::in_full(graph, found));
    let with_noun = found.concept().and_then(|short| with_noun(graph, graph.normal(short)));
    aliases.extend(with_noun.map(|full| found.called(full, WITH_NOUN)));
    aliases
}

/// "Aphids" that begin a sentence look like a name, and are the aphids of other sentences.
fn other_number(graph: &Graph, found: &Found) -> Option<Found> {
    let normal = graph.normal(found.concept()?);
    let one = singular(normal);
    let other = if one == normal { format!("{normal}s") } else { one };
    let concept = name::concept(graph, &other)
        .filter(|other| Some(*other) != found.concept() && !normal.contains(' '))?;
    Some(found.called(concept, OTHER_NUMBER))
}

/// "atlas service" of "atlas", if nothing else is called so.
pub(super) fn with_noun(graph: &Graph, short: &str) -> Option<ConceptId> {
    const NOUNS: &[&str] = &[
        "service",
        "server",
        "cluster",
        "system",
        "database",
        "application",
        "app",
        "platform",
        "team",
        "project",
        "library",
        "job",
        "host",
        "node",
        "queue",
    ];
    let mut called = NOUNS.iter().filter_map(|noun| {
        graph.concept(&format!("{short} {noun}")).filter(|concept| graph.is_known(*concept))
    });
    called.next().filter(|_| called.next().is_none())
}

fn is_name(written: &str) -> bool {
    written.starts_with(char::is_uppercase) && written.split(' ').count() < 6
}

/// "Adlai Stevenson" of "Adlai E. Stevenson".
fn without_initials(graph: &Graph, found: &Found) -> Option<Found> {
    let short = shortened(graph.spelling(found.concept()?))?;
    Some(found.called(graph.concept(&short)?, WITHOUT_INITIALS))
}

/// A name of at least two words besides its initials, without them.
fn shortened(name: &str) -> Option<String> {
    let is_initial =
        |word: &str| word.ends_with('.') && word.trim_end_matches('.').chars().count() == 1;
    let words: Vec<&str> = name.split(' ').filter(|word| !is_initial(word)).collect();
    let is_shorter = words.len() < name.split(' ').count();
    (is_shorter && words.len() > 1).then(|| words.join(" "))
}

/// "Adlai Stevenson" of "Vice President Adlai Stevenson".
fn without_title(graph: &Graph, found: &Found) -> Option<Found> {
    let name = graph.spelling(found.concept()?);
    let words: Vec<&str> = name.split(' ').collect();
    let is_title = |word: &str| {
        let low = folded(word);
        is_person(&low)
            || place_of(&low).is_some()
            || matches!(low.as_str(), "vice" | "grand" | "crown" | "sultan")
    };
    let titles = words.iter().take_while(|word| is_title(word)).count();
    let rest = words[titles..].join(" ");
    let concept = graph
        .concept(&rest)
        .or_else(|| graph.concept(&shortened(&rest)?))
        .filter(|_| titles > 0 && words.len() > titles + 1 && is_name(&rest))?;
    Some(found.called(concept, WITHOUT_TITLE))
}
