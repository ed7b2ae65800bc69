//! `ruminate recall …`

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use ruminate_engine::quote::telling;
use ruminate_types::knowledge::BadSilo;
use ruminate_types::mind::FoundPassage;
use ruminate_types::ports::mind::PassagesWanted;
use ruminate_types::{LessonId, Silo};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::{Global, Recall};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::knowing::Knowing;
use crate::output::{note, say, say_json, tame};
use crate::view::printable;

/// What is shown of a passage's text.
const EXCERPT: usize = 300;

pub(crate) async fn recall(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    recall: Recall,
) -> Result<Exit, Failure> {
    let silo = recall.silo.as_deref().map(str::parse::<Silo>).transpose();
    let silo = silo.map_err(|bad: BadSilo| Failure::usage(bad.to_string(), "leave --silo out"))?;
    if recall.question.as_deref().is_some_and(|question| question.trim().is_empty()) {
        let hint = "ruminate recall \"Who wrote it?\" shows the passages that answer it";
        return Err(Failure::usage("the question is empty", hint));
    }
    let knowing = Knowing::of(loaded, global)?;
    if let Some(silo) = &silo {
        knowing.expect_silo(silo).await?;
    }
    let wanted = PassagesWanted { k: recall.k as usize, silo, texts: true };
    match (&recall.question, &recall.questions) {
        (Some(question), None) => one(&knowing, question, &wanted, global).await,
        (None, Some(file)) => many(&knowing, file, wanted).await,
        _ => {
            let hint = "ruminate recall \"a question\", or --questions FILE with one in each line";
            Err(Failure::usage("there is no question", hint))
        }
    }
}

async fn one(
    knowing: &Knowing,
    question: &str,
    wanted: &PassagesWanted,
    global: &Global,
) -> Result<Exit, Failure> {
    let passages = knowing.minds.passages(&knowing.owner, question, wanted).await?;
    if global.json {
        say_json(&json!({ "question": question, "passages": passages }))?;
        return Ok(Exit::Done);
    }
    if passages.is_empty() {
        match knowing.minds.status(&knowing.owner).await?.passages {
            0 => say!("Nothing was learned yet. Begin: {} learn FILE", global.program())?,
            _ => say!("Nothing that is known has to do with that.")?,
        }
        return Ok(Exit::Done);
    }
    for (number, passage) in (1..).zip(&passages) {
        let FoundPassage { source_id, title, score, why, copies, said } = passage;
        let ids: Vec<&str> =
            std::iter::once(source_id).chain(copies).map(LessonId::as_str).collect();
        say!("{number}. {}  ({score:.2}, {})", printable(title), printable(&ids.join(", ")))?;
        let text = said.as_ref().map_or("", |said| &said.text);
        say!("   {}", printable(&telling(question, text, EXCERPT)))?;
        for hop in why {
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
async fn many(knowing: &Knowing, file: &str, everywhere: PassagesWanted) -> Result<Exit, Failure> {
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
        let silo = line.silo.or_else(|| everywhere.silo.clone());
        let wanted = PassagesWanted { silo, texts: false, ..everywhere };
        let passages = knowing.minds.passages(&knowing.owner, &line.question, &wanted).await?;
        writeln!(out, "{}", tame(&json!({ "id": line.id, "passages": passages }).to_string()))?;
    }
    out.flush()?;
    Ok(exit)
}
