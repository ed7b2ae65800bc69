//! One process that drives runs. One background task keeps the leases of all of them alive and
//! brings them their commands, so a thousand runs that wait cost no more than one.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ruminate_types::ports::memory::Memory;
use ruminate_types::ports::model::Models;
use ruminate_types::ports::store::{
    Census, Commands, Events, Journal, Lease, Leases, Runs, StoreError, Windows,
};
use ruminate_types::{Command, CommandId, QueuedCommand, RunId, WorkerId};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::bus::Bus;
use crate::drive::{Drive, Outcome};
use crate::error::RuntimeError;
use crate::tally::Tally;

/// Everything outside, as the driver knows it.
#[derive(Clone)]
pub struct Ports {
    pub journal: Arc<dyn Journal>,
    pub leases: Arc<dyn Leases>,
    pub windows: Arc<dyn Windows>,
    pub runs: Arc<dyn Runs>,
    pub events: Arc<dyn Events>,
    pub census: Arc<dyn Census>,
    pub commands: Arc<dyn Commands>,
    pub models: Arc<dyn Models>,
    pub memory: Option<Arc<dyn Memory>>,
}

impl Ports {
    /// One store behind all of its ports.
    pub fn of<S>(store: &Arc<S>, models: Arc<dyn Models>) -> Self
    where
        S: Journal + Leases + Windows + Runs + Events + Census + Commands + 'static,
    {
        Self {
            journal: store.clone(),
            leases: store.clone(),
            windows: store.clone(),
            runs: store.clone(),
            events: store.clone(),
            census: store.clone(),
            commands: store.clone(),
            models,
            memory: None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WorkerSettings {
    /// A worker that has not been heard of for so long has lost its runs.
    pub lease: Duration,
    /// How often leases are renewed; several times within one.
    pub heartbeat: Duration,
    /// How soon a command from another process is seen.
    pub command_poll: Duration,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(30),
            heartbeat: Duration::from_secs(5),
            command_poll: Duration::from_millis(250),
        }
    }
}

/// Whether a driver is to let go of its run, leaving it as it is for the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    #[default]
    GoOn,
    /// When the calls under way have come back.
    AfterStep,
    /// Now: the calls under way are aborted, and made again by whoever takes the run up.
    Now,
}

#[derive(Clone)]
pub struct Worker(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) id: WorkerId,
    pub(crate) ports: Ports,
    pub(crate) bus: Bus,
    pub(crate) tally: Tally,
    pub(crate) settings: WorkerSettings,
    /// Runs that this process works on; `None` while it has no lease to drive one with.
    driven: Mutex<HashMap<RunId, Option<Driven>>>,
    nudge: Arc<Notify>,
    caretaker: Mutex<Option<AbortHandle>>,
}

struct Driven {
    lease: Lease,
    inbox: mpsc::Sender<QueuedCommand>,
    delivered: CommandId,
    is_lost: watch::Sender<bool>,
}

/// Commands that wait for a run's driver in memory; more of them wait in the store.
const INBOX: usize = 64;

impl Worker {
    /// `id` must be the id under which the store knows this process.
    pub fn new(id: WorkerId, ports: Ports, settings: WorkerSettings) -> Self {
        Self(Arc::new(Shared {
            id,
            ports,
            bus: Bus::default(),
            tally: Tally::default(),
            settings,
            driven: Mutex::default(),
            nudge: Arc::default(),
            caretaker: Mutex::default(),
        }))
    }

    pub fn bus(&self) -> &Bus {
        &self.0.bus
    }

    pub fn ports(&self) -> &Ports {
        &self.0.ports
    }

    /// Takes the run up and drives it until it rests, or until `stop` says otherwise.
    /// [`StoreError::Held`] if somebody drives it already, this process included.
    pub async fn drive(
        &self,
        run: RunId,
        stop: watch::Receiver<Stop>,
    ) -> Result<Outcome, RuntimeError> {
        let shared = &self.0;
        let reserved = shared.reserve(run).await?;
        let lease = shared.claim(run).await?;
        let (inbox, commands) = mpsc::channel(INBOX);
        let (is_lost, lost) = watch::channel(false);
        reserved.register(Driven { lease, inbox, delivered: CommandId(0), is_lost });
        self.start_caretaker();

        let outcome = Drive::take_up(shared, lease, commands, lost, stop).await;
        // Whatever happened, nobody should have to wait for the lease to run out.
        let released = shared.ports.leases.release(&lease).await;
        let outcome = outcome?;
        released?;
        Ok(outcome)
    }

    /// Whether this process drives the run.
    pub fn is_driving(&self, run: RunId) -> bool {
        matches!(lock(&self.0.driven).get(&run), Some(Some(_)))
    }

    /// How many runs this process drives.
    pub fn driven(&self) -> usize {
        lock(&self.0.driven).values().flatten().count()
    }

    pub fn tally(&self) -> &Tally {
        &self.0.tally
    }

    /// Queues a command for a run of this process or of any other. A run of this one hears it at once.
    pub async fn tell(&self, run: RunId, command: &Command) -> Result<CommandId, RuntimeError> {
        let id = self.0.ports.commands.queue(run, command).await?;
        self.0.nudge.notify_one();
        Ok(id)
    }

    /// Removes a run and everything of it. One that somebody drives is held, this process included.
    pub async fn delete(&self, run: RunId) -> Result<(), RuntimeError> {
        let _reserved = self.0.reserve(run).await?;
        let lease = self.0.claim(run).await?;
        Ok(self.0.ports.journal.delete(&lease).await?)
    }

    fn start_caretaker(&self) {
        let mut caretaker = lock(&self.0.caretaker);
        if caretaker.as_ref().is_none_or(AbortHandle::is_finished) {
            let care = take_care(Arc::downgrade(&self.0), self.0.nudge.clone(), self.0.settings);
            *caretaker = Some(tokio::spawn(care).abort_handle());
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(caretaker) = lock(&self.caretaker).take() {
            caretaker.abort();
        }
    }
}

/// A run that nobody else in this process claims. Forgotten when this is dropped.
struct Reserved<'a> {
    shared: &'a Shared,
    run: RunId,
}

impl Reserved<'_> {
    /// From now on the lease is renewed, and commands are delivered.
    fn register(&self, driven: Driven) {
        lock(&self.shared.driven).insert(self.run, Some(driven));
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        lock(&self.shared.driven).remove(&self.run);
    }
}

/// Holds on to the worker only while it does something for it.
async fn take_care(shared: Weak<Shared>, nudge: Arc<Notify>, settings: WorkerSettings) {
    let ticker = |period| {
        let mut ticker = interval_at(Instant::now() + period, period);
        ticker.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticker
    };
    let mut heartbeat = ticker(settings.heartbeat);
    let mut poll = ticker(settings.command_poll);
    // Once per beat: commands are looked for many times within one.
    let mut has_warned = false;
    loop {
        let is_beat = tokio::select! {
            _ = heartbeat.tick() => true,
            _ = poll.tick() => false,
            () = nudge.notified() => false,
        };
        let Some(shared) = shared.upgrade() else { return };
        let done = if is_beat {
            has_warned = false;
            shared.renew_leases().await
        } else {
            shared.deliver_commands().await
        };
        if let Err(error) = done
            && !std::mem::replace(&mut has_warned, true)
        {
            let message = "leases or commands are not seen to; tried again shortly";
            tracing::warn!(%error, code = error.code(), message);
        }
    }
}

/// Whoever only lets a run obey a command holds it for less than this.
const MOMENT: Duration = Duration::from_secs(1);
const BETWEEN_CLAIMS: Duration = Duration::from_millis(25);

impl Shared {
    /// A lease does not keep its own holder from claiming again, and the newer one would take the run
    /// away from whoever drives it here.
    async fn reserve(&self, run: RunId) -> Result<Reserved<'_>, StoreError> {
        let patience = Instant::now() + MOMENT;
        loop {
            if let Entry::Vacant(vacant) = lock(&self.driven).entry(run) {
                vacant.insert(None);
                return Ok(Reserved { shared: self, run });
            }
            if Instant::now() >= patience {
                return Err(StoreError::Held { run, holder: "this process".to_owned() });
            }
            tokio::time::sleep(BETWEEN_CLAIMS).await;
        }
    }

    async fn claim(&self, run: RunId) -> Result<Lease, StoreError> {
        let patience = Instant::now() + MOMENT;
        loop {
            match self.ports.leases.claim(run, self.id, self.settings.lease).await {
                Err(StoreError::Held { .. }) if Instant::now() < patience => {
                    tokio::time::sleep(BETWEEN_CLAIMS).await;
                }
                claimed => return claimed,
            }
        }
    }

    /// A store that does not answer now may answer at the next beat; the lease outlives several.
    async fn renew_leases(&self) -> Result<(), StoreError> {
        let leases: Vec<Lease> =
            lock(&self.driven).values().flatten().map(|driven| driven.lease).collect();
        if leases.is_empty() {
            return Ok(());
        }
        let lost = self.ports.leases.renew(&leases, self.settings.lease).await?;
        let driven = lock(&self.driven);
        for lease in lost {
            // Whoever claimed the run anew meanwhile has a lease of its own.
            if let Some(Some(driven)) = driven.get(&lease.run_id)
                && driven.lease == lease
            {
                driven.is_lost.send_replace(true);
            }
        }
        Ok(())
    }

    async fn deliver_commands(&self) -> Result<(), StoreError> {
        if lock(&self.driven).is_empty() {
            return Ok(());
        }
        let pending = self.ports.commands.pending_for(self.id).await?;
        let mut driven = lock(&self.driven);
        let mut is_full: HashSet<RunId> = HashSet::new();
        for command in pending {
            let (id, run) = (command.id, command.run_id);
            let Some(Some(driven)) = driven.get_mut(&run) else { continue };
            if id <= driven.delivered || is_full.contains(&run) {
                continue;
            }
            match driven.inbox.try_send(command) {
                Ok(()) => driven.delivered = id,
                // The ones after it wait with it: commands are obeyed in order.
                Err(_) => _ = is_full.insert(run),
            }
        }
        Ok(())
    }
}

/// A panic elsewhere does not make these maps wrong.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
