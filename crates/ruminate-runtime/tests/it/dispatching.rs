//! Driving in the background: nothing that a run is told is left lying.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ruminate_runtime::{
    Begin, Dispatcher, Fate, NewQuestion, Ports, Worker, WorkerSettings, create,
};
use ruminate_types::ports::store::{
    DamagedRun, Lease, Leases, RunFilter, RunSummary, Runs, StoreError,
};
use ruminate_types::{Command, RunId, RunStatus, WorkerId};
use tempfile::TempDir;

use crate::world::{ScriptedModel, World, calls, profile};

/// Takes its time to let go.
struct Reluctant(Arc<dyn Leases>);

#[async_trait]
impl Leases for Reluctant {
    async fn claim(
        &self,
        run: RunId,
        worker: WorkerId,
        ttl: Duration,
    ) -> Result<Lease, StoreError> {
        self.0.claim(run, worker, ttl).await
    }

    async fn renew(&self, leases: &[Lease], ttl: Duration) -> Result<Vec<Lease>, StoreError> {
        self.0.renew(leases, ttl).await
    }

    async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        tokio::time::sleep(Duration::from_millis(200)).await;
        self.0.release(lease).await
    }
}

struct Background {
    _dir: TempDir,
    world: World,
    dispatcher: Dispatcher,
    run: RunId,
}

/// A run that has not begun, and a driver that is slow to let go of it.
async fn background() -> Background {
    let dir = TempDir::new().unwrap();
    let world = World::open(dir.path(), &ScriptedModel::well());
    let ports = world.worker.ports().clone();
    let ports = Ports { leases: Arc::new(Reluctant(ports.leases.clone())), ..ports };
    let worker = Worker::new(world.store.worker(), ports, WorkerSettings::default());
    let question = NewQuestion {
        text: "Why?".into(),
        conversation: Vec::new(),
        policy: calls(10),
        model: Some(profile()),
    };
    let run = create(&worker, question, Begin::later()).await.unwrap();
    Background { _dir: dir, world, dispatcher: Dispatcher::new(worker, 4), run }
}

const PATIENCE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn a_command_that_comes_while_the_driver_lets_go_is_obeyed() {
    let Background { dispatcher, run, .. } = background().await;
    for nth in 0..3 {
        let command = Command::Steer { text: format!("And {nth}?") };
        let fate = dispatcher.tell(run, &command, PATIENCE).await.unwrap();
        assert_eq!(fate, Fate::Obeyed, "command {nth}");
        assert!(dispatcher.worker().is_driving(run), "it has not let go yet");
    }
}

#[tokio::test]
async fn a_run_that_is_let_go_of_can_be_deleted_and_one_that_thinks_cannot() {
    let Background { world, dispatcher, run, .. } = background().await;
    let fate = dispatcher.tell(run, &Command::Cancel, PATIENCE).await.unwrap();
    assert_eq!(fate, Fate::Obeyed);
    assert!(dispatcher.worker().is_driving(run), "it has not let go yet");
    dispatcher.worker().delete(run).await.unwrap();
    assert_eq!(world.store.summary(run).await.unwrap_err(), StoreError::NotFound(run));

    let slow =
        ScriptedModel::new(|_, request| (Duration::from_secs(60), Ok(crate::world::well(request))));
    let dir = TempDir::new().unwrap();
    let world = World::open(dir.path(), &slow);
    let dispatcher = Dispatcher::new(world.worker.clone(), 4);
    let run = world.begin(calls(10)).await;
    dispatcher.start(run);
    while slow.count() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let refused = dispatcher.worker().delete(run).await.unwrap_err();
    assert_eq!(refused.code(), "run_held");
    assert_eq!(world.store.summary(run).await.unwrap().status, RunStatus::Thinking);
    dispatcher.close(Duration::from_millis(10)).await;
}

/// Has a first page of nothing but damaged runs.
struct Damaged(Arc<dyn Runs>);

#[async_trait]
impl Runs for Damaged {
    async fn summary(&self, run: RunId) -> Result<RunSummary, StoreError> {
        self.0.summary(run).await
    }

    async fn list(
        &self,
        filter: &RunFilter,
    ) -> Result<Vec<Result<RunSummary, DamagedRun>>, StoreError> {
        if filter.before.is_some() {
            return self.0.list(filter).await;
        }
        // Whoever asks for this page again and again is to be found out in time.
        tokio::task::yield_now().await;
        let damaged = |nth| {
            let id = format!("ffffffff-ffff-7fff-8fff-{:012x}", 0xffff - nth);
            Err(DamagedRun { id, message: "no cursor".into() })
        };
        Ok((0..filter.limit).map(damaged).collect())
    }

    async fn find(&self, prefix: &str, limit: u32) -> Result<Vec<RunId>, StoreError> {
        self.0.find(prefix, limit).await
    }
}

#[tokio::test]
async fn a_page_of_damaged_runs_does_not_keep_the_others_from_being_adopted() {
    let dir = TempDir::new().unwrap();
    let world = World::open(dir.path(), &ScriptedModel::well());
    let run = world.begin(calls(4)).await;
    let ports = world.worker.ports().clone();
    let ports = Ports { runs: Arc::new(Damaged(ports.runs.clone())), ..ports };
    let worker = Worker::new(world.store.worker(), ports, WorkerSettings::default());
    let dispatcher = Dispatcher::new(worker, 4);
    let adopted = tokio::time::timeout(PATIENCE, dispatcher.adopt()).await.expect("it ends");
    assert_eq!(adopted.unwrap(), 1);
    assert!(dispatcher.has(run));
    dispatcher.close(PATIENCE).await;
}
