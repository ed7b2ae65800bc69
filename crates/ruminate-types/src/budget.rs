//! What a run may spend, and what it has spent. Every limit keeps a share back for the ending.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Metrics;

/// Tokens that went into a call and came out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tokens {
    pub prompt: u64,
    pub completion: u64,
    /// The server did not count, so they were estimated from the text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

/// The limits of a run. A limit that is absent does not bind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// Thinking time; pauses and waiting for a model that is down do not count.
    pub wall_ms: Option<u64>,
    /// Tokens, prompts and replies together.
    pub tokens: Option<u64>,
    /// Model calls.
    pub calls: Option<u64>,
    /// Money, in millionths of a US dollar.
    pub micro_usd: Option<u64>,
    /// The share of each limit that is kept for the ending.
    pub reserve: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    pub elapsed_ms: u64,
    pub tokens: u64,
    pub calls: u64,
    pub micro_usd: u64,
}

impl Spent {
    pub fn since(&self, before: &Self) -> Self {
        Self {
            elapsed_ms: self.elapsed_ms.saturating_sub(before.elapsed_ms),
            tokens: self.tokens.saturating_sub(before.tokens),
            calls: self.calls.saturating_sub(before.calls),
            micro_usd: self.micro_usd.saturating_sub(before.micro_usd),
        }
    }

    /// Counts what an event tells. Servers may claim any number, so nothing here overflows.
    pub fn add(&mut self, elapsed_ms: u64, metrics: &Metrics) {
        self.elapsed_ms = elapsed_ms;
        let tokens = metrics.prompt_tokens.saturating_add(metrics.completion_tokens);
        self.tokens = self.tokens.saturating_add(tokens);
        self.calls = self.calls.saturating_add(metrics.calls);
        self.micro_usd = self.micro_usd.saturating_add(metrics.cost_micro_usd);
    }
}

impl Budget {
    pub const DEFAULT_RESERVE: f64 = 0.15;

    /// What of a limit is for thinking; the rest is for the ending, of which at least one unit is
    /// kept: the last call is always the ending's.
    pub fn for_thinking(&self, limit: u64) -> u64 {
        let kept = (limit as f64 * self.reserve.clamp(0.0, 1.0)).ceil() as u64;
        limit.saturating_sub(kept.max(1))
    }

    fn limits(&self, spent: &Spent) -> [(Option<u64>, u64); 4] {
        [
            (self.wall_ms, spent.elapsed_ms),
            (self.tokens, spent.tokens),
            (self.calls, spent.calls),
            (self.micro_usd, spent.micro_usd),
        ]
    }

    /// The share of the limit that is nearest to its end, in `[0, 1]`.
    pub fn share_used(&self, spent: &Spent) -> f64 {
        self.limits(spent)
            .into_iter()
            .filter_map(|(limit, used)| limit.map(|limit| used as f64 / limit.max(1) as f64))
            .fold(0.0, f64::max)
            .min(1.0)
    }

    /// Whether some limit's thinking part is used up, so that the ending must begin.
    pub fn thinking_is_over(&self, spent: &Spent) -> bool {
        self.limits(spent)
            .into_iter()
            .any(|(limit, used)| limit.is_some_and(|limit| used >= self.for_thinking(limit)))
    }

    /// What these limits leave after so much was spent.
    pub fn left(&self, spent: &Spent) -> Self {
        let left = |limit: Option<u64>, used: u64| limit.map(|limit| limit.saturating_sub(used));
        Self {
            wall_ms: left(self.wall_ms, spent.elapsed_ms),
            tokens: left(self.tokens, spent.tokens),
            calls: left(self.calls, spent.calls),
            micro_usd: left(self.micro_usd, spent.micro_usd),
            reserve: self.reserve,
        }
    }

    pub fn is_unlimited(&self) -> bool {
        self.limits(&Spent::default()).into_iter().all(|(limit, _)| limit.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(limit: u64) -> Budget {
        Budget { wall_ms: None, tokens: None, calls: Some(limit), micro_usd: None, reserve: 0.15 }
    }

    fn spent(calls: u64) -> Spent {
        Spent { calls, ..Spent::default() }
    }

    #[test]
    fn the_ending_keeps_its_share() {
        assert!(!calls(100).thinking_is_over(&spent(84)));
        assert!(calls(100).thinking_is_over(&spent(85)));
    }

    #[test]
    fn a_budget_of_one_call_is_all_ending() {
        assert!(calls(1).thinking_is_over(&spent(0)));
    }

    #[test]
    fn the_scarcest_limit_tells_the_progress() {
        let budget = Budget { wall_ms: Some(1000), ..calls(10) };
        let spent = Spent { elapsed_ms: 100, ..spent(5) };
        assert_eq!(budget.share_used(&spent), 0.5);
    }
}
