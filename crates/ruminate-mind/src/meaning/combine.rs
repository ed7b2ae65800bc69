//! What recall finds by words and names, and what is like the question, as one list.
//!
//! Standing out counts, the cosine itself does not. Where passages lead to one another, they are found well by that, and only
//! what stands out more than chance explains is let in between; among loose notes and turns there are only words to go by,
//! and likeness counts as it is. Both pairs of numbers were chosen by cross-validation
//! (`docs/decisions/0020-recall-by-meaning.md`).

use ruminate_types::mind::Hop;

use super::search::{Like, Likenesses};
use crate::mind::Mind;
use crate::recall::{Hit, Recalled};

/// What stands out so far has to do with the question, whatever its words are.
const STANDS_OUT: f32 = 1.1;
/// Found by words, so many are weighed at least: the sixth may be the one that means what is asked for.
const WEIGHED: usize = 10;

/// What standing out is worth beside a score in `(0, 1]`.
struct Worth {
    /// What counts is what is beyond this.
    beyond: f32,
    each: f32,
    /// What has no word of the question has to stand out so far.
    least: f32,
}

const AMONG_LINKED: Worth = Worth { beyond: STANDS_OUT, each: 0.6, least: STANDS_OUT };
const AMONG_LOOSE: Worth = Worth { beyond: 0.0, each: 1.2, least: 0.7 };

impl Worth {
    fn of(&self, like: Like) -> f32 {
        self.each * (like.standing - self.beyond).max(0.0)
    }

    /// A passage with what its meaning says for it.
    fn told(&self, mut hit: Hit, like: Like) -> Hit {
        if like.standing >= self.least {
            let likeness = (f64::from(like.likeness) * 100.0).round() / 100.0;
            hit.why.push(Hop::Means { likeness });
        }
        Hit { is_meant: like.standing >= STANDS_OUT, ..hit }
    }
}

impl Mind {
    /// The passages that answer a question best, everywhere or in one silo. `meant` is what an embedder makes of the question.
    pub(crate) fn passages(
        &self,
        question: &str,
        silo: Option<&str>,
        k: usize,
        meant: Option<&[f32]>,
    ) -> Vec<Hit> {
        let likenesses = meant.and_then(|meant| self.meanings.like(meant));
        let Some(likenesses) = likenesses else {
            return self.recall.recall_within(silo, question, k).hits;
        };
        let recalled = self.recall.recall_within(silo, question, k.max(WEIGHED));
        let worth = if recalled.is_linked { AMONG_LINKED } else { AMONG_LOOSE };
        let nearest = likenesses
            .nearest(k, worth.least, |id| self.recall.is_within(silo, id))
            .into_iter()
            .filter_map(|(id, like)| Some((self.recall.unasked(id)?, like)));
        combined(recalled, nearest.collect(), &likenesses, &worth, k)
    }
}

fn combined(
    recalled: Recalled,
    nearest: Vec<(Hit, Like)>,
    likenesses: &Likenesses<'_>,
    worth: &Worth,
    k: usize,
) -> Vec<Hit> {
    let found: Vec<String> = recalled.hits.iter().map(|hit| hit.source_id.clone()).collect();
    let mut all: Vec<(f32, Hit)> = Vec::new();
    for hit in recalled.hits {
        let like = likenesses.of(&hit.source_id).unwrap_or_default();
        all.push((hit.score + worth.of(like), worth.told(hit, like)));
    }
    let new = nearest.into_iter().filter(|(hit, _)| !found.contains(&hit.source_id));
    for (hit, like) in new {
        let score = worth.of(like).max(f32::MIN_POSITIVE);
        // What follows from one another stays in its order.
        let at = all.iter().position(|(other, _)| *other < score).unwrap_or(all.len());
        all.insert(at, (score, worth.told(hit, like)));
    }
    if !recalled.is_linked {
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    let mut scores: Vec<f32> = all.iter().map(|(score, _)| *score).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    let least = scores.get(k.saturating_sub(1)).copied().unwrap_or(0.0);
    let most = scores.first().copied().unwrap_or(1.0).max(1.0);
    all.retain(|(score, _)| *score >= least);
    all.truncate(k);
    all.into_iter().map(|(score, hit)| Hit { score: score / most, ..hit }).collect()
}
