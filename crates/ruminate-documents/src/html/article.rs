//! Which part of a page is its article, in the way of Mozilla's Readability: text in paragraphs speaks
//! for what it is in, links speak against it, and so do names that are given to menus.

use super::choice::{best, weight_of_names};
use super::measures::Measures;
use super::names;
use super::tree::{Id, Tree};

pub(super) struct Article {
    pub(super) root: Id,
    /// For each node, whether it and what is in it does not belong.
    pub(super) left_out: Vec<bool>,
    /// Whether nothing could be told apart.
    pub(super) is_all: bool,
}

/// An article has at least so many bytes.
const SHORTEST: usize = 250;

pub(super) fn find(tree: &Tree) -> Article {
    for is_strict in [true, false] {
        let left_out = unlikely(tree, is_strict);
        let measures = Measures::take(tree, &left_out);
        if let Some(root) = best(tree, &left_out, &measures) {
            let left_out = cleaned(tree, left_out, &measures, root);
            if Measures::text_within(tree, &left_out, root) >= SHORTEST {
                return Article { root, left_out, is_all: false };
            }
        }
    }
    // All of the page, but for its menus, unless there is nothing else.
    let left_out = unlikely(tree, false);
    let measures = Measures::take(tree, &left_out);
    let cleaned = cleaned(tree, left_out.clone(), &measures, 0);
    let is_enough = 10 * Measures::text_within(tree, &cleaned, 0) >= measures.text[0];
    Article { root: 0, left_out: if is_enough { cleaned } else { left_out }, is_all: true }
}

/// What never belongs; `is_strict` also goes by names.
fn unlikely(tree: &Tree, is_strict: bool) -> Vec<bool> {
    let ids = 0..tree.nodes.len();
    ids.map(|id| {
        let Some(marks) = tree.marks(id) else { return false };
        match tree.tag(id) {
            "head" | "title" | "script" | "style" | "noscript" | "template" | "svg" | "iframe"
            | "button" | "select" | "textarea" | "nav" | "object" | "canvas" | "audio"
            | "video" | "dialog" | "math" | "datalist" | "label" => true,
            "footer" | "aside" | "form" if is_strict => true,
            "html" | "body" | "article" | "main" | "a" => marks.is_hidden && is_strict,
            _ => is_strict && (marks.is_hidden || names::is_unlikely(&marks.names)),
        }
    })
    .collect()
}

/// Leaves out what within the article is none of it.
fn cleaned(tree: &Tree, mut left_out: Vec<bool>, measures: &Measures, root: Id) -> Vec<bool> {
    for (id, gone) in left_out.iter_mut().enumerate().take(tree.nodes[root].end).skip(root + 1) {
        *gone |= match tree.tag(id) {
            "div" | "section" | "ul" | "ol" | "dl" | "table" | "form" | "fieldset" | "aside"
            | "header" | "footer" => is_clutter(tree, measures, id),
            "figure" => true,
            "h1" => measures.text[id] < 300 && id < root + (tree.nodes[root].end - root) / 4,
            tag if tag.starts_with('h') && tag.len() == 2 => weight_of_names(tree, id) < 0.0,
            _ => false,
        };
    }
    left_out
}

fn is_clutter(tree: &Tree, measures: &Measures, id: Id) -> bool {
    let weight = weight_of_names(tree, id);
    if weight < 0.0 {
        return true;
    }
    if measures.commas[id] >= 10 {
        return false;
    }
    let is_list = matches!(tree.tag(id), "ul" | "ol" | "dl");
    let [paragraphs, items, pictures, fields] =
        [&measures.paragraphs, &measures.items, &measures.pictures, &measures.fields]
            .map(|counts| counts[id]);
    let (length, density) = (measures.text[id], measures.link_density(id));
    !is_list && items > paragraphs + 100
        || fields > paragraphs / 3 && fields > 0
        || !is_list && length < 25 && (pictures == 0 || pictures > 2) && measures.headings[id] == 0
        || weight < 25.0 && density > if is_list { 0.5 } else { 0.3 }
        || weight >= 25.0 && density > 0.5
}
