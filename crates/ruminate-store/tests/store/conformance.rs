//! The rules every store keeps.

use std::sync::Arc;

use ruminate_store::{Options, RunStore};
use tempfile::TempDir;
use testkit::conformance::ManualClock;

async fn empty_store(clock: ManualClock) -> (RunStore, TempDir) {
    let dir = TempDir::new().unwrap();
    let options = Options { clock: Arc::new(move || clock.now()), ..Options::default() };
    (RunStore::open(dir.path(), options).unwrap(), dir)
}

testkit::store_conformance!(empty_store);
