//! How often a fact is right, on passages that no rule was made for. `README.md` beside this file says how they
//! were drawn and judged.

use std::collections::{HashMap, HashSet};
use std::fs::read_to_string;
use std::path::Path;

use ruminate_mind::facts::{relation, statements};
use serde::Deserialize;
use serde_json::Value;

use crate::lines;

/// A little below what was measured: 0.942 of 275 facts, 2.2 for each passage.
const LEAST_PRECISION: f64 = 0.92;
const LEAST_YIELD: f64 = 2.1;

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

fn sample() -> Vec<Judged> {
    include_str!("sample.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn most_facts_are_right() {
    let (mut right, mut all, mut unjudged) = (0, 0, Vec::new());
    let sample = sample();
    for passage in &sample {
        for fact in lines(&passage.title, &passage.text) {
            match passage.facts.iter().find(|judged| judged.fact == fact) {
                Some(judged) => right += usize::from(judged.right),
                None => unjudged.push(format!("{}: {fact}", passage.title)),
            }
            all += 1;
        }
    }
    assert!(unjudged.is_empty(), "judge these by their sentence first:\n{}", unjudged.join("\n"));
    let (precision, per_passage) = (right as f64 / all as f64, all as f64 / sample.len() as f64);
    assert!(precision >= LEAST_PRECISION, "{right} of {all} are right");
    assert!(per_passage >= LEAST_YIELD, "{per_passage:.2} facts for each passage");
}

#[test]
fn the_names_of_relations_are_their_normal_form() {
    for passage in sample() {
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
const SEED: &str = "h5";
/// Samples that rules were mended after, and how much of each was looked at.
const USED_UP: [(&str, usize); 4] = [("h1", 135), ("h2", 135), ("h3", 135), ("h4", 135)];

struct Drawn {
    key: String,
    source: &'static str,
    id: Value,
    title: String,
}

/// FNV-1a, with its bits mixed at the end.
fn hash(text: &str) -> u64 {
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
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

#[test]
fn the_sample_is_what_chance_drew() {
    let Some(data) = std::env::var_os("RUMINATE_BENCH_DATA") else {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data");
        return;
    };
    let (kept, looked_at): (Vec<_>, Vec<_>) = passages(&Path::new(&data).join("recall"))
        .into_iter()
        .partition(|passage| hash(&passage.key) % 2 == 1);
    let by = |seed: &str| {
        let mut order: Vec<&Drawn> = kept.iter().collect();
        order.sort_by_key(|passage| hash(&format!("{seed}{}", passage.key)));
        order
    };
    let mut known: HashSet<&str> = looked_at.iter().map(|passage| &*passage.title).collect();
    for (seed, number) in USED_UP {
        known.extend(by(seed).into_iter().take(number).map(|passage| &*passage.title));
    }
    let fresh = by(SEED).into_iter().filter(|passage| !known.contains(&*passage.title));
    let sample = sample();
    let drawn: Vec<_> = fresh.take(sample.len()).map(|p| (p.source, p.id.to_string())).collect();
    let kept: Vec<_> = sample.iter().map(|p| (&*p.source, p.id.to_string())).collect();
    assert_eq!(drawn, kept);
}

#[test]
fn every_source_is_in_the_sample() {
    let mut sources: HashMap<String, usize> = HashMap::new();
    for passage in sample() {
        *sources.entry(passage.source).or_default() += 1;
    }
    assert_eq!(sources.len(), SETS.len(), "{sources:?}");
}
