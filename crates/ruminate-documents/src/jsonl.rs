//! JSON lines: a passage or a triple each. A line that is none is told, and the rest goes on.

use std::io::BufRead;

use serde_json::{Map, Value};

use crate::dates;
use crate::encoding::without_controls;
use crate::error::DocumentError;
use crate::lines::{Line, Lines};
use crate::out::{Halt, Out};
use crate::piece::{Passage, Turn};
use crate::report::{Note, Place};
use crate::talk::Records;
use crate::title::{Named, on_one_line};
use crate::triple::{self, Written};

/// The longest id. It is told with every passage.
const MOST_ID: usize = 1000;

pub(crate) fn read(source: impl BufRead, named: &Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let name = out.name;
    let mut lines = Lines::new(source, out.limits.line_bytes);
    let mut records = Records::default();
    let mut replaced = 0;
    loop {
        let at = lines.number + 1;
        let line = match lines.next().map_err(|error| DocumentError::io(name, &error))? {
            None => break,
            Some(Line::TooLong) => {
                let most = out.limits.line_bytes;
                out.skip(Place::Line(at), format!("it is longer than {most} bytes"));
                continue;
            }
            Some(Line::Whole(line)) => line,
        };
        let line = if at == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let line = String::from_utf8_lossy(line.trim_ascii());
        if line.is_empty() {
            continue;
        }
        if let std::borrow::Cow::Owned(line) = &line {
            replaced += line.matches(char::REPLACEMENT_CHARACTER).count() as u64;
        }
        match serde_json::from_str::<Map<String, Value>>(&line) {
            Ok(record) => give(record, at, named, &mut records, out)?,
            Err(error) => out.skip(Place::Line(at), told(&error)),
        }
    }
    records.end(out)?;
    if replaced > 0 {
        out.note(Note::Replaced(replaced));
    }
    Ok(())
}

/// The line is known, and always 1 to the parser.
fn told(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let told = told.split(" at line ").next().unwrap_or_default();
    format!("{told}, at character {}", error.column())
}

fn give(
    record: Map<String, Value>,
    line: u64,
    named: &Named,
    records: &mut Records,
    out: &mut Out<'_>,
) -> Result<(), Halt> {
    let Some(text) = one_of(&record, &["text", "content", "body"]) else {
        records.end(out)?;
        return give_triple(&record, line, out);
    };
    let id = one_of(&record, &["id"]).map(|id| told_apart(id, &record));
    if id.as_ref().is_some_and(|id| id.chars().count() > MOST_ID || id.contains(char::is_control)) {
        let why = format!("its `id` is longer than {MOST_ID} characters, or not on one line");
        out.skip(Place::Line(line), why);
        return Ok(());
    }
    let session =
        one_of(&record, &["session", "conversation"]).map(|session| on_one_line(&session));
    let title = one_of(&record, &["title"]).map(|title| on_one_line(&title));
    let title = title.or_else(|| session.clone()).unwrap_or_default();
    let turn = one_of(&record, &["speaker"]).map(|speaker| Turn {
        speaker: on_one_line(&speaker),
        session: session.unwrap_or_else(|| title.clone()),
    });
    let at = one_of(&record, &["at", "date", "timestamp"]).map(|at| dates::in_words(&at));
    let passage = Passage {
        id,
        title,
        text: without_controls(text),
        at: at.unwrap_or_else(|| named.at.clone()),
        turn,
    };
    records.give(passage, out)
}

fn give_triple(record: &Map<String, Value>, line: u64, out: &mut Out<'_>) -> Result<(), Halt> {
    let part = |names: &[&str]| one_of(record, names);
    let (Some(subject), Some(relation), Some(object)) =
        (part(&["subject"]), part(&["relation", "predicate"]), part(&["object"]))
    else {
        out.skip(Place::Line(line), "it has no `text`");
        return Ok(());
    };
    let confidence = match record.get("confidence") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(told)) => told.clone(),
        Some(told) => told.to_string(),
    };
    let source = part(&["source"]).unwrap_or_default();
    triple::give(Written { parts: [subject, relation, object], confidence, source }, line, out)
}

/// A text that looks like a number keeps its quotes: who gave the number 5 as an id is told 5, and who gave "5" is told
/// "5".
fn told_apart(id: String, record: &Map<String, Value>) -> String {
    let is_text = record.get("id").is_some_and(Value::is_string);
    match is_text && serde_json::from_str::<serde_json::Number>(&id).is_ok() {
        true => format!("\"{id}\""),
        false => id,
    }
}

/// The first of these fields that says something.
fn one_of(record: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| record.get(*name));
    values.find_map(|value| match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(bool) => Some(bool.to_string()),
        _ => None,
    })
}
