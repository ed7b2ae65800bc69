//! Picks that follow from one another. The passages in reach are judged, one of them is picked, and what it explains of the
//! question and leads to changes how the rest are judged.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::exact::sum;
use super::feature::{Feature, Features};
use super::ground::{Ground, Seen, or_one};
use super::look::weigh;
use super::ties::{Picked, Ties, View};
use super::weights::Weights;
use crate::arrays::NONE;

/// What of a word stays unexplained when a picked passage has it.
const STAYS: f32 = 0.3;
/// A pick brings what it mentions into reach, unless so many passages have that name.
const MOST_LINKED: u32 = 15;
/// And what mentions it, unless that is this many.
const MOST_LINKING: u32 = 60;
/// And of this many of its names the passages that have most of the question.
const BRIDGES: usize = 12;
const BY_BRIDGE: usize = 8;
/// A name in more passages than this part of all, within bounds, leads nowhere in particular.
const FREQUENT: f32 = 0.05;
const FEWEST_OF_FREQUENT: f32 = 30.0;
const MOST_OF_FREQUENT: f32 = 5_000.0;

/// Features that are also seen as shares of the best among the passages in reach.
const OF_BEST: [(Feature, Feature); 3] = [
    (Feature::Unexplained, Feature::UnexplainedOfBest),
    (Feature::Sentence, Feature::SentenceOfBest),
    (Feature::Bridge, Feature::BridgeOfBest),
];

#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) candidates: Vec<Candidate>,
    /// From a row to its candidate.
    places: FxHashMap<u32, usize>,
    pub(crate) picks: Vec<Pick>,
    /// Of each word of the question what it weighs as long as it is unexplained.
    unexplained: Vec<f32>,
    bridges: FxHashMap<u32, Bridge>,
}

/// A passage in reach.
#[derive(Clone)]
pub struct Candidate {
    pub(super) seen: Rc<Seen>,
    pub(super) ties: Ties,
    is_picked: bool,
    features: Features,
}

impl Candidate {
    /// What the next pick is judged by.
    pub fn features(&self) -> &Features {
        &self.features
    }

    pub fn is_picked(&self) -> bool {
        self.is_picked
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    /// Which candidate.
    pub(crate) at: usize,
    /// The probability that it was given among all.
    pub(crate) sureness: f32,
}

/// A name of a picked passage.
#[derive(Clone)]
struct Bridge {
    /// How well it was met there.
    met: f32,
    rarity: f32,
    /// The question's words that are the name's own.
    own: u64,
}

impl Path {
    pub(crate) fn begin(ground: &Ground<'_>) -> Self {
        let mut path = Self {
            candidates: Vec::new(),
            places: FxHashMap::default(),
            picks: Vec::new(),
            unexplained: ground.question.weights.clone(),
            bridges: FxHashMap::default(),
        };
        for row in &ground.first {
            path.reach(*row, ground);
        }
        path.judge(ground);
        path
    }

    /// Brings a row into reach.
    fn reach(&mut self, row: u32, ground: &Ground<'_>) {
        if self.places.contains_key(&row) || !ground.scope.holds(ground.index, row) {
            return;
        }
        let seen = ground.see(row);
        let mut ties = Ties::default();
        for pick in &self.picks {
            let picked = Picked::of(&self.candidates[pick.at].seen, pick.sureness);
            ties.tie(row, &seen.look, &picked, &View::of(ground));
        }
        self.places.insert(row, self.candidates.len());
        let features = Features::default();
        self.candidates.push(Candidate { seen, ties, is_picked: false, features });
    }

    /// Computes the features of all candidates for the next pick.
    fn judge(&mut self, ground: &Ground<'_>) {
        let left = self.unexplained.iter().sum::<f32>().max(1e-9);
        let mut candidates = std::mem::take(&mut self.candidates);
        for candidate in candidates.iter_mut().filter(|candidate| !candidate.is_picked) {
            candidate.features = self.features(candidate, left, ground);
        }
        for (feature, of_best) in OF_BEST {
            let open = candidates.iter().filter(|candidate| !candidate.is_picked);
            let best = or_one(open.map(|one| one.features[feature]).fold(0.0, f32::max));
            for candidate in &mut candidates {
                candidate.features[of_best] = candidate.features[feature] / best;
            }
        }
        self.candidates = candidates;
    }

    fn features(&self, candidate: &Candidate, left: f32, ground: &Ground<'_>) -> Features {
        let Candidate { seen, ties, .. } = candidate;
        let (question, look) = (&ground.question, &seen.look);
        let mut f = seen.features;
        if self.picks.is_empty() {
            return f;
        }
        let unexplained: f32 = look.matched.iter().zip(&self.unexplained).map(|(m, w)| m * w).sum();
        let share = unexplained / left;
        f[Feature::Unexplained] = unexplained / question.total;
        f[Feature::UnexplainedShare] = share;
        f[Feature::UnexplainedTitle] = weigh(look.title, &self.unexplained) / question.total;
        f[Feature::Linked] = ties.linked;
        f[Feature::LinkSentence] = ties.link_sentence;
        f[Feature::LinkRelation] = ties.link_relation;
        f[Feature::LinkNear] = ties.link_near;
        f[Feature::LinkFirst] = ties.link_first;
        f[Feature::LinkRarity] = ties.link_rarity;
        f[Feature::LinkSure] = ties.link_sure;
        f[Feature::LinkSureSentence] = ties.link_sure_sentence;
        f[Feature::LinksBack] = ties.back;
        f[Feature::BackSentence] = ties.back_sentence;
        f[Feature::Shared] = ties.shared;
        f[Feature::Links] = ties.links.min(4.0) / 4.0;
        let later = 1.0 / (1.0 + self.picks.len() as f32) - 1.0;
        f[Feature::WordsLater] = f[Feature::WordsOfBest] * later;
        f[Feature::SpreadLater] = f[Feature::Spread] * later;
        self.add_bridges(candidate, left, &mut f);
        f
    }

    fn add_bridges(&self, candidate: &Candidate, left: f32, f: &mut Features) {
        let title = candidate.seen.look.title;
        for crossing in &candidate.ties.bridges {
            let Some(bridge) = self.bridges.get(&crossing.name) else { continue };
            let share =
                |words: u64| bridge.rarity * weigh(words & !bridge.own, &self.unexplained) / left;
            let found = share(crossing.sentence | title);
            raise(&mut f[Feature::Bridge], found);
            raise(&mut f[Feature::BridgeMet], found * bridge.met);
            raise(&mut f[Feature::BridgeName], bridge.rarity * bridge.met);
        }
    }

    /// The candidates that were not picked, the best first, at most so many; each with its probability among all.
    pub(crate) fn best(&self, weights: &Weights, most: usize, ground: &Ground<'_>) -> Vec<Pick> {
        let is_first = self.picks.is_empty();
        let open = self.candidates.iter().enumerate().filter(|(_, one)| !one.is_picked);
        let mut judged: Vec<Pick> = open
            .map(|(at, candidate)| Pick {
                at,
                sureness: weights.judge(&candidate.features, is_first),
            })
            .collect();
        let highest = judged.iter().map(|pick| pick.sureness).fold(f32::MIN, f32::max);
        for pick in &mut judged {
            pick.sureness = (pick.sureness - highest).exp();
        }
        let total = sum(judged.iter().map(|pick| pick.sureness));
        let id = |pick: &Pick| ground.index.id(self.candidates[pick.at].seen.row);
        let order =
            |a: &Pick, b: &Pick| b.sureness.total_cmp(&a.sureness).then_with(|| id(a).cmp(id(b)));
        if judged.len() > most {
            judged.select_nth_unstable_by(most, order);
            judged.truncate(most);
        }
        judged.sort_unstable_by(order);
        for pick in &mut judged {
            pick.sureness /= total;
        }
        judged
    }

    pub(crate) fn pick(&mut self, pick: Pick, ground: &Ground<'_>) {
        self.candidates[pick.at].is_picked = true;
        let seen = Rc::clone(&self.candidates[pick.at].seen);
        self.explain(seen.look.holds);
        let picked = Picked::of(&seen, pick.sureness);
        let view = View::of(ground);
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.is_picked) {
            let Candidate { seen, ties, .. } = candidate;
            ties.tie(seen.row, &seen.look, &picked, &view);
        }
        self.picks.push(pick);
        let bridges = self.note_bridges(&seen, pick.sureness, ground);
        self.reach_from(seen.row, bridges, ground);
        self.judge(ground);
    }

    /// What a picked passage has of the question counts for less from now on.
    fn explain(&mut self, mut held: u64) {
        while held != 0 {
            self.unexplained[held.trailing_zeros() as usize] *= STAYS;
            held &= held - 1;
        }
    }

    /// Notes the names of a picked passage that may lead on, and tells the best of them.
    fn note_bridges(&mut self, seen: &Seen, sureness: f32, ground: &Ground<'_>) -> Vec<u32> {
        let (index, question) = (ground.index, &ground.question);
        let most = (FREQUENT * index.living as f32).clamp(FEWEST_OF_FREQUENT, MOST_OF_FREQUENT);
        let title = index.rows.titles[seen.row as usize];
        let mut best: Vec<(f32, u32)> = Vec::new();
        for (name, places) in index.rows.names(seen.row) {
            let count = index.names.mentioned(name);
            if name == title || count < 2 || count as f32 > most {
                continue;
            }
            let (mut overlap, mut weight) = (0.0_f32, 0.8);
            for [_, place] in places {
                let sentence = index.rows.sentence_of(seen.row, *place);
                let [words, telling] = seen.look.sentences[sentence];
                let told = weigh(telling, &question.telling_weights);
                raise(&mut overlap, (weigh(words, &question.weights) + told) / question.total);
                raise(&mut weight, if sentence == 0 { 1.0 } else { 0.8 });
            }
            let met = sureness * (0.3 + overlap) * weight;
            let rarity = index.rarity.name_share(count);
            if self.bridges.get(&name).is_none_or(|known| met > known.met) {
                self.bridges.insert(name, Bridge { met, rarity, own: ground.own_words(name) });
                best.push((met * rarity, name));
            }
        }
        if title != NONE {
            let rarity = index.rarity.name_share(index.names.mentioned(title));
            let bridge = Bridge { met: sureness, rarity, own: ground.own_words(title) };
            self.bridges.entry(title).or_insert(bridge);
            best.push((f32::INFINITY, title));
        }
        best.sort_unstable_by(|a, b| {
            b.0.total_cmp(&a.0).then_with(|| index.names.compare(a.1, b.1, &index.words))
        });
        best.into_iter().take(BRIDGES).map(|(_, name)| name).collect()
    }

    /// Brings into reach what a picked row leads to.
    fn reach_from(&mut self, row: u32, bridges: Vec<u32>, ground: &Ground<'_>) {
        let index = ground.index;
        let title = index.rows.titles[row as usize];
        for (name, _) in index.rows.names(row) {
            if name != title && index.names.defined[name as usize][0] <= MOST_LINKED {
                for (linked, _) in index.about(name) {
                    self.reach(linked, ground);
                }
            }
        }
        if title != NONE && index.names.mentioned(title) <= MOST_LINKING {
            for linking in index.mentioning(title) {
                self.reach(linking, ground);
            }
        }
        for name in bridges {
            let scored =
                index.mentioning(name).map(|row| (row, ground.scratch.scores[row as usize]));
            for (row, _) in index.best(scored.collect(), BY_BRIDGE) {
                self.reach(row, ground);
            }
        }
    }
}

pub(crate) fn raise(best: &mut f32, to: f32) {
    *best = best.max(to);
}
