//! Recall in conversations. What somebody said is found by its words, by what was said right before and after it, by
//! what its whole session is about, and by who said it.
//!
//! The constants are set by hand: there are few of them, and the only conversations to fit them on are for evaluation
//! only.

use rustc_hash::{FxHashMap, FxHashSet};

use super::hits::{Hit, Hop};
use super::index::Index;
use super::question::Question;
use super::rows::plain;
use super::strings::NONE;

/// What a turn gets of the scores of its neighbours: the one before, the one before that, the next, and the one after
/// that. An answer is often told by the question that it answers.
const NEIGHBOURS: [(isize, f32); 4] = [(-1, 0.35), (-2, 0.5), (1, 0.2), (2, 0.1)];
/// What it gets of the best that its session has of each word.
const SESSION: f32 = 0.7;
/// What a pair of the question's neighbouring words counts for.
const PAIR: f32 = 0.1;
/// What it counts for that the one speaker whom the question names said it.
const SPEAKER: f32 = 0.15;
/// Turns whose pairs are looked at.
const LOOKED_AT: usize = 200;
/// How much of BM25's length norm is used: who says more at once does not say it less.
const LENGTH: f32 = 0.2;

impl Index {
    /// The turns that answer a question best, and the best share of its words that any of them has.
    pub(super) fn recall_turns(&self, question: &str, k: usize) -> (Vec<Hit>, f32) {
        let asked = Question::of(question, self);
        let (named, speakers) = self.named_speakers(&asked);
        let stems: Vec<(u32, f32)> = asked
            .stems
            .iter()
            .copied()
            .zip(asked.weights.iter().copied())
            .filter(|(stem, _)| !named.contains(stem))
            .collect();
        let total = stems.iter().map(|(_, weight)| weight).sum::<f32>().max(f32::MIN_POSITIVE);
        let mut own: FxHashMap<u32, f32> = FxHashMap::default();
        let mut sessions: FxHashMap<u32, f32> = FxHashMap::default();
        for (stem, weight) in &stems {
            let mut best: FxHashMap<u32, f32> = FxHashMap::default();
            for (row, count) in self.postings.of(*stem) {
                let passage = self.rows.passages[row as usize];
                if passage == NONE || self.passages.turns[passage as usize][0] == NONE {
                    continue;
                }
                let count = f32::from(count);
                let score = weight * count / (count + self.turn_norm(row));
                *own.entry(passage).or_default() += score;
                let best = best.entry(self.passages.turns[passage as usize][0]).or_default();
                *best = best.max(score);
            }
            for (session, best) in best {
                *sessions.entry(session).or_default() += best;
            }
        }
        let mut scores: FxHashMap<u32, (f32, Option<(f32, u32)>)> = FxHashMap::default();
        for (passage, score) in &own {
            scores.entry(*passage).or_default().0 += score;
            for (offset, share) in NEIGHBOURS {
                // What this turn is to its neighbour: the one before it, if the neighbour is the next.
                if let Some(neighbour) = self.passages.neighbour(*passage, -offset) {
                    let (sum, from) = scores.entry(neighbour).or_default();
                    *sum += share * score;
                    if from.is_none_or(|(best, _)| share * score > best) {
                        *from = Some((share * score, *passage));
                    }
                }
            }
        }
        let best_share = own.values().copied().fold(0.0, f32::max) / total;
        let speaker = if speakers.len() == 1 { speakers.first().copied() } else { None };
        let mut ranked: Vec<(u32, f32)> = scores
            .iter()
            .map(|(passage, (score, _))| {
                let [session, said_by] = self.passages.turns[*passage as usize];
                let about = sessions.get(&session).copied().unwrap_or_default();
                let by = if speaker == Some(said_by) { SPEAKER } else { 0.0 };
                (*passage, (score + SESSION * about) / total + by)
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (passage, score) in ranked.iter_mut().take(LOOKED_AT.max(k)) {
            *score += PAIR * self.pairs_in(*passage, &asked) / total;
        }
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(k);
        let highest = ranked.first().map_or(1.0, |(_, score)| *score);
        let hits = ranked.into_iter().map(|(passage, score)| {
            let mut why = Vec::new();
            let words = self.words_in(passage, &asked);
            if !words.is_empty() {
                why.push(Hop::Words { words });
            }
            if let Some((_, (_, Some((_, of))))) = scores.get_key_value(&passage) {
                why.push(Hop::Beside { of: self.passages.ids.get(*of).to_owned() });
            }
            Hit {
                source_id: self.passages.ids.get(passage).to_owned(),
                title: self.passages.titles[passage as usize].clone(),
                score: score / highest,
                why,
            }
        });
        (hits.collect(), best_share)
    }

    /// The stems that are names of speakers, and the speakers whom the question names.
    fn named_speakers(&self, question: &Question) -> (FxHashSet<u32>, Vec<u32>) {
        let mut stems = FxHashSet::default();
        let mut named = Vec::new();
        for (name, speaker) in self.passages.speakers() {
            let word = self.words.find(name);
            if let Some(stem) = word.map(|word| self.words.stem(word))
                && question.stems.contains(&stem)
            {
                stems.insert(stem);
                named.push(speaker);
            }
        }
        (stems, named)
    }

    fn turn_norm(&self, row: u32) -> f32 {
        const K1: f32 = 1.2;
        let mean = self.total_length as f32 / self.living.max(1) as f32;
        K1 * (1.0 - LENGTH + LENGTH * self.rows.lengths[row as usize] as f32 / mean.max(1.0))
    }

    fn turn_words(&self, passage: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let row = self.passages.rows[passage as usize];
        self.rows.words.get(row).iter().map(|word| plain(*word))
    }

    /// The weight of the question's pairs of neighbouring words that are neighbours here.
    fn pairs_in(&self, passage: u32, question: &Question) -> f32 {
        let stems = self.turn_words(passage).map(|word| self.words.stem(word));
        let pairs: FxHashSet<[u32; 2]> =
            stems.clone().zip(stems.skip(1)).map(|(a, b)| [a, b]).collect();
        let met = question.pairs.iter().filter(|(pair, _)| pairs.contains(pair));
        met.map(|(_, weight)| weight).sum()
    }

    fn words_in(&self, passage: u32, question: &Question) -> Vec<String> {
        let held: FxHashSet<u32> =
            self.turn_words(passage).filter_map(|word| self.words.content(word)).collect();
        let stems = question.stems.iter().filter(|stem| held.contains(stem));
        stems.map(|stem| self.words.get(*stem).to_owned()).collect()
    }
}
