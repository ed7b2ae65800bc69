//! The picks. Where the first pick is sure, the others follow from it one by one. Where it is not, several first picks are
//! followed, and each passage has the votes of the ways that came by it.

use rustc_hash::FxHashMap;

use super::ground::{Ground, Scope};
use super::hits::Hit;
use super::index::Index;
use super::path::{Path, Pick};
use super::weights::Weights;

/// First picks are tried until so much of the probability is with them, but no more than this many.
const ENOUGH: f32 = 0.95;
const MOST_WAYS: usize = 4;
/// Picks that follow from one another. More would only follow links for their own sake, so further passages
/// are those that share the question's words.
const PICKS: usize = 5;
/// The least that a pick's vote counts for, however unsure it was.
const LEAST_VOTE: f32 = 0.2;

impl Index {
    /// The passages that answer a question best; at most `k`, the best first.
    pub fn recall(&self, question: &str, k: usize) -> Vec<Hit> {
        self.recall_within(None, question, k).hits
    }

    /// The same in one silo; nothing for one that nothing was learned for.
    pub fn recall_in(&self, silo: &str, question: &str, k: usize) -> Vec<Hit> {
        self.recall_within(Some(silo), question, k).hits
    }

    /// The same, with how it was found.
    pub(crate) fn recall_within(&self, silo: Option<&str>, question: &str, k: usize) -> Recalled {
        self.recall_from(question, k, Weights::shipped(), Scope::of(self, silo))
    }

    /// The same everywhere by other weights.
    pub fn recall_by(&self, question: &str, k: usize, weights: &Weights) -> Vec<Hit> {
        self.recall_from(question, k, weights, Scope::EVERYWHERE).hits
    }

    fn recall_from(&self, question: &str, k: usize, weights: &Weights, scope: Scope) -> Recalled {
        let turns = self.passages.living_turns();
        if turns == 0 {
            return self.recall_passages(question, k, weights, scope).0;
        }
        let (said, said_share) = self.recall_turns(question, k, scope);
        if turns == self.len() {
            return Recalled { hits: said, is_linked: false };
        }
        let (written, written_share) = self.recall_passages(question, k, weights, scope);
        let Recalled { hits: written, is_linked } = written;
        Recalled { hits: merge([(written, written_share), (said, said_share)], k), is_linked }
    }

    /// The passages that are no turns, and the best share of the question's words that any of them has.
    fn recall_passages(
        &self,
        question: &str,
        k: usize,
        weights: &Weights,
        scope: Scope,
    ) -> (Recalled, f32) {
        let ground = Ground::of(self, question, k, scope);
        let beginning = Path::begin(&ground);
        let is_linked = ground.has_titles();
        let ways = match is_linked {
            true => Way::all(&beginning, weights, &ground),
            false => Vec::new(),
        };
        let mut hits: Vec<Hit> = Vec::new();
        let mut elected = self.elect(&ways);
        elected.truncate(k);
        for (row, vote) in &elected {
            let way = ways.iter().find_map(|way| Some((way, way.place(*row)?)));
            if let Some((Way { path, .. }, place)) = way {
                hits.push(path.hit(&path.candidates[path.picks[place].at], *vote, &ground));
            }
        }
        let least = elected.iter().map(|(_, vote)| *vote).fold(1.0, f32::min);
        let best = ground.by_words.first().map_or(1.0, |(_, score)| *score);
        let is_new = |row: u32| !elected.iter().any(|(known, _)| *known == row);
        let rest = ground.by_words.iter().filter(|(row, _)| is_new(*row));
        for (row, score) in rest.take(k - hits.len()) {
            let candidate = beginning.candidates.iter().find(|one| one.seen.row == *row);
            let score = least * score / best;
            hits.extend(candidate.map(|candidate| beginning.hit(candidate, score, &ground)));
        }
        (Recalled { hits, is_linked }, ground.best_share())
    }

    /// The rows with most votes.
    fn elect(&self, ways: &[Way]) -> Vec<(u32, f32)> {
        let mut elected = self.best(votes(ways).into_iter().collect(), PICKS);
        // Those of the surest way stay in the order in which they follow from one another.
        let place = |row: u32| ways.first().and_then(|way| way.place(row)).unwrap_or(usize::MAX);
        elected.sort_by_key(|(row, _)| place(*row));
        elected
    }
}

/// What words and names lead to.
pub(crate) struct Recalled {
    pub(crate) hits: Vec<Hit>,
    /// Whether passages led to one another, and not words alone to loose notes.
    pub(crate) is_linked: bool,
}

/// Picks that follow from a first one.
struct Way {
    path: Path,
    /// The probability of the first pick among those that are followed.
    share: f32,
}

impl Way {
    /// The ways from all first picks that are worth following, the surest first.
    fn all(beginning: &Path, weights: &Weights, ground: &Ground<'_>) -> Vec<Self> {
        let firsts = until_enough(beginning.best(weights, MOST_WAYS, ground));
        let total: f32 = firsts.iter().map(|first| first.sureness).sum();
        let ways = firsts.into_iter().map(|first| {
            let mut path = beginning.clone();
            path.pick(first, ground);
            while path.picks.len() < PICKS {
                let Some(next) = path.best(weights, 1, ground).first().copied() else { break };
                path.pick(next, ground);
            }
            Self { path, share: first.sureness / total }
        });
        ways.collect()
    }

    fn place(&self, row: u32) -> Option<usize> {
        self.path.picks.iter().position(|pick| self.path.candidates[pick.at].seen.row == row)
    }
}

/// What speaks for each row: the probability of the ways that came by it, and how sure they were of it.
fn votes(ways: &[Way]) -> FxHashMap<u32, f32> {
    /// Of equally sure picks the earlier one counts a little more.
    const LATER: f32 = 0.99;
    let mut votes: FxHashMap<u32, f32> = FxHashMap::default();
    for way in ways {
        let mut order = 1.0;
        for (place, pick) in way.path.picks.iter().enumerate() {
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
