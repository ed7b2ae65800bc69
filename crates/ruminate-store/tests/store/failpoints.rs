//! A process that dies in the middle of a commit: all of it is there afterwards, or nothing.

use std::path::Path;

use ruminate_types::ports::store::{Events, Journal, Leases, RunFilter, Runs, Windows};
use tempfile::TempDir;
use testkit::conformance::{Story, TTL};

use crate::{child, open};

const BEFORE: u32 = 3;

/// A child's task: commits a few thoughts, then dies where its environment says while it commits the
/// next.
pub(crate) async fn commit_and_die(dir: &Path) {
    let point = std::env::var("POINT").unwrap();
    let store = open(dir);
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    let lease = store.claim(story.id(), store.worker(), TTL).await.unwrap();
    for _ in 0..BEFORE {
        store.commit(&lease, story.think().take_commit()).await.unwrap();
    }
    fail::cfg(point, "return").unwrap();
    if store.commit(&lease, story.think().take_commit()).await.is_ok() {
        drop(store);
    }
    panic!("it should be dead");
}

async fn thoughts_after_dying_at(point: &str) -> u32 {
    let dir = TempDir::new().unwrap();
    let child = child::spawn_with("die", dir.path(), ("POINT", point));
    let died = child.wait_with_output().unwrap().status;
    assert_eq!(died.code(), None, "{point}: it should have been killed by a signal");
    let store = open(dir.path());
    let runs = store.list(&RunFilter { limit: 2, ..RunFilter::default() }).await.unwrap();
    assert_eq!(runs.len(), 1);
    let run = store.load(runs[0].as_ref().unwrap().session_id).await.unwrap();
    let events = store.events(run.id, 0, 100).await.unwrap();
    assert_eq!(run.cursor.thoughts as usize, run.thoughts.len());
    assert_eq!(run.cursor.seq, events.len() as u64);
    // The next process goes on at once.
    store.claim(run.id, store.worker(), TTL).await.unwrap();
    run.cursor.thoughts
}

#[tokio::test]
async fn a_commit_is_there_as_a_whole_or_not_at_all() {
    assert_eq!(thoughts_after_dying_at("store::before_transaction").await, BEFORE);
    assert_eq!(thoughts_after_dying_at("store::in_transaction").await, BEFORE);
    assert_eq!(thoughts_after_dying_at("store::after_commit").await, BEFORE + 1);
    assert_eq!(thoughts_after_dying_at("store::before_checkpoint").await, BEFORE + 1);
}
