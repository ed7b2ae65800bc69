//! Which part of a page is its article, in the way of Mozilla's Readability: text in paragraphs speaks
//! for what it is in, links speak against it, and so do names that are given to menus.

use super::tree::{Id, Tree, is_block};

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
            if Measures::take(tree, &left_out).text[root] >= SHORTEST {
                return Article { root, left_out, is_all: false };
            }
        }
    }
    Article { root: 0, left_out: unlikely(tree, false), is_all: true }
}

/// Names of what is around articles.
const UNLIKELY: &[&str] = &[
    "-ad-",
    "ad-break",
    "advert",
    "agegate",
    "banner",
    "breadcrumb",
    "byline",
    "caption-credit",
    "combx",
    "comment",
    "community",
    "cookie",
    "cover-wrap",
    "disqus",
    "footer",
    "gdpr",
    "header",
    "legends",
    "login",
    "masthead",
    "menu",
    "modal",
    "nav",
    "newsletter",
    "outbrain",
    "pager",
    "pagination",
    "paywall",
    "popup",
    "promo",
    "recommend",
    "related",
    "remark",
    "replies",
    "rss",
    "share",
    "sharing",
    "shoutbox",
    "sidebar",
    "skyscraper",
    "social",
    "sponsor",
    "subscribe",
    "subscription",
    "supplemental",
    "taboola",
    "tags",
    "toolbar",
    "tooltip",
    "trending",
    "widget",
];

/// Names of articles: what also has one of them may be one.
const LIKELY: &[&str] = &["article", "body", "column", "content", "main", "post", "story", "entry"];

fn is_unlikely(names: &str) -> bool {
    UNLIKELY.iter().any(|name| names.contains(name))
        && !LIKELY.iter().any(|name| names.contains(name))
}

/// What never belongs; `is_strict` also goes by names.
fn unlikely(tree: &Tree, is_strict: bool) -> Vec<bool> {
    let ids = 0..tree.nodes.len();
    ids.map(|id| {
        let Some(marks) = tree.marks(id) else { return false };
        match tree.tag(id) {
            "head" | "script" | "style" | "noscript" | "template" | "svg" | "iframe" | "button"
            | "select" | "textarea" | "nav" | "object" | "canvas" | "audio" | "video"
            | "dialog" | "math" | "datalist" | "label" => true,
            "footer" | "aside" | "form" if is_strict => true,
            "html" | "body" | "article" | "main" | "a" => marks.is_hidden && is_strict,
            _ => is_strict && (marks.is_hidden || is_unlikely(&marks.names)),
        }
    })
    .collect()
}

/// Of each node with all that is in it.
struct Measures {
    /// Bytes of text.
    text: Vec<usize>,
    /// Bytes of text in links.
    links: Vec<usize>,
    commas: Vec<usize>,
    paragraphs: Vec<usize>,
    items: Vec<usize>,
    pictures: Vec<usize>,
    fields: Vec<usize>,
    headings: Vec<usize>,
    is_gone: Vec<bool>,
}

impl Measures {
    fn take(tree: &Tree, left_out: &[bool]) -> Self {
        let count = tree.nodes.len();
        let none = || vec![0; count];
        let mut all = Self {
            text: none(),
            links: none(),
            commas: none(),
            paragraphs: none(),
            items: none(),
            pictures: none(),
            fields: none(),
            headings: none(),
            is_gone: left_out.to_vec(),
        };
        let mut in_link = vec![false; count];
        for id in 1..count {
            let parent = tree.nodes[id].parent;
            in_link[id] = in_link[parent] || tree.tag(id) == "a";
            all.is_gone[id] |= all.is_gone[parent];
            if all.is_gone[id] {
                continue;
            }
            if let Some(text) = tree.text(id) {
                let length: usize = text.split_whitespace().map(|word| word.len() + 1).sum();
                all.text[id] = length;
                all.links[id] = if in_link[id] { length } else { 0 };
                all.commas[id] = text.matches([',', '，', '、', '،']).count();
            }
            match tree.tag(id) {
                "p" => all.paragraphs[id] = 1,
                "li" => all.items[id] = 1,
                "img" | "picture" => all.pictures[id] = 1,
                "input" => all.fields[id] = 1,
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => all.headings[id] = 1,
                _ => {}
            }
        }
        for id in (1..count).rev() {
            let parent = tree.nodes[id].parent;
            let sums = [
                &mut all.text,
                &mut all.links,
                &mut all.commas,
                &mut all.paragraphs,
                &mut all.items,
                &mut all.pictures,
                &mut all.fields,
                &mut all.headings,
            ];
            for sum in sums {
                sum[parent] += sum[id];
            }
        }
        all
    }

    fn link_density(&self, id: Id) -> f32 {
        self.links[id] as f32 / self.text[id].max(1) as f32
    }
}

fn weight_of_names(tree: &Tree, id: Id) -> f32 {
    const WORSE: &[&str] = &[
        "hidden",
        "banner",
        "combx",
        "comment",
        "com-",
        "contact",
        "foot",
        "gdpr",
        "masthead",
        "media",
        "meta",
        "outbrain",
        "promo",
        "related",
        "scroll",
        "share",
        "shoutbox",
        "sidebar",
        "skyscraper",
        "sponsor",
        "shopping",
        "tags",
        "tool",
        "widget",
    ];
    const BETTER: &[&str] = &[
        "article",
        "body",
        "content",
        "entry",
        "hentry",
        "h-entry",
        "main",
        "page",
        "pagination",
        "post",
        "text",
        "blog",
        "story",
    ];
    let Some(marks) = tree.marks(id) else { return 0.0 };
    let any = |names: &[&str]| names.iter().any(|name| marks.names.contains(name));
    let better = if any(BETTER) || marks.property == "articlebody" { 25.0 } else { 0.0 };
    let worse = if any(WORSE) { 25.0 } else { 0.0 };
    better - worse
}

/// Whether text stands in it directly, and no block does.
fn is_paragraph(tree: &Tree, id: Id) -> bool {
    match tree.tag(id) {
        "p" | "td" | "pre" | "blockquote" => true,
        "div" | "section" | "li" | "span" => {
            let mut children = tree.children(id);
            tree.tag(id) != "span" && children.all(|child| !is_block(tree.tag(child)))
        }
        _ => false,
    }
}

fn best(tree: &Tree, left_out: &[bool], measures: &Measures) -> Option<Id> {
    const ANCESTORS: usize = 5;
    const PARAGRAPH: usize = 25;
    let count = tree.nodes.len();
    let mut scores: Vec<Option<f32>> = vec![None; count];
    for id in 1..count {
        let length = measures.text[id];
        if measures.is_gone[id] || length < PARAGRAPH || !is_paragraph(tree, id) {
            continue;
        }
        let score = 1.0 + measures.commas[id] as f32 + (length as f32 / 100.0).min(3.0);
        let mut above = tree.nodes[id].parent;
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
    Some(with_siblings(tree, &scores, measures, top))
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
