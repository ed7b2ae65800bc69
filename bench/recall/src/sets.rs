//! The sets of questions and passages, read from the folder that `RUMINATE_BENCH_DATA` names.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ruminate_mind::{Passage, Turn};
use serde::Deserialize;
use serde_json::Value;

/// Questions whose passages are in Wikipedia's style.
pub(crate) const WIKIPEDIA: [&str; 3] = ["musique", "hotpotqa", "2wiki"];
const PADDING: [&str; 2] = ["padding/popqa.jsonl", "padding/nq.jsonl"];

#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) text: String,
    /// Ids of the passages that hold the answer's hops.
    pub(crate) gold: Vec<String>,
    /// Kind of question, for tables.
    pub(crate) kind: String,
}

/// The questions of several sets, by their names.
pub(crate) type Asked = Vec<(&'static str, Vec<Question>)>;

pub(crate) struct Set {
    pub(crate) passages: Vec<Passage>,
    pub(crate) questions: Vec<Question>,
}

pub(crate) fn folder() -> Result<PathBuf> {
    let data = std::env::var_os("RUMINATE_BENCH_DATA")
        .context("RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data")?;
    Ok(Path::new(&data).join("recall"))
}

/// One set by itself.
pub(crate) fn read(name: &str) -> Result<Set> {
    let folder = folder()?.join(name);
    let passages = passages(&folder.join("corpus.jsonl"), name)?;
    let questions = lines::<AskedLine>(&folder.join("questions.jsonl"))?;
    let questions = questions.into_iter().map(|line| line.question(name)).collect();
    Ok(Set { passages, questions })
}

/// Passages without questions.
pub(crate) fn padding() -> Result<Vec<Passage>> {
    let mut all = Vec::new();
    for name in PADDING {
        all.extend(passages(&folder()?.join(name), name)?);
    }
    Ok(all)
}

/// All sets over one corpus: every passage of theirs once, and the padding.
pub(crate) fn together() -> Result<(Vec<Passage>, Asked)> {
    let mut all: Vec<Passage> = Vec::new();
    let mut first: HashMap<(String, String), String> = HashMap::new();
    let mut same: HashMap<String, String> = HashMap::new();
    let mut asked = Vec::new();
    let mut keep = |passages: Vec<Passage>, all: &mut Vec<Passage>| {
        for passage in passages {
            let key = (letters(&passage.title, usize::MAX), letters(&passage.text, 60));
            let known = first.entry(key).or_insert_with(|| passage.id.clone());
            same.insert(passage.id.clone(), known.clone());
            if *known == passage.id {
                all.push(passage);
            }
        }
    };
    for name in WIKIPEDIA {
        let set = read(name)?;
        keep(set.passages, &mut all);
        asked.push((name, set.questions));
    }
    keep(padding()?, &mut all);
    for question in asked.iter_mut().flat_map(|(_, questions)| questions) {
        for gold in &mut question.gold {
            gold.clone_from(&same[gold]);
        }
        question.gold.sort();
        question.gold.dedup();
    }
    Ok((all, asked))
}

/// Conversations, each with the questions about it.
pub(crate) fn conversations() -> Result<Vec<Set>> {
    let folder = folder()?.join("locomo");
    let mut found: Vec<(String, Set)> = Vec::new();
    let passages = lines::<PassageLine>(&folder.join("corpus.jsonl"))?;
    for line in passages {
        let name = line.conversation.clone().unwrap_or_default();
        let passage = line.passage("");
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, set)) => set.passages.push(passage),
            None => found.push((name, Set { passages: vec![passage], questions: Vec::new() })),
        }
    }
    for line in lines::<AskedLine>(&folder.join("questions.jsonl"))? {
        let name = line.conversation.clone().unwrap_or_default();
        if let Some((_, set)) = found.iter_mut().find(|(known, _)| *known == name) {
            let mut question = line.question("");
            let exists = |id: &String| set.passages.iter().any(|passage| passage.id == *id);
            question.gold.retain(exists);
            if !question.gold.is_empty() {
                set.questions.push(question);
            }
        }
    }
    Ok(found.into_iter().map(|(_, set)| set).collect())
}

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
    fn passage(self, set: &str) -> Passage {
        let turn = self.conversation.as_ref().and_then(|_| turn(&self.title, &self.text));
        let passage = Passage::new(id(&self.id, set), self.title, self.text);
        Passage { at: self.at, turn, ..passage }
    }
}

/// As `ruminate learn` reads it: every line of the conversations begins with who speaks.
fn turn(session: &str, text: &str) -> Option<Turn> {
    let (speaker, _) = text.split_once(": ")?;
    Some(Turn { speaker: speaker.to_owned(), session: session.to_owned() })
}

#[derive(Deserialize)]
struct AskedLine {
    question: String,
    gold: Vec<Value>,
    r#type: Option<String>,
    category: Option<u8>,
    conversation: Option<String>,
}

impl AskedLine {
    fn question(self, set: &str) -> Question {
        let category = self.category.map(|category| category.to_string());
        Question {
            text: self.question,
            gold: self.gold.iter().map(|gold| id(gold, set)).collect(),
            kind: self.r#type.or(category).unwrap_or_default(),
        }
    }
}

/// An id that no other set has.
fn id(value: &Value, set: &str) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => format!("{set}/{other}"),
    }
}

fn passages(path: &Path, set: &str) -> Result<Vec<Passage>> {
    Ok(lines::<PassageLine>(path)?.into_iter().map(|line| line.passage(set)).collect())
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    BufReader::new(file)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_>>()
        .with_context(|| path.display().to_string())
}

fn letters(text: &str, most: usize) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(most).collect()
}
