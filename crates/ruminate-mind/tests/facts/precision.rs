//! How often a fact is right, on passages that no rule was made for. `README.md` beside this file says how they
//! were drawn and judged.

use std::collections::HashSet;
use std::fs::read_to_string;
use std::path::Path;

use ruminate_mind::facts::{relation, statements};
use serde::Deserialize;
use serde_json::Value;

use crate::lines;

/// Passages as a seed drew them, each fact judged, and a little below what was measured on them.
struct Sample {
    seed: &'static str,
    judged: &'static str,
    least_precision: f64,
    least_yield: f64,
    /// Whether it was drawn after the passages of some questions were read for rules.
    is_after_questions: bool,
}

const SAMPLES: [Sample; 3] = [
    Sample {
        seed: "h5",
        judged: include_str!("h5.jsonl"),
        least_precision: 0.93,
        least_yield: 2.1,
        is_after_questions: false,
    },
    Sample {
        seed: "h6",
        judged: include_str!("h6.jsonl"),
        least_precision: 0.96,
        least_yield: 2.4,
        is_after_questions: false,
    },
    Sample {
        seed: "h7",
        judged: include_str!("h7.jsonl"),
        least_precision: 0.91,
        least_yield: 2.5,
        is_after_questions: true,
    },
];

#[derive(Deserialize)]
struct Judged {
    source: String,
    id: Value,
    title: String,
    text: String,
    facts: Vec<Judgement>,
}

#[derive(Deserialize)]
struct Judgement {
    fact: String,
    right: bool,
}

impl Sample {
    fn passages(&self) -> Vec<Judged> {
        self.judged.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn most_facts_are_right() {
    for sample in SAMPLES {
        let (mut right, mut all, mut unjudged) = (0, 0, Vec::new());
        let passages = sample.passages();
        for passage in &passages {
            for fact in lines(&passage.title, &passage.text) {
                match passage.facts.iter().find(|judged| judged.fact == fact) {
                    Some(judged) => right += usize::from(judged.right),
                    None => unjudged.push(format!("{}: {fact}", passage.title)),
                }
                all += 1;
            }
        }
        assert!(
            unjudged.is_empty(),
            "judge these by their sentence first:\n{}",
            unjudged.join("\n")
        );
        let (precision, per_passage) =
            (right as f64 / all as f64, all as f64 / passages.len() as f64);
        assert!(precision >= sample.least_precision, "{}: {right} of {all} are right", sample.seed);
        assert!(per_passage >= sample.least_yield, "{}: {per_passage:.2} a passage", sample.seed);
    }
}

#[test]
fn the_names_of_relations_are_their_normal_form() {
    for passage in SAMPLES.iter().flat_map(Sample::passages) {
        for found in statements(&passage.title, &passage.text) {
            let normal = relation(&found.relation);
            assert_eq!((normal.name, normal.is_inverse), (found.relation, false));
        }
    }
}

const SETS: [&str; 5] = [
    "2wiki/corpus.jsonl",
    "hotpotqa/corpus.jsonl",
    "musique/corpus.jsonl",
    "padding/nq.jsonl",
    "padding/popqa.jsonl",
];
/// Samples that rules were mended after, and how much of each was looked at.
const USED_UP: [(&str, usize); 4] = [("h1", 135), ("h2", 135), ("h3", 135), ("h4", 135)];

struct Drawn {
    key: String,
    source: &'static str,
    id: Value,
    title: String,
}

/// FNV-1a.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The same with its bits mixed at the end.
fn hash(text: &str) -> u64 {
    let fnv = fnv(text);
    let mixed = (fnv ^ fnv >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ mixed >> 33
}

fn passages(folder: &Path) -> Vec<Drawn> {
    let read = |source: &'static str| {
        let text = read_to_string(folder.join(source)).unwrap();
        let passages = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let (set, file) = source.split_once('/').unwrap();
        passages
            .map(|passage| Drawn {
                key: format!("{file}/{set}:{}", passage["id"]),
                source,
                id: passage["id"].clone(),
                title: passage["title"].as_str().unwrap().to_owned(),
            })
            .collect::<Vec<_>>()
    };
    SETS.into_iter().flat_map(read).collect()
}

/// The keys of the passages that answer the questions which rules are made on: those whose id hashes even.
fn of_questions(folder: &Path) -> HashSet<String> {
    let mut keys = HashSet::new();
    for set in ["2wiki", "hotpotqa", "musique"] {
        let text = read_to_string(folder.join(set).join("questions.jsonl")).unwrap();
        let questions = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        for question in questions.filter(|question| {
            let id = &question["id"];
            fnv(id.as_str().unwrap_or(&id.to_string())) >> 20 & 1 == 0
        }) {
            let passages = question["gold"].as_array().unwrap().iter();
            keys.extend(passages.map(|id| format!("corpus.jsonl/{set}:{id}")));
        }
    }
    keys
}

#[test]
fn the_samples_are_what_chance_drew() {
    let Some(data) = std::env::var_os("RUMINATE_BENCH_DATA") else {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data");
        return;
    };
    let folder = Path::new(&data).join("recall");
    let (kept, looked_at): (Vec<_>, Vec<_>) =
        passages(&folder).into_iter().partition(|passage| hash(&passage.key) % 2 == 1);
    let by = |seed: &str| {
        let mut order: Vec<&Drawn> = kept.iter().collect();
        order.sort_by_key(|passage| hash(&format!("{seed}{}", passage.key)));
        order
    };
    let mut known: HashSet<&str> = looked_at.iter().map(|passage| &*passage.title).collect();
    for (seed, number) in USED_UP {
        known.extend(by(seed).into_iter().take(number).map(|passage| &*passage.title));
    }
    let of_questions = of_questions(&folder);
    for sample in SAMPLES {
        if sample.is_after_questions {
            let read = kept.iter().filter(|passage| of_questions.contains(&passage.key));
            known.extend(read.map(|passage| &*passage.title));
        }
        let judged = sample.passages();
        let fresh = by(sample.seed).into_iter().filter(|passage| !known.contains(&*passage.title));
        let drawn: Vec<_> = fresh.take(judged.len()).collect();
        let is_drawn = drawn
            .iter()
            .map(|passage| (passage.source, passage.id.to_string()))
            .eq(judged.iter().map(|passage| (&*passage.source, passage.id.to_string())));
        assert!(is_drawn, "{}", sample.seed);
        known.extend(drawn.into_iter().map(|passage| &*passage.title));
    }
}

#[test]
fn every_source_is_in_each_sample() {
    for sample in SAMPLES {
        let sources: HashSet<String> =
            sample.passages().into_iter().map(|passage| passage.source).collect();
        assert_eq!(sources.len(), SETS.len(), "{}: {sources:?}", sample.seed);
    }
}
