//! Drawing the next token from what the model thinks of each.

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token::data::LlamaTokenData;
use llama_cpp_2::token::data_array::LlamaTokenDataArray;
use llguidance::toktrie::SimpleVob;

/// Only so many of the likeliest are drawn from.
const TOP: usize = 40;
/// Of these only as many as make up this share of the likelihood.
const TOP_SHARE: f32 = 0.95;
/// And none that is less likely than this part of the likeliest.
const LEAST_PART: f32 = 0.05;

/// So many tokens in a row may be said again within a reply: names, idioms. What goes on beyond that becomes
/// less likely with each word, or a small model says one thought three times. The prompt does not count:
/// its names and facts must be quoted as they are.
const SAID_AGAIN: i32 = 12;

/// What is the same for all replies of a model, and takes a while to make.
pub(crate) struct Picks {
    without_copying: LlamaSampler,
}

pub(crate) struct Pick {
    chain: LlamaSampler,
}

impl Picks {
    pub(crate) fn of(model: &LlamaModel, window: u32) -> Self {
        // What a text is made of starts anew after these, so that the form of a reply may be repeated.
        let breakers = ["\n", ":", "\"", "*"];
        let last = i32::try_from(window).unwrap_or(i32::MAX);
        Self { without_copying: LlamaSampler::dry(model, 0.8, 1.75, SAID_AGAIN, last, breakers) }
    }

    pub(crate) fn pick(&self, temperature: f64) -> Pick {
        Pick::with([self.without_copying.clone()], temperature)
    }
}

impl Pick {
    fn with(first: impl IntoIterator<Item = LlamaSampler>, temperature: f64) -> Self {
        let last = match temperature > 0.0 {
            true => vec![
                LlamaSampler::top_p(TOP_SHARE, 1),
                LlamaSampler::min_p(LEAST_PART, 1),
                LlamaSampler::temp(temperature as f32),
                LlamaSampler::dist(fastrand::u32(..)),
            ],
            false => vec![LlamaSampler::greedy()],
        };
        Self { chain: LlamaSampler::chain_simple(first.into_iter().chain(last)) }
    }

    /// None when nothing is allowed.
    pub(crate) fn next(
        &mut self,
        logits: &[f32],
        allowed: Option<&SimpleVob>,
    ) -> Option<LlamaToken> {
        let best = best(logits, allowed);
        if best.is_empty() {
            return None;
        }
        let mut candidates = LlamaTokenDataArray::new(best, true);
        candidates.apply_sampler(&mut self.chain);
        let token = candidates.selected_token()?;
        self.chain.accept(token);
        Some(token)
    }
}

/// The likeliest of those that are allowed, best first. One pass: a vocabulary has 150,000 words, and
/// this is done for each token.
fn best(logits: &[f32], allowed: Option<&SimpleVob>) -> Vec<LlamaTokenData> {
    let mut best: Vec<(f32, u32)> = Vec::with_capacity(2 * TOP);
    let mut least = f32::NEG_INFINITY;
    for (token, &logit) in (0u32..).zip(logits) {
        if logit > least && allowed.is_none_or(|allowed| allowed.is_allowed(token)) {
            best.push((logit, token));
            if best.len() == 2 * TOP {
                best.select_nth_unstable_by(TOP - 1, |a, b| b.0.total_cmp(&a.0));
                best.truncate(TOP);
                least = best[TOP - 1].0;
            }
        }
    }
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    best.truncate(TOP);
    best.into_iter()
        .map(|(logit, token)| LlamaTokenData::new(LlamaToken(token.cast_signed()), logit, 0.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_what_sorting_everything_gives() {
        let logits: Vec<f32> = (0..5000).map(|_| fastrand::f32()).collect();
        let mut all: Vec<(f32, i32)> = logits.iter().copied().zip(0..).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let expected: Vec<i32> = all.iter().take(TOP).map(|(_, token)| *token).collect();
        let found: Vec<i32> = best(&logits, None).iter().map(|data| data.id().0).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_not_allowed_is_never_drawn() {
        let mut allowed = SimpleVob::alloc(100);
        allowed.allow_token(7);
        let logits: Vec<f32> = (0..100).map(|n| n as f32).collect();
        for temperature in [0.0, 1.5] {
            let token = Pick::with([], temperature).next(&logits, Some(&allowed));
            assert_eq!(token, Some(LlamaToken(7)));
        }
        assert_eq!(Pick::with([], 1.0).next(&logits, Some(&SimpleVob::alloc(100))), None);
    }
}
