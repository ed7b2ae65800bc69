//! Fathers and mothers out of "son of A and B", and who is a man or a woman as far as facts tell it.

use super::follow::{Found, LOOKED_AT, Value};
use super::query::{Sex, Side};
use crate::graph::{ConceptId, Graph};
use crate::text::words::each_word;

const MALE: &[&str] = &[
    "son",
    "father",
    "husband",
    "brother",
    "grandson",
    "grandfather",
    "nephew",
    "uncle",
    "king",
    "prince",
    "duke",
    "count",
    "earl",
    "emperor",
    "baron",
    "lord",
    "sir",
    "man",
    "actor",
    "nobleman",
    "businessman",
    "stepfather",
    "widower",
    "sultan",
    "shah",
    "marquess",
    "viscount",
    "pharaoh",
    "tsar",
    "mr",
    "statesman",
    "archduke",
    "landgrave",
    "margrave",
];
const FEMALE: &[&str] = &[
    "daughter",
    "mother",
    "wife",
    "sister",
    "granddaughter",
    "grandmother",
    "niece",
    "aunt",
    "queen",
    "princess",
    "duchess",
    "countess",
    "empress",
    "baroness",
    "lady",
    "dame",
    "woman",
    "actress",
    "noblewoman",
    "businesswoman",
    "stepmother",
    "widow",
    "consort",
    "marchioness",
    "viscountess",
    "mrs",
    "archduchess",
    "ballerina",
    "concubine",
];

/// Whether somebody is known to be a man or a woman; nothing if facts tell neither or both.
pub(super) fn sex(graph: &Graph, concept: ConceptId) -> Option<Sex> {
    let (mut male, mut female) = (0, 0);
    let mut hear = |word: &str, weight: usize| {
        male += weight * usize::from(MALE.contains(&word));
        female += weight * usize::from(FEMALE.contains(&word));
    };
    // Before an "of" or a comma, a title is somebody's own: not that of "Maid of the Queen".
    let name = graph.spelling(concept);
    let own = name.split([',', '(']).next().unwrap_or(name);
    each_word(own.split(" of ").next().unwrap_or(own), |word, _| hear(word, 2));
    for fact in graph.of_subject(concept).take(LOOKED_AT).filter(|fact| !graph.is_negated(*fact)) {
        let (_, relation, object) = graph.parts(fact);
        match relation.strip_prefix("be ").and_then(|rest| rest.strip_suffix(" of")) {
            Some(noun) => hear(noun.rsplit(' ').next().unwrap_or(noun), 2),
            None if relation == "be" => {
                hear(graph.normal(object).rsplit(' ').next().unwrap_or(""), 2)
            }
            None => {}
        }
    }
    for fact in graph.of_object(concept).take(LOOKED_AT).filter(|fact| !graph.is_negated(*fact)) {
        match graph.parts(fact).1 {
            "be wife of" | "be widow of" => hear("husband", 1),
            "be husband of" => hear("wife", 1),
            _ => {}
        }
    }
    match male.cmp(&female) {
        std::cmp::Ordering::Greater => Some(Sex::Male),
        std::cmp::Ordering::Less => Some(Sex::Female),
        std::cmp::Ordering::Equal => None,
    }
}

/// The father or the mother of somebody who is said to be a child of theirs. Where nothing tells which of two is
/// which, the father is named first, as English does.
pub(super) fn parents(graph: &Graph, child: &Found, sex: Sex) -> Vec<Found> {
    let told = child.facts(graph, Side::Subject).filter(|(_, relation, _)| {
        matches!(*relation, "be son of" | "be daughter of" | "be child of")
    });
    let mut told: Vec<_> =
        told.map(|(fact, _, parent)| (fact, parent, self::sex(graph, parent))).collect();
    told.sort_by_key(|(fact, ..)| *fact);
    let known = told.iter().any(|(_, _, known)| *known == Some(sex));
    let count = told.len();
    let mut found = Vec::new();
    for (at, (fact, parent, its)) in told.into_iter().enumerate() {
        let is_first = at == 0;
        let exact = match its {
            Some(known) if known == sex => 0.95,
            Some(_) => continue,
            None if known => continue,
            None if count == 1 && sex == Sex::Male => 0.8,
            None if count == 2 && is_first == (sex == Sex::Male) => 0.8,
            None => continue,
        };
        found.push(child.next(graph, fact, Side::Subject, Value::Concept(parent), exact));
    }
    found
}
