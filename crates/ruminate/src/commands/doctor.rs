//! `ruminate doctor`: looks at everything the program needs, and says what is wrong and what to do.

use std::time::Duration;

use ruminate_models::Keys;
use ruminate_store::RunStore;
use ruminate_types::RunStatus;
use ruminate_types::ports::store::{RunFilter, Runs};
use serde::Serialize;
use serde_json::json;

use super::models::try_model;
use crate::cli::{Global, ModelChoice};
use crate::config::Loaded;
use crate::env;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};
use crate::view::printable;
use crate::wiring::{House, choose_model};

#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    told: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl Check {
    fn good(name: &'static str, told: impl Into<String>) -> Self {
        Self { name, ok: true, told: told.into(), hint: None }
    }

    fn bad(name: &'static str, failure: &Failure) -> Self {
        Self { name, ok: false, told: failure.message.clone(), hint: failure.hint.clone() }
    }

    fn of(name: &'static str, result: Result<String, Failure>) -> Self {
        match result {
            Ok(told) => Self::good(name, told),
            Err(failure) => Self::bad(name, &failure),
        }
    }
}

/// The time that a model has to answer something small.
const MODEL_LIMIT: Duration = Duration::from_secs(60);

pub(crate) async fn doctor(
    loaded: Loaded,
    global: &Global,
    choice: &ModelChoice,
) -> Result<Exit, Failure> {
    let mut checks = vec![Check::good("configuration", configuration(&loaded)), keys()];
    let place = loaded.home.join(RunStore::FILE);
    match House::open(loaded) {
        Err(failure) => checks.push(Check::bad("data", &failure)),
        Ok(house) => {
            checks.push(Check::of("data", data(&house, &place).await));
            checks.push(Check::of("runs", runs(&house).await));
            checks.push(Check::of("model", model(&house, choice).await));
        }
    }
    let is_well = checks.iter().all(|check| check.ok);
    if global.json {
        let told = json!({ "ok": is_well, "checks": checks });
        say_json(&told)?;
    } else {
        for check in &checks {
            let mark = if check.ok { "ok   " } else { "WRONG" };
            say!("{mark}  {:13}  {}", check.name, printable(&check.told))?;
            if let Some(hint) = &check.hint {
                say!("       {:13}  hint: {hint}", "")?;
            }
        }
    }
    Ok(if is_well { Exit::Done } else { Exit::Unexpected })
}

fn configuration(loaded: &Loaded) -> String {
    let file = loaded.file.display();
    match loaded.file_exists {
        true => format!("{file}"),
        false => format!("defaults ({file} is not there)"),
    }
}

fn keys() -> Check {
    let set: Vec<&str> = [Keys::OPENAI, Keys::ANTHROPIC]
        .into_iter()
        .filter(|name| env::var(name).is_some())
        .collect();
    let told =
        if set.is_empty() { "none set; local models need none".to_owned() } else { set.join(", ") };
    Check::good("keys", told)
}

async fn data(house: &House, place: &std::path::Path) -> Result<String, Failure> {
    house.store.quick_check().await?;
    let megabytes = house.store.size_on_disk()? as f64 / 1e6;
    Ok(format!("{}, sound, {megabytes:.1} MB", place.display()))
}

async fn runs(house: &House) -> Result<String, Failure> {
    let filter = RunFilter { status: Some(RunStatus::Thinking), before: None, limit: 1000 };
    let thinking = house.store.list(&filter).await?;
    let interrupted =
        thinking.iter().filter(|run| run.as_ref().is_ok_and(|run| run.driven_by.is_none())).count();
    let told = format!("{} thinking", thinking.len() - interrupted);
    Ok(match interrupted {
        0 => told,
        n => format!("{told}, {n} interrupted: `ruminate runs resume ID` goes on with one"),
    })
}

async fn model(house: &House, choice: &ModelChoice) -> Result<String, Failure> {
    let chosen = choose_model(house, choice).await?;
    let Some(profile) = chosen.profile else { return Ok(chosen.told) };
    let trial = try_model(&house.providers, &profile, MODEL_LIMIT).await?;
    Ok(format!(
        "{} at {} answers in {:.1} s; window {} tokens; structured: {}",
        profile.id,
        profile.url,
        trial.reply.latency_ms as f64 / 1000.0,
        profile.context_window,
        if trial.is_structured { "yes" } else { "no" }
    ))
}
