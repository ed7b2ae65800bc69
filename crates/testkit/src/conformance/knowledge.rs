//! `Learning` and `Knowledge`.

use std::collections::BTreeMap;

use ruminate_types::ports::forgetting::LetGo;
use ruminate_types::ports::knowledge::{Beneath, Reading, SiloSummary, Tally};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Change, Changed, Confidence, Known, Lesson, LessonKind, Owner, Silo};

use super::owners::owner;
use super::{ManualClock, Store};

fn silo(name: &str) -> Silo {
    name.parse().unwrap()
}

fn lesson(id: &str, text: &str) -> Lesson {
    Lesson::new(id, "Mitochondria", text)
}

/// Reads a source from its first lesson to its last.
async fn read(store: &impl Store, owner: &Owner, source: &str, lessons: &[Lesson]) -> (Tally, u64) {
    let reading = store.begin_reading(owner, source, &Silo::default()).await.unwrap();
    let tally = store.learn(&reading, lessons.to_vec()).await.unwrap();
    let gone = store.finish_reading(&reading, "as it was").await.unwrap();
    (tally, gone)
}

/// All changes, taken a few at a time, and what they make.
async fn follow(store: &impl Store, owner: &Owner) -> BTreeMap<String, Known> {
    let mut known = BTreeMap::new();
    let mut after = 0;
    loop {
        let changes = store.changes(owner, after, 2).await.unwrap();
        let Some(last) = changes.last() else { return known };
        assert!(changes.is_sorted_by_key(|change| change.seq) && changes[0].seq > after);
        after = last.seq;
        assert!(after <= store.last_change().await.unwrap());
        for Change { what, .. } in changes {
            match what {
                Changed::Learned(new) => known.insert(new.lesson.id.clone(), *new),
                Changed::Forgotten { id } => known.remove(&id),
            };
        }
    }
}

async fn texts(store: &impl Store, owner: &Owner) -> Vec<(String, String)> {
    let known = follow(store, owner).await;
    known.into_iter().map(|(id, known)| (id, known.lesson.text)).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect()
}

pub async fn a_lesson_is_read_back(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let kinds = [
        LessonKind::Text,
        LessonKind::Thought,
        LessonKind::Turn { speaker: "Ann".into(), session: "one".into() },
        LessonKind::Triple {
            subject: "a".into(),
            relation: "causes".into(),
            object: "b".into(),
            source: Some("an atlas".into()),
        },
    ];
    let lessons: Vec<Lesson> = (0..)
        .zip(kinds)
        .map(|(n, kind)| Lesson {
            at: "8 May 2023".to_owned(),
            kind,
            confidence: Confidence::new(0.25),
            ..lesson(&format!("l{n}"), "They make “ATP”\n\0.")
        })
        .collect();
    let (tally, _) = read(store, &ada, "notes.md", &lessons).await;
    assert_eq!(tally, Tally { new: 4, ..Tally::default() });
    let ids = ["l3", "unknown", "l0", "l2", "l1"];
    let known = store.known(&ada, &ids.map(str::to_owned)).await.unwrap();
    for (known, number) in known.iter().zip([3, 0, 2, 1]) {
        assert_eq!((&known.lesson, &*known.source), (&lessons[number], "notes.md"));
        assert_eq!(known.silo, Silo::default());
    }
    assert_eq!((known.len(), follow(store, &ada).await.len()), (4, 4));
}

pub async fn the_same_again_changes_nothing(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let lessons = [lesson("a", "One."), lesson("b", "Two.")];
    read(store, &ada, "notes.md", &lessons).await;
    let before = (texts(store, &ada).await, store.last_change().await.unwrap());
    let (tally, gone) = read(store, &ada, "notes.md", &lessons).await;
    assert_eq!((tally, gone), (Tally { known: 2, ..Tally::default() }, 0));
    assert_eq!((texts(store, &ada).await, store.last_change().await.unwrap()), before);
}

pub async fn what_two_sources_say_is_kept_once(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "one.md", &[lesson("one.md#1", "Same."), lesson("one.md#2", "Own.")]).await;
    let (tally, _) = read(store, &ada, "two.md", &[lesson("two.md#1", "Same.")]).await;
    assert_eq!(tally, Tally { known: 1, ..Tally::default() });
    assert_eq!(texts(store, &ada).await.len(), 2);

    assert_eq!(store.unlearn(&ada, "one.md").await.unwrap(), Some(1));
    assert_eq!(texts(store, &ada).await, pairs(&[("two.md#1", "Same.")]));
    let known = store.known(&ada, &["two.md#1".to_owned()]).await.unwrap();
    assert_eq!(known[0].source, "two.md");
    assert_eq!(store.unlearn(&ada, "two.md").await.unwrap(), Some(1));
    assert_eq!(texts(store, &ada).await, []);
}

pub async fn what_a_source_says_twice_is_forgotten_once(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let twice = [lesson("a", "Same."), lesson("b", "Same."), lesson("c", "Same.")];
    read(store, &ada, "notes.md", &twice).await;
    assert_eq!(store.unlearn(&ada, "notes.md").await.unwrap(), Some(1));
    assert_eq!(texts(store, &ada).await, []);
}

pub async fn a_fact_is_as_sure_as_it_was_given_last(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let fact = |id: &str, sure: f64| {
        let parts = ["disk pressure", "caused by", "large files"].map(str::to_owned);
        Lesson::fact(id, parts, None, Some(Confidence::new(sure)))
    };
    let given = [fact("a", 0.5), fact("b", 0.8), fact("c", 0.8)];
    let (tally, _) = read(store, &ada, "facts.csv", &given).await;
    assert_eq!(tally, Tally { new: 2, known: 1, replaced: 0 });
    let (tally, gone) = read(store, &ada, "facts.csv", &[fact("a", 0.9)]).await;
    assert_eq!((tally.replaced, gone), (1, 1));
    let known = store.known(&ada, &["a".to_owned()]).await.unwrap();
    assert_eq!(known[0].lesson.confidence, Confidence::new(0.9));
}

pub async fn what_is_held_is_told_again(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "/n/one.jsonl", &[lesson("a", "Same."), lesson("b", "Own.")]).await;
    read(store, &ada, "/n/two.md", &[lesson("two.md#1", "Same.")]).await;
    assert_eq!(store.unlearn(&ada, "/n/one.jsonl").await.unwrap(), Some(1));
    for held in ["/n/one.jsonl", "b"] {
        assert_eq!(store.unlearn(&ada, held).await.unwrap(), Some(1), "{held}");
    }
    assert_eq!(store.unlearn(&owner("grace"), "/n/one.jsonl").await.unwrap(), None);
    let gone = Beneath { sources: 1, lessons: 1 };
    assert_eq!(store.unlearn_beneath(&ada, "/n").await.unwrap(), gone);
    let gone = Beneath { sources: 2, lessons: 2 };
    assert_eq!(store.unlearn_beneath(&ada, "/n").await.unwrap(), gone);
    let through = store.last_change().await.unwrap();
    let working = String::new();
    assert!(store.let_go(&ada, LetGo { through, working, ..LetGo::default() }).await.unwrap());
    assert_eq!(store.unlearn(&ada, "/n/one.jsonl").await.unwrap(), None);
    assert_eq!(store.unlearn_beneath(&ada, "/n").await.unwrap(), Beneath::default());
}

pub async fn what_was_undone_has_happened(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    read(store, &ada, "one.md", &[lesson("one.md#1", "Same.")]).await;
    read(store, &ada, "two.md", &[lesson("two.md#1", "Same.")]).await;
    // The second takes the lesson over, and then it is forgotten: four numbers.
    for source in ["one.md", "two.md"] {
        store.unlearn(&ada, source).await.unwrap();
    }
    assert_eq!(store.last_change().await.unwrap(), 4);
    for (change, expected) in [(1, true), (2, true), (3, true), (4, true), (5, false)] {
        assert_eq!(store.happened(&ada, change).await.unwrap(), expected, "{change}");
    }
    assert!(!store.happened(&grace, 1).await.unwrap());
}

pub async fn one_lesson_can_be_forgotten(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "notes.md", &[lesson("a", "One."), lesson("b", "Two.")]).await;
    assert_eq!(store.unlearn(&ada, "a").await.unwrap(), Some(1));
    assert_eq!(texts(store, &ada).await, pairs(&[("b", "Two.")]));
}

pub async fn a_changed_source_forgets_what_it_says_no_more(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let before = [lesson("a", "One."), lesson("b", "Two."), lesson("c", "Three.")];
    read(store, &ada, "notes.md", &before).await;
    let now = [lesson("a", "One."), lesson("b", "Two, mended.")];
    let (tally, gone) = read(store, &ada, "notes.md", &now).await;
    assert_eq!((tally, gone), (Tally { known: 1, replaced: 1, new: 0 }, 1));
    assert_eq!(texts(store, &ada).await, pairs(&[("a", "One."), ("b", "Two, mended.")]));
}

pub async fn texts_that_change_places_are_both_kept(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "notes.md", &[lesson("a", "One."), lesson("b", "Two.")]).await;
    read(store, &ada, "notes.md", &[lesson("a", "Two."), lesson("b", "One.")]).await;
    let mut known: Vec<String> =
        texts(store, &ada).await.into_iter().map(|(_, text)| text).collect();
    known.sort();
    assert_eq!(known, ["One.", "Two."]);
}

pub async fn a_reading_that_was_cut_is_not_finished(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let reading = store.begin_reading(&ada, "notes.md", &Silo::default()).await.unwrap();
    store.learn(&reading, vec![lesson("a", "One.")]).await.unwrap();
    let digest = async || store.source(&ada, "notes.md").await.unwrap().unwrap().digest;
    assert_eq!(digest().await, None);
    let (tally, _) =
        read(store, &ada, "notes.md", &[lesson("a", "One."), lesson("b", "Two.")]).await;
    assert_eq!(tally, Tally { new: 1, known: 1, replaced: 0 });
    assert_eq!(digest().await.as_deref(), Some("as it was"));
}

pub async fn of_two_readings_the_one_that_began_last_counts(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let begin = async |silo: &Silo| store.begin_reading(&ada, "notes.md", silo).await.unwrap();
    let (one, two) = (lesson("a", "One."), lesson("b", "Two."));
    let first = begin(&Silo::default()).await;
    store.learn(&first, vec![one.clone()]).await.unwrap();
    let second = begin(&silo("biology")).await;
    store.learn(&second, vec![one.clone(), two.clone()]).await.unwrap();
    let older = vec![lesson("b", "Two, before.")];
    is_over(store.learn(&first, older).await);
    is_over(store.learn(&first, vec![two]).await);
    is_over(store.finish_reading(&first, "older").await);
    assert_eq!(store.finish_reading(&second, "as it was").await.unwrap(), 0);
    assert_eq!(texts(store, &ada).await, pairs(&[("a", "One."), ("b", "Two.")]));
    let silos = store.silos(&ada).await.unwrap();
    assert_eq!(silos, [SiloSummary { silo: silo("biology"), lessons: 2 }]);
    let source = store.source(&ada, "notes.md").await.unwrap().unwrap();
    assert_eq!(source.digest.as_deref(), Some("as it was"));
    // The last request may be sent twice, when its answer was lost.
    assert_eq!(store.finish_reading(&second, "as it was").await.unwrap(), 0);
}

pub async fn what_was_forgotten_is_not_read_on(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let reading = store.begin_reading(&ada, "notes.md", &Silo::default()).await.unwrap();
    store.learn(&reading, vec![lesson("a", "One.")]).await.unwrap();
    store.unlearn(&ada, "notes.md").await.unwrap();
    is_over(store.learn(&reading, vec![lesson("b", "Two.")]).await);
    is_over(store.finish_reading(&reading, "as it was").await);
    assert_eq!(texts(store, &ada).await, []);
    let never = Reading { number: u64::MAX, ..reading };
    is_over(store.learn(&never, vec![lesson("b", "Two.")]).await);
}

fn is_over<T: std::fmt::Debug>(outcome: Result<T, StoreError>) {
    assert_eq!(outcome.unwrap_err().code(), Reading::OVER);
}

pub async fn an_id_of_another_source_is_told_apart(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "one.jsonl", &[lesson("1", "One.")]).await;
    for _ in 0..2 {
        read(store, &ada, "two.jsonl", &[lesson("1", "Another.")]).await;
        let expected = pairs(&[("1", "One."), ("two.jsonl#1", "Another.")]);
        assert_eq!(texts(store, &ada).await, expected);
    }
}

pub async fn a_source_moves_to_another_silo(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    read(store, &ada, "notes.md", &[lesson("a", "One.")]).await;
    let reading = store.begin_reading(&ada, "notes.md", &silo("biology")).await.unwrap();
    store.learn(&reading, vec![lesson("a", "One.")]).await.unwrap();
    store.finish_reading(&reading, "as it was").await.unwrap();
    let silos = store.silos(&ada).await.unwrap();
    assert_eq!(silos, [SiloSummary { silo: silo("biology"), lessons: 1 }]);
}

pub async fn knowledge_is_its_owners(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    read(store, &ada, "notes.md", &[lesson("a", "One.")]).await;
    read(store, &grace, "notes.md", &[lesson("a", "One.")]).await;
    assert_eq!(store.unlearn(&ada, "notes.md").await.unwrap(), Some(1));
    assert_eq!(texts(store, &ada).await, []);
    assert_eq!(texts(store, &grace).await, pairs(&[("a", "One.")]));
    assert_eq!(store.known(&ada, &["a".to_owned()]).await.unwrap(), []);
    assert_eq!(store.sources(&ada, "", 9).await.unwrap(), []);
    assert_eq!(store.silos(&ada).await.unwrap(), []);
}

pub async fn sources_are_listed_by_name(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    for source in ["c", "a", "b"] {
        read(store, &ada, source, &[]).await;
    }
    let names = async |after: &str, limit| {
        let sources = store.sources(&ada, after, limit).await.unwrap();
        sources.into_iter().map(|source| source.source).collect::<Vec<_>>()
    };
    assert_eq!(names("", 2).await, ["a", "b"]);
    assert_eq!(names("b", 2).await, ["c"]);
}

pub async fn a_directory_is_forgotten_whole(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    for source in ["/n", "/n/a.md", "/n/b/c.md", "/n.md", "/nn/a.md"] {
        read(store, &ada, source, &[lesson(&format!("{source}#1"), source)]).await;
    }
    read(store, &owner("grace"), "/n/a.md", &[]).await;
    let gone = Beneath { sources: 2, lessons: 2 };
    assert_eq!(store.unlearn_beneath(&ada, "/n").await.unwrap(), gone);
    let left = store.sources(&ada, "", 9).await.unwrap();
    let left: Vec<&str> = left.iter().map(|known| known.source.as_str()).collect();
    assert_eq!(left, ["/n", "/n.md", "/nn/a.md"]);
    assert_eq!(store.sources(&owner("grace"), "", 9).await.unwrap().len(), 1);
}

pub async fn a_large_source_is_forgotten_whole(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let lessons: Vec<Lesson> =
        (0..1200).map(|n| lesson(&format!("l{n}"), &format!("Number {n}."))).collect();
    read(store, &ada, "large.jsonl", &lessons).await;
    assert_eq!(store.unlearn(&ada, "large.jsonl").await.unwrap(), Some(1200));
    assert_eq!(texts(store, &ada).await, []);
}
