//! Paragraphs, headings, lists and tables of a Word document.

use std::collections::HashMap;

use super::level_of;
use super::package::Xml;
use crate::outline::Outline;

pub(super) struct Body {
    outline: Outline,
    headings: HashMap<String, u8>,
    /// Paragraphs that are open: a text box stands within a paragraph.
    open: Vec<Paragraph>,
    /// Items of the list that is being read.
    list: String,
    tables: Vec<Table>,
    in_text: bool,
    /// Elements that are open within one that is told twice, for older programs.
    fallback: usize,
}

#[derive(Default)]
struct Paragraph {
    text: String,
    heading: Option<u8>,
    is_item: bool,
}

#[derive(Default)]
struct Table {
    columns: Vec<String>,
    cells: Vec<String>,
    is_head: bool,
}

impl Body {
    pub(super) fn new(outline: Outline, headings: HashMap<String, u8>) -> Self {
        Self {
            outline,
            headings,
            open: Vec::new(),
            list: String::new(),
            tables: Vec::new(),
            in_text: false,
            fallback: 0,
        }
    }

    pub(super) fn take(&mut self, xml: Xml<'_>) {
        if self.fallback > 0 || matches!(xml, Xml::Start("Fallback", _)) {
            match xml {
                Xml::Start(..) => self.fallback += 1,
                Xml::End(_) => self.fallback -= 1,
                Xml::Text(_) => {}
            }
            return;
        }
        match xml {
            Xml::Start(name, element) => {
                let value = || element.attribute("val");
                let headings = &self.headings;
                let Some(paragraph) = self.open.last_mut() else { return self.start(name) };
                match name {
                    "pStyle" => {
                        let style = value().unwrap_or_default();
                        let level = headings.get(&style).copied().or_else(|| level_of(&style));
                        paragraph.heading = paragraph.heading.or(level);
                    }
                    "outlineLvl" => {
                        let level = value().and_then(|level| level.parse::<u8>().ok());
                        let level = level.filter(|level| *level < 9).map(|level| level + 1);
                        paragraph.heading = paragraph.heading.or(level);
                    }
                    "numPr" => paragraph.is_item = true,
                    "tab" if !paragraph.text.is_empty() => paragraph.text.push(' '),
                    "br" | "cr" => paragraph.text.push('\n'),
                    "noBreakHyphen" => paragraph.text.push('-'),
                    _ => self.start(name),
                }
            }
            Xml::Text(text) if self.in_text => {
                if let Some(paragraph) = self.open.last_mut() {
                    paragraph.text.push_str(text);
                }
            }
            Xml::Text(_) => {}
            Xml::End(name) => self.end(name),
        }
    }

    fn start(&mut self, name: &str) {
        match name {
            "p" => self.open.push(Paragraph::default()),
            "t" => self.in_text = true,
            "tbl" => {
                self.end_list();
                self.tables.push(Table::default());
            }
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    table.cells.push(String::new());
                }
            }
            "tblHeader" => {
                if let Some(table) = self.tables.last_mut() {
                    table.is_head = true;
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "p" => {
                if let Some(paragraph) = self.open.pop() {
                    self.paragraph(paragraph);
                }
            }
            "tr" => self.row(),
            "tbl" => _ = self.tables.pop(),
            _ => {}
        }
    }

    fn paragraph(&mut self, paragraph: Paragraph) {
        let text = paragraph.text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(cell) = self.tables.last_mut().and_then(|table| table.cells.last_mut()) {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(text);
            return;
        }
        if paragraph.is_item && paragraph.heading.is_none() {
            self.list.push_str("- ");
            self.list.push_str(text);
            self.list.push('\n');
            return;
        }
        self.end_list();
        match paragraph.heading {
            Some(0) if self.outline.title.is_empty() => self.outline.title = text.to_owned(),
            Some(0) => self.outline.heading(1, text),
            Some(level) => self.outline.heading(level, text),
            None => self.outline.paragraph(text),
        }
    }

    /// A row of a table within a table is a part of the cell it is in.
    fn row(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        let cells = std::mem::take(&mut table.cells);
        if std::mem::take(&mut table.is_head) && table.columns.is_empty() {
            table.columns = cells;
            return;
        }
        let told =
            cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(|(at, cell)| {
                match table.columns.get(at).filter(|name| !name.is_empty()) {
                    Some(name) => format!("{name}: {cell}"),
                    None => cell.clone(),
                }
            });
        let row = told.collect::<Vec<_>>().join("; ");
        let depth = self.tables.len();
        let outer = depth.checked_sub(2).and_then(|at| self.tables[at].cells.last_mut());
        match outer {
            Some(cell) => {
                cell.push(' ');
                cell.push_str(&row);
            }
            None => self.outline.paragraph(&row),
        }
    }

    fn end_list(&mut self) {
        let list = std::mem::take(&mut self.list);
        self.outline.paragraph(&list);
    }

    pub(super) fn finish(mut self) -> Outline {
        self.end_list();
        self.outline
    }
}
