//! What an answer took.

use ruminate_types::Metrics;
use schemars::JsonSchema;
use serde::Serialize;

/// Tokens of all the run's calls together, as the language model counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
}

impl Usage {
    pub(super) fn add(&mut self, metrics: &Metrics) {
        self.prompt_tokens = self.prompt_tokens.saturating_add(metrics.prompt_tokens);
        self.completion_tokens = self.completion_tokens.saturating_add(metrics.completion_tokens);
        self.total_tokens = self.prompt_tokens.saturating_add(self.completion_tokens);
    }
}
