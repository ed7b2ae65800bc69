//! What ties a passage to those that were picked before it.

use super::index::Index;
use super::look::{Look, weigh};
use super::question::{MOST_ALIASES, Question};
use super::rows::{IN_TITLE, OWN_TITLE, sentence_of};
use super::strings::NONE;

/// A name that so many passages are about links to none of them.
const MOST_ABOUT: u32 = 30;
/// Names in more passages than this are not shared, they are just frequent.
const MOST_SHARED: u32 = 25;
const ALIAS: f32 = 0.6;

/// The best of each kind of tie to any picked passage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ties {
    pub(crate) linked: f32,
    pub(crate) link_sentence: f32,
    pub(crate) link_relation: f32,
    pub(crate) link_first: f32,
    pub(crate) link_rarity: f32,
    pub(crate) link_sure: f32,
    pub(crate) link_sure_sentence: f32,
    pub(crate) back: f32,
    pub(crate) back_sentence: f32,
    pub(crate) shared: f32,
    pub(crate) alike: f32,
    pub(crate) links: f32,
    pub(crate) is_same_title: bool,
    /// Names that are in a picked passage too, and may lead on from it.
    pub(crate) bridges: Vec<u32>,
    /// By what it was reached: a picked row, and the name.
    pub(crate) reached: Option<Reached>,
}

/// How a passage is tied to one that was picked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reached {
    pub(crate) from: u32,
    pub(crate) name: u32,
    pub(crate) how: How,
    strength: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The picked passage mentions it.
    Mentioned,
    /// It mentions the picked passage.
    Mentions,
    /// Both mention a name.
    Shares,
}

/// A passage that was picked, as far as others are tied to it.
pub(crate) struct Picked<'a> {
    pub(crate) row: u32,
    pub(crate) look: &'a Look,
    pub(crate) sureness: f32,
}

impl Ties {
    /// Adds what ties a row to a picked one.
    pub(crate) fn tie(
        &mut self,
        row: u32,
        look: &Look,
        picked: &Picked<'_>,
        question: &Question,
        index: &Index,
    ) {
        let title = index.rows.titles[row as usize];
        let picked_title = index.rows.titles[picked.row as usize];
        self.is_same_title |= title != NONE && title == picked_title;
        for name in std::iter::once(title).chain(index.rows.aliases.get(row).iter().copied()) {
            if name != NONE && name != picked_title {
                self.tie_mentioned(name, picked, question, index);
            }
        }
        if picked_title != NONE && title != picked_title {
            self.tie_mentioning(row, look, picked_title, picked, question, index);
        }
        self.tie_shared(row, picked, index);
    }

    /// The picked passage mentions a name of this one.
    fn tie_mentioned(
        &mut self,
        name: u32,
        picked: &Picked<'_>,
        question: &Question,
        index: &Index,
    ) {
        let [titles, aliases] = index.names.defined[name as usize];
        let is_title = titles > 0;
        if is_title && titles > MOST_ABOUT || !is_title && aliases > MOST_ALIASES {
            return;
        }
        let places = places(name, picked.row, index);
        if places.is_empty() {
            return;
        }
        let (mut whole, mut relation, mut overlap) = (0.0_f32, 0.0_f32, 0.0_f32);
        for place in places {
            let [words, telling] = picked.look.sentences[sentence_of(*place)];
            let told = weigh(telling, &question.telling_weights);
            whole = whole.max(weigh(words | picked.look.title, &question.weights));
            relation = relation.max(weigh(words & !picked.look.title, &question.weights) + told);
            overlap = overlap.max(weigh(words, &question.weights) + told);
        }
        let rarity = index.rarity.name_share(index.names.mentioned(name));
        let sureness = picked.sureness;
        self.linked = self.linked.max(if is_title { 1.0 } else { ALIAS });
        self.link_sentence = self.link_sentence.max(whole / question.total);
        self.link_relation = self.link_relation.max(relation / question.total);
        let is_first = places.iter().any(|place| sentence_of(*place) == 0);
        self.link_first = self.link_first.max(if is_first { 1.0 } else { 0.0 });
        self.link_rarity = self.link_rarity.max(rarity);
        self.link_sure = self.link_sure.max(sureness);
        self.link_sure_sentence = self.link_sure_sentence.max(sureness * overlap / question.total);
        self.links += 1.0;
        self.reach(picked.row, name, How::Mentioned, 1.0 + rarity);
    }

    /// This one mentions the picked passage's title.
    fn tie_mentioning(
        &mut self,
        row: u32,
        look: &Look,
        picked_title: u32,
        picked: &Picked<'_>,
        question: &Question,
        index: &Index,
    ) {
        let places = places(picked_title, row, index);
        if places.is_empty() {
            return;
        }
        let mut best = 0.0_f32;
        for place in places {
            let [words, telling] = look.sentences[sentence_of(*place)];
            let told = weigh(telling, &question.telling_weights);
            best = best.max(weigh(words & !picked.look.title, &question.weights) + told);
        }
        let rarity = index.rarity.name_share(index.names.mentioned(picked_title));
        self.back = self.back.max(rarity);
        self.back_sentence = self.back_sentence.max(best / question.total);
        self.links += 1.0;
        self.bridge(picked_title);
        self.reach(picked.row, picked_title, How::Mentions, 0.5 + rarity);
    }

    /// Both mention the same names. Names are in order in both.
    fn tie_shared(&mut self, row: u32, picked: &Picked<'_>, index: &Index) {
        let picked_title = index.rows.titles[picked.row as usize];
        let (mine, theirs) = (index.rows.mentions.get(row), index.rows.mentions.get(picked.row));
        let (mut a, mut b) = (0, 0);
        while a < mine.len() && b < theirs.len() {
            match mine[a][0].cmp(&theirs[b][0]) {
                std::cmp::Ordering::Less => a += 1,
                std::cmp::Ordering::Greater => b += 1,
                std::cmp::Ordering::Equal => {
                    let name = mine[a][0];
                    let count = index.names.mentioned(name);
                    if name != picked_title && count >= 2 {
                        if count <= MOST_SHARED {
                            let rarity = index.rarity.name_share(count);
                            self.shared = self.shared.max(rarity);
                            self.reach(picked.row, name, How::Shares, rarity);
                        }
                        self.bridge(name);
                    }
                    while a < mine.len() && mine[a][0] == name {
                        a += 1;
                    }
                }
            }
        }
    }

    fn bridge(&mut self, name: u32) {
        if !self.bridges.contains(&name) {
            self.bridges.push(name);
        }
    }

    fn reach(&mut self, from: u32, name: u32, how: How, strength: f32) {
        if self.reached.is_none_or(|reached| strength > reached.strength) {
            self.reached = Some(Reached { from, name, how, strength });
        }
    }
}

/// Where a row mentions a name, but for its own title being that.
pub(crate) fn places(name: u32, row: u32, index: &Index) -> &[[u32; 2]] {
    let all = index.rows.mentions.get(row);
    let start = all.partition_point(|place| *place < [name, 0]);
    let length = all[start..].iter().take_while(|p| p[0] == name && p[1] <= IN_TITLE).count();
    debug_assert!(OWN_TITLE > IN_TITLE);
    &all[start..start + length]
}
