//! What the memory does for runs.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use ruminate_mind::Freshness;
use ruminate_types::{Budget, Confidence, Policy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;

/// What is known, and what runs make of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MindConfig {
    /// Every run asks first what is known about its question.
    pub recall: bool,
    /// An answer that is known so surely, from 0 to 1, is given at once, without asking a model; 1 always asks.
    pub enough: f64,
    /// What a model thinks in a run is kept: facts, candidates for reflexes, and questions that stay open.
    pub learn: bool,
    /// What an earlier run answered to the same question, however it is put, is given again without asking a
    /// model.
    pub reuse: bool,
    /// Answers that are less sure are not, from 0 to 1.
    pub reuse_least: f64,
    /// Answers that are older are not.
    pub reuse_days: f64,
    /// The same for questions about what changes: "current", "today", "latest", …
    pub reuse_fleeting_minutes: f64,
    /// A server lets the minds that have something to do think by themselves, while no run thinks.
    pub awake: bool,
    /// How often it looks after them.
    pub wake_seconds: f64,
    /// From this share of the disk on, when so much of it is used, a mind asks itself why; 1 never asks.
    pub full_disk: f64,
    /// Tokens that each mind may spend in a day, by UTC, on asking a model for what it does not know; 0 never asks.
    pub tokens_per_day: u64,
}

impl MindConfig {
    pub(crate) fn freshness(&self) -> Freshness {
        Freshness {
            most: Duration::from_millis(milliseconds(self.reuse_days * 24.0 * 3600.0)),
            fleeting: Duration::from_millis(milliseconds(self.reuse_fleeting_minutes * 60.0)),
            least: Confidence::new(self.reuse_least),
            clock: Arc::new(Timestamp::now),
        }
    }
}

impl Default for MindConfig {
    fn default() -> Self {
        let unlimited =
            Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve: 0.0 };
        Self {
            recall: true,
            enough: Policy::fast(unlimited).enough.get(),
            learn: true,
            reuse: true,
            reuse_least: 0.5,
            reuse_days: 30.0,
            reuse_fleeting_minutes: 60.0,
            awake: true,
            wake_seconds: 60.0,
            full_disk: 0.95,
            tokens_per_day: 0,
        }
    }
}
