//! Driving a run from its first step to its last.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt;
use ruminate_runtime::document::Document;
use ruminate_runtime::{Live, Outcome, Ports, RuntimeError, Stop, Worker, WorkerSettings};
use ruminate_store::RunStore;
use ruminate_types::ModelChange;
use ruminate_types::ports::model::{ModelError, Purpose};
use ruminate_types::ports::store::{
    Commands, Commit, Events, Journal, Lease, Leases, NewRun, Runs, StoreError, Windows,
};
use ruminate_types::{Command, Event, RunStatus, WorkerId};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::world::{LEASE, ScriptedModel, World, calls, well};

#[tokio::test]
async fn events_are_published_after_they_are_committed() {
    let dir = TempDir::new().unwrap();
    let world = World::open(dir.path(), &ScriptedModel::well());
    let run = world.begin(calls(8)).await;
    let mut watcher = world.worker.bus().subscribe(run);
    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Completed));
    let mut seen = Vec::new();
    let mut pieces = 0;
    while let Some(live) = watcher.next().now_or_never() {
        match live.expect("the queue is long enough") {
            Live::Event(event) => seen.push(Event::clone(&event)),
            Live::Piece(_) => pieces += 1,
        }
    }
    let stored = world.store.events(run, 0, 1000).await.unwrap();
    assert_eq!(seen, stored[2..], "all but the beginning, which nobody watched");
    assert!(pieces >= 7, "pieces are transient, but shown");
}

#[tokio::test]
async fn side_by_side_replies_in_any_order_give_the_same_thoughts() {
    let mut documents = Vec::new();
    for slow_first in [true, false] {
        let dir = TempDir::new().unwrap();
        let model = ScriptedModel::new(move |nth, request| {
            let is_slow = (nth % 2 == 0) == slow_first;
            (Duration::from_millis(if is_slow { 30 } else { 1 }), Ok(well(request)))
        });
        let world = World::open(dir.path(), &model);
        let mut policy = calls(24);
        policy.parallel = 3;
        let run = world.begin(policy).await;
        world.drive(run).await.unwrap();
        let document = Document::read(&*world.store, run).await.unwrap();
        documents.push(document.thoughts.into_iter().map(|t| t.thought_text).collect::<Vec<_>>());
    }
    assert!(documents[0].len() > 20);
    assert_eq!(documents[0], documents[1]);
}

#[tokio::test]
async fn what_earlier_runs_learned_reaches_the_prompts() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::well();
    let world = World::open(dir.path(), &model);
    let mut policy = calls(4);
    policy.recall = true;
    let run = world.begin(policy).await;
    world.drive(run).await.unwrap();
    let prompts = model.prompts.lock().unwrap();
    assert!(prompts.iter().all(|prompt| prompt.contains("has no short answer")), "{prompts:?}");
}

#[tokio::test]
async fn waiting_for_a_model_that_is_down_is_not_thinking() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|nth, request| match nth {
        3.. => {
            let url = "http://127.0.0.1:1".to_owned();
            let error = ModelError::Unreachable { url, message: "refused".into() };
            (Duration::from_secs(2), Err(error))
        }
        _ => (Duration::ZERO, Ok(well(request))),
    });
    let world = World::open(dir.path(), &model);
    let run = world.begin(calls(20)).await;
    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Paused));
    let spent = world.store.load(run).await.unwrap().cursor.spent;
    assert!(spent.elapsed_ms < 1500, "{spent:?}");
    assert_eq!(spent.calls, 2);
    world.worker.tell(run, &Command::Resume { model: ModelChange::Keep }).await.unwrap();
    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Paused));
    let again = world.store.load(run).await.unwrap().cursor.spent;
    assert!(again.elapsed_ms < 1800, "{again:?}");
}

#[tokio::test]
async fn a_thinking_call_is_cut_at_the_wall_clock() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| match request.purpose {
        Purpose::Final => (Duration::ZERO, Ok(well(request))),
        _ => (Duration::from_secs(60), Ok(well(request))),
    });
    let world = World::open(dir.path(), &model);
    let mut policy = calls(20);
    policy.budget.wall_ms = Some(400);
    let run = world.begin(policy).await;
    let begun = std::time::Instant::now();
    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Completed));
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(model.count(), 2, "one that was cut, and the final one");
}

#[tokio::test]
async fn a_memory_that_hangs_costs_its_limit_and_no_pause() {
    let dir = TempDir::new().unwrap();
    let world = World::with_a_stuck_memory(dir.path(), &ScriptedModel::well());
    let mut policy = calls(6);
    (policy.recall, policy.learn, policy.call_limit_ms) = (true, true, 500);
    let run = world.begin(policy).await;
    let driven = tokio::time::timeout(Duration::from_secs(60), world.drive(run)).await;
    let outcome = driven.expect("it goes on without the memory").unwrap();
    assert_eq!(outcome, Outcome::Rests(RunStatus::Completed));
    let document = Document::read(&*world.store, run).await.unwrap();
    assert!(document.thoughts.len() > 5, "{:?}", document.thoughts);
}

#[tokio::test]
async fn a_driver_that_lost_its_lease_stops() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| (Duration::from_secs(30), Ok(well(request))));
    let world = World::open(dir.path(), &model);
    let run = world.begin(calls(20)).await;
    let drive = tokio::spawn({
        let worker = world.worker.clone();
        async move { worker.drive(run, watch::channel(Stop::GoOn).1).await }
    });
    while model.count() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Claiming under the same name is what a confused twin of this process would do.
    let id: WorkerId = world.store.worker();
    let lease = world.store.claim(run, id, Duration::from_secs(30)).await.unwrap();
    world.store.release(&lease).await.unwrap();
    let outcome =
        tokio::time::timeout(Duration::from_secs(5), drive).await.expect("it stops").unwrap();
    assert_eq!(outcome, Err(RuntimeError::Store(StoreError::LeaseLost { run })));
}

#[tokio::test]
async fn a_second_drive_of_a_run_leaves_the_first_one_alone() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| (Duration::from_millis(1500), Ok(well(request))));
    let world = World::open(dir.path(), &model);
    let run = world.begin(calls(2)).await;
    let (first, second) = tokio::join!(world.drive(run), world.drive(run));
    assert_eq!(first.unwrap(), Outcome::Rests(RunStatus::Completed));
    let held = StoreError::Held { run, holder: "this process".into() };
    assert_eq!(second, Err(RuntimeError::Store(held)));
    assert_eq!(world.worker.driven(), 0);
}

#[tokio::test]
async fn a_drive_waits_for_one_that_is_about_to_let_go() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| (Duration::from_millis(50), Ok(well(request))));
    let world = World::open(dir.path(), &model);
    let run = world.begin(calls(4)).await;
    let brief = world.worker.drive(run, watch::channel(Stop::AfterStep).1);
    let (brief, whole) = tokio::join!(brief, world.drive(run));
    assert_eq!(brief.unwrap(), Outcome::LetGo);
    assert_eq!(whole.unwrap(), Outcome::Rests(RunStatus::Completed));
}

#[tokio::test]
async fn a_drive_that_is_dropped_loses_its_run_while_its_process_lives_on() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| (Duration::from_secs(30), Ok(well(request))));
    let world = World::open(dir.path(), &model);
    let (kept, dropped) = (world.begin(calls(20)).await, world.begin(calls(20)).await);
    let drives = [kept, dropped].map(|run| {
        let worker = world.worker.clone();
        tokio::spawn(async move { worker.drive(run, watch::channel(Stop::GoOn).1).await })
    });
    while model.count() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drives[1].abort();
    tokio::time::sleep(LEASE * 2).await;
    assert!(world.store.summary(kept).await.unwrap().driven_by.is_some());
    assert_eq!(world.store.summary(dropped).await.unwrap().driven_by, None);
    drives[0].abort();
}

#[tokio::test]
async fn a_pause_that_is_taken_back_asks_only_for_what_was_in_flight() {
    let dir = TempDir::new().unwrap();
    // The second of the first calls side by side hangs, once.
    let model = ScriptedModel::new(|nth, request| {
        let is_stuck = nth == 5;
        (Duration::from_secs(if is_stuck { 60 } else { 0 }), Ok(well(request)))
    });
    let world = World::open(dir.path(), &model);
    let mut policy = calls(40);
    policy.parallel = 3;
    let run = world.begin(policy).await;
    let worker = world.worker.clone();
    let drive = tokio::spawn(async move { worker.drive(run, watch::channel(Stop::GoOn).1).await });
    let step = loop {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let step = world.store.load(run).await.unwrap().cursor.step;
        let calls = world.store.calls(run, step).await.unwrap();
        if calls.iter().filter(|call| call.result.is_some()).count() == 2 {
            break step;
        }
    };
    world.store.queue(run, &Command::Pause).await.unwrap();
    world.worker.tell(run, &Command::Resume { model: ModelChange::Keep }).await.unwrap();
    assert_eq!(drive.await.unwrap().unwrap(), Outcome::Rests(RunStatus::Completed));
    let mut issued: Vec<u32> =
        world.store.calls(run, step).await.unwrap().iter().map(|call| call.issued).collect();
    issued.sort();
    assert_eq!(issued, [1, 1, 2]);
}

/// A journal that has a run told to go on in the very moment in which it comes to rest.
struct Untimely(Arc<RunStore>);

#[async_trait]
impl Journal for Untimely {
    async fn create(&self, new: NewRun) -> Result<(), StoreError> {
        self.0.create(new).await
    }

    async fn commit(&self, lease: &Lease, commit: Commit) -> Result<(), StoreError> {
        let is_paused =
            commit.cursor.as_ref().is_some_and(|cursor| cursor.status == RunStatus::Paused);
        self.0.commit(lease, commit).await?;
        if is_paused {
            self.0.queue(lease.run_id, &Command::Resume { model: ModelChange::Keep }).await?;
        }
        Ok(())
    }

    async fn delete(&self, lease: &Lease) -> Result<(), StoreError> {
        self.0.delete(lease).await
    }
}

#[tokio::test]
async fn a_resume_that_comes_as_the_run_comes_to_rest_is_heard() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|nth, request| match nth {
        2 => {
            let error = ModelError::Unreachable { url: "test".into(), message: "refused".into() };
            (Duration::ZERO, Err(error))
        }
        _ => (Duration::ZERO, Ok(well(request))),
    });
    let World { store, worker } = World::open(dir.path(), &model);
    let ports = Ports { journal: Arc::new(Untimely(store.clone())), ..worker.ports().clone() };
    let world =
        World { worker: Worker::new(store.worker(), ports, WorkerSettings::default()), store };
    let run = world.begin(calls(6)).await;
    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Completed));
}

#[tokio::test]
async fn letting_go_after_the_step_keeps_the_step() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::new(|_, request| (Duration::from_millis(80), Ok(well(request))));
    let world = World::open(dir.path(), &model);
    let run = world.begin(calls(20)).await;
    let (stop, stopped) = watch::channel(Stop::GoOn);
    let drive = tokio::spawn({
        let worker = world.worker.clone();
        async move { worker.drive(run, stopped).await }
    });
    while model.count() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stop.send_replace(Stop::AfterStep);
    assert_eq!(drive.await.unwrap().unwrap(), Outcome::LetGo);
    assert_eq!(model.count(), 1);
    let loaded = world.store.load(run).await.unwrap();
    assert_eq!(loaded.cursor.thoughts, 3, "what was under way is there");
    assert_eq!(loaded.cursor.status, RunStatus::Thinking);
}
