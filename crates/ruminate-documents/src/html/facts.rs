//! What a page says about itself: its title, and when it was written.

use super::tree::{Id, Tree};
use crate::dates::{self, Date};
use crate::title::on_one_line;

#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) title: String,
    pub(super) at: Option<Date>,
    /// Its code, as the page writes it.
    pub(super) language: Option<String>,
    /// What its links start from, if not from the page itself.
    pub(super) base: Option<String>,
}

pub(super) fn read(tree: &Tree, article: Id) -> Facts {
    let mut seen = Seen::default();
    for id in 0..tree.nodes.len() {
        seen.take(tree, id, article);
    }
    // What the page calls its article is more to the point than what it calls itself.
    let called = seen.called.or(seen.page.clone());
    let headline = seen.headline.filter(|_| seen.headlines == 1);
    let title = headline.or(called.map(|title| without_site(&title))).unwrap_or_default();
    let at = [seen.published, seen.machine, seen.time].into_iter().flatten().next();
    Facts { title, at, language: seen.language, base: seen.base }
}

/// More headlines are not looked at.
const LOOKS: usize = 10;

#[derive(Default)]
struct Seen {
    page: Option<String>,
    called: Option<String>,
    headline: Option<String>,
    headlines: usize,
    looks: usize,
    published: Option<Date>,
    machine: Option<Date>,
    time: Option<Date>,
    language: Option<String>,
    base: Option<String>,
}

impl Seen {
    fn take(&mut self, tree: &Tree, id: Id, article: Id) {
        let Some(marks) = tree.marks(id) else { return };
        let text = |id| Some(on_one_line(&tree.text_within(id))).filter(|text| !text.is_empty());
        let named =
            |value: &String| Some(value.trim().to_owned()).filter(|value| !value.is_empty());
        match tree.tag(id) {
            "html" if self.language.is_none() => self.language = named(&marks.language),
            "base" if self.base.is_none() => self.base = named(&marks.leads_to),
            "title" if self.page.is_none() => self.page = text(id),
            "meta" if marks.property == "og:title" && self.called.is_none() => {
                self.called = Some(on_one_line(&marks.content)).filter(|title| !title.is_empty());
            }
            "meta" if is_published(&marks.property) && self.published.is_none() => {
                self.published = dates::of(&marks.content);
            }
            "h1" if self.looks < LOOKS => {
                self.looks += 1;
                if let Some(text) = text(id) {
                    self.headlines += 1;
                    self.headline.get_or_insert(text);
                }
            }
            "script" if marks.content == "application/ld+json" && self.machine.is_none() => {
                let script = tree.text_within(id);
                let after = script.split("\"datePublished\"").nth(1).unwrap_or_default();
                let value = after.trim_start_matches([':', ' ', '\n']).strip_prefix('"');
                self.machine = value.and_then(|value| dates::of(value.split('"').next()?));
            }
            // The time of the article, or of what is right before it.
            "time" if self.time.is_none() && id > article / 2 => {
                self.time = dates::of(&marks.content)
            }
            _ if is_published(&marks.property) && self.published.is_none() => {
                self.published = dates::of(&marks.content);
            }
            _ => {}
        }
    }
}

fn is_published(property: &str) -> bool {
    matches!(
        property,
        "article:published_time"
            | "datepublished"
            | "date"
            | "dc.date"
            | "dc.date.issued"
            | "pubdate"
            | "publish-date"
            | "parsely-pub-date"
            | "citation_publication_date"
    )
}

/// "Scheduling | Kubernetes Weekly" is about scheduling: the longest part is the title.
fn without_site(title: &str) -> String {
    let parts = [" | ", " - ", " – ", " — ", " :: ", " » ", " · "];
    let Some(mark) = parts.iter().find(|mark| title.contains(**mark)) else {
        return title.to_owned();
    };
    let longest = title.split(mark).reduce(longer);
    longest.unwrap_or(title).trim().to_owned()
}

fn longer<'a>(a: &'a str, b: &'a str) -> &'a str {
    if b.chars().count() > a.chars().count() { b } else { a }
}
