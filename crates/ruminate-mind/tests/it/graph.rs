//! Facts with what says them.

use proptest::prelude::*;
use ruminate_mind::facts::{Statement, statements};
use ruminate_mind::{Fact, Graph};

fn said(subject: &str, relation: &str, object: &str) -> Statement {
    Statement {
        subject: subject.into(),
        relation: relation.into(),
        object: object.into(),
        is_negated: false,
        is_over: false,
        when: None,
        sentence: 0..1,
        confidence: 0.8,
    }
}

fn learn(graph: &mut Graph, lesson: &str, said: &[Statement]) {
    graph.learn(lesson, "general", 1.0, said);
}

fn told(graph: &Graph) -> Vec<Fact> {
    let mut facts: Vec<Fact> = graph.facts().map(|fact| graph.fact(fact)).collect();
    facts.sort_by_key(|fact| (fact.to_string(), fact.is_negated));
    facts
}

#[test]
fn a_fact_is_one_for_all_who_say_it() {
    let mut graph = Graph::default();
    learn(&mut graph, "a", &[said("Paris", "be capital of", "France")]);
    let once = told(&graph)[0].confidence;
    learn(&mut graph, "b", &[said("paris", "be capital of", "the France")]);
    let [fact] = &told(&graph)[..] else { panic!("{:?}", told(&graph)) };
    assert_eq!(fact.grounds.len(), 2);
    assert!(fact.confidence > once && fact.confidence < 1.0, "{}", fact.confidence);
    graph.forget("a");
    assert_eq!(told(&graph)[0].confidence, once);
    graph.forget("b");
    assert_eq!(told(&graph), []);
}

#[test]
fn what_contradicts_itself_is_kept_and_doubted() {
    let mut graph = Graph::default();
    learn(&mut graph, "a", &[said("Ann", "be born on", "5 October 1979")]);
    let alone = told(&graph)[0].confidence;
    learn(&mut graph, "b", &[said("Ann", "be born on", "6 October 1979")]);
    learn(&mut graph, "c", &[said("Ann", "be born on", "1979")]);
    let facts = told(&graph);
    let doubted: Vec<bool> = facts.iter().map(|fact| fact.is_contradicted).collect();
    assert_eq!(doubted, [false, true, true], "{facts:?}");
    assert!(facts[1].confidence < alone && facts[2].confidence < alone);

    let denied = Statement { is_negated: true, ..said("Ann", "marry", "Bob") };
    learn(&mut graph, "d", &[said("Ann", "marry", "Bob")]);
    learn(&mut graph, "e", &[denied]);
    assert_eq!(told(&graph).iter().filter(|fact| fact.is_contradicted).count(), 4);
    graph.forget("e");
    assert_eq!(told(&graph).iter().filter(|fact| fact.is_contradicted).count(), 2);
}

#[test]
fn many_objects_are_no_contradiction() {
    let mut graph = Graph::default();
    learn(&mut graph, "a", &[said("Ann", "direct", "Up"), said("Ann", "direct", "Down")]);
    learn(&mut graph, "b", &[said("Ann", "be born in", "Chicago")]);
    learn(&mut graph, "c", &[said("Ann", "be born in", "Illinois")]);
    assert!(told(&graph).iter().all(|fact| !fact.is_contradicted));
}

#[test]
fn concepts_are_alike_by_their_words() {
    let mut graph = Graph::default();
    learn(&mut graph, "a", &[said("consolidation", "produce", "temp files")]);
    learn(&mut graph, "b", &[said("disk", "use", "storage")]);
    let alike = |written: &str| -> Vec<String> {
        let alike = graph.alike(written, 5);
        alike.iter().map(|alike| graph.spelling(alike.concept).to_owned()).collect()
    };
    assert_eq!(alike("large files"), ["temp files"]);
    assert_eq!(alike("disk pressure"), ["disk"]);
    assert_eq!(alike("the temp_file"), ["temp files"]);
    assert_eq!(alike(""), [""; 0]);
}

/// Subject, relation, object, and whether it is denied.
type Parts = (u8, u8, u8, bool);

/// Lessons over few names, so that they say the same and contradict each other.
fn lessons() -> impl Strategy<Value = Vec<(u8, Vec<Parts>)>> {
    let statement = (0..4_u8, 0..3_u8, 0..4_u8, any::<bool>());
    prop::collection::vec((0..6_u8, prop::collection::vec(statement, 0..4)), 0..12)
}

fn state(parts: &[Parts]) -> Vec<Statement> {
    const RELATIONS: [&str; 3] = ["direct", "be born in", "cause"];
    let one = |(subject, relation, object, is_negated): &Parts| Statement {
        is_negated: *is_negated,
        ..said(
            &format!("thing {subject}"),
            RELATIONS[usize::from(*relation)],
            &format!("19{object}5"),
        )
    };
    parts.iter().map(one).collect()
}

proptest! {
    #[test]
    fn what_is_forgotten_leaves_no_trace(lessons in lessons(), gone in prop::collection::btree_set(0..6_u8, 0..4)) {
        let mut graph = Graph::default();
        for (lesson, said) in &lessons {
            learn(&mut graph, &lesson.to_string(), &state(said));
        }
        for lesson in &gone {
            graph.forget(&lesson.to_string());
        }
        // The last that each lesson said counts, if it was not forgotten; in another order.
        let mut fresh = Graph::default();
        for lesson in (0..6_u8).rev().filter(|lesson| !gone.contains(lesson)) {
            if let Some((_, said)) = lessons.iter().rev().find(|(other, _)| *other == lesson) {
                learn(&mut fresh, &lesson.to_string(), &state(said));
            }
        }
        prop_assert_eq!(told(&graph), told(&fresh));
    }
}

#[test]
fn real_sentences_become_facts() {
    let text = "The Golden Calf is a 1930 American comedy film directed by Millard Webb.";
    let mut graph = Graph::default();
    learn(&mut graph, "film", &statements("The Golden Calf", text));
    let webb = graph.find("The Golden Calf", "was directed by", "Millard Webb");
    assert_eq!(webb.len(), 1, "{:?}", told(&graph));
}
