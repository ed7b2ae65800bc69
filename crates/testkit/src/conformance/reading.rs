//! `Runs`: summaries, lists and events.

use ruminate_types::ports::store::{RunFilter, StoreError};
use ruminate_types::{RunId, RunStatus};

use super::{ManualClock, Store, Story, new_run_id};

/// So many runs, oldest first; every third is paused.
async fn runs(store: &impl Store, count: usize) -> Vec<RunId> {
    let mut runs = Vec::new();
    for number in 0..count {
        let mut story = Story::begin();
        if number % 3 == 0 {
            story.cursor.status = RunStatus::Paused;
        }
        store.create(story.take_new_run()).await.unwrap();
        runs.push(story.id());
    }
    runs
}

async fn list(store: &impl Store, filter: RunFilter) -> Vec<RunId> {
    store
        .list(&filter)
        .await
        .unwrap()
        .into_iter()
        .map(|summary| summary.unwrap().session_id)
        .collect()
}

pub async fn an_unknown_run_has_no_summary(store: &impl Store, _: &ManualClock) {
    let run = new_run_id();
    assert_eq!(store.summary(run).await, Err(StoreError::NotFound(run)));
}

pub async fn runs_are_listed_newest_first(store: &impl Store, _: &ManualClock) {
    let everything = RunFilter { limit: 100, ..RunFilter::default() };
    assert_eq!(list(store, everything.clone()).await, []);
    let mut runs = runs(store, 5).await;
    runs.reverse();
    assert_eq!(list(store, everything).await, runs);
    assert_eq!(list(store, RunFilter { limit: 2, ..RunFilter::default() }).await, runs[..2]);
    assert_eq!(list(store, RunFilter::default()).await, []);
    let summary = &store.list(&RunFilter { limit: 1, ..RunFilter::default() }).await.unwrap()[0];
    assert_eq!(*summary, Ok(store.summary(runs[0]).await.unwrap()));
}

pub async fn a_list_goes_on_where_it_ended(store: &impl Store, _: &ManualClock) {
    let mut runs = runs(store, 7).await;
    runs.reverse();
    let mut seen = Vec::new();
    loop {
        let page = RunFilter { before: seen.last().copied(), limit: 3, ..RunFilter::default() };
        let page = list(store, page).await;
        if page.is_empty() {
            break;
        }
        seen.extend(page);
    }
    assert_eq!(seen, runs);
}

pub async fn a_list_can_be_of_one_status(store: &impl Store, _: &ManualClock) {
    let runs = runs(store, 7).await;
    let paused = RunFilter { status: Some(RunStatus::Paused), limit: 100, ..RunFilter::default() };
    assert_eq!(list(store, paused.clone()).await, [runs[6], runs[3], runs[0]]);
    let older = RunFilter { before: Some(runs[6]), limit: 1, ..paused.clone() };
    assert_eq!(list(store, older).await, [runs[3]]);
    assert_eq!(list(store, RunFilter { status: Some(RunStatus::Failed), ..paused }).await, []);
}

pub async fn runs_are_found_by_the_beginning_of_their_id(store: &impl Store, _: &ManualClock) {
    let mut runs = runs(store, 3).await;
    runs.reverse();
    let id = runs[1].to_string();
    assert_eq!(store.find(&id, 10).await.unwrap(), [runs[1]]);
    assert_eq!(store.find(&id.to_uppercase(), 10).await.unwrap(), [runs[1]]);
    assert_eq!(store.find(&id[..35], 10).await.unwrap(), [runs[1]]);
    assert_eq!(store.find("", 10).await.unwrap(), runs);
    assert_eq!(store.find(&id[..4], 2).await.unwrap(), runs[..2]);
    for nothing in ["zz", "%", "_", "'", "00000000"] {
        assert_eq!(store.find(nothing, 10).await.unwrap(), [], "{nothing}");
    }
    assert_eq!(store.find(&format!("{id}0"), 10).await.unwrap(), []);
}

pub async fn events_come_in_order_after_a_number(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    for _ in 0..20 {
        story.think();
    }
    store.create(story.take_new_run()).await.unwrap();
    let told = story.events();
    let read = async |after, limit| store.events(story.id(), after, limit).await.unwrap();
    assert_eq!(read(0, 100).await, told);
    assert_eq!(read(0, 3).await, told[..3]);
    assert_eq!(read(9, 5).await, told[9..14]);
    assert_eq!(read(20, 100).await, told[20..]);
    assert_eq!(read(22, 100).await, []);
    assert_eq!(read(u64::MAX, 100).await, []);
    assert_eq!(read(0, 0).await, []);
}

pub async fn events_can_be_of_one_stage(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    story.think().synthesize().think().think();
    store.create(story.take_new_run()).await.unwrap();
    let read = async |stage, after, limit| {
        let events = store.of_stage(story.id(), stage, after, limit).await.unwrap();
        events.into_iter().map(|event| event.seq).collect::<Vec<_>>()
    };
    assert_eq!(read("thought", 0, 100).await, [3, 5, 6]);
    assert_eq!(read("thought", 3, 1).await, [5]);
    assert_eq!(read("synthesis", 0, 100).await, [4]);
    assert!(read("nonsense", 0, 100).await.is_empty());
    assert_eq!(store.of_stage(new_run_id(), "thought", 0, 100).await.unwrap(), []);
}

pub async fn an_unknown_run_has_no_events(store: &impl Store, _: &ManualClock) {
    assert_eq!(store.events(new_run_id(), 0, 10).await.unwrap(), []);
}
