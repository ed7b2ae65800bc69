//! CSV and TSV: triples if the header says so, or if there are three columns and the second has nothing
//! but relations; otherwise each row is a passage of its own, told with the names of the columns.
//!
//! Rows are read one by one. A quote that is never closed makes one row of all that follows, so the
//! source is cut off where a row is too long.

use std::io::{self, BufRead, Read};

use csv::{ByteRecord, ReaderBuilder};

use crate::dates;
use crate::encoding::without_controls;
use crate::error::DocumentError;
use crate::out::{Halt, Out};
use crate::piece::Passage;
use crate::report::{Note, Place};
use crate::title::{Named, on_one_line};
use crate::triple::{self, Written};

/// So many rows are looked at before it is decided.
const SAMPLE: usize = 16;

const SUBJECT: &[&str] = &["subject", "head", "source entity"];
const RELATION: &[&str] = &["relation", "predicate", "property"];
const OBJECT: &[&str] = &["object", "tail", "target entity"];
const TITLE: &[&str] = &["title", "name", "subject", "heading"];
const AT: &[&str] = &["at", "date", "when", "created", "time", "timestamp"];
const TEXT: &[&str] = &["text", "note", "notes", "content", "body"];

pub(crate) fn is_header_of_triples(line: &str) -> bool {
    let delimiter = if line.contains('\t') { '\t' } else { ',' };
    let names: Vec<String> = line.split(delimiter).map(lowered).collect();
    Columns::of_triples(&names).is_some()
}

fn lowered(name: &str) -> String {
    name.trim().trim_matches('"').trim().to_lowercase()
}

fn position(names: &[String], wanted: &[&str]) -> Option<usize> {
    names.iter().position(|name| wanted.contains(&name.as_str()))
}

struct Columns {
    subject: usize,
    relation: usize,
    object: usize,
    confidence: Option<usize>,
    source: Option<usize>,
}

impl Columns {
    fn of_triples(names: &[String]) -> Option<Self> {
        Some(Self {
            subject: position(names, SUBJECT)?,
            relation: position(names, RELATION)?,
            object: position(names, OBJECT)?,
            confidence: position(names, &["confidence", "weight", "probability"]),
            source: position(names, &["source"]),
        })
    }
}

enum Shape {
    Triples(Columns),
    Rows(Vec<String>),
}

pub(crate) fn read(mut source: impl BufRead, named: &Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let name = out.name;
    let failed = |error: &io::Error| DocumentError::io(name, error);
    let start = source.fill_buf().map_err(|error| failed(&error))?;
    let delimiter = delimiter(start);
    let capped = Capped { source, most: out.limits.line_bytes, left: out.limits.line_bytes };
    let mut rows = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(BUFFER)
        .from_reader(capped);
    let mut row = ByteRecord::new();
    let mut shape = None;
    let mut first = Vec::new();
    let mut replaced = 0;
    loop {
        let line = rows.position().line();
        rows.get_mut().renew();
        match rows.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) if is_too_long(&error) => {
                let why = "the row that begins here is too long: is a quote not closed?";
                out.skip(Place::Line(line), why);
                break;
            }
            Err(error) => return Err(DocumentError::damaged(name, error).into()),
        }
        let line = row.position().map_or(line, csv::Position::line);
        if row.len() > out.limits.columns {
            out.skip(Place::Line(line), format!("it has {} columns", row.len()));
            continue;
        }
        let values: Vec<String> = row.iter().map(|value| text_of(value, &mut replaced)).collect();
        match &shape {
            Some(shape) => give(shape, &values, line, named, out)?,
            None => {
                first.push((line, values));
                if first.len() == SAMPLE {
                    shape = Some(begin(std::mem::take(&mut first), named, out)?);
                }
            }
        }
    }
    begin(first, named, out)?;
    if replaced > 0 {
        out.note(Note::Replaced(replaced));
    }
    Ok(())
}

fn text_of(value: &[u8], replaced: &mut u64) -> String {
    let value = String::from_utf8_lossy(value);
    if let std::borrow::Cow::Owned(value) = &value {
        *replaced += value.matches(char::REPLACEMENT_CHARACTER).count() as u64;
    }
    without_controls(value.trim_start_matches('\u{feff}').trim().to_owned())
}

/// The first rows tell what the table is.
fn begin(rows: Vec<(u64, Vec<String>)>, named: &Named, out: &mut Out<'_>) -> Result<Shape, Halt> {
    let (shape, has_header) = shape_of(&rows);
    for (line, row) in rows.iter().skip(usize::from(has_header)) {
        give(&shape, row, *line, named, out)?;
    }
    Ok(shape)
}

fn shape_of(rows: &[(u64, Vec<String>)]) -> (Shape, bool) {
    let Some((_, first)) = rows.first() else { return (Shape::Rows(Vec::new()), false) };
    let names: Vec<String> = first.iter().map(|name| lowered(name)).collect();
    if let Some(columns) = Columns::of_triples(&names) {
        return (Shape::Triples(columns), true);
    }
    if first.len() == 1 && position(&names, TEXT).is_none() {
        // A list, each line a note.
        return (Shape::Rows(Vec::new()), false);
    }
    if rows.iter().all(|(_, row)| row.len() == 3 && is_relation(&row[1])) {
        let columns =
            Columns { subject: 0, relation: 1, object: 2, confidence: None, source: None };
        return (Shape::Triples(columns), false);
    }
    (Shape::Rows(first.clone()), true)
}

/// Relations are verbs, or written for programs; a column of names or numbers has neither all along.
fn is_relation(value: &str) -> bool {
    let for_programs = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    value.starts_with(char::is_lowercase) || value.contains('_') && value.chars().all(for_programs)
}

fn give(
    shape: &Shape,
    row: &[String],
    line: u64,
    named: &Named,
    out: &mut Out<'_>,
) -> Result<(), Halt> {
    match shape {
        Shape::Triples(columns) => triple(columns, row, line, out),
        Shape::Rows(names) => passage(names, row, named, out),
    }
}

fn triple(columns: &Columns, row: &[String], line: u64, out: &mut Out<'_>) -> Result<(), Halt> {
    if row.iter().all(String::is_empty) {
        return Ok(());
    }
    let value = |at: usize| row.get(at).cloned().unwrap_or_default();
    let written = Written {
        parts: [columns.subject, columns.relation, columns.object].map(value),
        confidence: columns.confidence.map(value).unwrap_or_default(),
        source: columns.source.map(value).unwrap_or_default(),
    };
    triple::give(written, line, out)
}

fn passage(names: &[String], row: &[String], named: &Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let lowered: Vec<String> = names.iter().map(|name| lowered(name)).collect();
    let of = |wanted: &[&str]| {
        let at = position(&lowered, wanted)?;
        Some((at, row.get(at)?.as_str())).filter(|(_, value)| !value.is_empty())
    };
    let (id, title, at, text) = (of(&["id"]), of(TITLE), of(AT), of(TEXT));
    let mut told: Vec<String> = Vec::new();
    for (column, value) in row.iter().enumerate() {
        let is_told = [&title, &at, &id].iter().any(|one| one.is_some_and(|(at, _)| at == column));
        if value.is_empty() || is_told && text.is_some() {
            continue;
        }
        match names.get(column).filter(|name| !name.is_empty()) {
            Some(_) if text.is_some_and(|(at, _)| at == column) => told.push(value.clone()),
            Some(name) => told.push(format!("{name}: {value}")),
            None => told.push(value.clone()),
        }
    }
    out.record(Passage {
        id: id.map(|(_, id)| id.to_owned()),
        title: title.map_or_else(|| named.title.clone(), |(_, title)| on_one_line(title)),
        text: told.join("; "),
        at: at.map_or_else(|| named.at.clone(), |(_, at)| dates::in_words(at)),
        turn: None,
    })
}

/// What the first line has most of.
fn delimiter(start: &[u8]) -> u8 {
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |mark: u8| line.iter().filter(|byte| **byte == mark).count();
    let most = [b',', b'\t', b';'].into_iter().rev().max_by_key(|mark| count(*mark));
    most.filter(|mark| count(*mark) > 0).unwrap_or(b',')
}

const BUFFER: usize = 64 * 1024;

/// Gives only so much between two rows.
struct Capped<R> {
    source: R,
    most: u64,
    left: u64,
}

impl<R> Capped<R> {
    fn renew(&mut self) {
        self.left = self.most.max(BUFFER as u64);
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a row is too long")]
struct TooLong;

impl<R: BufRead> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other(TooLong));
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.source.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

fn is_too_long(error: &csv::Error) -> bool {
    matches!(error.kind(), csv::ErrorKind::Io(error)
        if error.get_ref().is_some_and(|inner| inner.is::<TooLong>()))
}
