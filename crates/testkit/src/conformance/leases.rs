//! `Leases`.

use std::time::Duration;

use ruminate_types::ports::store::{Lease, StoreError};
use ruminate_types::{RunId, WorkerId};

use super::{ManualClock, Store, Story, TTL, create_and_claim, new_run_id, new_worker_id};

const INSTANT: Duration = Duration::from_millis(1);

async fn is_held(store: &impl Store, run: RunId) -> bool {
    match store.claim(run, new_worker_id(), TTL).await {
        Ok(_) => false,
        Err(StoreError::Held { run: held, .. }) if held == run => true,
        Err(other) => panic!("{other}"),
    }
}

/// A run that the worker holds.
async fn held_by(store: &impl Store, worker: WorkerId) -> Lease {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    store.claim(story.id(), worker, TTL).await.unwrap()
}

pub async fn an_unknown_run_cannot_be_claimed(store: &impl Store, _: &ManualClock) {
    let run = new_run_id();
    assert_eq!(store.claim(run, new_worker_id(), TTL).await, Err(StoreError::NotFound(run)));
}

pub async fn a_held_run_is_held(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    assert_eq!(lease.run_id, story.id());
    assert!(is_held(store, story.id()).await);
    store.commit(&lease, story.think().take_commit()).await.unwrap();
}

pub async fn a_lease_ends_with_its_time(store: &impl Store, clock: &ManualClock) {
    let run = held_by(store, new_worker_id()).await.run_id;
    clock.advance(TTL - INSTANT);
    assert!(is_held(store, run).await);
    clock.advance(INSTANT);
    assert!(!is_held(store, run).await);
}

pub async fn an_expired_lease_commits_until_somebody_takes_it(
    store: &impl Store,
    clock: &ManualClock,
) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    clock.advance(TTL * 2);
    store.commit(&lease, story.think().take_commit()).await.unwrap();
    store.claim(story.id(), new_worker_id(), TTL).await.unwrap();
    assert_eq!(
        store.commit(&lease, story.think().take_commit()).await,
        Err(StoreError::LeaseLost { run: story.id() })
    );
}

pub async fn claiming_again_gives_a_newer_token(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let older = create_and_claim(store, &mut story).await;
    let newer = store.claim(story.id(), older.worker, TTL).await.unwrap();
    assert!(newer.token > older.token);
    assert_eq!(newer.worker, older.worker);
    let commit = story.think().take_commit();
    assert_eq!(
        store.commit(&older, commit.clone()).await,
        Err(StoreError::LeaseLost { run: story.id() })
    );
    store.commit(&newer, commit).await.unwrap();
}

pub async fn a_released_run_can_be_claimed_at_once(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    store.release(&lease).await.unwrap();
    assert!(!is_held(store, story.id()).await);
}

pub async fn tokens_grow_across_a_release(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let first = create_and_claim(store, &mut story).await;
    store.release(&first).await.unwrap();
    let second = store.claim(story.id(), first.worker, TTL).await.unwrap();
    assert!(second.token > first.token);
}

pub async fn a_released_lease_cannot_write(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    store.release(&lease).await.unwrap();
    let lost = Err(StoreError::LeaseLost { run: story.id() });
    assert_eq!(store.commit(&lease, story.think().take_commit()).await, lost);
    assert_eq!(store.delete(&lease).await, lost);
}

pub async fn releasing_a_lost_lease_does_nothing(store: &impl Store, clock: &ManualClock) {
    let mut story = Story::begin();
    let lost = create_and_claim(store, &mut story).await;
    clock.advance(TTL);
    let newer = store.claim(story.id(), new_worker_id(), TTL).await.unwrap();
    store.release(&lost).await.unwrap();
    assert!(is_held(store, story.id()).await);
    store.commit(&newer, story.think().take_commit()).await.unwrap();
}

pub async fn renewing_keeps_a_lease_alive(store: &impl Store, clock: &ManualClock) {
    let lease = held_by(store, new_worker_id()).await;
    clock.advance(TTL - INSTANT);
    assert_eq!(store.renew(&[lease], TTL).await.unwrap(), []);
    clock.advance(TTL - INSTANT);
    assert!(is_held(store, lease.run_id).await);
    clock.advance(INSTANT);
    assert!(!is_held(store, lease.run_id).await);
}

pub async fn renewing_keeps_no_other_lease_alive(store: &impl Store, clock: &ManualClock) {
    let worker = new_worker_id();
    let forgotten = held_by(store, worker).await;
    let kept = held_by(store, worker).await;
    clock.advance(TTL - INSTANT);
    store.renew(&[kept], TTL).await.unwrap();
    clock.advance(INSTANT);
    assert!(!is_held(store, forgotten.run_id).await);
    assert!(is_held(store, kept.run_id).await);
}

pub async fn renewing_says_what_is_lost(store: &impl Store, clock: &ManualClock) {
    assert_eq!(store.renew(&[], TTL).await.unwrap(), []);
    let worker = new_worker_id();
    let leases = [
        held_by(store, worker).await,
        held_by(store, worker).await,
        held_by(store, worker).await,
        held_by(store, worker).await,
    ];
    clock.advance(TTL);
    store.claim(leases[1].run_id, new_worker_id(), TTL).await.unwrap();
    store.claim(leases[2].run_id, worker, TTL).await.unwrap();
    store.release(&leases[3]).await.unwrap();
    assert_eq!(store.renew(&leases, TTL).await.unwrap(), leases[1..]);
}

pub async fn renewing_revives_what_nobody_took(store: &impl Store, clock: &ManualClock) {
    let lease = held_by(store, new_worker_id()).await;
    clock.advance(TTL * 2);
    assert_eq!(store.renew(&[lease], TTL).await.unwrap(), []);
    assert!(is_held(store, lease.run_id).await);
}

pub async fn a_summary_names_the_driver(store: &impl Store, clock: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    assert_eq!(store.summary(story.id()).await.unwrap().driven_by, Some(lease.worker));
    clock.advance(TTL);
    assert_eq!(store.summary(story.id()).await.unwrap().driven_by, None);
    let newer = store.claim(story.id(), new_worker_id(), TTL).await.unwrap();
    assert_eq!(store.summary(story.id()).await.unwrap().driven_by, Some(newer.worker));
    store.release(&newer).await.unwrap();
    assert_eq!(store.summary(story.id()).await.unwrap().driven_by, None);
}
