//! Several stores on one directory, in threads and in processes, and what a killed one leaves.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use ruminate_store::RunStore;
use ruminate_types::ports::store::{Journal, Leases, RunFilter, Runs, StoreError};
use ruminate_types::{Origin, RunId};
use tempfile::TempDir;
use testkit::conformance::{Story, TTL, new_run_id, new_worker_id};

use crate::{assert_stored, child, open};

const COMMITS: usize = 30;

/// Tells a run in `COMMITS` commits.
async fn tell(store: &RunStore) -> Story {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    let lease = store.claim(story.id(), store.worker(), TTL).await.unwrap();
    for _ in 0..COMMITS {
        story.think().ask(5, Origin::Thinking);
        store.commit(&lease, story.take_commit()).await.unwrap();
    }
    store.release(&lease).await.unwrap();
    story
}

/// A child's task.
pub(crate) async fn write_a_run(dir: &Path) {
    let store = open(dir);
    assert_stored(&store, &tell(&store).await).await;
}

/// A child's task: holds two runs until it is killed.
pub(crate) async fn hold_a_run(dir: &Path) {
    let store = open(dir);
    let mut stories = [Story::begin(), Story::begin()];
    for story in &mut stories {
        store.create(story.take_new_run()).await.unwrap();
        store.claim(story.id(), store.worker(), Duration::from_secs(3600)).await.unwrap();
    }
    println!("\nheld {} {}", stories[0].id(), stories[1].id());
    std::future::pending::<()>().await;
}

/// A process that holds two runs.
fn hold(dir: &Path) -> (Child, RunId, RunId) {
    let mut child = child::spawn("hold", dir);
    let held = child::hear(&mut child, "held");
    let (first, second) = held.split_once(' ').unwrap();
    (child, first.parse().unwrap(), second.parse().unwrap())
}

#[test]
fn stores_in_several_threads_share_a_directory() {
    let dir = TempDir::new().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                runtime.block_on(write_a_run(dir.path()));
            });
        }
    });
    assert_eq!(lock_files(dir.path()), 0);
}

#[tokio::test]
async fn processes_share_a_directory() {
    let dir = TempDir::new().unwrap();
    // They also make the database at the same time.
    let children: Vec<_> = (0..3).map(|_| child::spawn("write", dir.path())).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let store = open(dir.path());
    store.check().await.unwrap();
    let runs = store.list(&RunFilter { limit: 10, ..RunFilter::default() }).await.unwrap();
    assert_eq!(runs.len(), 3);
    assert!(runs.iter().all(|run| run.as_ref().unwrap().cursor.thoughts == COMMITS as u32));
}

#[tokio::test]
async fn the_runs_of_a_killed_process_can_be_claimed_at_once() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let (mut child, first, second) = hold(dir.path());

    let refused = store.claim(first, store.worker(), TTL).await;
    let Err(StoreError::Held { run, holder }) = refused else { panic!("{refused:?}") };
    assert_eq!(run, first);
    assert!(holder.starts_with(&format!("process {} on ", child.id())), "{holder}");
    let driver = store.summary(first).await.unwrap().driven_by.unwrap();
    assert_ne!(driver, store.worker());

    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(store.summary(first).await.unwrap().driven_by, None);
    store.claim(first, store.worker(), TTL).await.unwrap();
    // The other one too, though the file that tells of the death is gone by now.
    assert_eq!(lock_files(dir.path()), 1);
    store.claim(second, new_worker_id(), TTL).await.unwrap();
}

#[tokio::test]
async fn the_first_claim_clears_away_the_dead() {
    let dir = TempDir::new().unwrap();
    let (mut child, run, _) = hold(dir.path());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lock_files(dir.path()), 1);
    let store = open(dir.path());
    let mut other = Story::begin();
    store.create(other.take_new_run()).await.unwrap();
    store.claim(other.id(), store.worker(), TTL).await.unwrap();
    assert_eq!(lock_files(dir.path()), 1);
    // Known to be free without its lock file, and without a look at the clock.
    store.claim(run, new_worker_id(), TTL).await.unwrap();
}

#[tokio::test]
async fn a_claim_that_fails_clears_nobody_away() {
    let dir = TempDir::new().unwrap();
    let (mut child, run, _) = hold(dir.path());
    child.kill().unwrap();
    child.wait().unwrap();
    let store = open(dir.path());
    let unknown = new_run_id();
    assert_eq!(store.claim(unknown, store.worker(), TTL).await, Err(StoreError::NotFound(unknown)));
    // Without its file, the dead worker would hold its runs until they expire.
    assert_eq!(lock_files(dir.path()), 2);
    store.claim(run, store.worker(), TTL).await.unwrap();
    assert_eq!(lock_files(dir.path()), 1);
}

#[tokio::test]
async fn a_store_is_a_worker_from_its_first_claim_to_its_end() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    assert_eq!(lock_files(dir.path()), 0);
    store.claim(story.id(), store.worker(), TTL).await.unwrap();
    assert_eq!(lock_files(dir.path()), 1);
    let other = open(dir.path());
    let refused = other.claim(story.id(), other.worker(), TTL).await;
    assert!(matches!(refused, Err(StoreError::Held { .. })), "{refused:?}");
    drop(store);
    assert_eq!(lock_files(dir.path()), 1);
    other.claim(story.id(), other.worker(), TTL).await.unwrap();
}

fn lock_files(dir: &Path) -> usize {
    fs::read_dir(dir.join("workers")).map_or(0, Iterator::count)
}
