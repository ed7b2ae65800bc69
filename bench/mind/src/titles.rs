//! Names that people gave: the titles of the passages that `bench/recall` reads.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ruminate_mind::vectors::Concept;
use serde::Deserialize;

const SETS: [(&str, &str); 5] = [
    ("MuSiQue", "musique/corpus.jsonl"),
    ("HotpotQA", "hotpotqa/corpus.jsonl"),
    ("2Wiki", "2wiki/corpus.jsonl"),
    ("PopQA", "padding/popqa.jsonl"),
    ("NQ", "padding/nq.jsonl"),
];

#[derive(Deserialize)]
struct Line {
    title: String,
}

/// The titles of each set, each once.
pub(crate) fn by_set() -> Result<Vec<(&'static str, Vec<String>)>> {
    let data = std::env::var_os("RUMINATE_BENCH_DATA")
        .context("RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data")?;
    let folder = Path::new(&data).join("recall");
    SETS.iter().map(|(set, path)| Ok((*set, read(&folder.join(path))?))).collect()
}

/// The titles of all sets, each once.
pub(crate) fn all() -> Result<Vec<String>> {
    let mut seen = HashSet::new();
    let titles = by_set()?.into_iter().flat_map(|(_, titles)| titles);
    Ok(titles.filter(|title| seen.insert(Concept::named(title))).collect())
}

fn read(path: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut seen = HashSet::new();
    let mut titles = Vec::new();
    for line in text.lines() {
        let Line { title } = serde_json::from_str(line)?;
        if title.chars().any(char::is_alphanumeric) && seen.insert(Concept::named(&title)) {
            titles.push(title);
        }
    }
    Ok(titles)
}
