//! Thoughts about causes.

use ruminate_mind::Graph;
use ruminate_mind::facts::{Statement, relation};
use ruminate_mind::thought::{End, Facts, Reach, Thought, Towards, World};

fn graph(triples: &[(&str, &str, &str, f64)]) -> Graph {
    let mut graph = Graph::default();
    for (number, (subject, written, object, confidence)) in triples.iter().enumerate() {
        let relation = relation(written);
        let (subject, object) =
            if relation.is_inverse { (object, subject) } else { (subject, object) };
        let statement = Statement {
            subject: (*subject).into(),
            relation: relation.name,
            object: (*object).into(),
            is_negated: false,
            is_over: false,
            when: None,
            sentence: 0..0,
            confidence: *confidence,
        };
        graph.learn(&number.to_string(), "infrastructure", 1.0, &[statement]);
    }
    graph
}

/// Seed E's example.
fn disk() -> Graph {
    graph(&[
        ("disk_pressure", "caused_by", "large_files", 0.8),
        ("disk", "relates_to", "storage", 0.7),
        ("consolidation", "produces", "temp_files", 0.75),
    ])
}

struct Cleanup;

impl World for Cleanup {
    fn reflex(&self, concept: &str) -> Option<String> {
        (concept == "consolidation").then(|| "cleanup temps".to_owned())
    }

    fn is_late(&self) -> bool {
        false
    }
}

fn why(graph: &Graph, about: &str, world: &dyn World) -> Thought {
    graph.think(about, Towards::Causes, Reach::default(), world)
}

#[test]
fn disk_pressure_comes_from_consolidation() {
    let graph = disk();
    let thought = why(&graph, "disk_pressure", &Cleanup);
    assert_eq!(
        thought.chain_told(&graph),
        "disk_pressure → large_files → temp_files → consolidation"
    );
    assert_eq!(thought.end, End::Reflex("cleanup temps".to_owned()));
    assert!((thought.confidence - 0.75).abs() < 0.005, "{}", thought.confidence);
    let inner = thought.inner.as_ref().unwrap();
    assert_eq!((inner.depth, inner.input.as_str()), (1, "large_files"));
    let tree = thought.tree(&graph);
    for told in [
        "Thought(depth=0): activate(\"disk_pressure\")",
        "infrastructure: {large_files, cause, disk_pressure} @ 0.80",
        "infrastructure: {disk, relate to, storage}",
        "Thought(depth=1): activate(\"large_files\")",
        "{consolidation, produce, temp_files}",
        "TERMINAL: reflex available (cleanup temps)",
    ] {
        assert!(tree.contains(told), "no {told} in\n{tree}");
    }
    assert_eq!(
        thought.answer(&graph, Towards::Causes).unwrap(),
        "Because of large_files (such as temp_files), which comes from consolidation."
    );
}

#[test]
fn causes_and_effects_are_not_the_same() {
    let graph = graph(&[("rain", "causes", "floods", 0.9), ("floods", "lead to", "damage", 0.9)]);
    let effects = |about: &str| graph.think(about, Towards::Effects, Reach::default(), &Facts);
    assert_eq!(why(&graph, "floods", &Facts).chain_told(&graph), "floods → rain");
    assert_eq!(effects("floods").chain_told(&graph), "floods → damage");
    assert_eq!(effects("rain").chain_told(&graph), "rain → floods → damage");
    assert!(why(&graph, "rain", &Facts).chain.is_empty());
}

#[test]
fn a_circle_ends() {
    let graph =
        graph(&[("stress", "causes", "insomnia", 0.9), ("insomnia", "causes", "stress", 0.9)]);
    assert_eq!(why(&graph, "stress", &Facts).chain_told(&graph), "stress → insomnia");
}

#[test]
fn depth_is_bounded() {
    let names: Vec<String> = (0..10).map(|n| format!("thing{n}")).collect();
    let chain: Vec<(&str, &str, &str, f64)> =
        names.windows(2).map(|pair| (pair[1].as_str(), "causes", pair[0].as_str(), 0.9)).collect();
    let graph = graph(&chain);
    let thought = why(&graph, "thing0", &Facts);
    assert_eq!(thought.chain.len(), 3);
    assert_eq!(thought.end, End::Cut);
}

#[test]
fn what_is_not_known_is_a_gap() {
    let thought = why(&disk(), "quantum chromodynamics", &Facts);
    assert_eq!(thought.end, End::Gap);
    assert!(thought.chain.is_empty() && thought.confidence == 0.0);
}

#[test]
fn what_is_denied_is_not_followed() {
    let mut graph = graph(&[("coffee", "causes", "alertness", 0.9)]);
    let denied = Statement {
        subject: "tea".into(),
        relation: "cause".into(),
        object: "alertness".into(),
        is_negated: true,
        is_over: false,
        when: None,
        sentence: 0..0,
        confidence: 0.99,
    };
    graph.learn("denied", "general", 1.0, &[denied]);
    assert_eq!(why(&graph, "alertness", &Facts).chain_told(&graph), "alertness → coffee");
}

#[test]
fn what_only_sounds_like_it_is_another_thing() {
    let graph = disk();
    assert!(why(&graph, "blood pressure", &Facts).chain.is_empty());
    assert!(why(&graph, "pressure", &Facts).chain.is_empty());
    assert!(!why(&graph, "high disk pressure", &Facts).chain.is_empty());
}

#[test]
fn a_doubtful_link_makes_its_chain_doubtful() {
    let graph = graph(&[
        ("network lag", "caused_by", "old routers", 0.9),
        ("old routers", "caused_by", "Bob Mallory", 0.4),
    ]);
    let thought = why(&graph, "network lag", &Facts);
    assert_eq!(thought.chain.len(), 2);
    assert!(thought.confidence < 0.41, "{}", thought.confidence);
}
