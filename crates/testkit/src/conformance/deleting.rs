//! `Journal::delete`.

use ruminate_types::ports::store::{Commit, Intent, Lease, RunFilter, StoreError};
use ruminate_types::{CallKey, Command, Origin, RequestHash};

use super::{ManualClock, Store, Story, TTL, create_and_claim, new_worker_id};

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
