//! One recall, pick by pick. The passages in reach are scored, one of them is picked, and what it explains of the question
//! and leads to changes the scores of the rest.

use rustc_hash::FxHashMap;

use super::feature::{Feature, Features};
use super::index::Index;
use super::look::{Look, weigh};
use super::question::{OTHER_PART, Question, TELLING_PART};
use super::scratch::Scratch;
use super::spread::spread;
use super::strings::NONE;
use super::ties::{Picked, Ties, View};

/// How many passages are in reach at first by their words, and how many by activation.
const BY_WORDS: usize = 50;
const BY_SPREAD: usize = 50;
/// Where no name of the question is known, activation begins at so many passages that share its words.
const SEEDS: usize = 5;
/// What of a word stays unexplained when a picked passage has it.
const STAYS: f32 = 0.3;
/// A pick brings what it mentions into reach, unless so many passages have that name.
const MOST_LINKED: u32 = 15;
/// And what mentions it, unless that is this many.
const MOST_LINKING: u32 = 60;
/// And of this many of its names the passages that have most of what is unexplained.
const BRIDGES: usize = 12;
const BY_BRIDGE: usize = 8;
/// A name in more passages than this, or in more than this part of all, leads nowhere in particular.
const FEWEST_OF_FREQUENT: f32 = 30.0;
const MOST_OF_FREQUENT: f32 = 5_000.0;
const FREQUENT: f32 = 0.05;
/// The same for a name that activation begins at.
const FEWEST_OF_SEEDS: f32 = 5.0;
const FREQUENT_SEED: f32 = 0.02;

/// Features that are also seen as shares of the best among the passages in reach.
const OF_BEST: [(Feature, Feature); 3] = [
    (Feature::Unexplained, Feature::UnexplainedOfBest),
    (Feature::Sentence, Feature::SentenceOfBest),
    (Feature::Bridge, Feature::BridgeOfBest),
];

/// A recall under way.
pub struct Walk<'a> {
    index: &'a Index,
    pub(super) question: Question,
    scratch: Scratch,
    best_score: f32,
    best_pairs: f32,
    best_mass: f32,
    candidates: Vec<Candidate>,
    /// From a row to its candidate.
    places: FxHashMap<u32, usize>,
    pub(super) picks: Vec<Pick>,
    /// Of each word of the question what it weighs as long as it is unexplained.
    unexplained: Vec<f32>,
    bridges: FxHashMap<u32, Bridge>,
}

/// A passage in reach.
pub struct Candidate {
    pub(super) row: u32,
    pub(super) look: Look,
    pub(super) ties: Ties,
    named: f32,
    /// Its place in the order of activation.
    spread_rank: usize,
    is_picked: bool,
    features: Features,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) at: usize,
    pub(super) sureness: f32,
}

/// A name of a picked passage.
struct Bridge {
    /// How well it was met there.
    met: f32,
    rarity: f32,
    /// The question's words that are the name's own.
    own: u64,
}

impl<'a> Walk<'a> {
    pub fn begin(index: &'a Index, question: &str) -> Self {
        let mut scratch = index.take_scratch();
        let question = Question::of(question, index);
        mark_parts(&question, &mut scratch);
        index.score_words(&question, &mut scratch);
        let by_words = index.best_by_words(&scratch, BY_WORDS);
        let best_score = by_words.first().map_or(0.0, |(_, score)| *score);
        index.activate(&question, &by_words, &mut scratch);
        let unexplained = question.weights.clone();
        let mut walk = Self {
            index,
            question,
            scratch,
            best_score: or_one(best_score),
            best_pairs: 1.0,
            best_mass: 1.0,
            candidates: Vec::new(),
            places: FxHashMap::default(),
            picks: Vec::new(),
            unexplained,
            bridges: FxHashMap::default(),
        };
        walk.reach_first(&by_words);
        walk
    }

    fn reach_first(&mut self, by_words: &[(u32, f32)]) {
        let by_spread = self.index.best_by_spread(&self.scratch, BY_SPREAD);
        self.best_mass = or_one(by_spread.first().map_or(0.0, |(_, mass)| *mass));
        for (row, _) in by_words.iter().chain(&by_spread) {
            self.reach(*row);
        }
        for (rank, (row, _)) in by_spread.iter().enumerate() {
            let at = self.reach(*row);
            self.candidates[at].spread_rank = rank;
        }
        for (row, sureness) in std::mem::take(&mut self.question.meant) {
            let at = self.reach(row);
            self.candidates[at].named = sureness;
        }
        let pairs = self.candidates.iter().map(|candidate| candidate.look.pairs);
        self.best_pairs = or_one(pairs.fold(0.0, f32::max));
    }

    /// Brings a row into reach, and tells its place.
    fn reach(&mut self, row: u32) -> usize {
        if let Some(at) = self.places.get(&row) {
            return *at;
        }
        let look = Look::at(row, &self.question, self.index, &self.scratch);
        let mut ties = Ties::default();
        for pick in &self.picks {
            ties.tie(row, &look, &self.picked(pick), &self.view());
        }
        let at = self.candidates.len();
        self.candidates.push(Candidate {
            row,
            look,
            ties,
            named: 0.0,
            spread_rank: usize::MAX,
            is_picked: false,
            features: Features::default(),
        });
        self.places.insert(row, at);
        at
    }

    fn picked(&self, pick: &Pick) -> Picked<'_> {
        let candidate = &self.candidates[pick.at];
        Picked { row: candidate.row, look: &candidate.look, sureness: pick.sureness }
    }

    fn view(&self) -> View<'_> {
        View { index: self.index, question: &self.question, scratch: &self.scratch }
    }

    /// The passages in reach. Their features are those of the next pick after [`Walk::judge`].
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    pub(super) fn index(&self) -> &'a Index {
        self.index
    }

    /// A candidate's source.
    pub fn id(&self, candidate: &Candidate) -> &'a str {
        self.index.id(candidate.row)
    }

    /// Computes the features of all candidates for the next pick.
    pub fn judge(&mut self) {
        let left = self.unexplained.iter().sum::<f32>().max(1e-9);
        let mut candidates = std::mem::take(&mut self.candidates);
        for candidate in candidates.iter_mut().filter(|candidate| !candidate.is_picked) {
            candidate.features = self.features(candidate, left);
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

    fn features(&self, candidate: &Candidate, left: f32) -> Features {
        let (question, look, ties) = (&self.question, &candidate.look, &candidate.ties);
        let score = self.scratch.scores[candidate.row as usize];
        let told = |telling: u64| weigh(telling, &question.telling_weights);
        let sentence = |[words, telling]: &[u64; 2]| {
            weigh(words | look.title, &question.weights) + told(*telling)
        };
        let title = weigh(look.title, &question.weights);
        let mut f = Features::default();
        f[Feature::Words] = score / question.total;
        f[Feature::WordsOfBest] = score / self.best_score;
        f[Feature::Holds] = weigh(look.holds, &question.weights) / question.total;
        f[Feature::TitleInQuestion] = title / or_one(look.title_weight);
        f[Feature::QuestionInTitle] = title / question.total;
        f[Feature::Named] = candidate.named;
        f[Feature::Sentence] =
            look.sentences.iter().map(sentence).fold(0.0, f32::max) / question.total;
        f[Feature::Pairs] = look.pairs / self.best_pairs;
        f[Feature::Spread] = magnitude(self.scratch.row_mass.get(candidate.row) / self.best_mass);
        f[Feature::SpreadRank] = 1.0 / (1.0 + candidate.spread_rank.min(9_999) as f32);
        f[Feature::Telling] = told(look.telling) / question.total;
        if self.picks.is_empty() {
            return f;
        }
        let step = self.picks.len() as f32;
        let unexplained: f32 = look.matched.iter().zip(&self.unexplained).map(|(m, w)| m * w).sum();
        let share = unexplained / left;
        f[Feature::Unexplained] = unexplained / question.total;
        f[Feature::UnexplainedShare] = share;
        f[Feature::UnexplainedTitle] = weigh(look.title, &self.unexplained) / question.total;
        f[Feature::Linked] = ties.linked;
        f[Feature::LinkSentence] = ties.link_sentence;
        f[Feature::LinkRelation] = ties.link_relation;
        f[Feature::LinkFirst] = ties.link_first;
        f[Feature::LinkRarity] = ties.link_rarity;
        f[Feature::LinkedUnexplained] = if ties.linked > 0.0 { share } else { 0.0 };
        f[Feature::LinksBack] = ties.back;
        f[Feature::BackSentence] = ties.back_sentence;
        f[Feature::BackUnexplained] = ties.back * share;
        f[Feature::Shared] = ties.shared;
        f[Feature::SharedUnexplained] = ties.shared * share;
        f[Feature::Links] = ties.links.min(4.0) / 4.0;
        if ties.is_same_title {
            f[Feature::SameTitle] = 1.0;
            f[Feature::SameUnexplained] = share;
        } else {
            f[Feature::NamedNew] = candidate.named;
        }
        f[Feature::Alike] = ties.alike;
        let later = 1.0 / (1.0 + step) - 1.0;
        f[Feature::WordsLater] = f[Feature::WordsOfBest] * later;
        f[Feature::SpreadLater] = f[Feature::Spread] * later;
        f[Feature::LinkSure] = ties.link_sure;
        f[Feature::LinkSureSentence] = ties.link_sure_sentence;
        f[Feature::LinkedSmall] = ties.linked_small;
        f[Feature::LinkedAlone] = ties.linked_alone;
        f[Feature::LinkNear] = ties.link_near;
        f[Feature::BackNear] = ties.back_near;
        f[Feature::BackAlone] = ties.back_alone;
        let sentence = |[words, _]: &[u64; 2]| weigh(words | look.title, &self.unexplained);
        f[Feature::UnexplainedSentence] =
            look.sentences.iter().map(sentence).fold(0.0, f32::max) / left;
        self.add_bridges(candidate, left, &mut f);
        f
    }

    fn add_bridges(&self, candidate: &Candidate, left: f32, f: &mut Features) {
        let title = candidate.look.title;
        for crossing in &candidate.ties.bridges {
            let Some(bridge) = self.bridges.get(&crossing.name) else { continue };
            let share = |words: u64| {
                bridge.rarity * weigh(words & !bridge.own, &self.unexplained) / left
            };
            let found = share(crossing.sentence | title);
            raise(&mut f[Feature::Bridge], found);
            raise(&mut f[Feature::BridgeMet], found * bridge.met);
            raise(&mut f[Feature::BridgeName], bridge.rarity * bridge.met);
            raise(&mut f[Feature::BridgeNear], share(crossing.near));
            if crossing.is_in_title {
                let share = f[Feature::UnexplainedShare];
                raise(&mut f[Feature::BridgeTitle], bridge.rarity);
                raise(&mut f[Feature::BridgeTitleUnexplained], bridge.rarity * share);
            }
        }
    }

    /// Picks a candidate. `sureness` is the probability that it was given among all.
    pub fn pick(&mut self, at: usize, sureness: f32) {
        self.candidates[at].is_picked = true;
        let row = self.candidates[at].row;
        self.explain(at);
        self.note_alike(row);
        self.picks.push(Pick { at, sureness });
        let mut candidates = std::mem::take(&mut self.candidates);
        let (mut look, mut own) = (Look::default(), Ties::default());
        std::mem::swap(&mut look, &mut candidates[at].look);
        std::mem::swap(&mut own, &mut candidates[at].ties);
        let picked = Picked { row, look: &look, sureness };
        let view = self.view();
        for candidate in candidates.iter_mut().filter(|candidate| !candidate.is_picked) {
            let Candidate { row, look, ties, .. } = candidate;
            ties.tie(*row, look, &picked, &view);
        }
        candidates[at].look = look;
        candidates[at].ties = own;
        self.candidates = candidates;
        let bridges = self.note_bridges(at, sureness);
        self.reach_from(row, bridges);
    }

    /// What the picked passage has of the question counts for less from now on.
    fn explain(&mut self, at: usize) {
        let mut held = self.candidates[at].look.holds;
        while held != 0 {
            let word = held.trailing_zeros() as usize;
            held &= held - 1;
            let gone = self.unexplained[word] * (1.0 - STAYS);
            self.unexplained[word] -= gone;
            self.index.each_score(self.question.stems[word], |row, matched| {
                self.scratch.residual[row as usize] -= gone * matched;
            });
        }
    }

    fn note_alike(&mut self, _row: u32) {}

    /// Notes the names of a picked passage that may lead on, and tells the best of them.
    fn note_bridges(&mut self, at: usize, sureness: f32) -> Vec<u32> {
        let index = self.index;
        let candidate = &self.candidates[at];
        let most = (FREQUENT * index.living as f32).clamp(FEWEST_OF_FREQUENT, MOST_OF_FREQUENT);
        let title = index.rows.titles[candidate.row as usize];
        let mut best: Vec<(f32, u32)> = Vec::new();
        for (name, places) in index.rows.names(candidate.row) {
            let count = index.names.mentioned(name);
            if name == title || count < 2 || count as f32 > most {
                continue;
            }
            let overlap = places.iter().map(|place| {
                let sentence = index.rows.sentence_of(candidate.row, place[1]);
                let [words, telling] = candidate.look.sentences[sentence];
                weigh(words, &self.question.weights) + weigh(telling, &self.question.telling_weights)
            });
            let overlap = overlap.fold(0.0, f32::max) / self.question.total;
            let is_first = places.iter().any(|place| index.rows.sentence_of(candidate.row, place[1]) == 0);
            let met = sureness * (0.3 + overlap) * if is_first { 1.0 } else { 0.8 };
            let rarity = index.rarity.name_share(count);
            if self.bridges.get(&name).is_none_or(|known| met > known.met) {
                let own = own_words(name, &self.scratch, index);
                self.bridges.insert(name, Bridge { met, rarity, own });
                best.push((met * rarity, name));
            }
        }
        if title != NONE {
            let rarity = index.rarity.name_share(index.names.mentioned(title));
            let own = own_words(title, &self.scratch, index);
            self.bridges.entry(title).or_insert(Bridge { met: sureness, rarity, own });
            best.push((f32::INFINITY, title));
        }
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.into_iter().take(BRIDGES).map(|(_, name)| name).collect()
    }

    /// Brings into reach what a picked row leads to.
    fn reach_from(&mut self, row: u32, bridges: Vec<u32>) {
        let index = self.index;
        let title = index.rows.titles[row as usize];
        for (name, _) in index.rows.names(row) {
            if name != title && index.names.defined[name as usize][0] <= MOST_LINKED {
                for (linked, _) in index.about(name) {
                    self.reach(linked);
                }
            }
        }
        if title != NONE && index.names.mentioned(title) <= MOST_LINKING {
            for linking in index.mentioning(title) {
                self.reach(linking);
            }
        }
        for name in bridges {
            let mut rows: Vec<u32> = index.mentioning(name).collect();
            if rows.len() > BY_BRIDGE {
                let residual = |row: u32| self.scratch.residual[row as usize];
                rows.select_nth_unstable_by(BY_BRIDGE, |a, b| residual(*b).total_cmp(&residual(*a)));
                rows.truncate(BY_BRIDGE);
            }
            for row in rows {
                self.reach(row);
            }
        }
    }
}

impl Candidate {
    pub fn features(&self) -> &Features {
        &self.features
    }

    pub fn is_picked(&self) -> bool {
        self.is_picked
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let question = &self.question;
        let pairs = question.pairs.iter().flat_map(|(pair, _)| *pair);
        scratch.clear(question.stems.iter().chain(&question.telling).copied().chain(pairs));
        self.index.return_scratch(scratch);
    }
}

fn mark_parts(question: &Question, scratch: &mut Scratch) {
    for (pair, _) in &question.pairs {
        for stem in pair {
            scratch.parts[*stem as usize] = OTHER_PART + 1;
        }
    }
    for (stem, part) in question.telling.iter().zip(TELLING_PART + 1..) {
        scratch.parts[*stem as usize] = part;
    }
    for (stem, part) in question.stems.iter().zip(1..) {
        scratch.parts[*stem as usize] = part;
    }
}

/// The question's words that a name has.
fn own_words(name: u32, scratch: &Scratch, index: &Index) -> u64 {
    let words = index.names.words(name);
    let parts = words.iter().map(|word| scratch.parts[index.words.stem(*word) as usize]);
    parts.filter(|part| (1..=TELLING_PART).contains(part)).fold(0, |own, part| own | 1 << (part - 1))
}

/// A share of the best on a scale of orders of magnitude.
fn magnitude(share: f32) -> f32 {
    const MAGNITUDES: f32 = 8.0;
    (1.0 + share.max(1e-9).ln() / MAGNITUDES).max(0.0)
}

fn raise(best: &mut f32, to: f32) {
    *best = best.max(to);
}

fn or_one(amount: f32) -> f32 {
    if amount > 0.0 { amount } else { 1.0 }
}

impl Index {
    fn take_scratch(&self) -> Scratch {
        let kept = self.scratch.lock().map(|mut kept| kept.pop());
        let mut scratch = kept.ok().flatten().unwrap_or_default();
        scratch.fit(self.rows.len(), self.names.len(), self.words.len());
        scratch
    }

    fn return_scratch(&self, scratch: Scratch) {
        if let Ok(mut kept) = self.scratch.lock() {
            kept.push(scratch);
        }
    }

    pub(super) fn title(&self, row: u32) -> &str {
        &self.passages.titles[self.rows.passages[row as usize] as usize]
    }

    pub(super) fn id(&self, row: u32) -> &str {
        self.passages.ids.get(self.rows.passages[row as usize])
    }

    /// What a count of words is held against by BM25: more in a longer row.
    pub(super) fn norm(&self, row: u32) -> f32 {
        const K1: f32 = 1.2;
        const B: f32 = 0.75;
        let mean = self.total_length as f32 / self.living.max(1) as f32;
        K1 * (1.0 - B + B * self.rows.lengths[row as usize] as f32 / mean.max(1.0))
    }

    /// Calls `take` with each row that has a stem and how well BM25 finds it there.
    pub(super) fn each_score(&self, stem: u32, mut take: impl FnMut(u32, f32)) {
        for (row, count) in self.postings.of(stem) {
            let count = f32::from(count);
            take(row, count / (count + self.norm(row)));
        }
    }

    fn score_words(&self, question: &Question, scratch: &mut Scratch) {
        let Scratch { scores, residual, scored, .. } = scratch;
        for (stem, weight) in question.stems.iter().zip(&question.weights) {
            self.each_score(*stem, |row, matched| {
                let score = &mut scores[row as usize];
                if *score == 0.0 {
                    scored.push(row);
                }
                *score += weight * matched;
                residual[row as usize] += weight * matched;
            });
        }
    }

    fn best_by_words(&self, scratch: &Scratch, most: usize) -> Vec<(u32, f32)> {
        let scored = scratch.scored.iter().map(|row| (*row, scratch.scores[*row as usize]));
        best(scored.filter(|(row, _)| !self.rows.is_gone(*row)).collect(), most)
    }

    fn best_by_spread(&self, scratch: &Scratch, most: usize) -> Vec<(u32, f32)> {
        best(scratch.row_mass.held().collect(), most)
    }

    fn activate(&self, question: &Question, by_words: &[(u32, f32)], scratch: &mut Scratch) {
        let most = (FREQUENT_SEED * self.living as f32).max(FEWEST_OF_SEEDS);
        let counted = question.names.iter().map(|name| (*name, self.names.mentioned(*name)));
        let seeds: Vec<(u32, f32)> = counted
            .filter(|(_, count)| *count > 0 && (*count as f32) < most)
            .map(|(name, count)| (name, self.rarity.name(count)))
            .collect();
        match seeds.is_empty() {
            true => spread(self, scratch, &[], &by_words[..by_words.len().min(SEEDS)]),
            false => spread(self, scratch, &seeds, &[]),
        }
    }

    /// The rows that mention a name.
    fn mentioning(&self, name: u32) -> impl Iterator<Item = u32> + '_ {
        self.mentions.of(name).map(|(row, _)| row).filter(|row| !self.rows.is_gone(*row))
    }
}

/// The best of many in order; of equals the earlier row.
fn best(mut all: Vec<(u32, f32)>, most: usize) -> Vec<(u32, f32)> {
    let order = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if all.len() > most {
        all.select_nth_unstable_by(most, order);
        all.truncate(most);
    }
    all.sort_unstable_by(order);
    all
}
