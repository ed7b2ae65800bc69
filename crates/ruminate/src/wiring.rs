//! Putting the adapters behind their ports.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ruminate_mind::Keeper;
use ruminate_models::Provider;
use ruminate_runtime::{Ports, Worker};
use ruminate_store::{Options, RunStore};
use ruminate_types::ModelProfile;
use ruminate_types::ports::store::StoreError;

use crate::all_models::AllModels;
use crate::cli::ModelChoice;
use crate::config::{Config, Loaded, ModelConfig};
use crate::embedding::with_embedder;
use crate::exit::{Exit, Failure};
use crate::offer::{Offered, offer};
use crate::place::Fetch;
use crate::view::printable;

pub(crate) struct House {
    pub loaded: Loaded,
    pub store: Arc<RunStore>,
    pub models: Arc<AllModels>,
    pub mind: Arc<Keeper>,
    pub worker: Worker,
}

impl House {
    pub(crate) fn open(loaded: Loaded) -> Result<Self, Failure> {
        let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
        let models = Arc::new(AllModels::new(&loaded.config));
        let mind = Keeper::new(store.clone(), mind_dir(&loaded.home));
        let mind = mind.with_reflexes(store.clone());
        let mind = mind.with_learning(store.clone()).with_attention(store.clone());
        let mind = mind.with_answers(store.clone(), loaded.config.mind.freshness());
        let mind = with_embedder(mind, &loaded.config.embedder, || models.clone(), &store);
        let mind = Arc::new(mind);
        let ports = Ports { memory: Some(mind.clone()), ..Ports::of(&store, models.clone()) };
        let worker = Worker::new(store.worker(), ports, loaded.config.worker_settings());
        Ok(Self { loaded, store, models, mind, worker })
    }
}

pub(crate) fn open_store(home: &Path, config: &Config) -> Result<RunStore, StoreError> {
    let options = Options { durability: config.durability(), ..Options::default() };
    RunStore::open(home, options)
}

/// Where what is worked out of the lessons is kept: it may be deleted at any time.
pub(crate) fn mind_dir(home: &Path) -> PathBuf {
    home.join("mind")
}

/// Which model thinks, and why that one.
pub(crate) struct Chosen {
    pub profile: Option<ModelProfile>,
    pub told: String,
}

/// The model that thinks when nobody wants one.
pub(crate) const NO_MODEL: &str = "none";

/// The one that was asked for; else a local Ollama's, if one answers; else one that was pulled; else none.
pub(crate) async fn choose_model(
    config: &ModelConfig,
    models: &AllModels,
    choice: &ModelChoice,
) -> Result<Chosen, Failure> {
    choose_or_fetch(config, models, choice, Fetch::Never).await
}

/// Like [`choose_model`], but may fetch a model where there is none.
pub(crate) async fn choose_or_fetch(
    config: &ModelConfig,
    models: &AllModels,
    choice: &ModelChoice,
    fetch: Fetch,
) -> Result<Chosen, Failure> {
    let url = choice.model_url.as_deref().or(config.url.as_deref());
    match choice.model.as_deref().or(config.id.as_deref()) {
        Some(NO_MODEL) => {
            Ok(Chosen { profile: None, told: "Thinking without a model, as asked.".to_owned() })
        }
        Some(id) => {
            let profile = large_enough(models.profile(id, url).await?)?;
            let told = format!("{}.", thinking_with(&profile));
            Ok(Chosen { profile: Some(profile), told })
        }
        None => default_model(models, url, fetch).await,
    }
}

fn thinking_with(profile: &ModelProfile) -> String {
    format!("Thinking with {} {}", printable(&profile.id), place_of(profile))
}

/// Where a model runs, for people.
pub(crate) fn place_of(profile: &ModelProfile) -> String {
    match profile.url.as_str() {
        "" => "in this process".to_owned(),
        url => format!("at {url}"),
    }
}

/// A question, what was thought about it and a reply need some room.
fn large_enough(profile: ModelProfile) -> Result<ModelProfile, Failure> {
    const LEAST: u32 = 1024;
    if profile.context_window >= LEAST {
        return Ok(profile);
    }
    let message = format!(
        "{} has a window of {} tokens, too few to think with",
        profile.id, profile.context_window
    );
    let hint = format!("start its server with a window of {LEAST} tokens or more, 8192 if it can");
    Err(Failure::new(Exit::Model, "model_too_small", message, hint))
}

const CHOOSE: &str =
    "Choose another with --model provider/name, RUMINATE_MODEL or the configuration.";

async fn default_model(
    models: &AllModels,
    url: Option<&str>,
    fetch: Fetch,
) -> Result<Chosen, Failure> {
    let address = url.unwrap_or(Provider::Ollama.default_url());
    let ollama = models.servers().local_ollama(url).await;
    if ollama.is_none() && url.is_some() {
        let message = format!("no Ollama answers at {address}");
        let hint = "name the model with --model provider/name, or start the server";
        return Err(Failure::new(Exit::Model, "model_unreachable", message, hint));
    }
    let served = ollama.as_ref().and_then(|ollama| ollama.default_model());
    if let Some(model) = served {
        let profile = large_enough(models.servers().profile(&model.id, url).await?)?;
        let told = format!("{}. {CHOOSE}", thinking_with(&profile));
        return Ok(Chosen { profile: Some(profile), told });
    }
    let offered = match models.inside().best() {
        Some(id) => Offered::Fetched(id),
        None => offer(fetch).await?,
    };
    match offered {
        Offered::Fetched(id) => {
            let profile = large_enough(models.profile(&id, None).await?)?;
            let told = format!("{}. {CHOOSE}", thinking_with(&profile));
            Ok(Chosen { profile: Some(profile), told })
        }
        Offered::No(why) => {
            let missing = match ollama {
                None => format!("no Ollama answers at {address}"),
                Some(_) => format!("the Ollama at {address} has no model that can chat"),
            };
            let told = format!(
                "No model is configured, {missing}, and {why}: thinking natively, from what was \
                 learned (`ruminate learn`) and nothing else. {CHOOSE}"
            );
            Ok(Chosen { profile: None, told })
        }
    }
}
