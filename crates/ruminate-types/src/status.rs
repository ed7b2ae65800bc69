//! The five states of seed A, and which may follow which.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    Created,
    Thinking,
    Paused,
    Completed,
    /// Ended without an answer of its own making: cancelled, or broken beyond resuming.
    Failed,
}

impl RunStatus {
    pub const ALL: [Self; 5] =
        [Self::Created, Self::Thinking, Self::Paused, Self::Completed, Self::Failed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Thinking => "thinking",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Nothing follows a final state.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }

    pub fn may_become(self, next: Self) -> bool {
        use RunStatus::{Completed, Created, Failed, Paused, Thinking};
        matches!(
            (self, next),
            (Created, Thinking | Paused | Failed)
                | (Thinking, Paused | Completed | Failed)
                | (Paused, Thinking | Completed | Failed)
        )
    }
}
