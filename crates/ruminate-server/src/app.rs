//! What every request may need, made once and shared.

use std::sync::Arc;

use async_trait::async_trait;
use ruminate_runtime::{Dispatcher, Ports, Worker};
use ruminate_types::ports::attention::Aims;
use ruminate_types::ports::conversations::Conversations;
use ruminate_types::ports::keys::ApiKeys;
use ruminate_types::ports::knowledge::{Learning, Sources};
use ruminate_types::ports::mind::Minds;
use ruminate_types::ports::reflexes::Reflexes;
use ruminate_types::ports::store::{Room, RunSummary, StoreError};
use ruminate_types::ports::wake::Wake;
use ruminate_types::{ModelProfile, Owner, RunId};
use tokio::sync::{Semaphore, watch};

use crate::keys::Doorkeeper;
use crate::limit::Limiter;
use crate::metrics::Meters;
use crate::operations::Readiness;
use crate::problem::Problem;
use crate::settings::Settings;
use crate::streams::Streams;

/// Finds the model that a request names, or the one to take when it names none.
#[async_trait]
pub trait ChooseModel: Send + Sync {
    /// None: think without one.
    async fn choose(&self, id: Option<&str>) -> Result<Option<ModelProfile>, Problem>;
}

/// The world as the server knows it.
pub struct World {
    pub worker: Worker,
    pub conversations: Arc<dyn Conversations>,
    pub keys: Arc<dyn ApiKeys>,
    pub room: Arc<dyn Room>,
    pub models: Arc<dyn ChooseModel>,
    pub learning: Arc<dyn Learning>,
    pub sources: Arc<dyn Sources>,
    pub minds: Arc<dyn Minds>,
    pub reflexes: Arc<dyn Reflexes>,
    pub aims: Arc<dyn Aims>,
    pub wake: Arc<dyn Wake>,
}

#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What [`App`] points at; nothing of it shows outside.
pub struct Shared {
    pub(crate) settings: Settings,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) conversations: Arc<dyn Conversations>,
    pub(crate) models: Arc<dyn ChooseModel>,
    pub(crate) learning: Arc<dyn Learning>,
    pub(crate) sources: Arc<dyn Sources>,
    pub(crate) minds: Arc<dyn Minds>,
    pub(crate) reflexes: Arc<dyn Reflexes>,
    pub(crate) aims: Arc<dyn Aims>,
    pub(crate) wake: Arc<dyn Wake>,
    /// Held by whoever looks into a mind.
    pub(crate) looking: Semaphore,
    pub(crate) readiness: Readiness,
    pub(crate) doorkeeper: Doorkeeper,
    pub(crate) limiter: Limiter,
    pub(crate) meters: Meters,
    /// Held by whoever looks for room to go on in.
    pub(crate) resuming: tokio::sync::Mutex<()>,
    pub(crate) streams: Streams,
    closing: watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub fn new(world: World, settings: Settings) -> Self {
        let World { worker, conversations, keys, room, models, .. } = world;
        let limits = settings.limits;
        Self(Arc::new(Shared {
            dispatcher: Dispatcher::new(worker, limits.runs_at_once),
            conversations,
            models,
            learning: world.learning,
            sources: world.sources,
            minds: world.minds,
            reflexes: world.reflexes,
            aims: world.aims,
            wake: world.wake,
            looking: Semaphore::new(limits.minds_at_once),
            readiness: Readiness::of(room),
            doorkeeper: Doorkeeper::new(keys),
            limiter: Limiter::new(&limits),
            meters: Meters::default(),
            resuming: tokio::sync::Mutex::default(),
            streams: Streams::new(&limits),
            closing: watch::Sender::new(false),
            settings,
        }))
    }
}

impl Shared {
    pub(crate) fn ports(&self) -> &Ports {
        self.dispatcher.worker().ports()
    }

    /// The run, if it is the owner's; somebody else's looks like none at all.
    pub(crate) async fn run_of(&self, owner: &Owner, run: RunId) -> Result<RunSummary, Problem> {
        match self.ports().runs.summary(run).await? {
            summary if summary.owner == *owner => Ok(summary),
            _ => Err(StoreError::NotFound(run).into()),
        }
    }

    /// Ends streams and refuses new work from now on.
    pub(crate) fn begin_closing(&self) {
        self.closing.send_replace(true);
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the server begins to close.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
