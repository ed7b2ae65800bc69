//! JSON lines: a passage or a triple each. A line that is none is told, and the rest goes on.

use std::io::BufRead;

use serde::Deserialize;
use serde_json::{Number, Value};

use crate::cut::{Size, cut, words};
use crate::encoding::without_controls;
use crate::error::DocumentError;
use crate::lines::{Line, Lines};
use crate::out::{Halt, Out};
use crate::piece::{Passage, Triple, Turn};
use crate::report::{Note, Place};
use crate::title::{Named, on_one_line};

/// A line is one passage, however long, up to this: whoever made it has cut it already.
const PASSAGE_SIZES: usize = 5;

#[derive(Deserialize)]
struct Record {
    id: Option<Value>,
    title: Option<String>,
    #[serde(alias = "content", alias = "body")]
    text: Option<String>,
    #[serde(alias = "date", alias = "timestamp")]
    at: Option<Value>,
    speaker: Option<String>,
    session: Option<Value>,
    conversation: Option<Value>,
    subject: Option<String>,
    #[serde(alias = "predicate")]
    relation: Option<String>,
    object: Option<Value>,
    confidence: Option<f64>,
    source: Option<String>,
}

pub(crate) fn read(source: impl BufRead, named: &Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let name = out.name;
    let mut lines = Lines::new(source, out.limits.line_bytes);
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
        match serde_json::from_str::<Record>(&line) {
            Ok(record) => give(record, at, named, out)?,
            Err(error) => out.skip(Place::Line(at), told(&error)),
        }
    }
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

fn give(record: Record, line: u64, named: &Named, out: &mut Out<'_>) -> Result<(), Halt> {
    if let (Some(subject), Some(relation), Some(object)) =
        (&record.subject, &record.relation, record.object.as_ref().and_then(plain))
        && record.text.is_none()
    {
        let confidence = record.confidence.filter(|confidence| (0.0..=1.0).contains(confidence));
        let source = record.source.unwrap_or_else(|| format!("{}, line {line}", out.name));
        let [subject, relation, object] =
            [subject, relation, &object].map(|part| on_one_line(part));
        if subject.is_empty() || relation.is_empty() || object.is_empty() {
            out.skip(Place::Line(line), "a part of the triple is empty");
            return Ok(());
        }
        return out.triple(Triple { subject, relation, object, confidence, source });
    }
    let text = without_controls(record.text.unwrap_or_default());
    if text.trim().is_empty() {
        out.skip(Place::Line(line), "it has no `text`");
        return Ok(());
    }
    let id = record.id.as_ref().and_then(plain);
    let session = record.session.or(record.conversation).as_ref().and_then(plain);
    let title =
        record.title.filter(|title| !title.trim().is_empty()).map(|title| on_one_line(&title));
    let title = title.or_else(|| session.clone()).unwrap_or_default();
    let turn = record.speaker.filter(|speaker| !speaker.trim().is_empty()).map(|speaker| Turn {
        speaker: on_one_line(&speaker),
        session: session.unwrap_or_else(|| title.clone()),
    });
    let at = record.at.as_ref().and_then(plain).unwrap_or_else(|| named.at.clone());
    let passage = Passage { id, title, at, turn, text };
    if words(&passage.text) <= PASSAGE_SIZES * out.limits.passage_words {
        return out.passage(passage);
    }
    let size = Size::up_to(out.limits.passage_words);
    let parts = cut(passage.text.split("\n\n"), size);
    for (at, text) in parts.into_iter().enumerate() {
        let id = passage.id.as_ref();
        let id = id.map(|id| if at == 0 { id.clone() } else { format!("{id}#{}", at + 1) });
        out.passage(Passage { id, text, ..passage.clone() })?;
    }
    Ok(())
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(Number::to_string(number)),
        Value::Bool(bool) => Some(bool.to_string()),
        _ => None,
    }
}
