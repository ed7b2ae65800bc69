//! `Journal::delete`.

use ruminate_types::attention::{NewGap, Passed};
use ruminate_types::ports::attention::Noticed;
use ruminate_types::ports::store::{Commit, Intent, Lease, RunFilter, StoreError};
use ruminate_types::{
    CallKey, Command, Lesson, Origin, Owner, RequestHash, RunId, RunSource, Silo,
};

use super::attention::{missing, passed};
use super::owners::owner;
use super::{ManualClock, Store, Story, TTL, create_and_claim, new_run_id, new_worker_id};

/// A run with some of everything.
async fn full_run(store: &impl Store) -> (Story, Lease) {
    let mut story = Story::begin();
    story.think().ask(5, Origin::Thinking);
    let lease = create_and_claim(store, &mut story).await;
    let key = CallKey { run_id: story.id(), step: 1, index: 0 };
    let intents = vec![Intent { key, hash: RequestHash("a".to_owned()), purpose: "think" }];
    store.commit(&lease, Commit { intents, ..Commit::default() }).await.unwrap();
    store.queue(story.id(), &Command::Pause).await.unwrap();
    (story, lease)
}

async fn is_whole(store: &impl Store, story: &Story) {
    assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    assert_eq!(store.events(story.id(), 0, 100).await.unwrap(), story.events());
    assert_eq!(store.calls(story.id(), 1).await.unwrap().len(), 1);
    assert_eq!(store.pending(story.id()).await.unwrap().len(), 1);
}

pub async fn a_deleted_run_is_gone_with_everything(store: &impl Store, _: &ManualClock) {
    let (story, lease) = full_run(store).await;
    let run = story.id();
    store.delete(&lease).await.unwrap();
    assert_eq!(store.load(run).await, Err(StoreError::NotFound(run)));
    assert_eq!(store.summary(run).await, Err(StoreError::NotFound(run)));
    assert_eq!(store.claim(run, lease.worker, TTL).await, Err(StoreError::NotFound(run)));
    assert_eq!(store.find(&run.to_string(), 1).await.unwrap(), []);
    let everything = RunFilter { limit: 100, ..RunFilter::default() };
    assert_eq!(store.list(&everything).await.unwrap(), []);
    assert_eq!(store.renew(&[lease], TTL).await.unwrap(), [lease]);
    assert_eq!(store.pending_for(lease.worker).await.unwrap(), []);

    // A run of the same name would bring to light what had been left.
    let mut reborn = story.reborn();
    store.create(reborn.take_new_run()).await.unwrap();
    assert_eq!(store.load(run).await.unwrap(), reborn.as_loaded());
    assert_eq!(store.events(run, 0, 100).await.unwrap(), reborn.events());
    assert_eq!(store.calls(run, 1).await.unwrap(), []);
    assert_eq!(store.pending(run).await.unwrap(), []);
}

/// What is there of what a mind took from a run.
#[derive(Debug, PartialEq)]
struct Taken {
    traces: usize,
    gaps: usize,
    lessons: u64,
    is_a_source: bool,
    reflexes: usize,
}

const WHOLE: Taken = Taken { traces: 1, gaps: 1, lessons: 1200, is_a_source: true, reflexes: 2 };
const APPROVED: Taken = Taken { traces: 0, gaps: 0, lessons: 0, is_a_source: false, reflexes: 1 };

fn noticed_in(run: RunId) -> Noticed {
    let trace = Passed { run_id: Some(run), ..passed(&format!("run {run}")) };
    let gap = NewGap { run_id: Some(run), ..missing(&format!("Why run {run}?")) };
    Noticed { traces: vec![trace], gaps: vec![gap] }
}

fn silo_of(run: RunId) -> Silo {
    format!("silo-{run}").parse().unwrap()
}

/// Has a mind take something of every kind from a run.
async fn take_from(store: &impl Store, owner: &Owner, run: RunId) {
    let origin = RunSource(run).to_string();
    store.notice(owner, &origin, noticed_in(run)).await.unwrap();
    let reading = store.begin_reading(owner, &origin, &silo_of(run)).await.unwrap();
    let lessons = (0..WHOLE.lessons)
        .map(|number| Lesson::new(format!("{run}-{number}"), "A fact", format!("No {number}.")))
        .collect();
    store.learn(&reading, lessons).await.unwrap();
    for (pattern, is_approved) in [("waits", false), ("is approved", true)] {
        let pattern = format!("{run} {pattern}");
        store.propose(owner, &pattern, "do it", is_approved, &origin).await.unwrap();
    }
}

async fn taken_from(store: &impl Store, owner: &Owner, run: RunId) -> Taken {
    let origin = RunSource(run).to_string();
    let traces = store.traces(owner, 0, 100).await.unwrap();
    let gaps = store.gaps(owner, 100).await.unwrap();
    let silos = store.silos(owner).await.unwrap();
    let reflexes = store.reflexes(owner).await.unwrap();
    Taken {
        traces: traces.iter().filter(|trace| trace.passed.run_id == Some(run)).count(),
        gaps: gaps.iter().filter(|gap| gap.question == format!("Why run {run}?")).count(),
        lessons: silos
            .iter()
            .find(|known| known.silo == silo_of(run))
            .map_or(0, |known| known.lessons),
        is_a_source: store.source(owner, &origin).await.unwrap().is_some(),
        reflexes: reflexes.iter().filter(|reflex| reflex.origin == origin).count(),
    }
}

pub async fn what_a_mind_took_from_a_run_goes_with_it(store: &impl Store, _: &ManualClock) {
    let (local, grace) = (Owner::local(), owner("grace"));
    let (gone, lease) = full_run(store).await;
    let (stays, _) = full_run(store).await;
    for (owner, run) in [(&local, gone.id()), (&local, stays.id()), (&grace, gone.id())] {
        take_from(store, owner, run).await;
        assert_eq!(taken_from(store, owner, run).await, WHOLE);
    }
    let lost = Lease { token: lease.token + 1, ..lease };
    store.delete(&lost).await.unwrap_err();
    assert_eq!(taken_from(store, &local, gone.id()).await, WHOLE);

    store.delete(&lease).await.unwrap();
    assert_eq!(taken_from(store, &local, gone.id()).await, APPROVED);
    assert_eq!(taken_from(store, &local, stays.id()).await, WHOLE);
    // What passed in a run is the run's, in whatever mind; what another was taught under its name is not.
    let others = Taken { traces: 0, gaps: 0, ..WHOLE };
    assert_eq!(taken_from(store, &grace, gone.id()).await, others);
}

pub async fn what_was_noticed_in_a_deleted_run_makes_nobody_restless(
    store: &impl Store,
    _: &ManualClock,
) {
    let (story, lease) = full_run(store).await;
    store.notice(&Owner::local(), "a key", noticed_in(story.id())).await.unwrap();
    assert_eq!(store.restless().await.unwrap(), [Owner::local()]);
    store.delete(&lease).await.unwrap();
    assert_eq!(store.restless().await.unwrap(), []);
    assert_eq!(store.last_trace(&Owner::local()).await.unwrap(), 0);
}

pub async fn a_key_is_forgotten_with_its_runs(store: &impl Store, _: &ManualClock) {
    let owner = Owner::local();
    let (first, first_lease) = full_run(store).await;
    let (second, second_lease) = full_run(store).await;
    let mut both = noticed_in(first.id());
    both.gaps = noticed_in(second.id()).gaps;
    let last_after_repeat = async || {
        store.notice(&owner, "a key", both.clone()).await.unwrap();
        store.last_trace(&owner).await.unwrap()
    };
    assert_eq!(last_after_repeat().await, 1);
    store.delete(&first_lease).await.unwrap();
    assert_eq!(last_after_repeat().await, 0, "the other run has noticed it still");
    store.delete(&second_lease).await.unwrap();
    assert_eq!(last_after_repeat().await, 2, "numbers are given once");
}

pub async fn a_gap_stays_as_long_as_something_came_upon_it(store: &impl Store, _: &ManualClock) {
    let owner = Owner::local();
    let (first, first_lease) = full_run(store).await;
    let (second, second_lease) = full_run(store).await;
    for run in [first.id(), second.id(), second.id()] {
        let (origin, run_id) = (RunSource(run).to_string(), Some(run));
        let gap = NewGap { origin, run_id, ..missing("Why?") };
        let key = new_run_id().to_string();
        store.notice(&owner, &key, Noticed { gaps: vec![gap], traces: Vec::new() }).await.unwrap();
    }
    let origins = async || {
        let gaps = store.gaps(&owner, 9).await.unwrap();
        gaps.into_iter().map(|gap| gap.origin).collect::<Vec<_>>()
    };
    assert_eq!(origins().await, [RunSource(first.id()).to_string()]);
    store.delete(&first_lease).await.unwrap();
    assert_eq!(origins().await, [RunSource(second.id()).to_string()]);
    store.delete(&second_lease).await.unwrap();
    assert_eq!(origins().await, [""; 0]);
}

pub async fn only_the_newest_lease_deletes(store: &impl Store, clock: &ManualClock) {
    let (story, older) = full_run(store).await;
    clock.advance(TTL);
    let newer = store.claim(story.id(), new_worker_id(), TTL).await.unwrap();
    assert_eq!(store.delete(&older).await, Err(StoreError::LeaseLost { run: story.id() }));
    is_whole(store, &story).await;
    store.delete(&newer).await.unwrap();
}

pub async fn a_run_is_deleted_once(store: &impl Store, _: &ManualClock) {
    let (story, lease) = full_run(store).await;
    store.delete(&lease).await.unwrap();
    assert_eq!(store.delete(&lease).await, Err(StoreError::LeaseLost { run: story.id() }));
}

pub async fn deleting_leaves_other_runs_alone(store: &impl Store, _: &ManualClock) {
    let (story, _) = full_run(store).await;
    let (_, lease) = full_run(store).await;
    store.delete(&lease).await.unwrap();
    is_whole(store, &story).await;
}
