//! `ruminate doctor`: looks at everything the program needs, and says what is wrong and what to do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ruminate_models::Keys;
use ruminate_models::weights::size;
use ruminate_store::RunStore;
use ruminate_types::ports::store::{Room, RunFilter, Runs};
use ruminate_types::ports::vectors::{Space, Vectors};
use ruminate_types::{Owner, RunStatus, counted};
use serde::Serialize;
use serde_json::json;

use super::models::embedder::{choose, try_embedder};
use super::models::try_model;
use crate::all_models::AllModels;
use crate::cli::{Global, ModelChoice};
use crate::config::{self, Config, Loaded};
use crate::env;
use crate::exit::{Exit, Failure};
use crate::in_the_box::name_in_the_box;
use crate::memory;
use crate::output::{say, say_json};
use crate::remote::Remote;
use crate::view::printable;
use crate::wiring::{choose_model, open_store, place_of};

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
    loaded: Result<Loaded, Failure>,
    global: &Global,
    choice: &ModelChoice,
) -> Result<Exit, Failure> {
    let told = loaded.as_ref().map(configuration).map_err(Clone::clone);
    let mut checks = vec![Check::of("configuration", told), keys()];
    // Where the file cannot be used, the rest is looked at as it is without one.
    let config = loaded.map_or_else(|_| Config::without_file(), |loaded| loaded.config);
    let opened = open(&config);
    match &opened {
        Err(failure) => checks.push(Check::bad("data", failure)),
        Ok((store, place)) => {
            checks.push(Check::of("data", data(store, place).await));
            checks.push(Check::of("runs", runs(store).await));
        }
    }
    let models = AllModels::new(&config);
    checks.push(Check::of("model", model(&config, &models, choice).await));
    checks.push(Check::of(
        "embedder",
        embedder(&config, &models, opened.ok().map(|(store, _)| store)).await,
    ));
    if let Some(url) = global.server() {
        checks.push(Check::of("server", server(&url).await));
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

/// The store, and the file that it is in.
fn open(config: &Config) -> Result<(RunStore, PathBuf), Failure> {
    let home = config::home()?;
    Ok((open_store(&home, config)?, home.join(RunStore::FILE)))
}

async fn data(store: &RunStore, place: &Path) -> Result<String, Failure> {
    store.check().await?;
    store.check_room().await?;
    let megabytes = store.size_on_disk()? as f64 / 1e6;
    Ok(format!("{}, sound, {megabytes:.1} MB", place.display()))
}

async fn runs(store: &RunStore) -> Result<String, Failure> {
    let filter =
        RunFilter { status: Some(RunStatus::Thinking), limit: 1000, ..RunFilter::default() };
    let thinking = store.list(&filter).await?;
    let interrupted =
        thinking.iter().filter(|run| run.as_ref().is_ok_and(|run| run.driven_by.is_none())).count();
    let told = format!("{} thinking", thinking.len() - interrupted);
    Ok(match interrupted {
        0 => told,
        n => format!("{told}, {n} interrupted: `ruminate runs resume ID` goes on with one"),
    })
}

async fn server(url: &str) -> Result<String, Failure> {
    Remote::at(url)?.check().await
}

async fn embedder(
    config: &Config,
    models: &AllModels,
    store: Option<RunStore>,
) -> Result<String, Failure> {
    let named = ModelChoice { model: None, model_url: None };
    let Some(embedder) = choose(models, &config.embedder, &named).await? else {
        return Ok("none; `ruminate models pull embedder` gets one".to_owned());
    };
    let trial = try_embedder(&*embedder, MODEL_LIMIT).await?;
    let id = &embedder.profile().id;
    if !trial.makes_sense() {
        let message = format!("{id} finds a cat more like a bank than like a kitten");
        let hint = "choose another embedder, or pull it again: ruminate models remove embedder";
        return Err(Failure::new(Exit::Model, "embedder_senseless", message, hint));
    }
    let told = format!("{id} embeds three texts in {:.1} s", trial.seconds);
    let (Some(_), Some(store)) = (&config.embedder.id, store) else {
        return Ok(format!("{told}; recall asks it when the configuration names it"));
    };
    let space = Space::from(embedder.profile());
    let spaces = store.spaces(&Owner::local()).await?;
    let own = spaces.iter().find(|own| own.space == space).map_or(0, |own| own.lessons);
    Ok(format!("{told}; {} of it", counted(own, "vector")))
}

async fn model(
    config: &Config,
    models: &AllModels,
    choice: &ModelChoice,
) -> Result<String, Failure> {
    let chosen = choose_model(&config.model, models, choice).await?;
    let Some(profile) = chosen.profile else { return Ok(chosen.told) };
    let trial = try_model(models, &profile, MODEL_LIMIT).await?;
    let memory = match (name_in_the_box(&profile.id), memory::resident()) {
        (Some(_), Some(bytes)) => format!("; {} of memory with it", size(bytes)),
        _ => String::new(),
    };
    Ok(format!(
        "{} {} answers in {:.1} s; window {} tokens; structured: {}{memory}",
        profile.id,
        place_of(&profile),
        trial.reply.latency_ms as f64 / 1000.0,
        profile.context_window,
        if trial.is_structured { "yes" } else { "no" }
    ))
}
