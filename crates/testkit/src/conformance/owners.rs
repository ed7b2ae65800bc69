//! Whose runs they are, and how many of them may be under way.

use ruminate_types::ports::store::{NewRun, RunFilter, StoreError};
use ruminate_types::{Owner, RunStatus};

use super::{ManualClock, Store, Story};

pub(super) fn owner(name: &str) -> Owner {
    name.parse().unwrap()
}

fn run_of(story: &mut Story, name: &str) -> NewRun {
    NewRun { owner: owner(name), ..story.take_new_run() }
}

pub async fn a_list_can_be_of_one_owner(store: &impl Store, _: &ManualClock) {
    let (mut first, mut second, mut third) = (Story::begin(), Story::begin(), Story::begin());
    store.create(run_of(&mut first, "ada")).await.unwrap();
    store.create(run_of(&mut second, "grace")).await.unwrap();
    store.create(run_of(&mut third, "ada")).await.unwrap();
    let list = async |filter: RunFilter| -> Vec<_> {
        let listed = store.list(&filter).await.unwrap();
        listed.into_iter().map(|run| run.unwrap().session_id).collect()
    };
    let ada = RunFilter { owner: Some(owner("ada")), limit: 10, ..RunFilter::default() };
    assert_eq!(list(ada.clone()).await, [third.id(), first.id()]);
    assert_eq!(list(RunFilter { before: Some(third.id()), ..ada.clone() }).await, [first.id()]);
    let thinking = RunFilter { status: Some(RunStatus::Thinking), ..ada.clone() };
    assert_eq!(list(thinking).await, [third.id(), first.id()]);
    assert_eq!(list(RunFilter { status: Some(RunStatus::Paused), ..ada }).await, []);
    assert_eq!(store.summary(second.id()).await.unwrap().owner, owner("grace"));
}

pub async fn an_owner_has_so_many_runs_under_way(store: &impl Store, _: &ManualClock) {
    for _ in 0..2 {
        let new = NewRun { at_most: Some(2), ..run_of(&mut Story::begin(), "ada") };
        store.create(new).await.unwrap();
    }
    let mut story = Story::begin();
    let new = run_of(&mut story, "ada");
    let refused = store.create(NewRun { at_most: Some(2), ..new.clone() }).await;
    assert_eq!(refused, Err(StoreError::TooManyRuns { owner: owner("ada"), limit: 2 }));
    assert_eq!(store.summary(story.id()).await, Err(StoreError::NotFound(story.id())));
    store.create(NewRun { at_most: Some(3), ..new }).await.unwrap();
    let others = NewRun { at_most: Some(1), ..run_of(&mut Story::begin(), "grace") };
    store.create(others).await.unwrap();
    store.create(run_of(&mut Story::begin(), "ada")).await.unwrap();
}

pub async fn a_run_that_waits_to_be_started_is_under_way(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    story.cursor.status = RunStatus::Created;
    store.create(run_of(&mut story, "ada")).await.unwrap();
    assert_eq!(store.under_way(&owner("ada")).await.unwrap(), 1);
    let refused = NewRun { at_most: Some(1), ..run_of(&mut Story::begin(), "ada") };
    assert!(store.create(refused).await.is_err());
    let mut paused = Story::begin();
    paused.cursor.status = RunStatus::Paused;
    store.create(run_of(&mut paused, "ada")).await.unwrap();
    assert_eq!(store.under_way(&owner("ada")).await.unwrap(), 1);
    assert_eq!(store.under_way(&owner("grace")).await.unwrap(), 0);
}

pub async fn runs_are_counted_by_status(store: &impl Store, _: &ManualClock) {
    store.create(run_of(&mut Story::begin(), "ada")).await.unwrap();
    store.create(run_of(&mut Story::begin(), "grace")).await.unwrap();
    assert_eq!(store.count(RunStatus::Thinking).await.unwrap(), 2);
    assert_eq!(store.count(RunStatus::Paused).await.unwrap(), 0);
}
