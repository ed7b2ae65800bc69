//! What the model says: a list of replies for each purpose, made once, said one after the other.
//!
//! A text is put together from lists whose lengths have no common divisor, walked side by side. Two texts
//! less than 77 apart therefore share at most one part, and less than 1001 apart at most two: no question is
//! taken for another one reworded, and no thought for the denial of another, however long the run.

use serde::Serialize;
use serde_json::{Value, json};

/// As a model held to the schemas of `ruminate-engine` writes them.
#[derive(Debug, Serialize)]
pub(crate) struct Replies {
    pub(crate) think: Vec<String>,
    pub(crate) question: Vec<String>,
    pub(crate) synthesis: Vec<String>,
}

/// More than a run's window holds by far, so that nothing is heard twice while it is remembered.
const THINK: usize = 1024;
const QUESTION: usize = 1024;
const SYNTHESIS: usize = 128;
/// As many as the engine asks for by default.
const QUESTIONS_AT_A_TIME: usize = 3;

impl Replies {
    pub(crate) fn new() -> Self {
        let mut thoughts = 0..;
        let mut thinks = |nth| thoughts.by_ref().take(3 + nth % 2).map(thought).collect::<Value>();
        Self {
            think: (0..THINK).map(|nth| json!({ "thoughts": thinks(nth) }).to_string()).collect(),
            question: (0..QUESTION).map(questions).collect(),
            synthesis: (0..SYNTHESIS).map(synthesis).collect(),
        }
    }
}

fn thought(nth: usize) -> Value {
    let kinds = ["exploration", "critique", "connection", "insight"];
    json!({
        "thought": format!(
            "{} {} {} {}, because {}.",
            part(SUBJECTS, nth), part(VERBS, nth), part(OBJECTS, nth),
            part(CONDITIONS, nth), part(REASONS, nth),
        ),
        "type": part(&kinds, nth),
        "confidence": confidence(nth),
        "contradicts": null,
    })
}

fn questions(nth: usize) -> String {
    let asked = (nth * QUESTIONS_AT_A_TIME..).take(QUESTIONS_AT_A_TIME).map(|nth| {
        json!({
            "question": question(nth),
            "why": format!("The answer turns on it, because {}.", part(REASONS, nth + 5)),
            "priority": 1 + nth * 7 % 10,
        })
    });
    json!({ "questions": asked.collect::<Value>(), "priorities": [] }).to_string()
}

fn question(nth: usize) -> String {
    format!(
        "Would {} look different if {}, given that {} {} it?",
        part(OBJECTS, nth),
        part(REASONS, nth),
        part(SUBJECTS, nth).to_lowercase(),
        part(VERBS, nth),
    )
}

fn synthesis(nth: usize) -> String {
    let sentence = |nth: usize| {
        format!(
            "{} {} {} {}, since {}.",
            part(SUBJECTS, nth),
            part(VERBS, nth),
            part(OBJECTS, nth),
            part(CONDITIONS, nth),
            part(REASONS, nth)
        )
    };
    let insight = |nth: usize| {
        format!("{} {} {}.", part(SUBJECTS, nth), part(VERBS, nth), part(OBJECTS, nth))
    };
    json!({
        "synthesis": (3 * nth..).take(4).map(sentence).collect::<Vec<_>>().join(" "),
        "insights": (5 * nth..).take(3).map(insight).collect::<Vec<_>>(),
        "confidence": confidence(nth),
        "remaining": (7 * nth..).take(2).map(question).collect::<Vec<_>>(),
    })
    .to_string()
}

fn confidence(nth: usize) -> f64 {
    (40 + nth * 7 % 50) as f64 / 100.0
}

fn part<'a>(parts: &[&'a str], nth: usize) -> &'a str {
    parts[nth % parts.len()]
}

const SUBJECTS: &[&str; 13] = &[
    "Awareness",
    "Feedback between the parts",
    "The simplest account",
    "Long-term memory",
    "A shared boundary",
    "What the survey left out",
    "The order of events",
    "Selective attention",
    "A change of scale",
    "Prior expectation",
    "The cost of error",
    "Spoken language",
    "The history of the problem",
];
const VERBS: &[&str; 11] = &[
    "explains",
    "limits",
    "depends on",
    "makes room for",
    "cannot be told apart from",
    "comes before",
    "hides",
    "strengthens",
    "is measured by",
    "competes with",
    "follows from",
];
const OBJECTS: &[&str; 17] = &[
    "the outcome",
    "self-reflection",
    "the evidence at hand",
    "a stable pattern",
    "the first impression",
    "the weakest step of the claim",
    "whatever an observer sees",
    "the choice of words",
    "the larger system",
    "the difference between cause and sign",
    "a useful prediction",
    "the naïve reading",
    "the distribution of effort",
    "a trained intuition",
    "the boundary conditions",
    "the usual textbook example",
    "the price of delay",
];
const CONDITIONS: &[&str; 7] = &[
    "when the context is narrow",
    "in most of the known cases",
    "over long periods",
    "once noise is taken out",
    "as far as anybody has looked",
    "if the premise holds",
    "at the level of single steps",
];
const REASONS: &[&str; 19] = &[
    "the few careful studies agree on the direction of the effect",
    "each layer corrects what the layer below it guessed",
    "no experiment has separated the two influences so far",
    "small groups reach the same result by another road",
    "a slower process would leave exactly the same traces",
    "the argument needs every one of its four premises",
    "people report it long after the stimulus has gone",
    "the numbers stay put when the method changes",
    "it was never tested outside of the laboratory",
    "competing theories quietly borrow the same assumption",
    "the exceptions cluster where measurement is hardest",
    "whoever designs the test also picks the reference",
    "a single counterexample would not overturn the trend",
    "earlier answers were tuned to a narrower question",
    "the mechanism works in animals with simpler brains",
    "removing it degrades the performance only gradually",
    "both sides treat the threshold as though it were natural",
    "the correlation vanishes in the largest sample",
    "the benefit shows up before the capacity is complete",
];
