//! `ruminate serve`

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_models::ModelId;
use ruminate_server::{Access, App, ChooseModel, Problem, World};
use ruminate_types::ModelProfile;
use ruminate_types::ports::keys::ApiKeys;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::all_models::AllModels;
use crate::cli::{ModelChoice, Serve};
use crate::config::{Loaded, ModelConfig};
use crate::embedding;
use crate::exit::{Exit, Failure};
use crate::in_the_box::{is_path, name_in_the_box};
use crate::output::note;
use crate::reign::{Allowance, Reign};
use crate::telemetry;
use crate::wiring::{Chosen, House, NO_MODEL, choose_model};

pub(crate) async fn serve(loaded: Loaded, serve: Serve) -> Result<Exit, Failure> {
    let _telemetry = telemetry::start(&loaded.config.telemetry)?;
    let house = House::open(loaded)?;
    let config = &house.loaded.config;
    let address = serve.listen.unwrap_or(config.server.listen);
    let access = Access::of(address.ip(), serve.require_keys || config.server.require_keys);
    if access == Access::Keys {
        refuse_without_keys(&*house.store, address.ip().is_loopback()).await?;
    }
    let chooser = Chooser {
        config: config.model.clone(),
        models: house.models.clone(),
        allowed: config.server.models.clone(),
        choice: serve.model.clone(),
        known: Mutex::default(),
    };
    // What is wrong with the model is told now, not at the first question. One that is away may come
    // back, and what was thought with it can be read meanwhile.
    match choose_model(&chooser.config, &chooser.models, &chooser.choice).await {
        Err(failure) if failure.exit == Exit::Model => note!("{}", failure.told(false)),
        chosen => note!("{}", chosen?.told),
    }
    let minds = &config.mind;
    let allowance = Allowance::PerDay(minds.tokens_per_day);
    let reign = Arc::new(Reign::new(&house, serve.model, allowance));
    let world = World {
        worker: house.worker.clone(),
        conversations: house.store.clone(),
        keys: house.store.clone(),
        room: house.store.clone(),
        models: Arc::new(chooser),
        learning: house.store.clone(),
        sources: house.store.clone(),
        minds: house.mind.clone(),
        aims: house.store.clone(),
        wake: reign.clone(),
        reflexes: house.store.clone(),
    };
    let settings = config.server_settings(access);
    let listener = TcpListener::bind(address).await.map_err(|error| {
        let message = format!("{address} cannot be listened at: {error}");
        Failure::usage(message, "give another address with --listen; port 0 takes any")
    })?;
    let bound = listener.local_addr()?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    note!("Listening at http://{bound} (docs: http://{bound}/docs)");
    let end = async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    };
    let every = Duration::from_secs_f64(minds.wake_seconds);
    let reign = minds.awake.then(|| tokio::spawn(async move { reign.go_on(every).await }));
    let keeper = house.mind.clone();
    let embedding = keeper.has_embedder().then(|| tokio::spawn(embedding::go_on(keeper)));
    let served = ruminate_server::serve(listener, App::new(world, settings), end).await;
    for task in reign.into_iter().chain(embedding) {
        task.abort();
    }
    served?;
    Ok(Exit::Done)
}

async fn refuse_without_keys(keys: &dyn ApiKeys, is_loopback: bool) -> Result<(), Failure> {
    if keys.keys().await?.iter().any(|key| key.revoked_at.is_none()) {
        return Ok(());
    }
    let why = if is_loopback { "keys are asked for" } else { "others can reach this address" };
    let message = format!("{why}, and there are no keys");
    let hint = "make one first: ruminate keys create NAME";
    Err(Failure::new(Exit::Usage, "no_keys", message, hint))
}

/// Chooses as the command line does. What a model's server said about it is believed for a while.
struct Chooser {
    config: ModelConfig,
    models: Arc<AllModels>,
    choice: ModelChoice,
    /// Other models that may be named.
    allowed: BTreeSet<String>,
    known: Mutex<Known>,
}

/// What each name stood for, and when.
type Known = HashMap<Option<String>, (Instant, Option<ModelProfile>)>;

const BELIEVED: Duration = Duration::from_secs(30);
/// Names that are remembered; whoever asks for more has them looked up.
const MOST_KNOWN: usize = 256;

#[async_trait]
impl ChooseModel for Chooser {
    async fn choose(&self, id: Option<&str>) -> Result<Option<ModelProfile>, Problem> {
        let name = id.map(str::to_owned);
        if let Some((since, profile)) = self.known().get(&name)
            && since.elapsed() < BELIEVED
        {
            return Ok(profile.clone());
        }
        let chosen = match id {
            Some(id) => self.named(id).await?,
            None => choose_model(&self.config, &self.models, &self.choice).await?,
        };
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(name, (Instant::now(), chosen.profile.clone()));
        Ok(chosen.profile)
    }
}

impl Chooser {
    /// A model that a request names. The address that is configured is the configured model's: another
    /// provider's key must not go there.
    async fn named(&self, id: &str) -> Result<Chosen, Failure> {
        let own = self.choice.model.as_deref().or(self.config.id.as_deref());
        // Files of this machine are for who sits at it.
        if name_in_the_box(id).is_some_and(is_path) {
            let message = format!("{id} is a file, and files are not for who asks a server");
            return Err(Failure::usage(message, "name a model that was pulled: box/NAME"));
        }
        let provider = |id: &str| match name_in_the_box(id) {
            Some(_) => Ok(None),
            None => ModelId::parse(id).map(|id| Some(id.provider)),
        };
        let choice = |model_url| ModelChoice { model: Some(id.to_owned()), model_url };
        // Each model in the box takes memory of its own, for as long as it is used.
        let is_own = |id: &str| match name_in_the_box(id) {
            Some(_) => Ok(own == Some(id)),
            None => Ok::<_, Failure>(own.and_then(|own| provider(own).ok()) == Some(provider(id)?)),
        };
        if id == NO_MODEL || is_own(id)? {
            let choice = choice(self.choice.model_url.clone());
            return choose_model(&self.config, &self.models, &choice).await;
        }
        if own.is_some() && !self.allowed.contains(id) {
            let message = format!("this server does not think with {id}");
            return Err(Failure::usage(message, "leave the model out to take the server's own"));
        }
        let elsewhere = ModelConfig { url: None, ..self.config.clone() };
        choose_model(&elsewhere, &self.models, &choice(None)).await
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let status = match (failure.exit, failure.code) {
            (Exit::Usage | Exit::Config | Exit::NotFound, _) => 422,
            // Another name would do.
            (_, "model_unknown" | "model_too_small") => 422,
            _ => 503,
        };
        let problem = Self::of(status, failure.code, failure.message).field("model");
        let problem = match failure.hint {
            Some(hint) => problem.hint(hint),
            None => problem,
        };
        problem.without_addresses()
    }
}
