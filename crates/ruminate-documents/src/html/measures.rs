//! How much text each part of a page has, and of what kind.

use super::tree::{Id, Tree};

/// Bytes of a paragraph worth the name.
const TOLD: usize = 80;

/// Of each node with all that is in it.
pub(super) struct Measures {
    /// Bytes of text.
    pub(super) text: Vec<usize>,
    /// Bytes of text in links.
    pub(super) links: Vec<usize>,
    pub(super) commas: Vec<usize>,
    pub(super) paragraphs: Vec<usize>,
    pub(super) items: Vec<usize>,
    pub(super) pictures: Vec<usize>,
    pub(super) fields: Vec<usize>,
    pub(super) headings: Vec<usize>,
    /// Bytes of text in paragraphs worth the name.
    pub(super) told: Vec<usize>,
    /// Bytes and commas of text that is in no other block within.
    pub(super) own: Vec<(usize, usize)>,
    pub(super) is_gone: Vec<bool>,
}

impl Measures {
    pub(super) fn take(tree: &Tree, left_out: &[bool]) -> Self {
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
            told: none(),
            own: vec![(0, 0); count],
            is_gone: left_out.to_vec(),
        };
        let mut in_link = vec![false; count];
        let mut block = vec![0; count];
        let mut own_links = none();
        for id in 1..count {
            let parent = tree.nodes[id].parent;
            block[id] = if tree.nodes[id].is_block { id } else { block[parent] };
            in_link[id] = in_link[parent] || tree.tag(id) == "a";
            all.is_gone[id] |= all.is_gone[parent];
            if all.is_gone[id] {
                continue;
            }
            if let Some(text) = tree.text(id) {
                let length = length(text);
                all.text[id] = length;
                all.links[id] = if in_link[id] { length } else { 0 };
                all.commas[id] = text.matches([',', '，', '、', '،']).count();
                let own = &mut all.own[block[id]];
                *own = (own.0 + length, own.1 + all.commas[id]);
                own_links[block[id]] += all.links[id];
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
        for ((told, (length, _)), links) in all.told.iter_mut().zip(&all.own).zip(own_links) {
            *told = if *length >= TOLD && 4 * links < *length { *length } else { 0 };
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
                &mut all.told,
            ];
            for sum in sums {
                sum[parent] += sum[id];
            }
        }
        all
    }

    /// Bytes of text within `root`, and nothing else: the rest takes longer.
    pub(super) fn text_within(tree: &Tree, left_out: &[bool], root: Id) -> usize {
        let mut total = 0;
        let mut id = root;
        while id < tree.nodes[root].end {
            if left_out[id] {
                id = tree.nodes[id].end;
                continue;
            }
            total += tree.text(id).map_or(0, length);
            id += 1;
        }
        total
    }

    pub(super) fn link_density(&self, id: Id) -> f32 {
        self.links[id] as f32 / self.text[id].max(1) as f32
    }
}

/// Without what is only spaces.
fn length(text: &str) -> usize {
    text.split_whitespace().map(|word| word.len() + 1).sum()
}
