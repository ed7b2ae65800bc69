//! The chosen part of a page, written as Markdown. One loop over the nodes, like everything here: a page
//! may nest as deep as it likes.

use std::collections::HashSet;

use super::article::Article;
use super::page::Link;
use super::tags::is_block;
use super::tree::{Id, Tree};

/// More links are not listed.
const MOST_LINKS: usize = 1_000;
/// Shorter blocks may be the same for a reason.
const REPEATED: usize = 40;
/// Lists and quotes within each other: deeper ones are written like the last.
const DEEPEST: usize = 8;

pub(super) fn write(
    tree: &Tree,
    article: &Article,
    resolve: &dyn Fn(&str) -> Option<String>,
) -> (String, Vec<Link>) {
    let mut writing = Writing::new(tree, resolve);
    let end = tree.nodes[article.root].end;
    // What is open, with where it ends.
    let mut open: Vec<(Id, Id)> = Vec::new();
    let mut id = article.root;
    while id < end {
        while let Some((closed, _)) = open.pop_if(|(_, end)| *end <= id) {
            writing.end(tree.tag(closed));
        }
        if article.left_out[id] {
            id = tree.nodes[id].end;
            continue;
        }
        match tree.text(id) {
            Some(text) => writing.text(text),
            None => {
                writing.start(id);
                open.push((id, tree.nodes[id].end));
            }
        }
        id += 1;
    }
    while let Some((closed, _)) = open.pop() {
        writing.end(tree.tag(closed));
    }
    writing.end_block();
    (writing.out, writing.links)
}

struct Writing<'a> {
    tree: &'a Tree,
    resolve: &'a dyn Fn(&str) -> Option<String>,
    out: String,
    /// The block that is being written.
    block: String,
    /// What stands before its first line: a heading's or an item's mark.
    mark: String,
    /// For each open list the number of its next item; none where items have none.
    lists: Vec<Option<u32>>,
    quotes: usize,
    /// Open `pre`.
    verbatim: usize,
    /// For each open table how many cells the row has so far and whether a row was written; none where
    /// a table only lays out the page.
    tables: Vec<Option<Row>>,
    /// Where what is emphasised begins, with its mark.
    emphases: Vec<(usize, &'static str)>,
    /// Where the open link's text begins, and where it leads.
    link: Option<(usize, String)>,
    links: Vec<Link>,
    known: HashSet<String>,
    told: HashSet<String>,
}

#[derive(Default)]
struct Row {
    cells: usize,
    is_later: bool,
}

impl<'a> Writing<'a> {
    fn new(tree: &'a Tree, resolve: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self {
            tree,
            resolve,
            out: String::new(),
            block: String::new(),
            mark: String::new(),
            lists: Vec::new(),
            quotes: 0,
            verbatim: 0,
            tables: Vec::new(),
            emphases: Vec::new(),
            link: None,
            links: Vec::new(),
            known: HashSet::new(),
            told: HashSet::new(),
        }
    }

    fn start(&mut self, id: Id) {
        let tag = self.tree.tag(id);
        if self.tree.nodes[id].is_block && self.row().is_none() {
            self.end_block();
        }
        match tag {
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(1)),
            "li" => self.item(),
            "blockquote" => self.quotes += 1,
            "pre" => self.verbatim += 1,
            "hr" => self.block.push_str("---"),
            "br" => self.block.push('\n'),
            "table" => self.tables.push(is_of_data(self.tree, id).then(Row::default)),
            "tr" if self.row().is_some() => {
                let caption = self.take_block();
                if !caption.trim().is_empty() {
                    self.put(caption.trim(), false);
                }
            }
            "td" | "th" => self.cell(),
            _ if emphasis(tag).is_some() => self.emphasize(tag),
            "a" if self.link.is_none() => {
                let told = self.tree.marks(id).map_or("", |marks| marks.leads_to.as_str());
                let address = Some(told).filter(|told| !told.is_empty()).and_then(self.resolve);
                self.link = address.map(|address| (self.block.len(), address));
            }
            _ => {
                if let Some(level) = heading(tag) {
                    self.mark = format!("{} ", "#".repeat(level));
                }
            }
        }
    }

    fn end(&mut self, tag: &str) {
        match tag {
            "a" => self.end_link(),
            _ if emphasis(tag).is_some() => self.end_emphasis(),
            "tr" => self.end_row(),
            "td" | "th" if self.row().is_some() => {}
            _ if is_block(tag) && (tag == "table" || self.row().is_none()) => self.end_block(),
            _ => {}
        }
        match tag {
            "ul" | "ol" => drop(self.lists.pop()),
            "table" => drop(self.tables.pop()),
            "blockquote" => self.quotes -= 1,
            "pre" => self.verbatim -= 1,
            "li" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.mark.clear(),
            _ => {}
        }
    }

    fn row(&mut self) -> Option<&mut Row> {
        self.tables.last_mut().and_then(Option::as_mut)
    }

    fn text(&mut self, text: &str) {
        if self.verbatim > 0 {
            self.block.push_str(text);
            return;
        }
        let is_cell = self.row().is_some();
        let is_code = self.emphases.iter().any(|(_, mark)| *mark == "`");
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            for c in word.chars() {
                // What would be read as a mark.
                let is_mark = matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<');
                if is_mark && !is_code || is_cell && c == '|' {
                    self.block.push('\\');
                }
                self.block.push(c);
            }
            let is_spaced = word.len() < part.len();
            if is_spaced && !self.block.is_empty() && !self.block.ends_with([' ', '\n']) {
                self.block.push(' ');
            }
        }
    }

    fn emphasize(&mut self, tag: &str) {
        if self.verbatim > 0 || self.mark.starts_with('#') {
            return;
        }
        let mark = emphasis(tag).unwrap_or_default();
        self.emphases.push((self.block.len(), mark));
        self.block.push_str(mark);
    }

    fn end_emphasis(&mut self) {
        if self.verbatim > 0 || self.mark.starts_with('#') {
            return;
        }
        let Some((at, mark)) = self.emphases.pop() else { return };
        let end = self.block.trim_end().len();
        // Emphasis of nothing is none, and marks stand against what they emphasise.
        if end <= at + mark.len() {
            self.block.truncate(at);
        } else {
            self.block.insert_str(end, mark);
        }
    }

    fn item(&mut self) {
        let depth = self.lists.len().clamp(1, DEEPEST) - 1;
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        self.mark = "  ".repeat(depth) + &mark;
    }

    fn cell(&mut self) {
        let Some(row) = self.row() else { return };
        row.cells += 1;
        if row.cells > 1 {
            self.block.push_str(" | ");
        }
    }

    fn end_row(&mut self) {
        let Some(row) = self.row() else { return };
        let Row { cells, is_later } = std::mem::replace(row, Row { cells: 0, is_later: true });
        let text = self.take_block().replace('\n', " ");
        if cells == 0 || text.trim().is_empty() {
            return;
        }
        let mut line = format!("| {} |", text.trim());
        if !is_later {
            line.push('\n');
            line.push_str(&"|---".repeat(cells));
            line.push('|');
        }
        self.put(&line, is_later);
    }

    fn end_link(&mut self) {
        let Some((at, url)) = self.link.take() else { return };
        // A link around a block ended with it.
        let text = self.block.get(at..).unwrap_or_default().trim().to_owned();
        if text.is_empty() || self.verbatim > 0 {
            return;
        }
        let is_spaced = self.block.ends_with(' ');
        self.block.truncate(at);
        if self.links.len() < MOST_LINKS && self.known.insert(url.clone()) {
            let text = text.replace('\\', "").replace('\n', " ");
            self.links.push(Link { url: url.clone(), text });
        }
        let target = url.replace(' ', "%20").replace('(', "%28").replace(')', "%29");
        self.block.push_str(&format!("[{}]({target})", text.replace('\n', " ")));
        if is_spaced {
            self.block.push(' ');
        }
    }

    fn end_block(&mut self) {
        while !self.emphases.is_empty() && self.verbatim == 0 && !self.mark.starts_with('#') {
            self.end_emphasis();
        }
        let block = self.take_block();
        if block.trim().is_empty() {
            return;
        }
        let mark = std::mem::take(&mut self.mark);
        if self.verbatim > 0 {
            let fence = if block.contains("```") { "````" } else { "```" };
            self.put(&format!("{fence}\n{}\n{fence}", block.trim_matches('\n')), false);
            return;
        }
        let text = block.trim();
        // Pages tell captions and teasers twice, for screens of different sizes.
        if text.len() >= REPEATED && !self.told.insert(text.to_owned()) {
            return;
        }
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let is_item = !self.lists.is_empty() && !mark.is_empty();
        let text = if mark.is_empty() {
            without_mark(&lines.join("  \n"))
        } else {
            format!("{mark}{}", lines.join(if mark.starts_with('#') { " " } else { "  \n" }))
        };
        self.put(&text, is_item);
    }

    /// What was written, with nothing left that points into it.
    fn take_block(&mut self) -> String {
        self.emphases.clear();
        self.link = None;
        std::mem::take(&mut self.block)
    }

    /// Writes a block, right after the one before it if it `is_next` of the same list or table.
    fn put(&mut self, block: &str, is_next: bool) {
        let quote = "> ".repeat(self.quotes.min(DEEPEST));
        if !self.out.is_empty() {
            let last =
                self.out.lines().next_back().unwrap_or_default().trim_start_matches(['>', ' ']);
            let follows =
                last.starts_with(['-', '|']) || last.starts_with(|c: char| c.is_ascii_digit());
            self.out.push_str(if is_next && follows { "\n" } else { "\n\n" });
        }
        for (at, line) in block.lines().enumerate() {
            if at > 0 {
                self.out.push('\n');
            }
            self.out.push_str(&quote);
            self.out.push_str(line);
        }
    }
}

/// Whether a table holds something, and does not only lay out the page.
fn is_of_data(tree: &Tree, table: Id) -> bool {
    let mut within = table + 1..tree.nodes[table].end;
    !within.any(|id| {
        let tag = tree.tag(id);
        is_block(tag) && !matches!(tag, "tbody" | "thead" | "tfoot" | "tr" | "td" | "th")
    })
}

/// A paragraph that begins like an item, a quote or a heading, and is none.
fn without_mark(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let number = first.strip_suffix(['.', ')']).filter(|number| number.parse::<u32>().is_ok());
    if let Some(number) = number {
        let (number, rest) = text.split_at(number.len());
        return format!("{number}\\{rest}");
    }
    let is_mark = matches!(first, "-" | "+" | ">") || first.starts_with('#');
    if is_mark { format!("\\{text}") } else { text.to_owned() }
}

fn emphasis(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "strong" | "b" => "**",
        "em" | "i" => "*",
        "code" => "`",
        _ => return None,
    })
}

fn heading(tag: &str) -> Option<usize> {
    let level = tag.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}
