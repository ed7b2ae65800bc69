//! Markdown: headings make the outline, links are their text, a list is a paragraph with a line for
//! each item, and so are tables with their rows and blocks of code.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::dates;
use crate::out::{Halt, Out};
use crate::outline::Outline;
use crate::title::Named;

pub(crate) fn read(text: &str, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
    outline(text).give(named, out)
}

fn outline(text: &str) -> Outline {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_WIKILINKS
        | Options::ENABLE_MATH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut writing = Writing::default();
    for (event, at) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::SoftBreak if writing.is_between_fields(&text[at.end..]) => {
                writing.text.push('\n');
            }
            event => writing.take(event),
        }
    }
    writing.end_paragraph();
    writing.outline
}

#[derive(Default)]
struct Writing {
    outline: Outline,
    text: String,
    /// The lists that are open: the number of the next item, if they are numbered.
    lists: Vec<Option<u64>>,
    heading: Option<u8>,
    in_front: bool,
    /// Names of a table's columns, and the cells of the row that is open.
    columns: Vec<String>,
    cells: Vec<String>,
    /// Where the text begins that is struck out: whoever struck it says it no more.
    struck: Option<usize>,
}

impl Writing {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_front => self.front(&text),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) => {
                self.text.push_str(&text);
            }
            Event::DisplayMath(text) => self.text.push_str(&text),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::TaskListMarker(done) => self.text.push_str(if done { "[x] " } else { "[ ] " }),
            Event::InlineHtml(html) if html.starts_with("<br") => self.text.push('\n'),
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::Rule => {}
        }
    }

    /// Whether a break stands between lines such as "Owner: Ann Lee", which are lines to whoever wrote them.
    fn is_between_fields(&self, rest: &str) -> bool {
        let line = self.text.rsplit('\n').next().unwrap_or_default();
        is_field(line) && is_field(rest.lines().next().unwrap_or_default())
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.end_paragraph();
                self.heading = Some(depth(level));
            }
            Tag::Paragraph | Tag::BlockQuote(_) if self.lists.is_empty() => self.end_paragraph(),
            Tag::Paragraph if !self.text.ends_with(' ') => self.end_line(),
            Tag::CodeBlock(_) => {
                if self.lists.is_empty() {
                    self.end_paragraph();
                } else {
                    self.end_line();
                }
            }
            Tag::List(first) => {
                // A list goes with the line that announces it.
                self.end_line();
                self.lists.push(first);
            }
            Tag::Item => self.item(),
            Tag::MetadataBlock(_) => self.in_front = true,
            Tag::Table(_) => self.end_paragraph(),
            Tag::TableHead | Tag::TableRow => self.cells.clear(),
            Tag::FootnoteDefinition(_) => self.end_paragraph(),
            Tag::Strikethrough => self.struck = Some(self.text.len()),
            _ => {}
        }
    }

    fn item(&mut self) {
        const DEEPEST: usize = 8;
        self.end_line();
        let indent = "  ".repeat(self.lists.len().saturating_sub(1).min(DEEPEST));
        self.text.push_str(&indent);
        match self.lists.last_mut() {
            Some(Some(number)) => {
                self.text.push_str(&format!("{number}. "));
                *number = number.saturating_add(1);
            }
            _ => self.text.push_str("- "),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.text);
                if let Some(level) = self.heading.take() {
                    self.outline.heading(level, &text);
                }
            }
            // What comes before a list may announce it: it is closed when something else begins.
            TagEnd::Paragraph if !self.lists.is_empty() => self.end_line(),
            TagEnd::Paragraph if self.text.trim_end().ends_with(':') => self.end_line(),
            TagEnd::Paragraph | TagEnd::BlockQuote(_) if self.lists.is_empty() => {
                self.end_paragraph();
            }
            TagEnd::CodeBlock if self.lists.is_empty() => self.end_paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.end_paragraph();
                }
            }
            TagEnd::Item => self.end_line(),
            TagEnd::MetadataBlock(_) => self.in_front = false,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                self.cells.push(cell.trim().to_owned());
            }
            TagEnd::TableHead => self.columns = std::mem::take(&mut self.cells),
            TagEnd::TableRow => self.row(),
            TagEnd::Table => self.end_paragraph(),
            TagEnd::Strikethrough => {
                if let Some(start) = self.struck.take() {
                    self.text.truncate(start);
                    // With the space before it: another follows.
                    let length = self.text.trim_end_matches(' ').len();
                    self.text.truncate(length);
                }
            }
            _ => {}
        }
    }

    /// "Name: Ann; Age: 31", so that a row is understood without its head.
    fn row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let told =
            cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(|(at, cell)| {
                match self.columns.get(at).filter(|name| !name.is_empty()) {
                    Some(name) => format!("{name}: {cell}"),
                    None => cell.clone(),
                }
            });
        let row = told.collect::<Vec<_>>().join("; ");
        self.outline.paragraph(&row);
    }

    /// Two fields of the front matter count, in YAML or TOML.
    fn front(&mut self, text: &str) {
        for line in text.lines() {
            let Some((key, value)) = line.split_once([':', '=']) else { continue };
            let value = value.trim().trim_matches(['"', '\'']);
            match key.trim() {
                "title" if self.outline.title.is_empty() => self.outline.title = value.to_owned(),
                "date" | "created" if self.outline.at.is_empty() => {
                    self.outline.at = dates::in_words(value);
                }
                _ => {}
            }
        }
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
        self.outline.paragraph(&text);
    }
}

/// "Owner: Ann Lee", "**Owner:** Ann Lee".
pub(crate) fn is_field(line: &str) -> bool {
    const LONGEST_KEY: usize = 40;
    let is_mark = |c: char| matches!(c, '*' | '_' | '-' | ' ');
    let line = line.trim_start_matches(is_mark);
    let start = &line[..line.floor_char_boundary(LONGEST_KEY)];
    start.split_once(':').is_some_and(|(key, rest)| {
        let rest = rest.trim_start_matches(['*', '_']);
        key.starts_with(char::is_alphabetic)
            && key.split(' ').count() <= 4
            && key.chars().all(|c| c.is_alphabetic() || " -/'*_".contains(c))
            && (rest.is_empty() || rest.starts_with(' '))
    })
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
