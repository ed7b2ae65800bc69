//! A page for whoever reads all of it at once, and not passage by passage.

use super::{article, facts, markdown, tree, written};
use crate::dates::Date;
use crate::encoding::without_controls;
use crate::error::DocumentError;

/// What a page says, without what is around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebPage {
    pub title: String,
    /// Headings and paragraphs, with an empty line between them.
    pub text: String,
    /// The same, with lists, tables, emphasis and links.
    pub markdown: String,
    /// Where the text leads, each address once, in the text's order.
    pub links: Vec<Link>,
    /// As `2024-05-01`, if the page tells.
    pub published: Option<String>,
    /// The code of its language, as the page writes it.
    pub language: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub url: String,
    pub text: String,
}

pub(crate) fn read(
    text: &str,
    name: &str,
    depth: usize,
    resolve: &dyn Fn(&str, &str) -> Option<String>,
) -> Result<WebPage, DocumentError> {
    let Some(tree) = tree::Tree::read(text, depth) else {
        return Err(DocumentError::damaged(name, "it has more elements than any page"));
    };
    let article = article::find(&tree);
    let outline = written::outline(&tree, &article.left_out, article.root);
    if outline.is_empty() {
        return Err(DocumentError::NoText { name: name.to_owned() });
    }
    let facts = facts::read(&tree, article.root);
    let base = facts.base.unwrap_or_default();
    let resolve = |address: &str| resolve(&base, address);
    let (markdown, mut links) = markdown::write(&tree, &article, &resolve);
    for link in &mut links {
        link.text = without_controls(std::mem::take(&mut link.text));
    }
    // Here and not before: what is written as `&#27;` is a control character only now.
    Ok(WebPage {
        title: without_controls(facts.title),
        text: without_controls(outline.text()),
        markdown: without_controls(markdown),
        links,
        published: facts.at.map(Date::in_numbers),
        language: facts.language,
    })
}
