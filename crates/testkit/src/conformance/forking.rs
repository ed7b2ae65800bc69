//! `Journal::create` with a history.

use ruminate_types::ports::store::{Commit, Intent, StoreError};
use ruminate_types::{CallKey, Command, Origin, Payload, RequestHash};

use super::story::policy;
use super::{ManualClock, Store, Story, TTL, create_and_claim, new_worker_id};

/// A run with some of everything, in the store.
async fn origin(store: &impl Store) -> Story {
    let mut story = Story::begin();
    let first = story.ask(5, Origin::Thinking);
    let second = story.ask(8, Origin::Steer);
    story.think().explore([first]).think().synthesize();
    story.reprioritise(second, 8, 2).think();
    store.create(story.take_new_run()).await.unwrap();
    story
}

pub async fn a_fork_begins_with_the_history(store: &impl Store, _: &ManualClock) {
    let origin = origin(store).await;
    let mut fork = origin.fork(7);
    store.create(fork.take_new_run()).await.unwrap();
    let events = store.events(fork.id(), 0, 100).await.unwrap();
    assert_eq!(events, fork.events());
    assert!(events.iter().all(|event| event.run_id == fork.id()));
    let from_here = Payload::Forked { from: origin.id(), seq: 7, budget: policy().budget };
    assert_eq!(events.last().map(|event| (event.seq, &event.payload)), Some((8, &from_here)));
}

pub async fn a_fork_is_loaded_like_any_run(store: &impl Store, _: &ManualClock) {
    let origin = origin(store).await;
    for upto in 0..=origin.cursor.seq {
        let mut fork = origin.fork(upto);
        store.create(fork.take_new_run()).await.unwrap();
        assert_eq!(store.load(fork.id()).await.unwrap(), fork.as_loaded(), "up to {upto}");
    }
}

pub async fn questions_are_as_they_were_then(store: &impl Store, _: &ManualClock) {
    let origin = origin(store).await;
    // Before the first question is explored and the second loses its priority.
    let mut fork = origin.fork(5);
    store.create(fork.take_new_run()).await.unwrap();
    let run = store.load(fork.id()).await.unwrap();
    let priorities: Vec<u8> = run.open.iter().map(|question| question.priority).collect();
    assert_eq!(priorities, [8, 5]);
    assert_eq!(run.explored, []);
}

pub async fn a_fork_brings_no_calls_and_no_commands(store: &impl Store, _: &ManualClock) {
    let origin = origin(store).await;
    let lease = store.claim(origin.id(), new_worker_id(), TTL).await.unwrap();
    let key = CallKey { run_id: origin.id(), step: 1, index: 0 };
    let intents = vec![Intent { key, hash: RequestHash("a".to_owned()), purpose: "think" }];
    store.commit(&lease, Commit { intents, ..Commit::default() }).await.unwrap();
    store.queue(origin.id(), &Command::Pause).await.unwrap();

    let mut fork = origin.fork(4);
    store.create(fork.take_new_run()).await.unwrap();
    assert_eq!(store.calls(fork.id(), 1).await.unwrap(), []);
    assert_eq!(store.pending(fork.id()).await.unwrap(), []);
    assert_eq!(store.summary(fork.id()).await.unwrap().driven_by, None);
}

pub async fn a_fork_of_nothing_is_not_made(store: &impl Store, _: &ManualClock) {
    let mut unknown = Story::begin();
    let mut fork = unknown.fork(2);
    assert_eq!(store.create(fork.take_new_run()).await, Err(StoreError::NotFound(unknown.id())));
    assert_eq!(store.load(fork.id()).await, Err(StoreError::NotFound(fork.id())));

    store.create(unknown.take_new_run()).await.unwrap();
    let mut past_the_end = unknown.think().fork(3);
    assert_eq!(
        store.create(past_the_end.take_new_run()).await,
        Err(StoreError::NotFound(unknown.id()))
    );
    assert_eq!(store.events(past_the_end.id(), 0, 10).await.unwrap(), []);
}

pub async fn a_fork_and_its_origin_go_their_own_ways(store: &impl Store, _: &ManualClock) {
    let mut origin = Story::begin();
    let question = origin.ask(5, Origin::Thinking);
    let origin_lease = create_and_claim(store, &mut origin).await;
    let mut fork = origin.fork(3);
    let fork_lease = create_and_claim(store, &mut fork).await;
    store.commit(&fork_lease, fork.explore([question]).think().take_commit()).await.unwrap();
    store.commit(&origin_lease, origin.shelve(question).take_commit()).await.unwrap();
    assert_eq!(store.load(fork.id()).await.unwrap(), fork.as_loaded());
    assert_eq!(store.load(origin.id()).await.unwrap(), origin.as_loaded());
    store.delete(&origin_lease).await.unwrap();
    assert_eq!(store.load(fork.id()).await.unwrap(), fork.as_loaded());
    assert_eq!(store.events(fork.id(), 0, 100).await.unwrap(), fork.events());
}
