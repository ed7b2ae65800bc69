//! Telling a run something, whoever drives it: its driver obeys, and without one we do.

use std::time::Duration;

use ruminate_runtime::Fate;
use ruminate_runtime::document::Document;
use ruminate_types::ports::store::RunSummary;
use ruminate_types::{Command, RunId, Verdict};
use serde_json::json;

use crate::cli::Global;
use crate::exit::{Exit, Failure};
use crate::output::{note, say};
use crate::place::Place;
use crate::view::printable;

/// Sources of an answer that are named to whoever calls it wrong.
const MOST_SOURCES: usize = 3;
/// How long another process has to obey before we say that it has not yet.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn tell(
    place: &dyn Place,
    global: &Global,
    run: RunId,
    command: Command,
) -> Result<Exit, Failure> {
    let summary = place.runs().summary(run).await?;
    refuse_if_over(&summary)?;
    if matches!(command, Command::Steer { .. }) {
        refuse_to_steer(&summary)?;
    }
    let fate = place.tell(run, &command, PATIENCE).await?;
    if fate == Fate::TooLate {
        refuse_if_over(&place.runs().summary(run).await?)?;
    }
    say_fate(place, global, run, &command, fate).await
}

/// What only a run that has its answer can be told.
pub(super) async fn feedback(
    place: &dyn Place,
    global: &Global,
    run: RunId,
    command: Command,
) -> Result<Exit, Failure> {
    if !place.runs().summary(run).await?.status.is_final() {
        let message = format!("run {run} has no answer yet to say something about");
        return Err(Failure::usage(message, format!("wait for it: ruminate runs follow {run}")));
    }
    let fate = place.tell(run, &command, PATIENCE).await?;
    say_fate(place, global, run, &command, fate).await
}

async fn say_fate(
    place: &dyn Place,
    global: &Global,
    run: RunId,
    command: &Command,
    fate: Fate,
) -> Result<Exit, Failure> {
    let status = place.runs().summary(run).await?.status;
    let is_obeyed = fate == Fate::Obeyed;
    if global.json {
        say!("{}", json!({ "session_id": run, "status": status, "obeyed": is_obeyed }))?;
    } else if is_obeyed {
        say!("{}", done(command))?;
        if matches!(command, Command::Feedback { verdict: Verdict::Wrong, .. }) {
            tell_how_to_correct(place, run).await?;
        }
    } else {
        say!("It was told; it has not obeyed yet.")?;
    }
    Ok(Exit::Done)
}

/// An answer that follows from facts is given again as long as they are there: who calls it wrong is told where they are.
async fn tell_how_to_correct(place: &dyn Place, run: RunId) -> Result<(), Failure> {
    let document = Document::read(place.events(), run).await?;
    let Some(known) = document.from_memory.filter(|known| known.run_id.is_none()) else {
        return Ok(());
    };
    note!(
        "It follows from what was learned, and will again: correct the source and learn it anew, or"
    );
    for source in known.sources.iter().take(MOST_SOURCES) {
        note!("  {} mind forget {}", place.program(), printable(&source.source_id));
    }
    Ok(())
}

/// What a run is steered with.
pub(super) fn steering(text: &str, most: usize) -> Result<String, Failure> {
    let text = text.trim();
    if text.chars().count() > most {
        let message = format!("a run is steered with at most {most} characters");
        return Err(Failure::usage(message, "say it shorter"));
    }
    if text.is_empty() {
        let hint = "say what to look at: ruminate runs steer ID \"look at animals too\"";
        return Err(Failure::usage("there is nothing to steer with", hint));
    }
    Ok(text.to_owned())
}

/// Why an answer was right or wrong, if anything is said about it.
pub(super) fn note(text: Option<&str>, most: usize) -> Result<Option<String>, Failure> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    if text.is_some_and(|text| text.chars().count() > most) {
        let message = format!("a note has at most {most} characters");
        return Err(Failure::usage(message, "say it shorter"));
    }
    Ok(text.map(str::to_owned))
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

fn refuse_to_steer(summary: &RunSummary) -> Result<(), Failure> {
    if summary.policy.mode.can_be_steered() {
        return Ok(());
    }
    Err(Failure::usage(
        format!("run {} answers at once, and cannot be steered", summary.session_id),
        "ask again with what it should look at, or let it think: ruminate think \"…\"",
    ))
}
