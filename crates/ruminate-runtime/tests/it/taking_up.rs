//! Taking up a run that somebody left: what is loaded is what was in memory, and nothing that was
//! recorded is asked again.

use std::time::Duration;

use ruminate_engine::{self as engine};
use ruminate_runtime::{Outcome, Stop};
use ruminate_types::ports::store::{Events, Windows};
use ruminate_types::{Payload, Run, RunStatus};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::world::{ScriptedModel, World, calls, well};

/// The fold of all events: what the run was in the memory of whoever drove it.
async fn folded(world: &World, loaded: &Run) -> Run {
    let events = world.store.events(loaded.id, 0, 100_000).await.unwrap();
    let Payload::Created { original_question, policy, model, .. } = &events[0].payload else {
        panic!()
    };
    let now = engine::Now { at: events[0].at, elapsed_ms: 0 };
    let model = model.as_deref().cloned();
    let (mut run, _) =
        engine::create(loaded.id, original_question, Vec::new(), (**policy).clone(), model, now);
    events[1..].iter().for_each(|event| engine::fold(&mut run, event));
    run.cursor.step = loaded.cursor.step;
    run.cursor.stage = loaded.cursor.stage.clone();
    run
}

#[tokio::test]
async fn what_is_loaded_is_what_was_in_memory() {
    let dir = TempDir::new().unwrap();
    let model = ScriptedModel::well();
    let world = World::open(dir.path(), &model);
    let mut policy = calls(150);
    policy.parallel = 2;
    policy.synthesis.every_ms = 1;
    let run = world.begin(policy).await;
    let mut loads = 0;
    loop {
        // One step at a time.
        let (stop, stopped) = watch::channel(Stop::GoOn);
        let drive = world.worker.drive(run, stopped);
        let asked = model.count();
        let stopper = async {
            while model.count() == asked {
                tokio::task::yield_now().await;
            }
            stop.send_replace(Stop::AfterStep);
            std::future::pending::<()>().await
        };
        let outcome = tokio::select! {
            outcome = drive => outcome.unwrap(),
            () = stopper => unreachable!(),
        };
        let loaded = world.store.load(run).await.unwrap();
        assert_eq!(loaded, folded(&world, &loaded).await);
        loads += 1;
        if let Outcome::Rests(status) = outcome {
            assert_eq!(status, RunStatus::Completed);
            break;
        }
    }
    assert!(loads > 20, "{loads}");
}

#[tokio::test]
async fn a_reply_that_was_recorded_is_not_asked_for_again() {
    let dir = TempDir::new().unwrap();
    // Of the calls side by side, all but one answer at once; that one hangs.
    let model = ScriptedModel::new(|nth, request| {
        let is_stuck = nth == 5;
        (Duration::from_secs(if is_stuck { 60 } else { 0 }), Ok(well(request)))
    });
    let run = {
        let world = World::open(dir.path(), &model);
        let mut policy = calls(40);
        policy.parallel = 3;
        let run = world.begin(policy).await;
        let (_stop, stopped) = watch::channel(Stop::GoOn);
        let drive = world.worker.drive(run, stopped);
        // The process dies in the middle: the future is dropped, nothing is said.
        let stuck = async {
            while model.count() < 5 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        };
        tokio::select! {
            outcome = drive => panic!("it hangs: {outcome:?}"),
            () = stuck => {}
        }
        run
    };
    assert_eq!(model.count(), 5, "thoughts, questions, three side by side");
    let world = World::open(dir.path(), &model);
    let step = world.store.load(run).await.unwrap().cursor.step;
    let calls = world.store.calls(run, step).await.unwrap();
    let recorded = calls.iter().filter(|call| call.result.is_some()).count();
    assert_eq!((calls.len(), recorded), (3, 2));
    let prompts_before: Vec<String> = model.prompts.lock().unwrap()[2..].to_vec();

    assert_eq!(world.drive(run).await.unwrap(), Outcome::Rests(RunStatus::Completed));
    let after = model.prompts.lock().unwrap()[5..].to_vec();
    let again = after.iter().filter(|prompt| prompts_before.contains(prompt)).count();
    assert_eq!(again, 1, "only the one that was in flight");
    let reissued = world.store.calls(run, step).await.unwrap();
    let mut issued: Vec<u32> = reissued.iter().map(|call| call.issued).collect();
    issued.sort();
    assert_eq!(issued, [1, 1, 2]);
}
