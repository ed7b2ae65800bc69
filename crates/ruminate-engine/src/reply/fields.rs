//! The one shape both formats are brought to: named fields, with breaks between records.
//!
//! A labelled line and a JSON entry say the same thing in two ways, so what comes after (grouping,
//! defaults, duplicates) is written once.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Thought,
    Type,
    Confidence,
    Contradicts,
    Question,
    Priority,
    Why,
    Parent,
    Id,
    Synthesis,
    Insights,
    Remaining,
}

impl Name {
    /// Its value is one word or number: it ends with its line.
    pub(super) fn is_short(self) -> bool {
        use Name::*;
        matches!(self, Type | Confidence | Contradicts | Priority | Parent | Id)
    }

    pub(super) fn is_list(self) -> bool {
        matches!(self, Name::Insights | Name::Remaining)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Items(Vec<String>),
}

impl Value {
    /// The value as one text: the first item of a list.
    pub(super) fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            Value::Items(items) => items.first().map_or("", String::as_str),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Field(Name, Value),
    /// `PRIORITY Q3: 7`: about an earlier question, not about the one being written.
    Reprioritised {
        question: u32,
        priority: u8,
    },
    /// Text under no label.
    Loose(String),
    /// One record ends and another may begin.
    Break,
}

/// What one format made of a reply, and the place in it from the first field to the last.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) place: Option<Range<usize>>,
    pub(super) pieces: Vec<Piece>,
}

impl Reading {
    pub(super) fn start(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.start)
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Field(known, _) if *known == name))
    }
}

/// What may be read in one kind of reply. All names are lower case, without spaces or underscores.
pub(super) struct Schema {
    /// The field that makes a record: without it there is none.
    pub(super) main: Name,
    /// Names that count both as labels and as JSON keys.
    pub(super) names: &'static [(&'static str, Name)],
    /// Names that count as JSON keys alone: as labels they would be found in ordinary prose.
    pub(super) keys: &'static [(&'static str, Name)],
    /// Keys that stand for the main field where the object is certainly a record.
    pub(super) generic: &'static [&'static str],
    /// Keys of lists of records.
    pub(super) containers: &'static [&'static str],
    /// A main text that was cut is better than none.
    pub(super) keeps_cut_text: bool,
}

impl Schema {
    pub(super) fn label(&self, name: &str) -> Option<Name> {
        self.names.iter().find(|(known, _)| *known == name).map(|(_, name)| *name)
    }

    pub(super) fn key(&self, name: &str) -> Option<Name> {
        let of_table = |table: &[(&str, Name)]| {
            table.iter().find(|(known, _)| *known == name).map(|(_, name)| *name)
        };
        of_table(self.names).or_else(|| of_table(self.keys))
    }
}

/// The fields of one thought, question or synthesis.
#[derive(Debug, Default)]
pub(super) struct Record(Vec<(Name, Value)>);

impl Record {
    pub(super) fn get(&self, name: Name) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.text())
    }

    fn has(&self, name: Name) -> bool {
        self.get(name).is_some()
    }
}

/// Groups fields into records. Separators may be missing and labels come in any order, so a record also
/// ends where a field comes that it has already, provided that it has its main one.
pub(super) fn records(pieces: &[Piece], main: Name) -> Vec<Record> {
    let mut records = vec![Record::default()];
    for piece in pieces {
        let Some(current) = records.last_mut() else { break };
        match piece {
            Piece::Break => records.push(Record::default()),
            Piece::Field(name, value) if current.has(main) && current.has(*name) => {
                records.push(Record(vec![(*name, value.clone())]));
            }
            Piece::Field(name, value) if !current.has(*name) => {
                current.0.push((*name, value.clone()));
            }
            Piece::Field(..) | Piece::Reprioritised { .. } | Piece::Loose(_) => {}
        }
    }
    records
}

/// The records of a reply that may be in either format, or in both.
///
/// JSON with labelled text after it are two parts of one reply. Otherwise one contains the other, and the
/// reading with more records is believed; between equals, the one that starts first. Labels inside of JSON
/// are its keys without quotes, and never win over it.
pub(super) fn of_either<T>(
    json: &Reading,
    text: &Reading,
    read: impl Fn(&Reading) -> Vec<T>,
) -> Vec<T> {
    let (mut of_json, of_text) = (read(json), read(text));
    let (Some(json), Some(text)) = (&json.place, &text.place) else {
        return if of_json.is_empty() { of_text } else { of_json };
    };
    if json.end <= text.start {
        of_json.extend(of_text);
        return of_json;
    }
    let json_wins = match of_json.len().cmp(&of_text.len()) {
        Ordering::Greater => true,
        Ordering::Equal => json.start <= text.start,
        Ordering::Less => json.contains(&text.start) && !of_json.is_empty(),
    };
    if json_wins { of_json } else { of_text }
}

/// Keeps the first of those with the same text.
pub(super) fn keep_first<T>(records: &mut Vec<T>, text: impl Fn(&T) -> &str) {
    let mut seen = HashSet::new();
    records.retain(|record| seen.insert(text(record).to_owned()));
}
