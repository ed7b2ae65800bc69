//! A document as headings and what is under them, and the passages it becomes.
//!
//! A passage's title names what it is about: the document, then the two innermost headings. More of
//! them would bury the words that a question has. A document short enough is one passage under its own
//! title; otherwise no passage reaches over a heading, unless what is under it is a scrap.

use crate::cut::{Size, cut, words};
use crate::markdown::is_field;
use crate::out::{Halt, Out};
use crate::piece::Passage;
use crate::title::{Named, on_one_line};

const BETWEEN: &str = " › ";

#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// As the document gives it.
    pub(crate) title: String,
    pub(crate) at: String,
    sections: Vec<Section>,
}

#[derive(Debug, Default)]
struct Section {
    /// The headings it is under, from the outermost, with their levels.
    path: Vec<(u8, String)>,
    paragraphs: Vec<String>,
    words: usize,
}

impl Outline {
    pub(crate) fn heading(&mut self, level: u8, text: &str) {
        let text = on_one_line(text);
        if text.is_empty() {
            return;
        }
        let above = self.sections.last().map_or(&[][..], |section| &section.path);
        let mut path: Vec<_> = above.iter().filter(|(other, _)| *other < level).cloned().collect();
        path.push((level, text));
        self.sections.push(Section { path, ..Section::default() });
    }

    /// A paragraph, an item of a list, a row of a table, a block of code.
    pub(crate) fn paragraph(&mut self, text: &str) {
        let text = text.trim_matches('\n').trim_end();
        let length = words(text);
        if length == 0 {
            return;
        }
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        if let Some(section) = self.sections.last_mut() {
            section.words += length;
            section.paragraphs.push(text.to_owned());
        }
    }

    /// All of it as one text: headings and paragraphs, with an empty line between them.
    pub(crate) fn text(&self) -> String {
        let parts = self.sections.iter().flat_map(|section| {
            let heading = section.path.last().map(|(_, heading)| heading.as_str());
            heading.into_iter().chain(section.paragraphs.iter().map(String::as_str))
        });
        parts.collect::<Vec<_>>().join("\n\n")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sections.iter().all(|section| section.paragraphs.is_empty())
    }

    /// Gives the passages. `named` is what the document's name tells.
    ///
    /// Where each heading of the first level names what is under it, each is a document of its own.
    pub(crate) fn give(mut self, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
        if self.title.trim().is_empty() && self.has_entries() {
            return self.give_entries(named, out);
        }
        let title = self.take_title(named.title);
        let at = if self.at.is_empty() { named.at } else { std::mem::take(&mut self.at) };
        let size = Size::up_to(out.limits.passage_words);
        for section in gathered(self.sections, size) {
            let title = titled(&title, &section.path);
            for text in cut(section.paragraphs.iter().map(String::as_str), size) {
                out.passage(Passage {
                    title: title.clone(),
                    text,
                    at: at.clone(),
                    ..Passage::default()
                })?;
            }
        }
        Ok(())
    }

    fn has_entries(&self) -> bool {
        let tops = || self.sections.iter().filter(|section| is_top(section));
        tops().count() > 1 && self.sections.first().is_some_and(is_top) && tops().all(is_entry)
    }

    fn give_entries(self, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
        let mut entries: Vec<Outline> = Vec::new();
        for section in self.sections {
            if is_top(&section) {
                entries.push(Outline { at: self.at.clone(), ..Outline::default() });
            }
            if let Some(entry) = entries.last_mut() {
                entry.sections.push(section);
            }
        }
        entries.into_iter().try_for_each(|entry| entry.give(named.clone(), out))
    }

    /// The title that the document says it has; else its only outermost heading, if it comes first;
    /// else what its name tells.
    fn take_title(&mut self, named: String) -> String {
        let outermost = self.sections.iter().filter_map(|section| section.path.first());
        let top = outermost.map(|(level, _)| *level).min();
        let is_top = |section: &Section| {
            section.path.len() == 1 && section.path.first().map(|(level, _)| *level) == top
        };
        let is_only = self.sections.iter().filter(|section| is_top(section)).count() == 1;
        let first = self.sections.iter().find(|section| !section.paragraphs.is_empty());
        let heading = first.and_then(|section| section.path.first()).cloned();
        let heading = heading.filter(|(level, _)| is_only && Some(*level) == top);
        let title = match (&heading, self.title.trim()) {
            (Some((_, heading)), "") => heading.clone(),
            (None, "") => named,
            (_, given) => on_one_line(given),
        };
        // What the title says already is not told again.
        for section in &mut self.sections {
            let says_it = |(_, text): &(u8, String)| is_same(text, &title);
            if section.path.first().is_some_and(says_it) {
                section.path.remove(0);
            }
        }
        title
    }
}

/// Whether a section stands right under a heading of the first level.
fn is_top(section: &Section) -> bool {
    matches!(section.path.as_slice(), [(1, _)])
}

/// Whether a heading names what is under it: "# ledger" over "Owner: Ann Lee", "# Ann Lee" over "Ann is" or "She is".
fn is_entry(section: &Section) -> bool {
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let (Some(first), Some((_, heading))) = (section.paragraphs.first(), section.path.first())
    else {
        return false;
    };
    let begins = word(first);
    is_field(first) || begins == word(heading) || matches!(begins.as_str(), "he" | "she" | "it")
}

/// Sections that are scraps told with the next, and a short document as one.
fn gathered(mut sections: Vec<Section>, size: Size) -> Vec<Section> {
    let total: usize = sections.iter().map(|section| section.words).sum();
    let mut gathered: Vec<Section> = Vec::new();
    for at in 0..sections.len() {
        let next = sections.get(at + 1).map_or(0, |next| common(&sections[at].path, &next.path));
        let mut section = std::mem::take(&mut sections[at]);
        if section.paragraphs.is_empty() && next < section.path.len() {
            // A heading with nothing under it, not even another heading, is all there is to tell.
            section.paragraphs.extend(section.path.pop().map(|(_, heading)| heading));
        }
        if section.paragraphs.is_empty() {
            continue;
        }
        match gathered.last_mut() {
            Some(last) if total <= size.whole() || last.words < size.scrap() => {
                last.append(section)
            }
            _ => gathered.push(section),
        }
    }
    if gathered.len() >= 2
        && let Some(last) = gathered.pop_if(|last| last.words < size.scrap())
        && let Some(before) = gathered.last_mut()
    {
        before.append(last);
    }
    gathered
}

impl Section {
    /// Takes what is under another heading: what both are under becomes the path, and what only one is
    /// under becomes text.
    fn append(&mut self, other: Section) {
        let common = common(&self.path, &other.path);
        if self.path.len() > common {
            let heading = told(&self.path[common..]);
            self.paragraphs.insert(0, heading);
            self.path.truncate(common);
        }
        if other.path.len() > common {
            self.paragraphs.push(told(&other.path[common..]));
        }
        self.words += other.words;
        self.paragraphs.extend(other.paragraphs);
    }
}

fn common(path: &[(u8, String)], other: &[(u8, String)]) -> usize {
    path.iter().zip(other).take_while(|(a, b)| a == b).count()
}

fn told(path: &[(u8, String)]) -> String {
    path.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(BETWEEN)
}

fn titled(title: &str, path: &[(u8, String)]) -> String {
    let innermost = &path[path.len().saturating_sub(2)..];
    let title = Some(title).filter(|title| !title.is_empty());
    let headings = innermost.iter().map(|(_, text)| text.as_str());
    title.into_iter().chain(headings).collect::<Vec<_>>().join(BETWEEN)
}

fn is_same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}
