//! What is known that bears on a question, and where it comes from: exact facts, thoughts about causes, or vectors, which
//! only hint.

use ruminate_types::mind::{Explanation, Hints, Scored, Spelled};

use crate::asking::{self, Understood};
use crate::conclusion::of_query;
use crate::graph::Graph;
use crate::mind::Mind;
use crate::recall::Hit;
use crate::text::spans::{capitalised, is_leading};
use crate::thought::{Reach, World};
use crate::vectors::{FactPages, Names, Router, Settings, Space};

/// The dimension that is enough for spellings.
const SPELLING: usize = 256;
const SEED: u64 = 0x5eed;
/// Facts of each name that an analogy is looked for in.
const MOST_FACTS: usize = 200;
const MOST_TOLD: usize = 3;
const PASSAGES: usize = 3;

/// Says what bears on a question. It goes over everything that is known, and is for people who want to see why.
pub fn explain(mind: &Mind, question: &str, world: &dyn World) -> Explanation {
    let graph = &mind.facts;
    let query = asking::understand(graph, question);
    let cause = query.as_ref().and_then(Understood::cause);
    let thought = cause
        .map(|(about, towards)| graph.think(about, towards, Reach::default(), world).tree(graph));
    let analogies = analogy(question).map(|given| analogies(graph, given)).unwrap_or_default();
    let names = names(question);
    let space = Space::new(SPELLING, SEED);
    let (mut known, mut router) = (Names::new(space), Router::new(space));
    for concept in graph.concepts() {
        known.add(graph.spelling(concept));
        for silo in graph.silos_of(concept) {
            router.add(silo, graph.spelling(concept));
        }
    }
    let unknown = names.iter().copied().filter(|name| graph.concept(name).is_none());
    let spelled = unknown.map(|name| Spelled {
        written: name.to_owned(),
        like: known
            .nearest(name, MOST_TOLD)
            .into_iter()
            .map(|near| Scored { name: near.name, score: near.score })
            .collect(),
    });
    let routed = router.route(&names).into_iter();
    let hints = Hints {
        spelled: spelled.collect(),
        silos: routed.map(|to| Scored { name: to.silo, score: to.score }).collect(),
        analogies,
    };
    Explanation {
        facts: query.and_then(|query| of_query(graph, &query, world)),
        thought,
        vectors: hints,
        passages: mind.recall.recall(question, PASSAGES).into_iter().map(Hit::into).collect(),
    }
}

fn names(question: &str) -> Vec<&str> {
    let spans = capitalised(question).into_iter().map(|range| &question[range]);
    spans.filter(|name| !is_leading(&name.to_lowercase())).collect()
}

/// A, B and C of "A is to B as C is to what?".
fn analogy(question: &str) -> Option<[&str; 3]> {
    let question = question.trim().trim_end_matches(['?', '.', ' ']);
    let (a, rest) = question.split_once(" is to ")?;
    let (b, rest) = rest.split_once(" as ")?;
    let (c, what) = rest.split_once(" is to")?;
    let is_open = matches!(what.trim(), "" | "what" | "which" | "who" | "whom" | "?");
    is_open.then(|| [a, b, c].map(|name| name.trim().trim_start_matches("what is ")))
}

fn analogies(graph: &Graph, [a, b, c]: [&str; 3]) -> Vec<String> {
    let mut pages = FactPages::new(Settings::default());
    for name in [a, b, c] {
        let Some(concept) = graph.concept(name) else { continue };
        for fact in graph.of_subject(concept).chain(graph.of_object(concept)).take(MOST_FACTS) {
            let (subject, relation, object) = graph.parts(fact);
            if !graph.is_negated(fact) {
                pages.add(graph.spelling(subject), relation, graph.spelling(object));
            }
        }
    }
    pages.analogy(a, b, c, MOST_TOLD).iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::statements;
    use crate::thought::Facts;

    fn capitals() -> Mind {
        let mut graph = Graph::default();
        for (at, text) in [
            "Paris is the capital of France.",
            "Helsinki is the capital of Finland.",
            "Grace Krilanovich was born in Santa Cruz.",
        ]
        .iter()
        .enumerate()
        {
            graph.learn(&at.to_string(), "geography", 1.0, &statements("", text));
        }
        Mind { facts: graph, ..Mind::default() }
    }

    #[test]
    fn an_analogy_names_its_relation() {
        let told = explain(&capitals(), "Paris is to France as Helsinki is to what?", &Facts);
        let [analogy] = &told.vectors.analogies[..] else { panic!("{told:?}") };
        assert!(analogy.starts_with("Paris is to France as Helsinki is to Finland"), "{analogy}");
        assert!(analogy.contains("be capital of") && analogy.contains("by vectors"), "{analogy}");
        assert_eq!(super::analogy(""), None);
        assert_eq!(super::analogy("It is to be as it is"), None);
    }

    #[test]
    fn a_misspelled_name_is_told_from_facts() {
        let told = explain(&capitals(), "Where was Grace Krilanovitch born?", &Facts);
        assert_eq!(told.facts, None);
        let [spelled] = &told.vectors.spelled[..] else { panic!("{told:?}") };
        assert_eq!(spelled.like[0].name, "Grace Krilanovich");
        assert_eq!(told.vectors.silos[0].name, "geography");
        let told = explain(&capitals(), "Where was Grace Krilanovich born?", &Facts);
        assert_eq!(told.facts.unwrap().text, "Santa Cruz");
    }
}
