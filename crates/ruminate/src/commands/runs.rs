//! `ruminate runs …`

mod control;
mod export;
mod list;
mod show;

use ruminate_runtime::asked;
use ruminate_runtime::{Begin, Fork as Forked};
use ruminate_types::ports::store::{Runs as _, Windows};
use ruminate_types::{Command, ModelChange, RunId, RunStatus};
use serde_json::json;
use tokio::sync::watch;

use crate::background;
use crate::cli::{Fork, Global, ModelChoice, Runs};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::{note, say};
use crate::session::{Session, Show, tell_detached};
use crate::wiring::{House, choose_model};

pub(crate) async fn runs(loaded: Loaded, global: &Global, runs: Runs) -> Result<Exit, Failure> {
    let house = House::open(loaded)?;
    match runs {
        Runs::List { status, limit, before } => {
            list::list(&house, global, status, limit, before.as_deref()).await
        }
        Runs::Show { run } => show::show(&house, global, house.find(&run.id).await?).await,
        Runs::Follow { run, after, output } => {
            let run = house.find(&run.id).await?;
            Session::following(&house, run, Show::of(global, &output), after).attend().await
        }
        Runs::Pause { run } => control::tell(&house, global, &run.id, Command::Pause).await,
        Runs::Cancel { run } => control::tell(&house, global, &run.id, Command::Cancel).await,
        Runs::Steer { run, text } => {
            let text = text.trim().to_owned();
            let most = house.loaded.config.think.max_question_chars;
            if text.chars().count() > most {
                let message = format!("a run is steered with at most {most} characters");
                return Err(Failure::usage(message, "say it shorter"));
            }
            if text.is_empty() {
                let hint = "say what to look at: ruminate runs steer ID \"look at animals too\"";
                return Err(Failure::usage("there is nothing to steer with", hint));
            }
            control::tell(&house, global, &run.id, Command::Steer { text }).await
        }
        Runs::Resume { run, model, output, detach } => {
            let run = house.find(&run.id).await?;
            resume(&house, run, &model, Show::of(global, &output), detach, global.json).await
        }
        Runs::Fork(flags) => fork(&house, global, &flags).await,
        Runs::Export { run, format, output } => {
            let run = house.find(&run.id).await?;
            export::export(&house, global, run, format, output.as_deref()).await
        }
        Runs::Delete { run } => delete(&house, global, house.find(&run.id).await?).await,
        Runs::Drive { run } => drive(&house, house.find(&run.id).await?).await,
    }
}

async fn resume(
    house: &House,
    run: RunId,
    choice: &ModelChoice,
    show: Show,
    detach: bool,
    is_json: bool,
) -> Result<Exit, Failure> {
    let summary = house.store.summary(run).await?;
    control::refuse_if_over(&summary)?;
    let model = changed_model(house, choice).await?;
    if let ModelChange::Use(profile) = &model
        && house.store.load(run).await?.policy.budget.micro_usd.is_some()
    {
        asked::priced(profile)?;
    }
    if summary.driven_by.is_some() && summary.status == RunStatus::Thinking {
        if model != ModelChange::Keep {
            let hint = format!("pause it first: ruminate runs pause {run}");
            return Err(Failure::usage("the run is thinking already, with its own model", hint));
        }
        if !show.is_for_programs() {
            let then = if detach { "" } else { "; following it" };
            note!("It is thinking already, in another process{then}.");
        }
        if detach {
            return tell_detached(run, is_json);
        }
        return Session::following(house, run, show, summary.cursor.seq).attend().await;
    }
    // One that was interrupted is thinking still, and can change its model only after a pause.
    if summary.status == RunStatus::Thinking && model != ModelChange::Keep {
        house.worker.tell(run, &Command::Pause).await?;
    }
    house.worker.tell(run, &Command::Resume { model }).await?;
    if detach {
        background::drive(&house.loaded, run)?;
        return tell_detached(run, is_json);
    }
    Session::driving(house, run, show, summary.cursor.seq).attend().await
}

/// The model that was asked for, if one was.
async fn changed_model(house: &House, choice: &ModelChoice) -> Result<ModelChange, Failure> {
    if choice.model.is_none() && choice.model_url.is_none() {
        return Ok(ModelChange::Keep);
    }
    let chosen = choose_model(&house.loaded.config.model, &house.providers, choice).await?;
    Ok(match chosen.profile {
        Some(profile) => ModelChange::Use(Box::new(profile)),
        None => ModelChange::Native,
    })
}

async fn fork(house: &House, global: &Global, flags: &Fork) -> Result<Exit, Failure> {
    let original = house.store.load(house.find(&flags.run.id).await?).await?;
    let model = changed_model(house, &flags.model).await?;
    let thinks_with = match &model {
        ModelChange::Keep => original.cursor.model.as_ref(),
        ModelChange::Use(profile) => Some(&**profile),
        ModelChange::Native => None,
    };
    let budget = flags.budget.asked().of_a_fork(&original, thinks_with, flags.at)?;
    let start = (!flags.no_start).then_some(model);
    let forked = Forked { from: original.id, at: flags.at, budget };
    let begin = Begin { start, ..Begin::later() };
    let run = ruminate_runtime::fork(house.worker.ports(), forked, begin).await?;
    if flags.no_start {
        if global.json {
            say!("{}", json!({ "session_id": run }))?;
        } else {
            say!("{run}")?;
            note!("To let it think: ruminate runs resume {run}");
        }
        return Ok(Exit::Done);
    }
    if flags.detach {
        background::drive(&house.loaded, run)?;
        return tell_detached(run, global.json);
    }
    let show = Show::of(global, &flags.output);
    if !show.is_for_programs() {
        note!("Run {run}");
    }
    let after = flags.at.unwrap_or(original.cursor.seq);
    Session::driving(house, run, show, after).attend().await
}

async fn delete(house: &House, global: &Global, run: RunId) -> Result<Exit, Failure> {
    house.worker.delete(run).await?;
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
