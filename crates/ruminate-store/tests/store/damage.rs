//! Files that are not what they should be.

use std::fs;
use std::path::Path;

use ruminate_store::{Options, RunStore};
use ruminate_types::ports::store::{Events, Journal, Leases, RunFilter, Runs, StoreError, Windows};
use rusqlite::Connection;
use tempfile::TempDir;
use testkit::conformance::{Story, TTL};

use crate::{assert_stored, open};

fn refusal(dir: &Path) -> StoreError {
    RunStore::open(dir, Options::default()).err().expect("it should not open")
}

fn database(dir: &Path) -> std::path::PathBuf {
    dir.join(RunStore::FILE)
}

/// A closed store with one run of a few hundred events.
async fn stored() -> (TempDir, Story) {
    let dir = TempDir::new().unwrap();
    let mut story = Story::begin();
    for _ in 0..300 {
        story.think();
    }
    open(dir.path()).create(story.take_new_run()).await.unwrap();
    (dir, story)
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let dir = TempDir::new().unwrap();
    fs::write(database(dir.path()), "Dear diary, ".repeat(1000)).unwrap();
    let refused = refusal(dir.path());
    let StoreError::Corrupt { message } = &refused else { panic!("{refused:?}") };
    assert!(message.contains(&*database(dir.path()).to_string_lossy()), "{message}");
}

#[tokio::test]
async fn a_damaged_page_is_found() {
    let (dir, story) = stored().await;
    let file = database(dir.path());
    let mut bytes = fs::read(&file).unwrap();
    // The run is at the end, behind the tables that opening looks at.
    let damaged = bytes.len() * 3 / 4..bytes.len() - 4096;
    bytes[damaged].fill(0xA5);
    fs::write(&file, bytes).unwrap();
    let store = open(dir.path());
    let checked = store.check().await;
    assert!(matches!(checked, Err(StoreError::Corrupt { .. })), "{checked:?}");
    let read = store.events(story.id(), 0, u32::MAX).await;
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
}

#[tokio::test]
async fn a_truncated_file_is_damaged() {
    let (dir, story) = stored().await;
    let file = fs::OpenOptions::new().write(true).open(database(dir.path())).unwrap();
    file.set_len(file.metadata().unwrap().len() / 2).unwrap();
    let read = match RunStore::open(dir.path(), Options::default()) {
        Ok(store) => store.load(story.id()).await.map(|_| ()),
        Err(refused) => Err(refused),
    };
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
}

#[tokio::test]
async fn a_damaged_event_is_named() {
    let (dir, story) = stored().await;
    let conn = Connection::open(database(dir.path())).unwrap();
    conn.execute("UPDATE events SET payload = substr(payload, 1, 40) WHERE seq = 299", []).unwrap();
    drop(conn);
    let store = open(dir.path());
    let read = store.load(story.id()).await;
    let Err(StoreError::Corrupt { message }) = &read else { panic!("{read:?}") };
    assert!(message.contains(&format!("run {}, event 299", story.id())), "{message}");
    assert_eq!(store.check().await, read.map(|_| ()), "looking through everything finds it too");
}

#[tokio::test]
async fn a_damaged_run_does_not_hide_the_others() {
    for damage in [
        "cursor = '{'",
        "cursor = cast(x'7bff22' as text)",
        "question = cast(x'61ff62' as text)",
        "question = x'ff00'",
        "created_at = 'yesterday'",
        "status = 'bored'",
        "owner = ''",
    ] {
        let (dir, story) = stored().await;
        let mut whole = Story::begin();
        open(dir.path()).create(whole.take_new_run()).await.unwrap();
        let conn = Connection::open(database(dir.path())).unwrap();
        let sql = format!("UPDATE runs SET {damage} WHERE id = $1");
        conn.execute(&sql, [story.id().to_string()]).unwrap();
        drop(conn);
        let store = open(dir.path());
        let everything = RunFilter { limit: 10, ..RunFilter::default() };
        let listed = store.list(&everything).await.unwrap();
        let [Ok(first), Err(second)] = &listed[..] else { panic!("{damage}: {listed:?}") };
        assert_eq!(first.session_id, whole.id());
        assert_eq!(second.id, story.id().to_string(), "{damage}");
        let checked = store.check().await;
        let Err(StoreError::Corrupt { message }) = checked else { panic!("{damage}: {checked:?}") };
        assert!(message.contains(&story.id().to_string()), "{damage}: {message}");
        // What cannot be read can still be thrown away.
        let lease = store.claim(story.id(), store.worker(), TTL).await.unwrap();
        store.delete(&lease).await.unwrap();
        store.check().await.unwrap();
    }
}

#[tokio::test]
async fn a_newer_schema_is_left_alone() {
    let (dir, story) = stored().await;
    let conn = Connection::open(database(dir.path())).unwrap();
    conn.execute("INSERT INTO schema_version (version, applied_at) VALUES (99, 0)", []).unwrap();
    assert!(matches!(refusal(dir.path()), StoreError::Newer { found: 99, known: 11 }));
    conn.execute("DELETE FROM schema_version WHERE version = 99", []).unwrap();
    drop(conn);
    assert_stored(&open(dir.path()), &story).await;
}

#[test]
fn a_file_in_place_of_the_directory_is_named() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("data");
    fs::write(&file, "").unwrap();
    for place in [file.clone(), file.join("deeper")] {
        let refused = refusal(&place);
        let StoreError::Io { message } = &refused else { panic!("{refused:?}") };
        assert!(message.contains("is not a directory"), "{message}");
    }
}

#[tokio::test]
async fn a_store_that_another_keeps_busy_says_so() {
    let (dir, _) = stored().await;
    let options =
        Options { busy_timeout: std::time::Duration::from_millis(50), ..Options::default() };
    let store = RunStore::open(dir.path(), options).unwrap();
    let conn = Connection::open(database(dir.path())).unwrap();
    conn.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut story = Story::begin();
    let new = story.take_new_run();
    let refused = store.create(new.clone()).await;
    assert!(matches!(refused, Err(StoreError::Busy { .. })), "{refused:?}");
    conn.execute_batch("ROLLBACK").unwrap();
    store.create(new).await.unwrap();
    assert_stored(&store, &story).await;
}
