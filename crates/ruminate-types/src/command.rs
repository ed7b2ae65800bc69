//! What a person or a program may tell a run while it thinks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ModelProfile, RunId, Verdict};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    Pause,
    /// Begin, or go on.
    Resume {
        model: ModelChange,
    },
    Cancel,
    /// Becomes a question of the highest priority.
    Steer {
        text: String,
    },
    /// What the asker says about the answer; taken in every state.
    Feedback {
        verdict: Verdict,
        note: Option<String>,
    },
}

/// Whether a run that goes on thinks with another model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelChange {
    #[default]
    Keep,
    Use(Box<ModelProfile>),
    /// None from now on.
    Native,
}

/// The place of a command in the queue of its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub i64);

#[derive(Clone, Debug, PartialEq)]
pub struct QueuedCommand {
    pub id: CommandId,
    pub run_id: RunId,
    pub command: Command,
}
