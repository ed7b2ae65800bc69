//! The picks. Where the first pick is sure, the others follow from it one by one. Where it is not, several first picks are
//! followed, and each passage has the votes of the ways that came by it.

use super::ground::Ground;
use super::hits::Hit;
use super::index::Index;
use super::path::{Path, Pick};
use super::weights::Weights;

/// First picks are tried until so much of the probability is with them, but no more than this many.
const ENOUGH: f32 = 0.95;
const MOST_WAYS: usize = 4;

impl Index {
    /// The passages that answer a question best; at most `k`, the best first.
    pub fn recall(&self, question: &str, k: usize) -> Vec<Hit> {
        self.recall_by(question, k, Weights::shipped())
    }

    /// The same by other weights.
    pub fn recall_by(&self, question: &str, k: usize, weights: &Weights) -> Vec<Hit> {
        let turns = self.passages.living_turns();
        if turns == 0 {
            return self.recall_passages(question, k, weights).0;
        }
        let (said, said_share) = self.recall_turns(question, k);
        if turns == self.len() {
            return said;
        }
        let (written, written_share) = self.recall_passages(question, k, weights);
        merge([(written, written_share), (said, said_share)], k)
    }

    /// The passages that are no turns, and the best share of the question's words that any of them has.
    fn recall_passages(&self, question: &str, k: usize, weights: &Weights) -> (Vec<Hit>, f32) {
        let ground = Ground::of(self, question);
        let beginning = Path::begin(&ground);
        let firsts = first_picks(beginning.best(weights, MOST_WAYS, &ground));
        let mut votes: Vec<(u32, f32)> = Vec::new();
        let mut ways: Vec<Path> = Vec::new();
        let total: f32 = firsts.iter().map(|first| first.sureness).sum();
        for first in firsts {
            let mut path = beginning.clone();
            path.pick(first, &ground);
            while path.picks.len() < k {
                let Some(next) = path.best(weights, 1, &ground).first().copied() else { break };
                path.pick(next, &ground);
            }
            for (place, pick) in path.picks.iter().enumerate() {
                let row = path.candidates[pick.at].seen.row;
                let vote = (first.sureness / total).sqrt()
                    * if place == 0 { 1.0 } else { 0.2 + 0.8 * pick.sureness }
                    * (1.0 - 0.01 * place.min(10) as f32);
                match votes.iter_mut().find(|(known, _)| *known == row) {
                    Some((_, votes)) => *votes += vote,
                    None => votes.push((row, vote)),
                }
            }
            ways.push(path);
        }
        votes.sort_by(|a, b| b.1.total_cmp(&a.1));
        votes.truncate(k);
        let place = |row: u32| {
            let first = ways.first().and_then(|way| {
                way.picks.iter().position(|pick| way.candidates[pick.at].seen.row == row)
            });
            first.unwrap_or(usize::MAX)
        };
        votes.sort_by_key(|(row, _)| place(*row));
        let hits = votes.into_iter().filter_map(|(row, score)| {
            let way = ways.iter().find_map(|way| {
                let mut picks = way.picks.iter().map(|pick| &way.candidates[pick.at]);
                Some((way, picks.find(|candidate| candidate.seen.row == row)?))
            });
            way.map(|(way, candidate)| way.hit(candidate, score, &ground))
        });
        (hits.collect(), ground.best_share())
    }
}

/// Two lists as one: each is worth what its best has of the question, and less from place to place.
fn merge(lists: [(Vec<Hit>, f32); 2], k: usize) -> Vec<Hit> {
    const LESS: f32 = 0.85;
    let mut all: Vec<Hit> = Vec::new();
    for (list, share) in lists {
        let scores = std::iter::successors(Some(share), |score| Some(score * LESS));
        all.extend(list.into_iter().zip(scores).map(|(hit, score)| Hit { score, ..hit }));
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all.truncate(k);
    all
}

fn first_picks(mut best: Vec<Pick>) -> Vec<Pick> {
    let mut sum = 0.0;
    let enough = best.iter().position(|pick| {
        sum += pick.sureness;
        sum >= ENOUGH
    });
    if let Some(last) = enough {
        best.truncate(last + 1);
    }
    best
}
