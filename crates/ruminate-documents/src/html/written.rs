//! The chosen part of a page, written as an outline.

use std::collections::HashSet;

use super::tree::{Id, Tree};
use crate::outline::Outline;

/// Shorter paragraphs may be the same for a reason.
const REPEATED: usize = 40;

/// Writes what is within `root`, but for what is `left_out` with all that is in it.
pub(super) fn outline(tree: &Tree, left_out: &[bool], root: Id) -> Outline {
    let mut writing = Writing::default();
    let mut id = root;
    let end = tree.nodes[root].end;
    // Blocks that are open, with where they end.
    let mut open: Vec<(Id, Id)> = Vec::new();
    while id < end {
        while let Some((block, _)) = open.pop_if(|(_, end)| *end <= id) {
            writing.end(tree.tag(block));
        }
        if left_out[id] {
            id = tree.nodes[id].end;
            continue;
        }
        let tag = tree.tag(id);
        match tree.text(id) {
            Some(text) => writing.text(text, open.iter().any(|(id, _)| tree.tag(*id) == "pre")),
            None if tag == "br" => writing.text.push('\n'),
            None if tree.nodes[id].is_block => {
                writing.start(tag);
                open.push((id, tree.nodes[id].end));
            }
            None => {}
        }
        id += 1;
    }
    while let Some((block, _)) = open.pop() {
        writing.end(tree.tag(block));
    }
    writing.end_paragraph();
    writing.outline
}

#[derive(Default)]
struct Writing {
    outline: Outline,
    text: String,
    heading: Option<u8>,
    told: HashSet<String>,
}

impl Writing {
    fn text(&mut self, text: &str, as_it_is: bool) {
        if as_it_is {
            self.text.push_str(text);
            return;
        }
        // Line ends of the source are spaces; only `<br>` ends a line.
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            self.text.push_str(word);
            let is_spaced = word.len() < part.len();
            if is_spaced && !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                self.text.push(' ');
            }
        }
    }

    fn start(&mut self, tag: &str) {
        match tag {
            "td" | "th" if !self.text.trim().is_empty() => self.separate(),
            "td" | "th" => {}
            "li" | "dt" | "dd" | "tr" => {
                self.end_line();
                if tag == "li" {
                    self.text.push_str("- ");
                }
            }
            // A paragraph in an item is the item's.
            "p" | "div" if self.text.ends_with("- ") => {}
            _ => self.end_paragraph(),
        }
        self.heading = heading(tag).or(self.heading);
    }

    fn end(&mut self, tag: &str) {
        match tag {
            "td" | "th" => {}
            "li" | "dt" | "dd" | "tr" => self.end_line(),
            _ => self.end_paragraph(),
        }
        if heading(tag).is_some() {
            self.heading = None;
        }
    }

    fn separate(&mut self) {
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        self.text.push_str("; ");
    }

    fn end_line(&mut self) {
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        if length > 0 {
            self.text.push('\n');
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.heading {
            Some(level) => self.outline.heading(level, &text),
            None if text.trim() == "-" => {}
            // Pages tell captions and teasers twice, for screens of different sizes.
            None if text.len() >= REPEATED && !self.told.insert(text.trim().to_owned()) => {}
            None => self.outline.paragraph(&text),
        }
    }
}

fn heading(tag: &str) -> Option<u8> {
    let level = tag.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}
