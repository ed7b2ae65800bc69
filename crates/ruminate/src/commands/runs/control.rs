//! Telling a run something, whoever drives it: its driver obeys, and without one we do.

use std::time::{Duration, Instant};

use ruminate_types::Command;
use ruminate_types::ports::store::{Commands, RunSummary, Runs};
use serde_json::json;

use crate::cli::Global;
use crate::exit::{Exit, Failure};
use crate::output::say;
use crate::wiring::House;

/// How long another process has to obey before we say that it has not yet.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn tell(
    house: &House,
    global: &Global,
    id: &str,
    command: Command,
) -> Result<Exit, Failure> {
    let run = house.find(id).await?;
    refuse_if_over(&house.store.summary(run).await?)?;
    let queued = house.worker.tell(run, &command).await?;
    let deadline = Instant::now() + PATIENCE;
    let mut is_obeyed = false;
    while !is_obeyed && Instant::now() < deadline {
        house.let_it_obey(run).await?;
        is_obeyed = !house.store.pending(run).await?.iter().any(|command| command.id == queued);
        if !is_obeyed {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let status = house.store.summary(run).await?.status;
    if global.json {
        say!("{}", json!({ "session_id": run, "status": status, "obeyed": is_obeyed }))?;
    } else if is_obeyed {
        say!("{}", done(&command))?;
    } else {
        say!("It was told; it has not obeyed yet.")?;
    }
    Ok(Exit::Done)
}

fn done(command: &Command) -> &'static str {
    match command {
        Command::Pause => "Paused.",
        Command::Resume { .. } => "Resumed.",
        Command::Cancel => "Cancelled.",
        Command::Steer { .. } => "Steered.",
        Command::Feedback { .. } => "Noted.",
    }
}

pub(super) fn refuse_if_over(summary: &RunSummary) -> Result<(), Failure> {
    if !summary.status.is_final() {
        return Ok(());
    }
    let (run, status) = (summary.session_id, summary.status.as_str());
    Err(Failure::usage(
        format!("run {run} is over ({status})"),
        format!("`ruminate runs fork {run} --minutes 10` goes on from where it ended"),
    ))
}
