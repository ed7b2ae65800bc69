//! Choosing the part of a page that its article is in.

use super::measures::Measures;
use super::names;
use super::tree::{Id, Tree};

pub(super) fn weight_of_names(tree: &Tree, id: Id) -> f32 {
    let Some(marks) = tree.marks(id) else { return 0.0 };
    let better =
        if names::is_better(&marks.names) || marks.property == "articlebody" { 25.0 } else { 0.0 };
    let worse = if names::is_worse(&marks.names) { 25.0 } else { 0.0 };
    better - worse
}

/// Whether it is a paragraph with nothing else in it.
fn is_bare(tree: &Tree, id: Id) -> bool {
    tree.tag(id) == "p" || tree.children(id).all(|child| !tree.nodes[child].is_block)
}

pub(super) fn best(tree: &Tree, left_out: &[bool], measures: &Measures) -> Option<Id> {
    const ANCESTORS: usize = 5;
    const PARAGRAPH: usize = 25;
    let count = tree.nodes.len();
    let mut scores: Vec<Option<f32>> = vec![None; count];
    for id in 1..count {
        let (length, commas) = measures.own[id];
        let is_heading =
            matches!(tree.tag(id), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "dt");
        if measures.is_gone[id] || length < PARAGRAPH || is_heading {
            continue;
        }
        let score = 1.0 + commas as f32 + (length as f32 / 100.0).min(3.0);
        let mut above = if is_bare(tree, id) { tree.nodes[id].parent } else { id };
        for level in 0..ANCESTORS {
            if above == 0 {
                break;
            }
            let divider = if level < 2 { level + 1 } else { level * 3 } as f32;
            let own = scores[above].get_or_insert_with(|| begin(tree, above));
            *own += score / divider;
            above = tree.nodes[above].parent;
        }
    }
    for (id, score) in scores.iter_mut().enumerate() {
        if let Some(score) = score {
            *score *= 1.0 - measures.link_density(id);
        }
    }
    let scored = |id: Id| scores[id].unwrap_or(f32::MIN);
    let mut top =
        (1..count).filter(|id| scores[*id].is_some() && !left_out[*id]).max_by(|a, b| {
            // Of equals the first.
            scored(*a).total_cmp(&scored(*b)).then(b.cmp(a))
        })?;
    top = shared(tree, &scores, top);
    // What the article is in may have more of it: pages are cut by pictures and notices.
    let mut last = scored(top);
    let mut above = tree.nodes[top].parent;
    while above != 0 && tree.tag(above) != "body" {
        match scores[above] {
            Some(score) if score > last => top = above,
            Some(score) if score < scored(top) / 3.0 => break,
            Some(score) => last = score,
            None => {}
        }
        above = tree.nodes[above].parent;
    }
    let top = with_siblings(tree, &scores, measures, top);
    Some(with_parts(tree, measures, top))
}

/// What the best is in, if most of what that adds is told in paragraphs: an article in parts.
fn with_parts(tree: &Tree, measures: &Measures, mut top: Id) -> Id {
    let mut last = top;
    let mut above = tree.nodes[top].parent;
    // What says that it is an article is not a part of another.
    while above != 0 && tree.tag(above) != "body" && !matches!(tree.tag(last), "article" | "main") {
        last = above;
        let text = measures.text[above] - measures.text[top];
        let told = measures.told[above] - measures.told[top];
        if 4 * told > measures.told[top] && 10 * told > 7 * text {
            top = above;
        }
        above = tree.nodes[above].parent;
    }
    top
}

fn begin(tree: &Tree, id: Id) -> f32 {
    let by_tag = match tree.tag(id) {
        "article" => 10.0,
        "div" | "main" | "section" => 5.0,
        "pre" | "td" | "blockquote" => 3.0,
        "address" | "ol" | "ul" | "dl" | "dd" | "dt" | "li" | "form" => -3.0,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" => -5.0,
        _ => 0.0,
    };
    by_tag + weight_of_names(tree, id)
}

/// Where several parts are nearly as good as the best, what they are all in is the article.
fn shared(tree: &Tree, scores: &[Option<f32>], top: Id) -> Id {
    const PARTS: usize = 3;
    const LEVELS: usize = 8;
    let best = scores[top].unwrap_or_default();
    let mut above = tree.nodes[top].parent;
    for _ in 0..LEVELS {
        if above == 0 || tree.tag(above) == "body" {
            break;
        }
        let range = above + 1..tree.nodes[above].end;
        let is_good = |id: &Id| scores[*id].is_some_and(|score| score >= 0.75 * best);
        if best > 0.0 && range.filter(is_good).count() > PARTS {
            return above;
        }
        above = tree.nodes[above].parent;
    }
    top
}

/// The parent, if what is beside the best is text as well.
fn with_siblings(tree: &Tree, scores: &[Option<f32>], measures: &Measures, top: Id) -> Id {
    let parent = tree.nodes[top].parent;
    if parent == 0 {
        return top;
    }
    let least = (0.2 * scores[top].unwrap_or_default()).max(10.0);
    let beside = tree.children(parent).filter(|id| *id != top && !measures.is_gone[*id]);
    let belongs = |id: Id| {
        let (length, density) = (measures.text[id], measures.link_density(id));
        scores[id].is_some_and(|score| score >= least)
            || tree.tag(id) == "p" && length > 80 && density < 0.25
    };
    let wanted: usize = beside.filter(|id| belongs(*id)).map(|id| measures.text[id]).sum();
    if wanted > 0 && 2 * (wanted + measures.text[top]) > measures.text[parent] {
        parent
    } else {
        top
    }
}
