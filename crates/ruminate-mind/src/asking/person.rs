//! Whom a first name means: the only one who is known by it.

use super::follow::{Found, LOOKED_AT};
use crate::facts::is_person;
use crate::graph::{ConceptId, Graph};
use crate::text::words::folded;

/// How sure it is that the only one of a first name is meant: there may be others whom nobody wrote of.
pub(super) const ONLY_FIRST: f64 = 0.9;
/// Names with the word that are looked at.
const LOOKED_FOR: usize = 64;
/// Relations that only people stand in, by how they begin.
const OF_PEOPLE: &[&str] = &[
    "be born",
    "die",
    "marry",
    "live in",
    "work for",
    "work at",
    "work as",
    "report to",
    "study",
    "attend",
    "be son of",
    "be daughter of",
    "be child of",
    "be father of",
    "be mother of",
    "be parent of",
    "be brother of",
    "be sister of",
    "be wife of",
    "be husband of",
    "be grandson of",
    "emigrate",
    "own",
    "be ceo of",
    "be head of",
    "lead",
    "manage",
];

/// The people whose full names begin with this one word.
pub(crate) fn called_so(graph: &Graph, first: &str) -> Vec<ConceptId> {
    let first = folded(first);
    if first.is_empty() || first.contains(' ') {
        return Vec::new();
    }
    let is_so = |concept: &ConceptId| {
        let rest = graph.normal(*concept).strip_prefix(first.as_str());
        rest.is_some_and(|rest| rest.starts_with(' '))
            && is_full_name(graph.spelling(*concept))
            && is_somebody(graph, *concept)
    };
    graph.alike(&first, LOOKED_FOR).into_iter().map(|alike| alike.concept).filter(is_so).collect()
}

/// The only one whose full name begins with this word.
pub(super) fn only(graph: &Graph, first: &str) -> Option<ConceptId> {
    match called_so(graph, first)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// "Anna Berg" for "Anna", where a file that speaks of the one speaks of the other.
pub(super) fn in_full(graph: &Graph, found: &Found) -> Option<Found> {
    let short = found.concept()?;
    let is_name = graph.spelling(short).starts_with(char::is_uppercase);
    let full = only(graph, graph.normal(short)).filter(|_| is_name)?;
    let files = files(graph, short);
    let is_same = self::files(graph, full).iter().any(|file| files.contains(file));
    is_same.then(|| found.called(full, ONLY_FIRST))
}

/// Two or three words with capitals: "Anna Berg", "Ludwig van Beethoven".
fn is_full_name(spelled: &str) -> bool {
    let words: Vec<&str> = spelled.split(' ').collect();
    let is_small = |word: &str| matches!(word, "van" | "von" | "de" | "der" | "la" | "bin");
    let has_capital = |word: &str| word.starts_with(char::is_uppercase);
    (2..=4).contains(&words.len()) && words.iter().all(|word| has_capital(word) || is_small(word))
}

fn is_somebody(graph: &Graph, concept: ConceptId) -> bool {
    let begins = |relation: &str| OF_PEOPLE.iter().any(|verb| relation.starts_with(verb));
    graph.of_subject(concept).take(LOOKED_AT).any(|fact| {
        let (_, relation, object) = graph.parts(fact);
        let noun = graph.normal(object).rsplit(' ').next().unwrap_or("");
        begins(relation) || relation == "be" && is_person(noun)
    }) || graph.of_object(concept).take(LOOKED_AT).any(|fact| {
        let relation = graph.parts(fact).1;
        relation == "marry"
            || relation == "report to"
            || relation == "employ"
            || relation.starts_with("be ") && relation.ends_with(" of") && begins(relation)
    })
}

fn files(graph: &Graph, concept: ConceptId) -> Vec<String> {
    let facts = graph.of_subject(concept).chain(graph.of_object(concept)).take(LOOKED_AT);
    let grounds = facts.flat_map(|fact| graph.grounds(fact).collect::<Vec<_>>());
    grounds.map(|ground| file(&ground.source_id).to_owned()).collect()
}

/// The file of a passage: it is known by the file and its number there.
pub(super) fn file(source: &str) -> &str {
    source.rsplit_once('#').map_or(source, |(file, _)| file)
}
