//! A disk that is full, or that may not be written.

use std::fs;
use std::path::Path;
use std::process::Command;

use ruminate_store::{Options, RunStore};
use ruminate_types::ports::store::{Commit, Journal, Lease, StoreError};
use tempfile::TempDir;
use testkit::conformance::{Story, create_and_claim};

use crate::{assert_stored, child, open};

/// Commits until the store refuses. What is left of the story is what was committed; the commit that
/// was refused comes with it.
async fn fill(store: &RunStore, story: &mut Story, lease: &Lease) -> (Commit, Story) {
    loop {
        let mut longer = story.clone();
        for _ in 0..20 {
            longer.think();
        }
        let commit = longer.take_commit();
        match store.commit(lease, commit.clone()).await {
            Ok(()) => *story = longer,
            Err(StoreError::Full { .. }) => return (commit, longer),
            Err(other) => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn a_full_store_keeps_what_it_has_and_goes_on_when_there_is_room() {
    let dir = TempDir::new().unwrap();
    let options = Options { max_bytes: Some(512 * 1024), ..Options::default() };
    let store = RunStore::open(dir.path(), options).unwrap();
    let mut ballast = Story::begin();
    for _ in 0..100 {
        ballast.think();
    }
    let ballast_lease = create_and_claim(&store, &mut ballast).await;
    let mut story = Story::begin();
    let lease = create_and_claim(&store, &mut story).await;
    let (refused, longer) = fill(&store, &mut story, &lease).await;
    assert_stored(&store, &story).await;

    store.delete(&ballast_lease).await.unwrap();
    store.commit(&lease, refused).await.unwrap();
    assert_stored(&store, &longer).await;
}

#[test]
fn a_full_disk_keeps_what_it_has_and_goes_on_when_there_is_room() {
    expect("fill");
}

/// A child's task, on a disk of two megabytes.
pub(crate) async fn fill_and_free(dir: &Path) {
    let ballast = dir.join("ballast");
    fs::write(&ballast, vec![0; 1024 * 1024]).unwrap();
    let store = open(dir);
    let mut story = Story::begin();
    let lease = create_and_claim(&store, &mut story).await;
    let (refused, longer) = fill(&store, &mut story, &lease).await;
    assert_stored(&store, &story).await;
    let again = store.commit(&lease, refused.clone()).await;
    assert!(matches!(again, Err(StoreError::Full { .. })), "{again:?}");

    fs::remove_file(&ballast).unwrap();
    store.commit(&lease, refused).await.unwrap();
    assert_stored(&store, &longer).await;
    drop(store);
    assert_stored(&open(dir), &longer).await;
}

#[test]
fn a_disk_that_may_not_be_written_is_named() {
    expect("protect");
}

/// A child's task: write-protects the disk it was given.
pub(crate) async fn write_protected(dir: &Path) {
    drop(open(&dir.join("before")));
    fs::create_dir(dir.join("empty")).unwrap();
    let protected =
        Command::new("mount").args(["-o", "remount,ro"]).arg(dir).status().unwrap().success();
    assert!(protected);
    for place in ["before", "empty", "missing"] {
        let place = dir.join(place);
        let refused = RunStore::open(&place, Options::default()).err();
        let Some(StoreError::ReadOnly { message }) = &refused else { panic!("{refused:?}") };
        assert!(message.contains(&*place.to_string_lossy()), "{message}");
    }
}

fn expect(task: &str) {
    let dir = TempDir::new().unwrap();
    match child::run_on_a_small_disk(task, dir.path()) {
        Some((succeeded, output)) => assert!(succeeded, "{output}"),
        None => eprintln!("SKIPPED: this machine lets nobody mount a file system of their own"),
    }
}
