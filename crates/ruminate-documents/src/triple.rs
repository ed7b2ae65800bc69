//! A fact as a line or a row of a document writes it.

use crate::out::{Halt, Out};
use crate::piece::Triple;
use crate::report::Place;
use crate::title::on_one_line;

/// Empty where the document says nothing.
pub(crate) struct Written {
    pub(crate) parts: [String; 3],
    pub(crate) confidence: String,
    pub(crate) source: String,
}

/// One that lacks a part, or whose confidence is none, is told and left out: to believe it as if nothing was said of
/// that would be to believe it more than its author does.
pub(crate) fn give(written: Written, line: u64, out: &mut Out<'_>) -> Result<(), Halt> {
    let Written { parts, confidence, source } = written;
    let [subject, relation, object] = parts.map(|part| on_one_line(&part));
    if subject.is_empty() || relation.is_empty() || object.is_empty() {
        out.skip(Place::Line(line), "a part of the triple is missing");
        return Ok(());
    }
    let Ok(confidence) = believed(confidence.trim()) else {
        out.skip(Place::Line(line), "its confidence is no number from 0 to 1");
        return Ok(());
    };
    let source = Some(on_one_line(&source)).filter(|source| !source.is_empty());
    out.triple(Triple { subject, relation, object, confidence, source })
}

struct NoConfidence;

fn believed(told: &str) -> Result<Option<f64>, NoConfidence> {
    if told.is_empty() {
        return Ok(None);
    }
    let number = told.parse().map_err(|_| NoConfidence)?;
    if (0.0..=1.0).contains(&number) { Ok(Some(number)) } else { Err(NoConfidence) }
}
