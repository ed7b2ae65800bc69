//! The picks. Where the first pick is sure, the others follow from it one by one. Where it is not, several first picks are
//! followed, and each passage has the votes of the ways that came by it.

use rustc_hash::FxHashMap;

use super::ground::Ground;
use super::hits::Hit;
use super::index::Index;
use super::path::{Path, Pick};
use super::weights::Weights;

/// First picks are tried until so much of the probability is with them, but no more than this many.
const ENOUGH: f32 = 0.95;
const MOST_WAYS: usize = 4;
/// How many are elected at a time. Asking for more passages changes nothing about the first ones.
const ROUND: usize = 5;
/// Picks that follow from one another; more passages than this are taken in the order in which they are
/// judged at the end.
const MOST_PICKS: usize = 10;
/// The least that a pick's vote counts for, however unsure it was.
const LEAST_VOTE: f32 = 0.2;

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
        let ways = Way::all(k.div_ceil(ROUND) * ROUND, weights, &ground);
        let mut elected: Vec<(u32, f32)> = Vec::new();
        while elected.len() < k {
            let more = elect(&ways, &elected);
            if more.is_empty() {
                break;
            }
            elected.extend(more);
        }
        elected.truncate(k);
        let hits = elected.into_iter().filter_map(|(row, vote)| {
            let way = ways.iter().find(|way| way.place(row).is_some())?;
            let candidate = &way.path.candidates[way.path.picks[way.place(row)?].at];
            Some(way.path.hit(candidate, vote, &ground))
        });
        (hits.collect(), ground.best_share())
    }
}

/// Picks that follow from a first one.
struct Way {
    path: Path,
    /// The probability of the first pick among those that are followed.
    share: f32,
}

impl Way {
    /// The ways from all first picks that are worth following, the surest first.
    fn all(k: usize, weights: &Weights, ground: &Ground<'_>) -> Vec<Self> {
        let beginning = Path::begin(ground);
        let firsts = until_enough(beginning.best(weights, MOST_WAYS, ground));
        let total: f32 = firsts.iter().map(|first| first.sureness).sum();
        let ways = firsts.into_iter().map(|first| {
            let mut path = beginning.clone();
            path.pick(first, ground);
            path.follow(k, weights, ground);
            Self { path, share: first.sureness / total }
        });
        ways.collect()
    }

    fn place(&self, row: u32) -> Option<usize> {
        self.path.picks.iter().position(|pick| self.path.candidates[pick.at].seen.row == row)
    }
}

impl Path {
    fn follow(&mut self, k: usize, weights: &Weights, ground: &Ground<'_>) {
        while self.picks.len() < k.min(MOST_PICKS) {
            let Some(next) = self.best(weights, 1, ground).first().copied() else { return };
            self.pick(next, ground);
        }
        let more = k.saturating_sub(self.picks.len());
        let rest = self.best(weights, more, ground);
        self.picks.extend(rest);
    }
}

/// The next round: those with most votes among the picks so far that were not elected before.
fn elect(ways: &[Way], before: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let votes = votes(ways, before.len() + ROUND).into_iter();
    let is_new = |row: u32| !before.iter().any(|(known, _)| *known == row);
    let mut elected: Vec<(u32, f32)> = votes.filter(|(row, _)| is_new(*row)).collect();
    elected.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    elected.truncate(ROUND);
    // Those of the surest way stay in the order in which they follow from one another.
    let place = |row: u32| ways.first().and_then(|way| way.place(row)).unwrap_or(usize::MAX);
    elected.sort_by_key(|(row, _)| place(*row));
    elected
}

/// What speaks for each row: the probability of the ways that came by it within so many picks, and how sure they were
/// of it.
fn votes(ways: &[Way], within: usize) -> FxHashMap<u32, f32> {
    /// Of equally sure picks the earlier one counts a little more.
    const LATER: f32 = 0.99;
    let mut votes: FxHashMap<u32, f32> = FxHashMap::default();
    for way in ways {
        let mut order = 1.0;
        for (place, pick) in way.path.picks.iter().take(within).enumerate() {
            let sureness = if place == 0 { 1.0 } else { pick.sureness };
            let vote = way.share.sqrt() * (LEAST_VOTE + (1.0 - LEAST_VOTE) * sureness) * order;
            *votes.entry(way.path.candidates[pick.at].seen.row).or_default() += vote;
            order *= LATER;
        }
    }
    let most = votes.values().copied().fold(f32::MIN_POSITIVE, f32::max);
    votes.values_mut().for_each(|vote| *vote /= most);
    votes
}

fn until_enough(mut best: Vec<Pick>) -> Vec<Pick> {
    let mut sum = 0.0;
    let enough = best.iter().position(|pick| {
        sum += pick.sureness;
        sum >= ENOUGH
    });
    best.truncate(enough.map_or(best.len(), |last| last + 1));
    best
}

/// Two lists as one: each is worth what its best has of the question, and less from place to place.
fn merge(lists: [(Vec<Hit>, f32); 2], k: usize) -> Vec<Hit> {
    const LESS: f32 = 0.85;
    let mut all: Vec<Hit> = Vec::new();
    for (list, share) in lists {
        let scores = std::iter::successors(Some(share.min(1.0)), |score| Some(score * LESS));
        all.extend(list.into_iter().zip(scores).map(|(hit, score)| Hit { score, ..hit }));
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all.truncate(k);
    all
}
