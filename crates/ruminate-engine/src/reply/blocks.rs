//! Labelled text brought to fields: seed A's `THOUGHT: / TYPE: / CONFIDENCE: / ---`.
//!
//! A text runs over lines and paragraphs until the next label or separator. A rule in the middle of a text
//! is part of it: it separates only where a record can end. So is a code block inside of a text, while a
//! code block around the records is not.

use super::fields::{Name, Piece, Reading, Schema, Value};
use super::labels::{self, Label};
use super::numbers;

/// The fields of the labelled text in a reply.
pub(super) fn reading(reply: &str, schema: &Schema) -> Reading {
    let mut place = None;
    let mut at = 0;
    let mut lines = Vec::new();
    for written in reply.split_inclusive('\n') {
        for part in unfold(written.trim_end(), schema) {
            let line = Line::of(part, schema);
            if place.is_none() && matches!(line, Line::Label(_)) {
                place = Some(at..reply.len());
            }
            lines.push(line);
        }
        at += written.len();
    }
    Reading { place, pieces: Assembly::of(schema, lines) }
}

/// A line for each record, where a model wrote several on one: `THOUGHT: a --- THOUGHT: b`.
fn unfold<'a>(line: &'a str, schema: &Schema) -> Vec<&'a str> {
    const RULE: &str = " --- ";
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in line.match_indices(RULE) {
        let after = at + RULE.len();
        if at >= from && labels::starts_with_label(&line[after..], schema) {
            parts.extend([&line[from..at], &line[at..after]]);
            from = after;
        }
    }
    parts.push(&line[from..]);
    parts
}

enum Line<'a> {
    Label(Label<'a>),
    Rule,
    /// The border of a code block; `named` is the one that says its language.
    Fence {
        named: bool,
        written: &'a str,
    },
    Blank,
    Text(&'a str),
}

impl<'a> Line<'a> {
    fn of(line: &'a str, schema: &Schema) -> Self {
        let bare = line.trim();
        if bare.is_empty() {
            return Self::Blank;
        }
        if let Some(language) = bare.strip_prefix("```").or_else(|| bare.strip_prefix("~~~")) {
            return Self::Fence { named: !language.is_empty(), written: line };
        }
        if labels::is_rule(bare) {
            return Self::Rule;
        }
        labels::label(line, schema).map_or(Self::Text(line), Self::Label)
    }
}

struct Open<'a> {
    name: Name,
    about: Option<u32>,
    lines: Vec<&'a str>,
}

struct Assembly<'a> {
    schema: &'a Schema,
    pieces: Vec<Piece>,
    open: Option<Open<'a>>,
    /// In a code block around the records.
    around: bool,
    /// In a code block inside of a text.
    inside: bool,
}

impl<'a> Assembly<'a> {
    fn of(schema: &'a Schema, lines: Vec<Line<'a>>) -> Vec<Piece> {
        let separates = separators(&lines, schema.main);
        let mut assembly =
            Self { schema, pieces: Vec::new(), open: None, around: false, inside: false };
        for (line, separates) in lines.into_iter().zip(separates) {
            match line {
                Line::Label(label) => assembly.label(label),
                Line::Rule if separates => {
                    assembly.close();
                    assembly.pieces.push(Piece::Break);
                }
                Line::Rule => assembly.text("---"),
                Line::Fence { named, written } => assembly.fence(named, written),
                Line::Blank => assembly.blank(),
                Line::Text(text) => assembly.text(text),
            }
        }
        assembly.drop_fragment();
        assembly.close();
        assembly.pieces
    }

    fn label(&mut self, label: Label<'a>) {
        self.close();
        self.inside = false;
        self.open = Some(Open { name: label.name, about: label.about, lines: Vec::new() });
        if !label.value.is_empty() {
            self.text(label.value);
        }
    }

    fn text(&mut self, text: &'a str) {
        let Some(open) = &mut self.open else {
            self.pieces.push(Piece::Loose(text.to_owned()));
            return;
        };
        let (head, tail) = labels::split_tail(text, self.schema);
        open.lines.push(head);
        if open.name.is_short() || !tail.is_empty() {
            self.close();
        }
        for label in tail.into_iter().rev() {
            self.pieces.push(Piece::Field(label.name, Value::Text(label.value.to_owned())));
        }
    }

    fn blank(&mut self) {
        match &mut self.open {
            Some(open) if !open.name.is_short() => open.lines.push(""),
            Some(_) => {}
            None => self.pieces.push(Piece::Loose(String::new())),
        }
    }

    fn fence(&mut self, named: bool, written: &'a str) {
        match &mut self.open {
            Some(_) if self.around && !self.inside && !named => {
                self.close();
                self.around = false;
            }
            Some(open) => {
                open.lines.push(written);
                self.inside = !self.inside;
            }
            None => {
                self.around = !self.around;
                self.pieces.push(Piece::Loose(written.to_owned()));
            }
        }
    }

    /// Where the reply was cut inside of a label or a separator, the piece of it is no text.
    fn drop_fragment(&mut self) {
        let Some(open) = &mut self.open else { return };
        let is_fragment = |line: &str| labels::is_fragment(line, self.schema);
        if open.lines.len() > 1
            && !self.inside
            && open.lines.last().is_some_and(|line| is_fragment(line))
        {
            open.lines.pop();
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let value = open.lines.join("\n");
        let piece = match open.about {
            None => Some(Piece::Field(open.name, Value::Text(value))),
            Some(question) => numbers::priority(&value)
                .map(|priority| Piece::Reprioritised { question, priority }),
        };
        self.pieces.extend(piece);
    }
}

/// For each line, whether it separates records if it is a rule. It does not when prose follows it and the
/// label after that is one that continues a record: then the text that was begun goes on.
fn separators(lines: &[Line], main: Name) -> Vec<bool> {
    let mut separates = vec![true; lines.len()];
    let mut next_label = None;
    let mut prose_follows = false;
    for (at, line) in lines.iter().enumerate().rev() {
        match line {
            Line::Label(label) => (next_label, prose_follows) = (Some(label.name), false),
            Line::Text(_) | Line::Fence { .. } => prose_follows = true,
            Line::Rule => {
                separates[at] = !prose_follows || next_label.is_none_or(|name| name == main);
            }
            Line::Blank => {}
        }
    }
    separates
}
