//! `ruminate recall …`

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;

use ruminate_mind::{Awake, Hit, Keeper};
use ruminate_types::knowledge::BadSilo;
use ruminate_types::ports::knowledge::Knowledge;
use ruminate_types::{Owner, Silo};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::{Global, Recall};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::{note, say, say_json, tame};
use crate::view::{one_line, printable};
use crate::wiring::{mind_dir, open_store};

/// What is shown of a passage's text.
const EXCERPT: u16 = 300;

pub(crate) async fn recall(
    loaded: Loaded,
    global: &Global,
    recall: Recall,
) -> Result<Exit, Failure> {
    let silo = recall.silo.as_deref().map(str::parse::<Silo>).transpose();
    let silo = silo.map_err(|bad: BadSilo| Failure::usage(bad.to_string(), "leave --silo out"))?;
    let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
    let owner = Owner::local();
    let mind = Keeper::new(store.clone(), mind_dir(&loaded.home)).wake(&owner).await?;
    let asked = Asked { mind, silo, k: recall.k as usize };
    match (&recall.question, &recall.questions) {
        (Some(question), None) => one(&asked, &*store, &owner, question, global).await,
        (None, Some(file)) => many(&asked, file),
        _ => {
            let hint = "ruminate recall \"a question\", or --questions FILE with one in each line";
            Err(Failure::usage("there is no question", hint))
        }
    }
}

struct Asked {
    mind: Awake,
    silo: Option<Silo>,
    k: usize,
}

impl Asked {
    fn hits(&self, question: &str, silo: Option<&Silo>) -> Vec<Hit> {
        let mind = self.mind.read();
        match silo.or(self.silo.as_ref()) {
            Some(silo) => mind.recall.recall_in(silo.as_str(), question, self.k),
            None => mind.recall.recall(question, self.k),
        }
    }
}

async fn one(
    asked: &Asked,
    knowledge: &dyn Knowledge,
    owner: &Owner,
    question: &str,
    global: &Global,
) -> Result<Exit, Failure> {
    let hits = asked.hits(question, None);
    let mut passages = Vec::new();
    for hit in &hits {
        // It may have been forgotten a moment ago.
        let Some(known) = knowledge.known(owner, &hit.source_id).await? else { continue };
        passages.push((hit, known));
    }
    if global.json {
        let passages: Vec<Value> = passages
            .iter()
            .map(|(hit, known)| {
                let mut row = row(hit);
                row["text"] = json!(known.lesson.text);
                row["source"] = json!(known.source);
                row["silo"] = json!(known.silo);
                row
            })
            .collect();
        say_json(&json!({ "question": question, "passages": passages }))?;
        return Ok(Exit::Done);
    }
    if passages.is_empty() {
        match asked.mind.read().recall.is_empty() {
            true => say!("Nothing was learned yet. Begin: ruminate learn FILE")?,
            false => say!("Nothing that is known has to do with that.")?,
        }
        return Ok(Exit::Done);
    }
    for (number, (hit, known)) in (1..).zip(&passages) {
        say!(
            "{number}. {}  ({:.2}, {})",
            printable(&hit.title),
            hit.score,
            printable(&hit.source_id)
        )?;
        say!("   {}", one_line(&known.lesson.text, EXCERPT))?;
        for hop in &hit.why {
            say!("   - {}", printable(&hop.to_string()))?;
        }
    }
    Ok(Exit::Done)
}

/// A question in a file of them.
#[derive(Deserialize)]
struct Line {
    id: Value,
    question: String,
    silo: Option<Silo>,
}

/// Answers questions line by line. A line that cannot be read is told, and the others are answered.
fn many(asked: &Asked, file: &str) -> Result<Exit, Failure> {
    let lines: Box<dyn BufRead> = match file {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(BufReader::new(File::open(path).map_err(|error| {
            let hint = "name a file with a line {\"id\", \"question\"} for each question";
            Failure::usage(format!("{path} cannot be read: {error}"), hint)
        })?)),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Done;
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.map_err(|error| {
            Failure::usage(format!("{file}, line {number}: {error}"), "give it as UTF-8 text")
        })?;
        if line.trim().is_empty() {
            continue;
        }
        let line: Line = match serde_json::from_str(&line) {
            Ok(line) => line,
            Err(error) => {
                note!("{}, line {number}: {error}", printable(file));
                exit = Exit::Partly;
                continue;
            }
        };
        let passages: Vec<Value> =
            asked.hits(&line.question, line.silo.as_ref()).iter().map(row).collect();
        writeln!(out, "{}", tame(&json!({ "id": line.id, "passages": passages }).to_string()))?;
    }
    out.flush()?;
    Ok(exit)
}

/// An id as its JSON line gave it: a number, or a text. (Texts that look like numbers are kept in quotes.)
fn as_given(id: &str) -> Value {
    match serde_json::from_str(id) {
        Ok(given @ Value::Number(_)) => given,
        Ok(Value::String(given)) => given.into(),
        _ => id.into(),
    }
}

pub(super) fn row(hit: &Hit) -> Value {
    json!({
        "source_id": as_given(&hit.source_id),
        "title": hit.title,
        "score": hit.score,
        "why": hit.why,
    })
}
