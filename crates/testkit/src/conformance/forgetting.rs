//! `Forgetting`.

use ruminate_types::attention::{Interest, Passed};
use ruminate_types::ports::attention::{Cycle, Noticed};
use ruminate_types::ports::forgetting::LetGo;
use ruminate_types::{Change, Changed, Lesson, Owner, Silo};

use super::attention::{missing, passed};
use super::owners::owner;
use super::{ManualClock, Store, Story, create_and_claim};

/// Learns a source and forgets it; tells the number of that change.
async fn forget_something(store: &impl Store, owner: &Owner) -> u64 {
    let reading = store.begin_reading(owner, "notes.md", &Silo::default()).await.unwrap();
    let lesson = Lesson::new("notes.md#1", "Pods", "A pod is evicted.");
    store.learn(&reading, vec![lesson]).await.unwrap();
    store.unlearn(owner, "notes.md").await.unwrap();
    store.last_change().await.unwrap()
}

async fn said(store: &impl Store, owner: &Owner) -> Vec<String> {
    store.held(owner, 9).await.unwrap().into_iter().map(|held| held.said).collect()
}

pub async fn what_was_forgotten_is_held_until_it_is_let_go(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    let others = forget_something(store, &grace).await;
    let seq = forget_something(store, &ada).await;
    assert_eq!(said(store, &ada).await, ["Pods A pod is evicted."]);
    let name = async |owner: &Owner, seq: u64| {
        let changes = store.changes(owner, seq - 1, 9).await.unwrap();
        let [Change { what: Changed::Forgotten { id }, .. }] = &changes[..] else {
            panic!("{changes:?}");
        };
        id.clone()
    };
    assert_eq!(name(&ada, seq).await, "notes.md#1");

    let noticed =
        Noticed { traces: vec![passed("a pod"), passed("a node")], gaps: vec![missing("Pod?")] };
    let interests = ["pod", "node"].map(|name| Interest { concept: name.into(), weight: 1.0 });
    let cycle = Cycle {
        attended: 2,
        consolidated: 1,
        noticed,
        interests: interests.to_vec(),
        ..Cycle::default()
    };
    assert!(store.end_cycle(&ada, cycle).await.unwrap());
    let gone = LetGo {
        from: 1,
        working: "nodes".to_owned(),
        traces: vec![1, 77],
        gaps: vec![1, 77],
        interests: vec!["pod".to_owned(), "nobody's".to_owned()],
        through: seq,
    };
    assert!(store.let_go(&ada, gone).await.unwrap());
    assert_eq!(said(store, &ada).await, [""; 0]);
    assert_eq!(name(&ada, seq).await, "", "the number is left");
    let traces = store.traces(&ada, 0, 9).await.unwrap();
    assert_eq!(traces.iter().map(|trace| &*trace.passed.text).collect::<Vec<_>>(), ["a node"]);
    assert_eq!(store.gap_count(&ada).await.unwrap(), 0);
    let interests = store.interests(&ada, 9).await.unwrap();
    assert_eq!(interests.iter().map(|one| &*one.concept).collect::<Vec<_>>(), ["node"]);
    let mind = store.in_mind(&ada).await.unwrap();
    assert_eq!((mind.cycle, mind.attended, mind.consolidated, &*mind.working), (2, 2, 1, "nodes"));
    assert_eq!(name(&grace, others).await, "notes.md#1", "it is another's");
}

pub async fn a_mind_that_went_on_lets_go_of_nothing(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let seq = forget_something(store, &ada).await;
    assert!(store.end_cycle(&ada, Cycle::default()).await.unwrap());
    let gone = LetGo { from: 0, through: seq, ..LetGo::default() };
    assert!(!store.let_go(&ada, gone.clone()).await.unwrap());
    assert_eq!(said(store, &ada).await.len(), 1);
    // And what was forgotten later is held.
    forget_something(store, &ada).await;
    assert!(store.let_go(&ada, LetGo { from: 1, ..gone }).await.unwrap());
    assert_eq!(said(store, &ada).await.len(), 1);
    let held = store.held(&ada, 9).await.unwrap();
    assert_eq!(held[0].seq, store.last_change().await.unwrap());
}

pub async fn what_passed_in_a_deleted_run_is_held(store: &impl Store, _: &ManualClock) {
    let grace = owner("grace");
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let run_id = Some(story.id());
    let trace = Passed { run_id, ..passed("a pod") };
    let gap = ruminate_types::NewGap { run_id, ..missing("Why a pod?") };
    let noticed = Noticed { traces: vec![trace], gaps: vec![gap] };
    store.notice(&grace, "1", noticed).await.unwrap();
    let before = store.last_change().await.unwrap();
    store.delete(&lease).await.unwrap();
    assert_eq!(said(store, &grace).await, ["a pod Why a pod?"]);
    assert_eq!(said(store, &Owner::local()).await, [""; 0]);
    assert_eq!(store.last_change().await.unwrap(), before + 1, "who follows hears of it");
}
