//! What was deleted is in no page of the file.

use ruminate_store::{Options, RunStore};
use ruminate_types::ports::forgetting::{Forgetting, LetGo};
use ruminate_types::ports::knowledge::{Knowledge, Learning};
use ruminate_types::{Lesson, Owner, Silo};
use tempfile::TempDir;

const CANARY: &str = "zorblaxium";

/// Longer ones have pages of their own, shorter ones share theirs.
fn lesson(number: usize) -> Lesson {
    let word = if number.is_multiple_of(2) { CANARY } else { "something else" };
    let text = format!("{word} {number} ").repeat(1 + number % 700);
    Lesson::new(format!("{word} {number}"), word, text)
}

#[tokio::test]
async fn nothing_that_was_forgotten_is_in_the_file() {
    let (dir, owner) = (TempDir::new().unwrap(), Owner::local());
    let store = RunStore::open(dir.path(), Options::default()).unwrap();
    for number in 0..1500 {
        let source = if number % 2 == 0 { "goes" } else { "stays" };
        let reading = store.begin_reading(&owner, source, &Silo::default()).await.unwrap();
        store.learn(&reading, vec![lesson(number)]).await.unwrap();
    }
    store.unlearn(&owner, "goes").await.unwrap();
    let through = store.last_change().await.unwrap();
    assert!(store.let_go(&owner, LetGo { through, ..LetGo::default() }).await.unwrap());
    let bytes = std::fs::read(dir.path().join(RunStore::FILE)).unwrap();
    let stays = bytes.windows(14).filter(|part| part == b"something else").count();
    assert!(stays > 1000, "{stays}");
    assert_eq!(bytes.windows(CANARY.len()).filter(|part| *part == CANARY.as_bytes()).count(), 0);
    let log = std::fs::metadata(dir.path().join(format!("{}-wal", RunStore::FILE))).unwrap();
    assert_eq!(log.len(), 0, "it is emptied");
}
