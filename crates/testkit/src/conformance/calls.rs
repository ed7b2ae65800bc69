//! `Journal::commit` and `Runs::calls`: what is asked of the world, and what came of it.

use ruminate_types::ports::model::{Finish, ModelReply};
use ruminate_types::ports::store::{Commit, Intent, JournalledCall, StoreError};
use ruminate_types::{
    CallKey, Cited, Confidence, EffectFailure, EffectResult, Recalled, Recollection,
    RecollectionKind, RequestHash, RunId, Tokens,
};

use super::{ManualClock, Store, Story, TTL, create_and_claim, new_run_id};

fn key(run_id: RunId, step: u64, index: u32) -> CallKey {
    CallKey { run_id, step, index }
}

fn hash(text: &str) -> RequestHash {
    RequestHash(text.to_owned())
}

fn intent(key: CallKey, request: &str) -> Commit {
    let intent = Intent { key, hash: hash(request), purpose: "think" };
    Commit { intents: vec![intent], ..Commit::default() }
}

fn result(key: CallKey, result: &EffectResult) -> Commit {
    Commit { results: vec![(key, result.clone())], ..Commit::default() }
}

fn reply(text: &str) -> EffectResult {
    EffectResult::Reply(ModelReply {
        text: text.to_owned(),
        finish: Finish::Stop,
        tokens: Tokens { prompt: 10, completion: 20, estimated: true },
        latency_ms: 30,
        attempts: 1,
    })
}

fn call(index: u32, request: &str, issued: u32, result: Option<EffectResult>) -> JournalledCall {
    JournalledCall { index, hash: hash(request), issued, result }
}

pub async fn an_intent_is_journalled(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    store.commit(&lease, intent(key, "a")).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 1, None)]);
    store.commit(&lease, result(key, &reply("yes"))).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 1, Some(reply("yes")))]);
}

pub async fn a_repeated_intent_counts_and_keeps_its_result(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    store.commit(&lease, intent(key, "a")).await.unwrap();
    store.commit(&lease, intent(key, "a")).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 2, None)]);
    store.commit(&lease, result(key, &reply("yes"))).await.unwrap();
    store.commit(&lease, intent(key, "a")).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 3, Some(reply("yes")))]);
}

pub async fn another_request_starts_afresh(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    store.commit(&lease, intent(key, "a")).await.unwrap();
    store.commit(&lease, intent(key, "a")).await.unwrap();
    store.commit(&lease, result(key, &reply("yes"))).await.unwrap();
    store.commit(&lease, intent(key, "b")).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "b", 1, None)]);
    store.commit(&lease, result(key, &reply("no"))).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "b", 1, Some(reply("no")))]);
}

pub async fn a_result_may_come_with_its_intent(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    let both = Commit { results: vec![(key, reply("yes"))], ..intent(key, "a") };
    store.commit(&lease, both).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 1, Some(reply("yes")))]);
}

pub async fn a_call_keeps_its_first_result(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    store.commit(&lease, intent(key, "a")).await.unwrap();
    store.commit(&lease, result(key, &reply("yes"))).await.unwrap();
    store.commit(&lease, result(key, &reply("no"))).await.unwrap();
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 1, Some(reply("yes")))]);
}

pub async fn a_result_needs_an_intent(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let refused = store.commit(&lease, result(key(story.id(), 1, 0), &reply("yes"))).await;
    assert!(matches!(refused, Err(StoreError::Misused { .. })), "{refused:?}");
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), []);
}

pub async fn an_older_token_cannot_record(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let older = create_and_claim(store, &mut story).await;
    let key = key(story.id(), 1, 0);
    store.commit(&older, intent(key, "a")).await.unwrap();
    store.claim(story.id(), older.worker, TTL).await.unwrap();
    let lost = Err(StoreError::LeaseLost { run: story.id() });
    assert_eq!(store.commit(&older, result(key, &reply("yes"))).await, lost);
    assert_eq!(store.commit(&older, intent(key, "a")).await, lost);
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), [call(0, "a", 1, None)]);
}

pub async fn calls_come_by_index_and_step(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let mut other = Story::begin();
    let other_lease = create_and_claim(store, &mut other).await;
    for index in [2, 0, 10, 1] {
        store.commit(&lease, intent(key(story.id(), 1, index), "a")).await.unwrap();
    }
    store.commit(&lease, intent(key(story.id(), 2, 0), "b")).await.unwrap();
    store.commit(&other_lease, intent(key(other.id(), 1, 0), "c")).await.unwrap();
    let indexes: Vec<u32> =
        store.calls(story.id(), 1).await.unwrap().iter().map(|call| call.index).collect();
    assert_eq!(indexes, [0, 1, 2, 10]);
    assert_eq!(store.calls(story.id(), 2).await.unwrap(), [call(0, "b", 1, None)]);
    assert_eq!(store.calls(story.id(), 3).await.unwrap(), []);
    assert_eq!(store.calls(new_run_id(), 1).await.unwrap(), []);
}

pub async fn every_kind_of_result_is_read_back(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let message = "“nobody” answers\n".to_owned();
    let recollections = vec![Recollection {
        kind: RecollectionKind::Conclusion,
        sources: vec![Cited { source_id: "night.md#1".to_owned(), title: "Night".to_owned() }],
        chain: vec!["night → be → dark".to_owned()],
        ..Recollection::new("Night is dark.", Confidence::new(0.1 + 0.2))
    }];
    let tokens = Tokens { prompt: 7, completion: 1, estimated: true };
    let results = [
        reply("a long\nreply \u{1F30C} \0"),
        EffectResult::Recalled(Recalled { recollections, ..Recalled::default() }),
        EffectResult::Failed(EffectFailure::Unavailable { message: message.clone() }),
        EffectResult::Failed(EffectFailure::SchemaRefused),
        EffectResult::Failed(EffectFailure::PromptTooLong { limit: Some(2048) }),
        EffectResult::Failed(EffectFailure::Useless { message, tokens }),
    ];
    for (index, outcome) in (0..).zip(&results) {
        let key = key(story.id(), 1, index);
        let both = Commit { results: vec![(key, outcome.clone())], ..intent(key, "a") };
        store.commit(&lease, both).await.unwrap();
    }
    let calls = store.calls(story.id(), 1).await.unwrap();
    assert_eq!(calls.into_iter().filter_map(|call| call.result).collect::<Vec<_>>(), results);
}
