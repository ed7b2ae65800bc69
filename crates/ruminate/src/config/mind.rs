//! What the memory does for runs.

use ruminate_types::{Budget, Policy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known, and what runs make of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MindConfig {
    /// Every run asks first what is known about its question.
    pub recall: bool,
    /// An answer that is known so surely, from 0 to 1, is given at once, without asking a model; 1 always asks.
    pub enough: f64,
}

impl Default for MindConfig {
    fn default() -> Self {
        let unlimited =
            Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve: 0.0 };
        Self { recall: true, enough: Policy::fast(unlimited).enough.get() }
    }
}
