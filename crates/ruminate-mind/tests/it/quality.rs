//! How well it recalls, on the shared sets. The floors are a little below what was measured; see
//! `docs/decisions/0015-recall-without-a-model.md` for the numbers.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use ruminate_mind::{Index, Passage, Turn};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct PassageLine {
    id: Value,
    title: String,
    text: String,
    #[serde(default)]
    at: String,
    conversation: Option<String>,
}

impl PassageLine {
    fn into_passage(self) -> Passage {
        let speaker = self.text.split_once(": ").filter(|_| self.conversation.is_some());
        let turn = speaker
            .map(|(speaker, _)| Turn { speaker: speaker.to_owned(), session: self.title.clone() });
        Passage { at: self.at, turn, ..Passage::new(self.id.to_string(), self.title, self.text) }
    }
}

#[derive(Deserialize)]
struct QuestionLine {
    question: String,
    gold: Vec<Value>,
    category: Option<u8>,
    conversation: Option<String>,
}

fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("RUMINATE_BENCH_DATA");
    if data.is_none() {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data");
    }
    Some(Path::new(&data?).join("recall"))
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The share of the gold passages among the first `k` hits, in percent.
fn recall_at(
    k: usize,
    passages: impl IntoIterator<Item = PassageLine>,
    questions: &[&QuestionLine],
) -> f64 {
    let mut index = Index::new();
    index.add(passages.into_iter().map(PassageLine::into_passage));
    let shares = questions.iter().map(|question| {
        let hits = index.recall(&question.question, k);
        let is_found = |gold: &&Value| hits.iter().any(|hit| hit.source_id == gold.to_string());
        question.gold.iter().filter(is_found).count() as f64 / question.gold.len() as f64
    });
    100.0 * shares.sum::<f64>() / questions.len() as f64
}

fn check(set: &str, floor: f64) {
    let Some(folder) = folder() else { return };
    let questions: Vec<QuestionLine> = lines(&folder.join(set).join("questions.jsonl"));
    let found = recall_at(
        5,
        lines(&folder.join(set).join("corpus.jsonl")),
        &questions.iter().collect::<Vec<_>>(),
    );
    assert!(found >= floor, "{set}: R@5 {found:.1}, at least {floor} was expected");
}

#[test]
fn two_wiki() {
    check("2wiki", 97.5);
}

#[test]
fn hotpotqa() {
    check("hotpotqa", 97.0);
}

#[test]
fn musique() {
    check("musique", 76.5);
}

#[test]
fn conversations() {
    let Some(folder) = folder() else { return };
    let questions: Vec<QuestionLine> = lines(&folder.join("locomo/questions.jsonl"));
    let mut names: Vec<_> =
        questions.iter().filter_map(|question| question.conversation.clone()).collect();
    names.dedup();
    let (mut sum, mut count) = (0.0, 0.0);
    for name in names {
        let passages = lines::<PassageLine>(&folder.join("locomo/corpus.jsonl"));
        let passages: Vec<_> =
            passages.into_iter().filter(|line| line.conversation.as_ref() == Some(&name)).collect();
        let is_there = |gold: &Value| passages.iter().any(|passage| passage.id == *gold);
        let asked: Vec<_> = questions
            .iter()
            .filter(|line| line.conversation.as_ref() == Some(&name) && line.category != Some(5))
            .filter(|line| !line.gold.is_empty() && line.gold.iter().all(is_there))
            .collect();
        let number = asked.len() as f64;
        sum += number * recall_at(10, passages, &asked);
        count += number;
    }
    let found = sum / count;
    assert!(found >= 77.5, "LoCoMo: R@10 {found:.1}, at least 77.5 was expected");
}

/// The laws' small world has few passages: here names are in so many that only some of them are followed.
#[test]
fn what_was_learned_first_and_what_was_forgotten_does_not_matter() {
    let Some(folder) = folder() else { return };
    let read = |set: &str| -> Vec<Passage> {
        let corpus = lines::<PassageLine>(&folder.join(set).join("corpus.jsonl"));
        corpus.into_iter().map(PassageLine::into_passage).collect()
    };
    let (kept, others) = (read("musique"), read("2wiki"));
    let others =
        others.into_iter().map(|line| Passage { id: format!("other {}", line.id), ..line });
    let others: Vec<Passage> = others.collect();
    let mut at_once = Index::new();
    at_once.add(kept.clone());
    let mut by_and_by = Index::new();
    by_and_by.add(others.clone());
    let backwards: Vec<Passage> = kept.into_iter().rev().collect();
    for part in backwards.chunks(500) {
        by_and_by.add(part.to_vec());
    }
    by_and_by.remove(others.iter().map(|passage| passage.id.as_str()));
    for asked in lines::<QuestionLine>(&folder.join("musique/questions.jsonl")) {
        let recalled = [&at_once, &by_and_by].map(|index| index.recall(&asked.question, 10));
        assert_eq!(recalled[0], recalled[1], "{}", asked.question);
    }
}
