//! `ruminate runs list`

use clap::ValueEnum;
use ruminate_runtime::next_page;
use ruminate_types::ports::store::{DamagedRun, RunFilter, RunSummary, Runs};
use ruminate_types::{RunId, RunStatus};
use serde_json::json;

use crate::cli::{Global, Status};
use crate::exit::{Exit, Failure};
use crate::output::{note, say, say_json};
use crate::place::Place;
use crate::view::{one_line, terminal_width};

/// Where there is no terminal, this leaves sixty columns to a question.
const WIDTH: u16 = 139;
/// On a terminal narrower than this an id is cut, to leave some room to the question. What is left of
/// it names the run as well.
const NARROW: u16 = 110;
const ID: usize = 36;
/// The id's time and its first random digits.
const SHORT_ID: usize = 18;

pub(super) async fn list(
    place: &dyn Place,
    global: &Global,
    status: Option<Status>,
    limit: u32,
    before: Option<RunId>,
) -> Result<Exit, Failure> {
    let (store, program) = (place.runs(), place.program());
    let filter = RunFilter { status: status.map(stored), before, limit, owner: None };
    let listed = match status {
        Some(Status::Interrupted) => interrupted(store, filter).await?,
        _ => store.list(&filter).await?,
    };
    let is_full = listed.len() >= limit as usize;
    let next = if is_full { next_page(&listed) } else { None };
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
    }
    if runs.is_empty() && !damaged.is_empty() {
        tell_more(program, status, next);
        return Ok(exit);
    }
    if runs.is_empty() && (status.is_some() || before.is_some() || limit == 0) {
        say!("No run is like that.")?;
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        say!("There are no runs here yet. Begin one: {program} think \"a question\"")?;
        return Ok(Exit::Done);
    }
    let width = terminal_width().unwrap_or(WIDTH);
    let id_width = if width < NARROW { SHORT_ID } else { ID };
    let line = |id: &str, state: &str, created: &str, thoughts: &str, question: &str| {
        let id = &id[..id.len().min(id_width)];
        let line = format!("{id:id_width$}  {state:11}  {created:16}  {thoughts:>8}  {question}");
        say!("{}", one_line(&line, width))
    };
    line("id", "status", "created", "thoughts", "question")?;
    for run in &runs {
        let id = run.session_id.to_string();
        let created = run.created_at.strftime("%Y-%m-%d %H:%M").to_string();
        let thoughts = run.cursor.thoughts.to_string();
        line(&id, state(run), &created, &thoughts, &run.original_question)?;
    }
    tell_more(program, status, next);
    Ok(exit)
}

fn tell_more(program: &str, status: Option<Status>, next: Option<RunId>) {
    let Some(next) = next else { return };
    let same = status.and_then(|status| status.to_possible_value());
    let same = same.map(|status| format!(" --status {}", status.get_name()));
    let same = same.unwrap_or_default();
    note!("There may be more: {program} runs list{same} --before {next}");
}

type Line = Result<RunSummary, DamagedRun>;

fn sorted_out(listed: Vec<Line>) -> (Vec<RunSummary>, Vec<DamagedRun>) {
    let (mut runs, mut damaged) = (Vec::new(), Vec::new());
    for run in listed {
        match run {
            Ok(run) => runs.push(run),
            Err(run) => damaged.push(run),
        }
    }
    (runs, damaged)
}

/// What the store calls it.
fn stored(status: Status) -> RunStatus {
    match status {
        Status::Created => RunStatus::Created,
        Status::Thinking | Status::Interrupted => RunStatus::Thinking,
        Status::Paused => RunStatus::Paused,
        Status::Completed => RunStatus::Completed,
        Status::Failed => RunStatus::Failed,
    }
}

/// The store does not filter by who drives a run: pages are read until enough runs are found.
async fn interrupted(store: &dyn Runs, filter: RunFilter) -> Result<Vec<Line>, Failure> {
    const PAGE: u32 = 100;
    let limit = filter.limit as usize;
    let mut filter = RunFilter { limit: PAGE, ..filter };
    let mut found = Vec::new();
    while found.len() < limit {
        let page = store.list(&filter).await?;
        filter.before = next_page(&page);
        let is_driven = |run: &Line| run.as_ref().is_ok_and(|run| run.driven_by.is_some());
        found.extend(page.into_iter().filter(|run| !is_driven(run)));
        if filter.before.is_none() {
            break;
        }
    }
    found.truncate(limit);
    Ok(found)
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
        "conversation_id": run.conversation_id,
        "mode": run.policy.mode,
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
