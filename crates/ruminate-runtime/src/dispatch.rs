//! Driving many runs in the background of one process: whoever is told something gets a driver, what
//! another process left behind is taken up, and at the end everything is handed back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ruminate_types::ports::store::{RunFilter, StoreError};
use ruminate_types::{Command, RunId, RunStatus};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use tracing::Instrument;

use crate::error::RuntimeError;
use crate::fate::{Fate, fate};
use crate::paging::next_page;
use crate::worker::{Stop, Worker};

#[derive(Clone)]
pub struct Dispatcher(Arc<Inner>);

struct Inner {
    worker: Worker,
    /// Runs that have a task here, and whether they need another drive after this one.
    tasks: Mutex<HashMap<RunId, Again>>,
    /// Tells when a task has ended.
    ended: Notify,
    at_once: Semaphore,
    stop: watch::Sender<Stop>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    No,
    Yes,
}

/// How soon a command should be obeyed by a run that has a driver.
const FIRST_LOOK: Duration = Duration::from_millis(5);
const LONGEST_LOOK: Duration = Duration::from_millis(100);
/// How many interrupted runs are looked at in one go.
const PAGE: u32 = 256;

impl Dispatcher {
    /// Drives at most `at_once` runs side by side; more wait for their turn.
    pub fn new(worker: Worker, at_once: usize) -> Self {
        Self(Arc::new(Inner {
            worker,
            tasks: Mutex::default(),
            ended: Notify::new(),
            at_once: Semaphore::new(at_once.min(Semaphore::MAX_PERMITS)),
            stop: watch::Sender::new(Stop::GoOn),
        }))
    }

    pub fn worker(&self) -> &Worker {
        &self.0.worker
    }

    /// Drives the run in the background. One that is driven here already is looked at once more when
    /// that ends, so that nothing it was told meanwhile is left lying.
    pub fn start(&self, run: RunId) {
        if *self.0.stop.borrow() != Stop::GoOn {
            return;
        }
        let is_new = match self.0.tasks().entry(run) {
            std::collections::hash_map::Entry::Occupied(mut task) => {
                task.insert(Again::Yes);
                false
            }
            std::collections::hash_map::Entry::Vacant(task) => {
                task.insert(Again::No);
                true
            }
        };
        if is_new {
            let span = tracing::info_span!(parent: None, "run", %run);
            tokio::spawn(self.clone().drive(run).instrument(span));
        }
    }

    async fn drive(self, run: RunId) {
        loop {
            self.0.drive_once(run).await;
            let mut tasks = self.0.tasks();
            let is_closing = *self.0.stop.borrow() != Stop::GoOn;
            match tasks.get_mut(&run) {
                Some(again @ Again::Yes) if !is_closing => *again = Again::No,
                _ => {
                    tasks.remove(&run);
                    drop(tasks);
                    self.0.ended.notify_waiters();
                    return;
                }
            }
        }
    }

    /// Tells the run something, sees to it that somebody obeys, and says what became of it within
    /// `patience`.
    pub async fn tell(
        &self,
        run: RunId,
        command: &Command,
        patience: Duration,
    ) -> Result<Fate, RuntimeError> {
        let ports = self.0.worker.ports();
        let since = ports.runs.summary(run).await?.cursor.seq;
        let id = self.0.worker.tell(run, command).await?;
        // Even if it is driven here: a driver that is letting go does not hear it any more.
        self.start(run);
        let deadline = Instant::now() + patience;
        let mut look = FIRST_LOOK;
        loop {
            sleep(look).await;
            let fate = fate(ports, run, id, command, since).await?;
            if fate != Fate::Waiting || Instant::now() >= deadline {
                return Ok(fate);
            }
            look = (look * 2).min(LONGEST_LOOK);
        }
    }

    /// Takes up what is thinking and has nobody to drive it: what was under way when its process died.
    /// Says how many there were.
    pub async fn adopt(&self) -> Result<usize, RuntimeError> {
        let mut adopted = 0;
        let mut filter =
            RunFilter { status: Some(RunStatus::Thinking), limit: PAGE, ..RunFilter::default() };
        loop {
            let page = self.0.worker.ports().runs.list(&filter).await?;
            let is_last = page.len() < PAGE as usize;
            filter.before = next_page(&page);
            for run in page.into_iter().flatten() {
                if run.driven_by.is_none() && !self.has(run.session_id) {
                    self.start(run.session_id);
                    adopted += 1;
                }
            }
            if is_last || filter.before.is_none() {
                return Ok(adopted);
            }
        }
    }

    /// Whether the run has a task here.
    pub fn has(&self, run: RunId) -> bool {
        self.0.tasks().contains_key(&run)
    }

    /// Runs that have a task here, and how many of them wait for their turn.
    pub fn load(&self) -> Load {
        let tasks = self.0.tasks().len();
        Load { tasks, driven: self.0.worker.driven() }
    }

    /// Takes no more runs, and hands those it has back: within `patience` after their step, then at
    /// once. Returns when nothing is driven any more.
    pub async fn close(&self, patience: Duration) {
        self.0.stop.send_replace(Stop::AfterStep);
        self.0.at_once.close();
        if timeout(patience, self.0.all_ended()).await.is_err() {
            self.0.stop.send_replace(Stop::Now);
            self.0.all_ended().await;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub tasks: usize,
    pub driven: usize,
}

impl Inner {
    async fn drive_once(&self, run: RunId) {
        // Closed only at the end.
        let Ok(_turn) = self.at_once.acquire().await else { return };
        match self.worker.drive(run, self.stop.subscribe()).await {
            Ok(outcome) => tracing::info!(?outcome, "driven"),
            // Another process has it, or took it over: it obeys in our place.
            Err(RuntimeError::Store(StoreError::Held { .. } | StoreError::LeaseLost { .. })) => {}
            Err(RuntimeError::Store(StoreError::NotFound(_))) => {}
            Err(error) => tracing::error!(%error, code = error.code(), "a run stopped"),
        }
    }

    async fn all_ended(&self) {
        loop {
            let ended = self.ended.notified();
            tokio::pin!(ended);
            // Registered before looking, so that an end between the two is heard.
            ended.as_mut().enable();
            if self.tasks().is_empty() {
                return;
            }
            ended.await;
        }
    }

    fn tasks(&self) -> MutexGuard<'_, HashMap<RunId, Again>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
