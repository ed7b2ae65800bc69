//! HTML: the article of a page, without what is around it.
//!
//! Read by hand on the tokens of html5ever. The crates that do the same recurse over the page, and
//! end the process, or take minutes, on elements nested 100,000 deep; here nothing recurses, and every
//! pass over a page is a loop over its nodes.

mod article;
mod choice;
mod code;
mod facts;
mod markdown;
mod measures;
mod names;
mod page;
mod tags;
mod tree;
mod written;

use encoding_rs::Encoding;

pub(crate) use page::read as read_page;
pub use page::{Link, WebPage};

use crate::dates::Date;
use crate::error::DocumentError;
use crate::out::{Halt, Out};
use crate::report::Note;
use crate::title::Named;

pub(crate) fn read(text: &str, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let Some(tree) = tree::Tree::read(text, out.limits.depth) else {
        return Err(DocumentError::damaged(out.name, "it has more elements than any page").into());
    };
    let article = article::find(&tree);
    let mut outline = written::outline(&tree, &article.left_out, article.root);
    let facts = facts::read(&tree, article.root);
    outline.title = facts.title;
    outline.at = facts.at.map(Date::in_words).unwrap_or_default();
    if outline.is_empty() && !text.trim().is_empty() {
        return Err(DocumentError::NoText { name: out.name.to_owned() }.into());
    }
    if article.is_all {
        out.note(Note::WholePage);
    }
    outline.give(named, out)
}

/// The encoding that a page says it is in.
pub(crate) fn declared_encoding(page: &[u8]) -> Option<&'static Encoding> {
    const WITHIN: usize = 2048;
    let head = page[..page.len().min(WITHIN)].to_ascii_lowercase();
    let at = head.windows(8).position(|window| window == b"charset=")?;
    let label = head[at + 8..].trim_ascii_start();
    let label = label.strip_prefix(b"\"").or_else(|| label.strip_prefix(b"'")).unwrap_or(label);
    let end = label.iter().position(|byte| b"\"' />;".contains(byte)).unwrap_or(label.len());
    Encoding::for_label(&label[..end])
}
