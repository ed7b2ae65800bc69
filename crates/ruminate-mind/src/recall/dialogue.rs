//! Recall in conversations. What somebody said is found by its words, by what was said right before and after it, by
//! what its whole session is about, and by who said it.
//!
//! The constants are set by hand: there are few of them, and the only conversations to fit them on are for evaluation
//! only.

use ruminate_types::mind::Hop;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ground::Scope;
use super::hits::Hit;
use super::index::Index;
use super::question::Question;
use super::rows::plain;
use crate::arrays::NONE;
use crate::text::times::asks_for_time;
use crate::text::words::each_word;

/// What a turn gets of the scores of its neighbours: the one before, the one before that, the next, and the one after
/// that. An answer is often told by the question that it answers.
const NEIGHBOURS: [(isize, f32); 4] = [(-1, 0.35), (-2, 0.5), (1, 0.2), (2, 0.1)];
/// What it gets of the best that its session has of each word.
const SESSION: f32 = 0.7;
/// What a pair of the question's neighbouring words counts for.
const PAIR: f32 = 0.1;
/// What it counts for that the one speaker whom the question names said it.
const SPEAKER: f32 = 0.15;
/// What it counts for that a turn tells a time, when that is asked for.
const TIME: f32 = 0.1;
/// What it counts against a turn that it asks something itself.
const ASKS: f32 = 0.05;
/// Turns whose words are looked at one by one.
const LOOKED_AT: usize = 200;
/// BM25's constants. Who says more at once does not say it less, so little is made of lengths.
const K1: f32 = 1.2;
const LENGTH: f32 = 0.2;

/// The turns that have something of a question.
struct Talk {
    /// Of each turn what its own words score.
    own: FxHashMap<u32, f32>,
    /// Of each session the best scores of the question's words.
    sessions: FxHashMap<u32, f32>,
    /// What the question's words weigh, without names of speakers.
    total: f32,
    /// The one speaker whom the question names.
    speaker: Option<u32>,
}

/// A turn with what its neighbours add.
#[derive(Clone, Copy, Default)]
struct Scored {
    score: f32,
    /// The neighbour that adds most, and how much.
    beside: Option<(u32, f32)>,
}

impl Index {
    /// The turns that answer a question best, and the best share of its words that any of them has.
    pub(super) fn recall_turns(&self, question: &str, k: usize, scope: Scope) -> (Vec<Hit>, f32) {
        let asked = Question::of(question, self);
        let talk = self.talk_of(question, &asked, scope);
        let scored = self.with_neighbours(&talk);
        let mut ranked: Vec<(u32, f32)> = scored
            .iter()
            .map(|(turn, scored)| (*turn, scored.score / talk.total + self.around(*turn, &talk)))
            .collect();
        self.rank(&mut ranked);
        let wants_time = asks_for_time(question);
        for (turn, score) in ranked.iter_mut().take(LOOKED_AT.max(k)) {
            *score += PAIR * self.pairs_in(*turn, &asked) / talk.total;
            if wants_time && self.said(*turn).any(|word| self.words.tells_time(word)) {
                *score += TIME;
            }
        }
        self.rank(&mut ranked);
        ranked.truncate(k);
        let highest = ranked.first().map_or(1.0, |(_, score)| *score);
        let hits = ranked.into_iter().map(|(turn, score)| {
            let why = self.why_said(turn, &asked, &scored[&turn]);
            // A turn that asks may be worth less than nothing.
            let share = talk.own.get(&turn).copied().unwrap_or_default() / talk.total;
            let score = (score / highest).clamp(f32::MIN_POSITIVE, 1.0);
            self.said_hit(turn, score, share, why)
        });
        let best = talk.own.values().copied().fold(0.0, f32::max);
        (hits.collect(), best / talk.total)
    }

    fn talk_of(&self, question: &str, asked: &Question, scope: Scope) -> Talk {
        let (names, speakers) = self.named_speakers(question);
        let mut talk = Talk {
            own: FxHashMap::default(),
            sessions: FxHashMap::default(),
            total: 0.0,
            speaker: if speakers.len() == 1 { speakers.first().copied() } else { None },
        };
        for (stem, weight) in asked.stems.iter().zip(&asked.weights) {
            if names.contains(stem) {
                continue;
            }
            talk.total += weight;
            let mut best: FxHashMap<u32, f32> = FxHashMap::default();
            for (row, count) in self.postings.of(*stem) {
                let turn = self.rows.passages[row as usize];
                if turn == NONE || self.is_written(row) || !scope.holds(self, row) {
                    continue;
                }
                let count = f32::from(count);
                let score = weight * count / (count + self.turn_norm(row));
                *talk.own.entry(turn).or_default() += score;
                let best = best.entry(self.passages.turns[turn as usize][0]).or_default();
                *best = best.max(score);
            }
            for (session, best) in best {
                *talk.sessions.entry(session).or_default() += best;
            }
        }
        talk.total = talk.total.max(f32::MIN_POSITIVE);
        talk
    }

    /// The speakers whom a question names, and the stems of their names.
    fn named_speakers(&self, question: &str) -> (FxHashSet<u32>, Vec<u32>) {
        let speakers = self.passages.speakers();
        let mut stems = FxHashSet::default();
        let mut named = Vec::new();
        each_word(question, |word, _| {
            if let Some(speaker) = speakers.get(word)
                && !named.contains(speaker)
            {
                named.push(*speaker);
                stems.extend(self.words.find(word).map(|word| self.words.stem(word)));
            }
        });
        (stems, named)
    }

    fn turn_norm(&self, row: u32) -> f32 {
        let mean = self.total_length as f32 / self.living.max(1) as f32;
        K1 * (1.0 - LENGTH + LENGTH * self.rows.lengths[row as usize] as f32 / mean.max(1.0))
    }

    fn with_neighbours(&self, talk: &Talk) -> FxHashMap<u32, Scored> {
        // A turn is the one before its neighbour, if the neighbour is the next.
        let beside = |turn: u32| {
            NEIGHBOURS.iter().filter_map(move |(offset, _)| self.passages.neighbour(turn, -offset))
        };
        let turns: FxHashSet<u32> =
            talk.own.keys().flat_map(|turn| std::iter::once(*turn).chain(beside(*turn))).collect();
        turns.into_iter().map(|turn| (turn, self.with_its_neighbours(turn, talk))).collect()
    }

    fn with_its_neighbours(&self, turn: u32, talk: &Talk) -> Scored {
        let own = |turn: u32| talk.own.get(&turn).copied();
        let mut scored = Scored { score: own(turn).unwrap_or_default(), beside: None };
        for (offset, share) in NEIGHBOURS {
            let neighbour = self.passages.neighbour(turn, offset);
            let Some((of, own)) = neighbour.and_then(|of| Some((of, own(of)?))) else { continue };
            let added = share * own;
            scored.score += added;
            if scored.beside.is_none_or(|(_, most)| added > most) {
                scored.beside = Some((of, added));
            }
        }
        scored
    }

    /// What speaks for a turn besides words in it and beside it.
    fn around(&self, turn: u32, talk: &Talk) -> f32 {
        let [session, speaker, asks] = self.passages.turns[turn as usize];
        let about = talk.sessions.get(&session).copied().unwrap_or_default() / talk.total;
        let is_by_named = talk.speaker == Some(speaker);
        SESSION * about + if is_by_named { SPEAKER } else { 0.0 } - ASKS * asks as f32
    }

    fn turn_words(&self, turn: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let row = self.passages.rows[turn as usize];
        self.rows.words.get(row).iter().map(|word| plain(*word))
    }

    /// The words without those of the time when they were said.
    fn said(&self, turn: u32) -> impl Iterator<Item = u32> + '_ {
        let row = self.passages.rows[turn as usize];
        self.turn_words(turn).skip(self.rows.heads[row as usize][0] as usize)
    }

    /// The weight of the question's pairs of neighbouring words that are neighbours here.
    fn pairs_in(&self, turn: u32, question: &Question) -> f32 {
        let stems = self.turn_words(turn).map(|word| self.words.stem(word));
        let pairs: FxHashSet<[u32; 2]> =
            stems.clone().zip(stems.skip(1)).map(|(a, b)| [a, b]).collect();
        let met = question.pairs.iter().filter(|(pair, _)| pairs.contains(pair));
        met.map(|(_, weight)| weight).sum()
    }

    fn why_said(&self, turn: u32, question: &Question, scored: &Scored) -> Vec<Hop> {
        let held: FxHashSet<u32> =
            self.turn_words(turn).filter_map(|word| self.words.content(word)).collect();
        let stems = question.stems.iter().enumerate().filter(|(_, stem)| held.contains(stem));
        let words = question.spell(stems.fold(0, |set, (at, _)| set | 1 << at));
        let by_words = (!words.is_empty()).then_some(Hop::Words { words });
        let beside = scored.beside.map(|(of, _)| self.passages.ids.get(of).to_owned());
        by_words.into_iter().chain(beside.map(|of| Hop::Beside { of })).collect()
    }

    fn said_hit(&self, turn: u32, score: f32, share: f32, why: Vec<Hop>) -> Hit {
        let source_id = self.passages.ids.get(turn).to_owned();
        let title = self.passages.titles[turn as usize].clone();
        Hit { source_id, title, score, share, is_meant: false, why }
    }

    /// The best first; of equals, the one whose name comes first.
    fn rank(&self, ranked: &mut [(u32, f32)]) {
        let id = |turn: u32| self.passages.ids.get(turn);
        ranked.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then_with(|| id(a.0).cmp(id(b.0))));
    }
}
