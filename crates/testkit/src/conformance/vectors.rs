//! `Vectors`.

use ruminate_types::ports::vectors::{LessonVector, Space, SpaceSummary};
use ruminate_types::{Lesson, LessonKind, Owner, Silo};

use super::owners::owner;
use super::{ManualClock, Store};

fn space(embedder: &str) -> Space {
    Space { embedder: embedder.to_owned(), dimensions: 2 }
}

async fn learn(store: &impl Store, owner: &Owner, source: &str, lessons: &[(&str, &str)]) {
    let lessons = lessons.iter().map(|(id, text)| Lesson::new(*id, "", *text)).collect();
    let reading = store.begin_reading(owner, source, &Silo::default()).await.unwrap();
    store.learn(&reading, lessons).await.unwrap();
    store.finish_reading(&reading, "as it was").await.unwrap();
}

async fn lacking(store: &impl Store, space: &Space) -> Vec<String> {
    let found = store.without_vector(space, 0, 99).await.unwrap();
    assert!(found.is_sorted_by_key(|(lesson, _)| *lesson));
    found.into_iter().map(|(_, lesson)| lesson.id).collect()
}

/// Gives each lesson that lacks one a vector: the first two bytes of its text.
async fn embed(store: &impl Store, space: &Space) -> u64 {
    let found = store.without_vector(space, 0, 99).await.unwrap();
    let vectors = found.into_iter().map(|(n, lesson)| (n, lesson.text.as_bytes()[..2].to_vec()));
    store.keep_vectors(space, vectors.collect()).await.unwrap()
}

async fn vectors(store: &impl Store, owner: &Owner, space: &Space) -> Vec<(String, Vec<u8>)> {
    let found = store.vectors(owner, space, 0, 99).await.unwrap();
    assert!(found.is_sorted_by_key(|vector| vector.lesson));
    found.into_iter().map(|LessonVector { id, vector, .. }| (id, vector)).collect()
}

fn vector(id: &str, text: &str) -> (String, Vec<u8>) {
    (id.to_owned(), text.as_bytes().to_vec())
}

pub async fn a_vector_is_read_back(store: &impl Store, _: &ManualClock) {
    let (ada, one) = (owner("ada"), space("box/one"));
    learn(store, &ada, "notes.md", &[("a", "One."), ("b", "Two."), ("c", "Three.")]).await;
    let first = store.without_vector(&one, 0, 2).await.unwrap();
    assert_eq!(first.iter().map(|(_, lesson)| &*lesson.text).collect::<Vec<_>>(), ["One.", "Two."]);
    let last = first[1].0;
    assert_eq!(store.without_vector(&one, last, 9).await.unwrap()[0].1.id, "c");
    let kept = store.keep_vectors(&one, vec![(first[0].0, vec![1, 2]), (9_999, vec![3, 4])]);
    assert_eq!(kept.await.unwrap(), 1, "what is no lesson is left out");
    assert_eq!(lacking(store, &one).await, ["b", "c"]);
    assert_eq!(vectors(store, &ada, &one).await, [("a".to_owned(), vec![1, 2])]);
    assert_eq!(embed(store, &one).await, 2);
    assert_eq!(embed(store, &one).await, 0, "a repeat finds nothing to do");
    let after = store.vectors(&ada, &one, first[0].0, 1).await.unwrap();
    assert_eq!((after.len(), &*after[0].id, after[0].lesson), (1, "b", last));
    let summary = SpaceSummary { space: one, lessons: 3 };
    assert_eq!(store.spaces(&ada).await.unwrap(), [summary]);
}

pub async fn thoughts_get_no_vector(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let reading = store.begin_reading(&ada, "a run", &Silo::default()).await.unwrap();
    let kinds = [LessonKind::Thought, LessonKind::Text];
    let lessons = kinds.map(|kind| Lesson::new(format!("{kind:?}"), "", "Thought.").of_kind(kind));
    store.learn(&reading, lessons.into()).await.unwrap();
    assert_eq!(lacking(store, &space("box/one")).await, ["Text"]);
}

pub async fn vectors_go_with_their_lessons(store: &impl Store, _: &ManualClock) {
    let (ada, one) = (owner("ada"), space("box/one"));
    learn(store, &ada, "notes.md", &[("a", "One."), ("b", "Two.")]).await;
    embed(store, &one).await;
    learn(store, &ada, "notes.md", &[("a", "Ten.")]).await;
    assert_eq!(vectors(store, &ada, &one).await, []);
    assert_eq!(lacking(store, &one).await, ["a"]);
    embed(store, &one).await;
    assert_eq!(vectors(store, &ada, &one).await, [vector("a", "Te")]);
    store.unlearn(&ada, "notes.md").await.unwrap();
    assert_eq!(store.spaces(&ada).await.unwrap(), []);
}

/// A lesson that rests on another source still takes that source's name for it.
pub async fn a_vector_follows_its_lesson(store: &impl Store, _: &ManualClock) {
    let (ada, one) = (owner("ada"), space("box/one"));
    learn(store, &ada, "first.md", &[("a", "One.")]).await;
    learn(store, &ada, "second.md", &[("b", "One.")]).await;
    embed(store, &one).await;
    let before = store.vectors(&ada, &one, 0, 9).await.unwrap()[0].lesson;
    store.unlearn(&ada, "first.md").await.unwrap();
    assert_eq!(vectors(store, &ada, &one).await, [vector("b", "On")]);
    assert!(store.vectors(&ada, &one, before, 9).await.unwrap().len() == 1, "it is told anew");
    assert_eq!(lacking(store, &one).await, [""; 0]);
}

pub async fn another_embedder_makes_vectors_anew(store: &impl Store, _: &ManualClock) {
    let (ada, one, other) = (owner("ada"), space("box/one"), space("box/other"));
    learn(store, &ada, "notes.md", &[("a", "One."), ("b", "Two.")]).await;
    embed(store, &one).await;
    let wider = Space { dimensions: 3, ..one.clone() };
    for space in [&other, &wider] {
        assert_eq!(lacking(store, space).await, ["a", "b"]);
        assert_eq!(vectors(store, &ada, space).await, []);
    }
    embed(store, &other).await;
    assert_eq!(vectors(store, &ada, &one).await, []);
    assert_eq!(vectors(store, &ada, &other).await, [vector("a", "On"), vector("b", "Tw")]);
}

pub async fn vectors_are_their_owners(store: &impl Store, _: &ManualClock) {
    let (ada, grace, one) = (owner("ada"), owner("grace"), space("box/one"));
    learn(store, &ada, "notes.md", &[("a", "One.")]).await;
    learn(store, &grace, "notes.md", &[("a", "Two.")]).await;
    assert_eq!(embed(store, &one).await, 2, "of all owners");
    assert_eq!(vectors(store, &ada, &one).await, [vector("a", "On")]);
    assert_eq!(vectors(store, &grace, &one).await, [vector("a", "Tw")]);
    store.unlearn(&ada, "notes.md").await.unwrap();
    assert_eq!(vectors(store, &grace, &one).await.len(), 1);
}
