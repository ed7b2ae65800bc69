//! `ruminate runs …`

mod control;
mod export;
mod list;
mod show;

use ruminate_types::ports::store::RunSummary;
use ruminate_types::{Command, RunId, RunStatus};
use serde_json::json;
use tokio::sync::watch;

use crate::cli::{Fork, Global, ModelChoice, Runs};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::{note, say};
use crate::place::{Forking, Place, Site, find};
use crate::session::{Session, Show, tell_detached};
use crate::wiring::House;

pub(crate) async fn runs(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    runs: Runs,
) -> Result<Exit, Failure> {
    if let Runs::Drive { run } = &runs {
        let house = House::open(loaded?)?;
        return drive(&house, find(house.runs(), &run.id).await?).await;
    }
    let site = Site::of(loaded, global)?;
    let most_chars = site.defaults().max_question_chars;
    let place = &*site.open()?;
    let find = async |id: &str| find(place.runs(), id).await;
    match runs {
        Runs::List { status, limit, before } => {
            let before = match before {
                Some(id) => Some(find(&id).await?),
                None => None,
            };
            list::list(place, global, status, limit, before).await
        }
        Runs::Show { run } => show::show(place, global, find(&run.id).await?).await,
        Runs::Follow { run, after, output } => {
            let (run, show) = (find(&run.id).await?, Show::of(global, &output));
            Session::following(place, run, show, after).attend().await
        }
        Runs::Pause { run } => {
            control::tell(place, global, find(&run.id).await?, Command::Pause).await
        }
        Runs::Cancel { run } => {
            control::tell(place, global, find(&run.id).await?, Command::Cancel).await
        }
        Runs::Steer { run, text } => {
            let text = control::steering(&text, most_chars)?;
            control::tell(place, global, find(&run.id).await?, Command::Steer { text }).await
        }
        Runs::Feedback { run, verdict, note } => {
            let verdict = verdict.said();
            let note = control::note(note.as_deref(), most_chars)?;
            let run = find(&run.id).await?;
            control::feedback(place, global, run, Command::Feedback { verdict, note }).await
        }
        Runs::Resume { run, model, output, detach } => {
            let run = place.runs().summary(find(&run.id).await?).await?;
            resume(place, global, &run, &model, Show::of(global, &output), detach).await
        }
        Runs::Fork(flags) => {
            let from = place.runs().summary(find(&flags.run.id).await?).await?;
            fork(place, global, &from, &flags).await
        }
        Runs::Export { run, format, output } => {
            let run = find(&run.id).await?;
            export::export(place.events(), global, run, format, output.as_deref()).await
        }
        Runs::Delete { run } => delete(place, global, find(&run.id).await?).await,
        Runs::Drive { .. } => Ok(Exit::Done),
    }
}

async fn resume(
    place: &dyn Place,
    global: &Global,
    run: &RunSummary,
    model: &ModelChoice,
    show: Show,
    detach: bool,
) -> Result<Exit, Failure> {
    control::refuse_if_over(run)?;
    let id = run.session_id;
    if run.driven_by.is_some() && run.status == RunStatus::Thinking {
        if !model.is_none() {
            let hint = format!("pause it first: ruminate runs pause {id}");
            return Err(Failure::usage("the run is thinking already, with its own model", hint));
        }
        if !show.is_for_programs() {
            let then = if detach { "" } else { "; following it" };
            note!("It is thinking already, in another process{then}.");
        }
        if detach {
            return tell_detached(place, id, global.json);
        }
        return Session::following(place, id, show, run.cursor.seq).attend().await;
    }
    place.resume(run, model).await?;
    if detach {
        place.leave(id).await?;
        return tell_detached(place, id, global.json);
    }
    Session::driving(place, id, show, run.cursor.seq).attend().await
}

async fn fork(
    place: &dyn Place,
    global: &Global,
    from: &RunSummary,
    flags: &Fork,
) -> Result<Exit, Failure> {
    let forking = Forking {
        from: from.session_id,
        at: flags.at,
        asked: flags.budget.asked(),
        model: &flags.model,
        start: !flags.no_start,
    };
    let run = place.fork(forking).await?;
    if flags.no_start {
        if global.json {
            say!("{}", json!({ "session_id": run }))?;
        } else {
            say!("{run}")?;
            note!("To let it think: {} runs resume {run}", place.program());
        }
        return Ok(Exit::Done);
    }
    if flags.detach {
        place.leave(run).await?;
        return tell_detached(place, run, global.json);
    }
    let show = Show::of(global, &flags.output);
    if !show.is_for_programs() {
        note!("Run {run}");
    }
    let after = flags.at.unwrap_or(from.cursor.seq);
    Session::driving(place, run, show, after).attend().await
}

async fn delete(place: &dyn Place, global: &Global, run: RunId) -> Result<Exit, Failure> {
    place.delete(run).await?;
    if global.json {
        say!("{}", json!({ "session_id": run, "deleted": true }))?;
    } else {
        say!("Deleted {run}.")?;
    }
    Ok(Exit::Done)
}

/// Until the run rests. A signal lets it go after the step, for whoever takes it up next.
async fn drive(house: &House, run: RunId) -> Result<Exit, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let (stop, stopped) = watch::channel(ruminate_runtime::Stop::GoOn);
    let drive = house.worker.drive(run, stopped);
    tokio::pin!(drive);
    loop {
        tokio::select! {
            outcome = &mut drive => {
                outcome?;
                return Ok(Exit::Done);
            }
            // The terminal it was started from is gone; it has no use for one.
            _ = hangup.recv() => {}
            _ = terminate.recv() => { stop.send_replace(ruminate_runtime::Stop::Now); }
        }
    }
}
