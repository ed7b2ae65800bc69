//! The store from outside: the rules of its ports, and what happens to it in the world.

// A test fails by panicking, and says loudly what it could not try.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr)]

mod child;
mod conformance;
mod damage;
mod disk;
#[cfg(feature = "failpoints")]
mod failpoints;
mod processes;
mod together;
mod window;
mod wiped;

use std::path::Path;

use ruminate_store::{Options, RunStore};
use ruminate_types::ports::store::{Events, Windows};
use testkit::conformance::Story;

fn open(dir: &Path) -> RunStore {
    RunStore::open(dir, Options::default()).unwrap()
}

async fn assert_stored(store: &RunStore, story: &Story) {
    assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    assert_eq!(store.events(story.id(), 0, u32::MAX).await.unwrap(), story.events());
}
