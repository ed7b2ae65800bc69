//! `Conversations`.

use std::time::Duration;

use ruminate_types::ports::conversations::Turn;
use ruminate_types::ports::store::{NewRun, StoreError};
use ruminate_types::{
    Answer, Confidence, ConversationId, Message, Payload, Role, RunStatus, SynthesisKind,
};
use uuid::Uuid;

use super::owners::owner;
use super::story::synthesis;
use super::{ManualClock, Store, Story};

fn new_id() -> ConversationId {
    ConversationId(Uuid::now_v7())
}

/// Writes the story down as the next run of the conversation.
async fn ask(store: &impl Store, id: ConversationId, story: &mut Story) {
    let new = NewRun { conversation: Some(id), owner: owner("ada"), ..story.take_new_run() };
    store.create(new).await.unwrap();
}

pub async fn a_conversation_is_opened_once(store: &impl Store, clock: &ManualClock) {
    let id = new_id();
    let opened = store.open(id, &owner("ada"), None).await.unwrap();
    assert_eq!((opened.id, &opened.owner), (id, &owner("ada")));
    assert_eq!(opened.created_at, opened.updated_at);
    clock.advance(Duration::from_secs(60));
    assert_eq!(store.open(id, &owner("ada"), None).await.unwrap(), opened);
    assert_eq!(store.conversation(id, &owner("ada")).await.unwrap(), opened);
    assert_eq!(store.turns(id, None, 10).await.unwrap(), []);
}

pub async fn a_conversation_is_its_owners(store: &impl Store, _: &ManualClock) {
    let id = new_id();
    store.open(id, &owner("ada"), None).await.unwrap();
    let (grace, gone) = (owner("grace"), StoreError::NoConversation(id));
    assert_eq!(store.open(id, &grace, None).await, Err(gone.clone()));
    assert_eq!(store.conversation(id, &grace).await, Err(gone.clone()));
    assert_eq!(store.forget(id, &grace).await, Err(gone.clone()));
    assert_eq!(store.conversations(&grace, None, 10).await.unwrap(), []);
    let mut story = Story::begin();
    let new = NewRun { conversation: Some(id), owner: grace, ..story.take_new_run() };
    assert_eq!(store.create(new).await, Err(gone));
    assert_eq!(store.summary(story.id()).await, Err(StoreError::NotFound(story.id())));
}

pub async fn an_owner_has_so_many_conversations(store: &impl Store, _: &ManualClock) {
    let (first, second, third) = (new_id(), new_id(), new_id());
    for id in [first, second, first] {
        store.open(id, &owner("ada"), Some(2)).await.unwrap();
    }
    let too_many = StoreError::TooManyConversations { owner: owner("ada"), limit: 2 };
    assert_eq!(store.open(third, &owner("ada"), Some(2)).await, Err(too_many));
    assert_eq!(store.conversations(&owner("ada"), None, 10).await.unwrap().len(), 2);
    store.open(third, &owner("grace"), Some(2)).await.unwrap();
    store.forget(first, &owner("ada")).await.unwrap();
    store.open(new_id(), &owner("ada"), Some(2)).await.unwrap();
}

pub async fn a_run_needs_its_conversation(store: &impl Store, _: &ManualClock) {
    let id = new_id();
    let new = NewRun { conversation: Some(id), ..Story::begin().take_new_run() };
    assert_eq!(store.create(new).await, Err(StoreError::NoConversation(id)));
}

pub async fn turns_are_the_runs_with_their_answers(store: &impl Store, clock: &ManualClock) {
    let id = new_id();
    store.open(id, &owner("ada"), None).await.unwrap();
    let (mut thought, mut answered, mut waiting) = (Story::begin(), Story::begin(), Story::begin());
    thought.tell(Payload::FinalSynthesis(synthesis(1, SynthesisKind::Final)));
    let answer = Answer {
        answer_text: "Because it expands.".to_owned(),
        confidence: Confidence::new(0.8),
        is_cut: false,
        extractive: false,
        from_memory: None,
    };
    answered.tell(Payload::AnswerFinal(answer));
    for story in [&mut thought, &mut answered, &mut waiting] {
        clock.advance(Duration::from_secs(1));
        ask(store, id, story).await;
    }
    let summary = store.summary(waiting.id()).await.unwrap();
    assert_eq!(summary.conversation_id, Some(id));
    let last = store.conversation(id, &owner("ada")).await.unwrap();
    assert_eq!(last.updated_at, summary.created_at);

    let turns = store.turns(id, None, 10).await.unwrap();
    let told: Vec<_> = turns.iter().map(|turn| (turn.run_id, turn.answer.as_deref())).collect();
    let text = synthesis(1, SynthesisKind::Final).synthesis_text;
    assert_eq!(
        told,
        [
            (thought.id(), Some(&*text)),
            (answered.id(), Some("Because it expands.")),
            (waiting.id(), None)
        ]
    );
    let Turn { question, status, asked_at, .. } = &turns[2];
    assert_eq!((question, *status), (&summary.original_question, RunStatus::Thinking));
    assert_eq!(*asked_at, summary.created_at);
    assert_eq!(store.turns(id, None, 2).await.unwrap(), turns[1..]);
    assert_eq!(store.turns(id, Some(answered.id()), 10).await.unwrap(), turns[..1]);
}

pub async fn conversations_are_listed_newest_first(store: &impl Store, _: &ManualClock) {
    let mut opened = Vec::new();
    for _ in 0..3 {
        opened.push(store.open(new_id(), &owner("ada"), None).await.unwrap());
    }
    store.open(new_id(), &owner("grace"), None).await.unwrap();
    opened.reverse();
    let ada = owner("ada");
    assert_eq!(store.conversations(&ada, None, 10).await.unwrap(), opened);
    assert_eq!(store.conversations(&ada, None, 1).await.unwrap(), opened[..1]);
    assert_eq!(store.conversations(&ada, Some(opened[0].id), 10).await.unwrap(), opened[1..]);
}

pub async fn a_forgotten_conversation_leaves_its_runs(store: &impl Store, _: &ManualClock) {
    let id = new_id();
    store.open(id, &owner("ada"), None).await.unwrap();
    let mut story = Story::begin();
    ask(store, id, &mut story).await;
    store.forget(id, &owner("ada")).await.unwrap();
    let gone = StoreError::NoConversation(id);
    assert_eq!(store.conversation(id, &owner("ada")).await, Err(gone.clone()));
    assert_eq!(store.forget(id, &owner("ada")).await, Err(gone));
    assert_eq!(store.turns(id, None, 10).await.unwrap(), []);
    assert_eq!(store.summary(story.id()).await.unwrap().conversation_id, None);
}

pub async fn what_was_said_before_is_loaded(store: &impl Store, _: &ManualClock) {
    let said = vec![
        Message { role: Role::User, content: "Is the sky “dark”?".to_owned() },
        Message { role: Role::Assistant, content: "At night.".to_owned() },
    ];
    let mut story = Story::begin_after(said.clone());
    store.create(story.take_new_run()).await.unwrap();
    assert_eq!(store.load(story.id()).await.unwrap().conversation, said);
}
