//! `Journal::create`, without a history.

use std::time::Duration;

use ruminate_types::ports::store::{NewRun, StoreError};
use ruminate_types::{Payload, RunStatus};

use super::{ManualClock, Store, Story, new_run_id};

pub async fn a_new_run_is_read_back(store: &impl Store, clock: &ManualClock) {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    assert_eq!(store.events(story.id(), 0, 10).await.unwrap(), story.events());
    let summary = store.summary(story.id()).await.unwrap();
    assert_eq!(summary.session_id, story.id());
    assert_eq!(summary.status, RunStatus::Thinking);
    assert_eq!(summary.original_question, story.as_loaded().question);
    assert_eq!(summary.created_at, clock.now());
    assert_eq!(summary.updated_at, clock.now());
    assert_eq!(summary.driven_by, None);
    assert_eq!(summary.cursor, story.cursor);
}

pub async fn a_run_is_created_once(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let first = story.take_new_run();
    store.create(first.clone()).await.unwrap();
    let mut again = first;
    again.run.question = "Another question?".to_owned();
    assert_eq!(store.create(again).await, Err(StoreError::AlreadyExists { run: story.id() }));
    assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    assert_eq!(store.events(story.id(), 0, 10).await.unwrap(), story.events());
}

pub async fn a_run_begins_with_its_first_event(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let whole = story.take_new_run();

    let mut without_events = whole.clone();
    without_events.events.clear();
    without_events.run.cursor.seq = 0;
    refuses(store, without_events).await;

    let mut without_the_first = whole.clone();
    without_the_first.events.remove(0);
    refuses(store, without_the_first).await;

    let mut of_another_run = whole;
    of_another_run.events[1].run_id = new_run_id();
    refuses(store, of_another_run).await;
}

pub async fn a_run_ends_where_its_cursor_stands(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let mut new = story.take_new_run();
    new.run.cursor.seq += 1;
    refuses(store, new).await;
}

async fn refuses(store: &impl Store, new: NewRun) {
    let id = new.run.id;
    let refused = store.create(new).await;
    assert!(matches!(&refused, Err(StoreError::Misused { run, .. }) if *run == id), "{refused:?}");
    assert_eq!(store.load(id).await, Err(StoreError::NotFound(id)));
    assert_eq!(store.events(id, 0, 10).await.unwrap(), []);
}

pub async fn times_are_kept_to_the_millisecond(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    story.tell(Payload::Completed);
    let mut new = story.take_new_run();
    let at = new.events[2].at;
    new.events[2].at = at + Duration::from_micros(999);
    store.create(new).await.unwrap();
    assert_eq!(store.events(story.id(), 2, 1).await.unwrap()[0].at, at);
}
