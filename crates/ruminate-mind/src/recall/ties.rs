//! What ties a passage to those that were picked before it.

use std::cmp::Ordering;

use super::ground::{Ground, Seen};
use super::index::Index;
use super::look::{Look, weigh};
use super::path::raise;
use super::question::{MOST_ALIASES, OTHER_PART, Question, TELLING_PART};
use super::rows::{OWN_TITLE, is_small, plain, position};
use super::scratch::Scratch;
use crate::arrays::NONE;

/// A name that so many passages are about links to none of them.
pub(crate) const MOST_ABOUT: u32 = 30;
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
    pub(crate) links: f32,
    pub(crate) link_near: f32,
    /// Where names are that are in a picked passage too, and may lead on from it.
    pub(crate) bridges: Vec<Crossing>,
    /// By what it was reached: a picked row, and the name.
    pub(crate) reached: Option<Reached>,
}

/// Where a passage has a name that a picked one has too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) name: u32,
    /// The question's words in the sentence.
    pub(crate) sentence: u64,
}

/// What ties are seen by.
pub(crate) struct View<'a> {
    index: &'a Index,
    question: &'a Question,
    scratch: &'a Scratch,
}

impl<'a> View<'a> {
    pub(crate) fn of(ground: &'a Ground<'_>) -> Self {
        Self { index: ground.index, question: &ground.question, scratch: &ground.scratch }
    }

    /// The question's words and the telling words around a name, in the same sentence.
    fn near(&self, row: u32, place: u32, length: usize) -> [u64; 2] {
        const BEFORE: usize = 5;
        const AFTER: usize = 3;
        let rows = &self.index.rows;
        let words = rows.words.get(row);
        let at = position(place) as usize;
        let head = rows.heads[row as usize][0] as usize;
        let sentence = rows.sentence_of(row, place);
        let ends = rows.sentences.get(row);
        let start = match sentence {
            _ if at < head => 0,
            0 => head,
            _ => ends[sentence - 1] as usize,
        };
        let end = if at < head { head } else { ends[sentence] as usize };
        let around = (at.saturating_sub(BEFORE).max(start)..at)
            .chain(at + length..(at + length + AFTER).min(end));
        let mut near = [0, 0];
        for word in around {
            let part = self.scratch.parts[self.index.words.stem(plain(words[word])) as usize];
            match part {
                0 => {}
                _ if part <= TELLING_PART => near[0] |= 1 << (part - 1),
                _ if part <= OTHER_PART => near[1] |= 1 << (part - TELLING_PART - 1),
                _ => {}
            }
        }
        near
    }
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
    row: u32,
    look: &'a Look,
    sureness: f32,
}

impl<'a> Picked<'a> {
    pub(crate) fn of(seen: &'a Seen, sureness: f32) -> Self {
        Self { row: seen.row, look: &seen.look, sureness }
    }
}

impl Ties {
    /// Adds what ties a row to a picked one.
    pub(crate) fn tie(&mut self, row: u32, look: &Look, picked: &Picked<'_>, view: &View<'_>) {
        let index = view.index;
        let title = index.rows.titles[row as usize];
        let picked_title = index.rows.titles[picked.row as usize];
        let picked_aliases = index.rows.aliases.get(picked.row);
        for name in std::iter::once(title).chain(index.rows.aliases.get(row).iter().copied()) {
            if name != NONE && name != picked_title && !picked_aliases.contains(&name) {
                self.tie_mentioned(name, picked, view);
            }
        }
        if picked_title != NONE && title != picked_title {
            self.tie_mentioning(row, look, picked_title, picked, view);
        }
        self.tie_shared(row, look, picked, view);
    }

    /// The picked passage mentions a name of this one.
    fn tie_mentioned(&mut self, name: u32, picked: &Picked<'_>, view: &View<'_>) {
        let (index, question) = (view.index, view.question);
        let [titles, aliases] = index.names.defined[name as usize];
        let is_title = titles > 0;
        if is_title && titles > MOST_ABOUT || !is_title && aliases > MOST_ALIASES {
            return;
        }
        let places = places(name, picked.row, index);
        let rarity = index.rarity.name_share(index.names.mentioned(name));
        let written = places.iter().filter(|place| !is_small(place[1]));
        if written.clone().next().is_none() {
            return;
        }
        let length = index.names.words(name).len();
        for [_, place] in written {
            let sentence = index.rows.sentence_of(picked.row, *place);
            let [words, telling] = picked.look.sentences[sentence];
            let told = weigh(telling, &question.telling_weights);
            let whole = weigh(words | picked.look.title, &question.weights);
            let relation = weigh(words & !picked.look.title, &question.weights) + told;
            let overlap = weigh(words, &question.weights) + told;
            let [words, telling] = view.near(picked.row, *place, length);
            let near = weigh(words & !picked.look.title, &question.weights)
                + weigh(telling, &question.telling_weights);
            raise(&mut self.link_sentence, whole / question.total);
            raise(&mut self.link_relation, relation / question.total);
            raise(&mut self.link_sure_sentence, picked.sureness * overlap / question.total);
            raise(&mut self.link_near, near / question.total);
            raise(&mut self.link_first, if sentence == 0 { 1.0 } else { 0.0 });
        }
        raise(&mut self.linked, if is_title { 1.0 } else { ALIAS });
        raise(&mut self.link_rarity, rarity);
        raise(&mut self.link_sure, picked.sureness);
        self.links += 1.0;
        let reached =
            Reached { from: picked.row, name, how: How::Mentioned, strength: 1.0 + rarity };
        self.reach(reached, index);
    }

    /// This one mentions the picked passage's title.
    fn tie_mentioning(
        &mut self,
        row: u32,
        look: &Look,
        picked_title: u32,
        picked: &Picked<'_>,
        view: &View<'_>,
    ) {
        let (index, question) = (view.index, view.question);
        let places = places(picked_title, row, index);
        let mut written = places.iter().filter(|place| !is_small(place[1])).peekable();
        if written.peek().is_none() {
            return;
        }
        for [_, place] in written {
            let [words, telling] = look.sentences[index.rows.sentence_of(row, *place)];
            let sentence = weigh(words & !picked.look.title, &question.weights)
                + weigh(telling, &question.telling_weights);
            raise(&mut self.back_sentence, sentence / question.total);
        }
        let rarity = index.rarity.name_share(index.names.mentioned(picked_title));
        raise(&mut self.back, rarity);
        self.links += 1.0;
        self.bridge(row, look, picked_title, places, view);
        let reached = Reached {
            from: picked.row,
            name: picked_title,
            how: How::Mentions,
            strength: 0.5 + rarity,
        };
        self.reach(reached, index);
    }

    /// Both mention the same names. Names are in order in both.
    fn tie_shared(&mut self, row: u32, look: &Look, picked: &Picked<'_>, view: &View<'_>) {
        let index = view.index;
        let picked_title = index.rows.titles[picked.row as usize];
        let mut theirs = index.rows.names(picked.row).peekable();
        for (name, places) in index.rows.names(row) {
            while theirs.next_if(|(other, _)| *other < name).is_some() {}
            let Some((_, there)) = theirs.next_if(|(other, _)| *other == name) else { continue };
            let count = index.names.mentioned(name);
            let is_written = |places: &[[u32; 2]]| {
                places.iter().any(|place| !is_small(place[1]) || place[1] == OWN_TITLE)
            };
            if name == picked_title || count < 2 || !is_written(places) || !is_written(there) {
                continue;
            }
            if count <= MOST_SHARED {
                let rarity = index.rarity.name_share(count);
                raise(&mut self.shared, rarity);
                let reached =
                    Reached { from: picked.row, name, how: How::Shares, strength: rarity };
                self.reach(reached, index);
            }
            self.bridge(row, look, name, places, view);
        }
    }

    /// Notes where a name is that may lead on from a picked passage.
    fn bridge(&mut self, row: u32, look: &Look, name: u32, places: &[[u32; 2]], view: &View<'_>) {
        if self.bridges.iter().any(|known| known.name == name) {
            return;
        }
        for [_, place] in places.iter().filter(|place| !is_small(place[1])) {
            let rows = &view.index.rows;
            self.bridges.push(Crossing {
                name,
                sentence: look.sentences[rows.sentence_of(row, *place)][0],
            });
        }
    }

    /// Keeps what ties most strongly; of equals from one picked row, the name that comes first.
    fn reach(&mut self, reached: Reached, index: &Index) {
        let is_better = |known: Reached| match reached.strength.total_cmp(&known.strength) {
            Ordering::Equal if reached.from == known.from => {
                index.names.compare(reached.name, known.name, &index.words).is_lt()
            }
            order => order.is_gt(),
        };
        if self.reached.is_none_or(is_better) {
            self.reached = Some(reached);
        }
    }
}

/// Where a row mentions a name, but for its own title being that.
pub(crate) fn places(name: u32, row: u32, index: &Index) -> &[[u32; 2]] {
    let all = index.rows.mentions.get(row);
    let start = all.partition_point(|place| *place < [name, 0]);
    let length = all[start..].iter().take_while(|p| p[0] == name && p[1] != OWN_TITLE).count();
    &all[start..start + length]
}
