//! Commits that are written together, and the end of a store.

use std::sync::Arc;

use ruminate_store::{Durability, Options, RunStore};
use ruminate_types::ports::store::{Commit, Journal, StoreError};
use ruminate_types::{CallKey, EffectFailure, EffectResult, Origin};
use tempfile::TempDir;
use testkit::conformance::{Story, create_and_claim};

use crate::{assert_stored, open};

#[tokio::test]
async fn a_failure_leaves_its_neighbours_alone() {
    let dir = TempDir::new().unwrap();
    let options = Options { durability: Durability::Normal, ..Options::default() };
    let store = Arc::new(RunStore::open(dir.path(), options).unwrap());
    let tasks: Vec<_> = (0..100)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut story = Story::begin();
                let lease = create_and_claim(&*store, &mut story).await;
                for _ in 0..5 {
                    let before = story.clone();
                    story.think().ask(5, Origin::Thinking);
                    let commit = story.take_commit();
                    if number % 3 == 0 {
                        // Fails after all its events were written.
                        let key = CallKey { run_id: story.id(), step: 9, index: 9 };
                        let result = EffectResult::Failed(EffectFailure::SchemaRefused);
                        let bad = Commit { results: vec![(key, result)], ..commit };
                        let refused = store.commit(&lease, bad).await;
                        assert!(matches!(refused, Err(StoreError::Misused { .. })), "{refused:?}");
                        story = before;
                    } else {
                        store.commit(&lease, commit).await.unwrap();
                    }
                }
                story
            })
        })
        .collect();
    for task in tasks {
        assert_stored(&store, &task.await.unwrap()).await;
    }
}

#[tokio::test]
async fn what_waits_is_written_before_the_end() {
    let dir = TempDir::new().unwrap();
    let store = Arc::new(open(dir.path()));
    let mut stories: Vec<Story> = (0..50).map(|_| Story::begin()).collect();
    let mut creating = Vec::new();
    for story in &mut stories {
        let (store, new) = (Arc::clone(&store), story.take_new_run());
        // Polled once, so that it waits in the queue, and never again.
        let mut create = Box::pin(async move { store.create(new).await });
        let waker = std::task::Waker::noop();
        let poll = create.as_mut().poll(&mut std::task::Context::from_waker(waker));
        assert!(poll.is_pending());
        creating.push(create);
    }
    drop(creating);
    drop(Arc::into_inner(store).unwrap());
    let store = open(dir.path());
    for story in &stories {
        assert_stored(&store, story).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_directory_is_the_owners_only() {
    use std::os::unix::fs::PermissionsExt;
    let parent = TempDir::new().unwrap();
    let dir = parent.path().join("deep").join("data");
    let store = open(&dir);
    assert_eq!(std::fs::metadata(&dir).unwrap().permissions().mode() & 0o777, 0o700);
    assert!(store.size_on_disk().unwrap() > 0);
}
