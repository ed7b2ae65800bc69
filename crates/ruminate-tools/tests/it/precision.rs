use std::path::PathBuf;

use serde_json::{Value, json};

use crate::scholar::Scholar;

/// Findings per ten thousand sentences of unrelated articles. There were 4, one of them a real contradiction.
const MOST: u64 = 8;

#[tokio::test]
async fn unrelated_articles_hardly_ever_contradict_each_other() {
    let Some(data) = std::env::var_os("RUMINATE_BENCH_DATA").map(PathBuf::from) else {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA does not say where the articles are");
        return;
    };
    let mut texts = Vec::new();
    for corpus in ["hotpotqa", "musique"] {
        let lines = std::fs::read_to_string(data.join("recall").join(corpus).join("corpus.jsonl"));
        let articles = lines.unwrap();
        let text = |line: &str| serde_json::from_str::<Value>(line).unwrap()["text"].take();
        texts.extend(articles.lines().map(text));
    }
    let scholar = Scholar::new(&[]);
    let (mut sentences, mut found) = (0, Vec::new());
    for some in texts.chunks(200) {
        let checked = scholar.call("verify.consistency", json!({"artifacts": some})).await;
        sentences += checked["checked"]["sentences"].as_u64().unwrap();
        found.extend(checked["contradictions"].as_array().unwrap().clone());
    }
    assert!(sentences > 10_000, "{sentences}");
    assert!(found.len() as u64 * 10_000 <= MOST * sentences, "{found:#?}");
}
