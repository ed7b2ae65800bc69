//! What became of a command.

use ruminate_types::{Command, CommandId, RunId};

use crate::error::RuntimeError;
use crate::worker::Ports;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Obeyed,
    /// It waits in the store until somebody drives the run.
    Waiting,
    /// The run was over before it came to it.
    TooLate,
}

/// `since` is the run's last event before it was told.
pub async fn fate(
    ports: &Ports,
    run: RunId,
    id: CommandId,
    command: &Command,
    since: u64,
) -> Result<Fate, RuntimeError> {
    if ports.commands.pending(run).await?.iter().any(|queued| queued.id == id) {
        return Ok(Fate::Waiting);
    }
    let stages: &[&str] = match command {
        Command::Pause => &["paused"],
        Command::Resume { .. } => &["started", "resumed"],
        Command::Cancel => &["cancelled"],
        Command::Steer { .. } => &["steered"],
        Command::Feedback { .. } => &["feedback"],
    };
    for stage in stages {
        if !ports.events.of_stage(run, stage, since, 1).await?.is_empty() {
            return Ok(Fate::Obeyed);
        }
    }
    // A run that is what it was told to be has nothing to write down.
    let is_over = ports.runs.summary(run).await?.status.is_final();
    Ok(if is_over { Fate::TooLate } else { Fate::Obeyed })
}
