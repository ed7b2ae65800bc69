//! Putting the adapters behind their ports.

use std::path::Path;
use std::sync::Arc;

use ruminate_models::{Provider, Providers};
use ruminate_runtime::{Ports, Worker};
use ruminate_store::{Options, RunStore};
use ruminate_types::ModelProfile;
use ruminate_types::ports::store::StoreError;

use crate::cli::ModelChoice;
use crate::config::{Config, Loaded, ModelConfig};
use crate::exit::{Exit, Failure};
use crate::view::printable;

pub(crate) struct House {
    pub loaded: Loaded,
    pub store: Arc<RunStore>,
    pub providers: Arc<Providers>,
    pub worker: Worker,
}

impl House {
    pub(crate) fn open(loaded: Loaded) -> Result<Self, Failure> {
        let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
        let providers = Arc::new(Providers::new(loaded.config.model_settings()));
        let ports = Ports::of(&store, providers.clone());
        let worker = Worker::new(store.worker(), ports, loaded.config.worker_settings());
        Ok(Self { loaded, store, providers, worker })
    }
}

pub(crate) fn open_store(home: &Path, config: &Config) -> Result<RunStore, StoreError> {
    let options = Options { durability: config.durability(), ..Options::default() };
    RunStore::open(home, options)
}

/// Which model thinks, and why that one.
pub(crate) struct Chosen {
    pub profile: Option<ModelProfile>,
    pub told: String,
}

/// The model that thinks when nobody wants one.
pub(crate) const NO_MODEL: &str = "none";

/// The one that was asked for; else a local Ollama's, if one answers; else none.
pub(crate) async fn choose_model(
    config: &ModelConfig,
    providers: &Providers,
    choice: &ModelChoice,
) -> Result<Chosen, Failure> {
    let url = choice.model_url.as_deref().or(config.url.as_deref());
    match choice.model.as_deref().or(config.id.as_deref()) {
        Some(NO_MODEL) => {
            Ok(Chosen { profile: None, told: "Thinking without a model, as asked.".to_owned() })
        }
        Some(id) => {
            let profile = large_enough(providers.profile(id, url).await?)?;
            let told = format!("Thinking with {} at {}.", printable(&profile.id), profile.url);
            Ok(Chosen { profile: Some(profile), told })
        }
        None => default_model(providers, url).await,
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

async fn default_model(providers: &Providers, url: Option<&str>) -> Result<Chosen, Failure> {
    let ollama = providers.local_ollama(url).await;
    let address = url.unwrap_or(Provider::Ollama.default_url());
    let Some(ollama) = ollama else {
        if url.is_some() {
            let message = format!("no Ollama answers at {address}");
            let hint = "name the model with --model provider/name, or start the server";
            return Err(Failure::new(Exit::Model, "model_unreachable", message, hint));
        }
        let told = format!(
            "No model is configured and no Ollama answers at {address}: thinking natively, \
             which asks good questions and knows nothing. {CHOOSE}"
        );
        return Ok(Chosen { profile: None, told });
    };
    let Some(model) = ollama.default_model() else {
        let told = format!(
            "The Ollama at {address} has no model that can chat (`ollama pull qwen3:4b` gets one): \
             thinking natively. {CHOOSE}"
        );
        return Ok(Chosen { profile: None, told });
    };
    let profile = large_enough(providers.profile(&model.id, url).await?)?;
    let told = format!("Thinking with {} at {}. {CHOOSE}", printable(&profile.id), profile.url);
    Ok(Chosen { profile: Some(profile), told })
}
