//! `ruminate runs list`

use ruminate_types::RunStatus;
use ruminate_types::ports::store::{DamagedRun, RunFilter, RunSummary, Runs};
use serde_json::json;

use crate::cli::{Global, Status};
use crate::exit::{Exit, Failure};
use crate::output::{note, say, say_json};
use crate::view::printable;
use crate::wiring::House;

pub(super) async fn list(
    house: &House,
    global: &Global,
    status: Option<Status>,
    limit: u32,
    before: Option<&str>,
) -> Result<Exit, Failure> {
    let before = match before {
        Some(id) => Some(house.find(id).await?),
        None => None,
    };
    let status = status.map(|status| match status {
        Status::Created => RunStatus::Created,
        Status::Thinking => RunStatus::Thinking,
        Status::Paused => RunStatus::Paused,
        Status::Completed => RunStatus::Completed,
        Status::Failed => RunStatus::Failed,
    });
    let listed = house.store.list(&RunFilter { status, before, limit }).await?;
    let is_last_page = listed.len() < limit as usize;
    let (runs, damaged) = sorted_out(listed);
    let exit = if damaged.is_empty() { Exit::Done } else { Exit::Data };
    if global.json {
        let runs: Vec<_> = runs.iter().map(row).collect();
        let damaged: Vec<_> =
            damaged.iter().map(|run| json!({ "id": run.id, "message": run.message })).collect();
        say_json(&json!({ "runs": runs, "damaged": damaged }))?;
        return Ok(exit);
    }
    for run in &damaged {
        note!("{run}");
    }
    if !damaged.is_empty() {
        note!("`ruminate doctor` looks through all of the data.");
        if runs.is_empty() {
            return Ok(exit);
        }
    }
    if runs.is_empty() && (status.is_some() || before.is_some() || limit == 0) {
        say!("No run is like that.")?;
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        say!("There are no runs here yet. Begin one: ruminate think \"a question\"")?;
        return Ok(Exit::Done);
    }
    say!("{:36}  {:11}  {:16}  {:>8}  question", "id", "status", "created", "thoughts")?;
    for run in &runs {
        let created = run.created_at.strftime("%Y-%m-%d %H:%M");
        let question = printable(&run.original_question).replace('\n', " ");
        let question: String = question.chars().take(60).collect();
        say!(
            "{}  {:11}  {created:16}  {:>8}  {question}",
            run.session_id,
            state(run),
            run.cursor.thoughts
        )?;
    }
    if !is_last_page && let Some(last) = runs.last() {
        note!("There may be more: ruminate runs list --before {}", last.session_id);
    }
    Ok(exit)
}

fn sorted_out(listed: Vec<Result<RunSummary, DamagedRun>>) -> (Vec<RunSummary>, Vec<DamagedRun>) {
    let (mut runs, mut damaged) = (Vec::new(), Vec::new());
    for run in listed {
        match run {
            Ok(run) => runs.push(run),
            Err(run) => damaged.push(run),
        }
    }
    (runs, damaged)
}

/// The state in a word; a run that should think but has nobody to drive it says so.
pub(super) fn state(run: &RunSummary) -> &'static str {
    match run.status {
        RunStatus::Thinking if run.driven_by.is_none() => "interrupted",
        status => status.as_str(),
    }
}

fn row(run: &RunSummary) -> serde_json::Value {
    json!({
        "session_id": run.session_id,
        "status": run.status,
        "interrupted": state(run) == "interrupted",
        "original_question": run.original_question,
        "created_at": run.created_at,
        "updated_at": run.updated_at,
        "thought_count": run.cursor.thoughts,
        "question_count": run.cursor.questions,
        "synthesis_count": run.cursor.syntheses,
    })
}
