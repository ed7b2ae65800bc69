//! `Journal::commit`: events and the cursor. Calls have rules of their own.

use std::time::Duration;

use ruminate_types::ModelChange;
use ruminate_types::event::PauseReason;
use ruminate_types::ports::store::{Commit, Intent, Lease, StoreError};
use ruminate_types::{
    Answer, CallKey, Command, EffectFailure, EffectResult, Learned, Payload, QuestionId, Recalled,
    Recollection, RequestHash, RunStatus, SynthesisKind, Verdict,
};
use ruminate_types::{Confidence, ModelProfile, Origin, Pricing};

use super::story::policy;
use super::story::synthesis;
use super::{ManualClock, Store, Story, TTL, create_and_claim, new_run_id, new_worker_id};

/// The store has what the story told, and nothing else.
async fn has(store: &impl Store, story: &Story) {
    assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    assert_eq!(store.events(story.id(), 0, 1000).await.unwrap(), story.events());
}

async fn is_misuse(store: &impl Store, lease: &Lease, commit: Commit) {
    let refused = store.commit(lease, commit).await;
    assert!(
        matches!(&refused, Err(StoreError::Misused { run, .. }) if *run == lease.run_id),
        "{refused:?}"
    );
}

pub async fn a_commit_is_read_back(store: &impl Store, clock: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let created_at = clock.now();
    clock.advance(Duration::from_secs(1));
    story.think().think().cursor.status = RunStatus::Paused;
    store.commit(&lease, story.take_commit()).await.unwrap();
    has(store, &story).await;
    let summary = store.summary(story.id()).await.unwrap();
    assert_eq!(summary.status, RunStatus::Paused);
    assert_eq!((summary.created_at, summary.updated_at), (created_at, clock.now()));
}

pub async fn a_commit_without_events_changes_none(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    store.commit(&lease, Commit::default()).await.unwrap();
    has(store, &story).await;
    story.cursor.step += 1;
    store.commit(&lease, story.take_commit()).await.unwrap();
    has(store, &story).await;
}

pub async fn an_older_token_cannot_commit(store: &impl Store, clock: &ManualClock) {
    let mut story = Story::begin();
    let older = create_and_claim(store, &mut story).await;
    clock.advance(TTL);
    let newer = store.claim(story.id(), new_worker_id(), TTL).await.unwrap();
    let before = story.clone();
    let commit = story.think().take_commit();
    let lost = Err(StoreError::LeaseLost { run: story.id() });
    assert_eq!(store.commit(&older, commit.clone()).await, lost);
    assert_eq!(store.commit(&older, Commit::default()).await, lost);
    has(store, &before).await;
    store.commit(&newer, commit).await.unwrap();
    has(store, &story).await;
}

pub async fn nothing_is_committed_to_an_unknown_run(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = Lease { run_id: story.id(), worker: new_worker_id(), token: 1 };
    assert_eq!(
        store.commit(&lease, story.take_commit()).await,
        Err(StoreError::LeaseLost { run: story.id() })
    );
    assert_eq!(store.events(story.id(), 0, 10).await.unwrap(), []);
}

pub async fn a_repeated_commit_writes_nothing(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let commit = story.think().take_commit();
    store.commit(&lease, commit.clone()).await.unwrap();
    assert_eq!(store.commit(&lease, commit).await, Err(StoreError::LeaseLost { run: story.id() }));
    has(store, &story).await;
}

pub async fn events_follow_the_stored_ones(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let before = story.clone();
    story.think().take_commit();
    assert_eq!(
        store.commit(&lease, story.think().take_commit()).await,
        Err(StoreError::LeaseLost { run: story.id() })
    );
    has(store, &before).await;
}

pub async fn events_follow_each_other(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let before = story.clone();
    let whole = story.think().think().think().take_commit();

    let mut with_a_gap = whole.clone();
    with_a_gap.events.remove(1);
    is_misuse(store, &lease, with_a_gap).await;

    let mut out_of_order = whole.clone();
    out_of_order.events.swap(0, 1);
    is_misuse(store, &lease, out_of_order).await;

    has(store, &before).await;
    store.commit(&lease, whole).await.unwrap();
    has(store, &story).await;
}

pub async fn events_come_with_their_cursor(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let before = story.clone();
    let whole = story.think().take_commit();
    is_misuse(store, &lease, Commit { cursor: None, ..whole.clone() }).await;
    is_misuse(store, &lease, Commit { cursor: Some(before.cursor.clone()), ..whole }).await;
    has(store, &before).await;
}

pub async fn events_and_calls_belong_to_the_run(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let before = story.clone();

    let mut another_runs_event = story.think().take_commit();
    another_runs_event.events[0].run_id = new_run_id();
    is_misuse(store, &lease, another_runs_event).await;

    let key = CallKey { run_id: new_run_id(), step: 1, index: 0 };
    let intent = Intent { key, hash: RequestHash("h".to_owned()), purpose: "think" };
    is_misuse(store, &lease, Commit { intents: vec![intent], ..Commit::default() }).await;

    has(store, &before).await;
}

pub async fn a_commit_is_written_as_a_whole_or_not_at_all(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let command = store.queue(story.id(), &Command::Pause).await.unwrap();
    let before = story.clone();
    story.think().ask(5, Origin::Thinking);
    let key = |index| CallKey { run_id: story.id(), step: 1, index };
    let hash = RequestHash("h".to_owned());
    let result = EffectResult::Failed(EffectFailure::SchemaRefused);
    let commit = Commit {
        intents: vec![Intent { key: key(0), hash, purpose: "think" }],
        // The second is of a call that was never meant.
        results: vec![(key(0), result.clone()), (key(1), result)],
        obeyed: vec![command],
        ..story.clone().take_commit()
    };
    is_misuse(store, &lease, commit).await;
    has(store, &before).await;
    assert_eq!(store.calls(story.id(), 1).await.unwrap(), []);
    assert_eq!(store.pending(story.id()).await.unwrap().len(), 1);
}

pub async fn every_kind_of_event_is_read_back(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let model = ModelChange::Use(Box::new(ModelProfile {
        id: "ollama/qwen3:4b".to_owned(),
        url: "http://localhost:11434".to_owned(),
        context_window: 4096,
        structured: true,
        pricing: Some(Pricing { prompt: 1, completion: 2 }),
    }));
    let recollection = Recollection {
        run_id: Some(new_run_id()),
        ..Recollection::new("Night is dark.", Confidence::new(0.3))
    };
    let message = "a “message”\nin two lines".to_owned();
    let question = story.think().ask(3, Origin::Steer);
    story.reprioritise(question, 3, 9).shelve(question).explore([question]);
    story.synthesize().digest();
    let rest = [
        Payload::Forked { from: new_run_id(), seq: 3, budget: policy().budget },
        Payload::Paused { reason: PauseReason::Asked },
        Payload::Paused { reason: PauseReason::ModelUnavailable { message: message.clone() } },
        Payload::Resumed { model },
        Payload::Started { model: ModelChange::Native },
        Payload::Steered { text: message.clone(), question_id: question },
        Payload::Recalled(Recalled { recollections: vec![recollection], ..Recalled::default() }),
        Payload::Focus { questions: vec![None, Some(QuestionId(1))], known: Vec::new() },
        Payload::Distilled(Learned { facts: 2, gaps: 1, reflexes: 0 }),
        Payload::Contradiction { earlier: 0, later: 1 },
        Payload::QuestionsAsked { new: 2 },
        Payload::FinalSynthesis(synthesis(2, SynthesisKind::Final)),
        Payload::StageFailed { failed_stage: "question".to_owned(), message: message.clone() },
        Payload::ModelAdjusted { structured: false, context_window: 2048 },
        Payload::AnswerFinal(Answer {
            answer_text: message.clone(),
            confidence: Confidence::new(0.5),
            is_cut: true,
            extractive: true,
            from_memory: None,
        }),
        Payload::Feedback { verdict: Verdict::Wrong, note: Some(message.clone()) },
        Payload::Completed,
        Payload::Cancelled,
    ];
    for payload in rest {
        story.tell(payload);
    }
    store.commit(&lease, story.take_commit()).await.unwrap();
    has(store, &story).await;
}
