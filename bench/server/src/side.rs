//! What the two servers call the same things.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Side {
    Ruminate,
    Fastapi,
}

const QUESTION: &str = "What is the relationship between consciousness and intelligence?";
/// Longer than anything is measured.
const MINUTES: u32 = 600;

impl Side {
    pub(crate) fn runs(self) -> &'static str {
        match self {
            Self::Ruminate => "/api/runs",
            Self::Fastapi => "/api/thinking",
        }
    }

    /// Where a question goes.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Ruminate => "/api/runs",
            Self::Fastapi => "/api/thinking/start",
        }
    }

    pub(crate) fn question(self, start: bool) -> Value {
        match self {
            Self::Ruminate => {
                json!({"question": QUESTION, "mode": "extended", "minutes": MINUTES, "start": start})
            }
            Self::Fastapi => {
                json!({"question": QUESTION, "duration_minutes": MINUTES, "start": start})
            }
        }
    }
}
