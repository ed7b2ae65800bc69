//! `Attention`.

use std::time::Duration;

use ruminate_types::attention::{Gap, Interest, NewGap, Passed, Trace, TraceKind};
use ruminate_types::ports::attention::{
    Cycle, HALF_LIFE_DAYS, InMind, MOST_DESIRES, MOST_GAPS, MOST_INTERESTS, MOST_TRACES, Noticed,
};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Confidence, Owner, RunSource};

use super::owners::owner;
use super::{ManualClock, Store, new_run_id};

/// Some part of a moment that a store does not keep.
const UNDER_A_MILLISECOND: Duration = Duration::from_micros(7);

pub(super) fn passed(text: &str) -> Passed {
    Passed {
        kind: TraceKind::Asked,
        text: text.to_owned(),
        concepts: Vec::new(),
        salience: Confidence::new(0.3),
        run_id: None,
    }
}

pub(super) fn missing(question: &str) -> NewGap {
    NewGap {
        tried: 0,
        question: question.to_owned(),
        concept: "something".to_owned(),
        origin: "desire:3".to_owned(),
        run_id: None,
    }
}

fn missing_about(concept: &str, question: &str) -> NewGap {
    NewGap { concept: concept.to_owned(), ..missing(question) }
}

fn traces(texts: &[&str]) -> Noticed {
    Noticed { traces: texts.iter().map(|text| passed(text)).collect(), gaps: Vec::new() }
}

fn gaps(gaps: &[NewGap]) -> Noticed {
    Noticed { traces: Vec::new(), gaps: gaps.to_vec() }
}

fn interest(concept: &str, weight: f64) -> Interest {
    Interest { concept: concept.to_owned(), weight }
}

async fn questions(store: &impl Store, owner: &Owner) -> Vec<String> {
    let gaps = store.gaps(owner, u32::MAX).await.unwrap();
    gaps.into_iter().map(|gap| gap.question).collect()
}

async fn gap_of(store: &impl Store, owner: &Owner, question: &str) -> Gap {
    let gaps = store.gaps(owner, u32::MAX).await.unwrap();
    gaps.into_iter().find(|gap| gap.question == question).unwrap()
}

async fn texts(store: &impl Store, owner: &Owner) -> Vec<String> {
    let traces = store.traces(owner, 0, u32::MAX).await.unwrap();
    traces.into_iter().map(|trace| trace.passed.text).collect()
}

async fn weight_of(store: &impl Store, owner: &Owner, concept: &str) -> f64 {
    let interests = store.interests(owner, u32::MAX).await.unwrap();
    interests.into_iter().find(|interest| interest.concept == concept).unwrap().weight
}

/// Ends a cycle from wherever the mind is.
async fn end(store: &impl Store, owner: &Owner, cycle: Cycle) {
    let from = store.in_mind(owner).await.unwrap().cycle;
    assert!(store.end_cycle(owner, Cycle { from, ..cycle }).await.unwrap());
}

fn assert_near(weight: f64, expected: f64) {
    assert!((weight - expected).abs() < 1e-9, "{weight} instead of {expected}");
}

pub async fn a_desire_is_read_back(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    assert_eq!(store.desires(&ada).await.unwrap(), []);
    let begin = clock.now();
    clock.advance(UNDER_A_MILLISECOND);
    let first = store.desire(&ada, "Become expert in Kubernetes").await.unwrap();
    assert_eq!((first.id, first.asked, first.created_at), (1, 0, begin));
    assert_eq!(first.text, "Become expert in Kubernetes");
    let second = store.desire(&ada, "know the stars").await.unwrap();
    assert_eq!(store.desires(&ada).await.unwrap(), [first, second]);
}

pub async fn a_desire_is_noted_once(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    let first = store.desire(&ada, "know the Ödland").await.unwrap();
    clock.advance(Duration::from_secs(1));
    assert_eq!(store.desire(&ada, "Know the ödland").await.unwrap(), first);
    assert_eq!(store.desires(&ada).await.unwrap(), [first]);
}

pub async fn an_owner_has_so_many_desires(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    for number in 1..=MOST_DESIRES {
        store.desire(&ada, &format!("know {number}")).await.unwrap();
    }
    let refused = store.desire(&ada, "one more").await.unwrap_err();
    assert!(matches!(refused, StoreError::Refused(_)), "{refused:?}");
    assert_eq!(refused.code(), "too_many_desires");
    assert!(refused.hint().contains("`ruminate mind desires remove ID`"), "{}", refused.hint());
    assert_eq!(store.desires(&ada).await.unwrap().len(), MOST_DESIRES as usize);
    // What is there already is no more, and others have room.
    assert_eq!(store.desire(&ada, "know 7").await.unwrap().id, 7);
    store.desire(&owner("grace"), "one more").await.unwrap();
    assert!(store.give_up(&ada, 7).await.unwrap());
    store.desire(&ada, "one more").await.unwrap();
}

pub async fn a_desire_can_be_given_up(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let first = store.desire(&ada, "know this").await.unwrap();
    let second = store.desire(&ada, "know that").await.unwrap();
    assert!(store.give_up(&ada, second.id).await.unwrap());
    assert!(!store.give_up(&ada, second.id).await.unwrap());
    assert_eq!(store.desires(&ada).await.unwrap(), [first]);
    let third = store.desire(&ada, "know that").await.unwrap();
    assert!(third.id > second.id, "a number is given once");
}

pub async fn what_was_noticed_is_read_back(store: &impl Store, clock: &ManualClock) {
    use TraceKind::{Ailing, Asked, Concluded, Consolidated, Distilled, Faded, Missed, Wondered};
    let (ada, run) = (owner("ada"), new_run_id());
    let kinds = [Asked, Distilled, Wondered, Concluded, Missed, Ailing, Faded, Consolidated];
    let all: Vec<Passed> = kinds
        .into_iter()
        .map(|kind| Passed {
            kind,
            text: format!("“{}”\n\0", kind.as_str()),
            concepts: vec!["disk pressure".to_owned(), "pod".to_owned()],
            salience: Confidence::new(0.1 + 0.2),
            run_id: (kind == Distilled).then_some(run),
        })
        .collect();
    let new = NewGap {
        tried: 2,
        question: "Who evicts pods?".to_owned(),
        concept: "The Pods".to_owned(),
        origin: RunSource(run).to_string(),
        run_id: Some(run),
    };
    let noticed = Noticed { traces: all.clone(), gaps: vec![new.clone()] };
    let begin = clock.now();
    clock.advance(UNDER_A_MILLISECOND);
    store.notice(&ada, "first", noticed).await.unwrap();
    let expected: Vec<Trace> =
        (1..).zip(all).map(|(seq, passed)| Trace { seq, at: begin, passed }).collect();
    assert_eq!(store.traces(&ada, 0, 100).await.unwrap(), expected);
    let expected = Gap {
        id: 1,
        question: new.question,
        concept: new.concept,
        origin: new.origin,
        times: 1,
        tried: 2,
        noticed_at: begin,
    };
    assert_eq!(store.gaps(&ada, 100).await.unwrap(), [expected]);
    assert_eq!(store.gap_count(&ada).await.unwrap(), 1);
}

pub async fn the_same_key_is_noticed_once(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    let noticed = Noticed { traces: vec![passed("one")], gaps: vec![missing("Why?")] };
    store.notice(&ada, "a key", noticed.clone()).await.unwrap();
    store.notice(&ada, "a key", noticed.clone()).await.unwrap();
    store.notice(&ada, "a key", traces(&["two"])).await.unwrap();
    assert_eq!(texts(store, &ada).await, ["one"]);
    assert_eq!(gap_of(store, &ada, "Why?").await.times, 1);
    store.notice(&ada, "another key", noticed.clone()).await.unwrap();
    assert_eq!(texts(store, &ada).await, ["one", "one"]);
    store.notice(&grace, "a key", noticed).await.unwrap();
    assert_eq!(texts(store, &grace).await, ["one"]);
}

pub async fn a_gap_that_comes_up_again_counts(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    store.notice(&ada, "1", gaps(&[missing("Was heißt Öl?")])).await.unwrap();
    let first = gap_of(store, &ada, "Was heißt Öl?").await;
    clock.advance(Duration::from_secs(1));
    let again = NewGap { origin: "elsewhere".to_owned(), ..missing("was heißt öl?") };
    let again = gaps(&[again]);
    store.notice(&ada, "2", again.clone()).await.unwrap();
    end(store, &ada, Cycle { noticed: again, ..Cycle::default() }).await;
    assert_eq!(store.gaps(&ada, 9).await.unwrap(), [Gap { times: 3, ..first }]);
}

pub async fn gaps_come_by_how_much_they_are_worth_a_try(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    let new = [
        missing_about("old", "tried"),
        missing_about("a", "first"),
        missing_about("b", "second"),
        missing_about("c", "often"),
        missing_about("faint", "of some interest"),
        missing_about(" Strong", "of interest"),
    ];
    store.notice(&ada, "1", gaps(&new)).await.unwrap();
    store.notice(&ada, "2", gaps(&new[3..4])).await.unwrap();
    let tried = gap_of(store, &ada, "tried").await.id;
    let interests = vec![interest("faint", 8.0), interest("old", 9.0)];
    end(store, &ada, Cycle { tried: vec![tried], interests, ..Cycle::default() }).await;
    // What weighed much once weighs less than what weighs something now.
    clock.advance(days(4.0 * HALF_LIFE_DAYS));
    end(store, &ada, Cycle { interests: vec![interest("strong", 1.0)], ..Cycle::default() }).await;
    let expected = ["of interest", "of some interest", "often", "first", "second", "tried"];
    assert_eq!(questions(store, &ada).await, expected);
    let two = store.gaps(&ada, 2).await.unwrap();
    assert_eq!(two.iter().map(|gap| &*gap.question).collect::<Vec<_>>(), &expected[..2]);
}

pub async fn so_many_gaps_are_kept(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let new: Vec<NewGap> = (1..=MOST_GAPS).map(|number| missing(&format!("{number}?"))).collect();
    store.notice(&ada, "all", gaps(&new)).await.unwrap();
    store.notice(&ada, "most", gaps(&new[1..])).await.unwrap();
    store.notice(&ada, "number two", gaps(&new[1..2])).await.unwrap();
    let tried = vec![2, 3, 4];
    end(store, &ada, Cycle { tried, ..Cycle::default() }).await;
    let is_kept = async |question: &str| {
        assert_eq!(store.gap_count(&ada).await.unwrap(), u64::from(MOST_GAPS));
        questions(store, &ada).await.iter().any(|kept| kept == question)
    };
    assert!(is_kept("1?").await);
    // Of those that were tried most, 3 and 4 came up least, and 3 is the oldest.
    store.notice(&ada, "3", gaps(&[missing("one more?")])).await.unwrap();
    assert!(!is_kept("3?").await && is_kept("4?").await && is_kept("2?").await);
    store.notice(&ada, "4", gaps(&[missing("two more?")])).await.unwrap();
    assert!(!is_kept("4?").await && is_kept("2?").await);
    let noticed = gaps(&[missing("three more?"), missing("four more?")]);
    end(store, &ada, Cycle { noticed, ..Cycle::default() }).await;
    // None is left that was tried: the one that came up least goes.
    assert!(!is_kept("2?").await && !is_kept("1?").await && is_kept("5?").await);
    assert!(is_kept("four more?").await);
}

pub async fn a_gap_can_be_dropped(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    store.notice(&ada, "1", gaps(&[missing("This?"), missing("That?")])).await.unwrap();
    let that = gap_of(store, &ada, "That?").await.id;
    assert!(store.drop_gap(&ada, that).await.unwrap());
    assert!(!store.drop_gap(&ada, that).await.unwrap());
    assert_eq!(questions(store, &ada).await, ["This?"]);
    assert_eq!(store.gap_count(&ada).await.unwrap(), 1);
    store.notice(&ada, "2", gaps(&[missing("That?")])).await.unwrap();
    assert!(gap_of(store, &ada, "That?").await.id > that, "a number is given once");
}

pub async fn traces_come_in_order_after_a_number(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    assert_eq!(store.last_trace(&ada).await.unwrap(), 0);
    store.notice(&ada, "1", traces(&["a", "b"])).await.unwrap();
    end(store, &ada, Cycle { noticed: traces(&["c"]), ..Cycle::default() }).await;
    store.notice(&ada, "2", traces(&["d", "e"])).await.unwrap();
    let some = store.traces(&ada, 1, 3).await.unwrap();
    let some: Vec<_> = some.iter().map(|trace| (trace.seq, &*trace.passed.text)).collect();
    assert_eq!(some, [(2, "b"), (3, "c"), (4, "d")]);
    assert_eq!(store.last_trace(&ada).await.unwrap(), 5);
    assert_eq!(store.traces(&ada, 5, 3).await.unwrap(), []);
}

pub async fn an_interest_halves_with_time(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    let add = async |weight| {
        let interests = vec![interest("pod", weight)];
        end(store, &ada, Cycle { interests, ..Cycle::default() }).await;
    };
    add(4.0).await;
    assert_near(weight_of(store, &ada, "pod").await, 4.0);
    clock.advance(days(HALF_LIFE_DAYS));
    assert_near(weight_of(store, &ada, "pod").await, 2.0);
    add(1.0).await;
    assert_near(weight_of(store, &ada, "pod").await, 3.0);
    clock.advance(days(2.0 * HALF_LIFE_DAYS));
    assert_near(weight_of(store, &ada, "pod").await, 0.75);
}

pub async fn interests_come_strongest_first(store: &impl Store, clock: &ManualClock) {
    let ada = owner("ada");
    let before = vec![interest("once", 3.0), interest("none", 0.0), interest("odd", f64::NAN)];
    end(store, &ada, Cycle { interests: before, ..Cycle::default() }).await;
    clock.advance(days(HALF_LIFE_DAYS));
    let now = vec![interest("little", 1.0), interest("much", 1.0), interest("much", 1.0)];
    end(store, &ada, Cycle { interests: now, ..Cycle::default() }).await;
    let concepts = async |limit| {
        let interests = store.interests(&ada, limit).await.unwrap();
        interests.into_iter().map(|interest| interest.concept).collect::<Vec<_>>()
    };
    assert_eq!(concepts(9).await, ["much", "once", "little"]);
    assert_eq!(concepts(2).await, ["much", "once"]);
}

pub async fn so_many_interests_are_kept(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let interests = (1..=MOST_INTERESTS + 1)
        .map(|number| interest(&format!("c{number}"), f64::from(number)))
        .collect();
    end(store, &ada, Cycle { interests, ..Cycle::default() }).await;
    let kept = store.interests(&ada, u32::MAX).await.unwrap();
    assert_eq!(kept.len(), MOST_INTERESTS as usize);
    assert_eq!(kept.last().unwrap().concept, "c2");
}

pub async fn what_is_in_mind_is_read_back(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    assert_eq!(store.in_mind(&ada).await.unwrap(), InMind::default());
    store.notice(&ada, "1", traces(&["a", "b"])).await.unwrap();
    assert_eq!(store.in_mind(&ada).await.unwrap(), InMind::default());
    let working = "{\"concepts\": [\"“pod”\"]}".to_owned();
    let cycle =
        Cycle { attended: 2, consolidated: 1, working: working.clone(), ..Cycle::default() };
    assert!(store.end_cycle(&ada, cycle).await.unwrap());
    let expected = InMind { cycle: 1, attended: 2, consolidated: 1, working, is_asleep: false };
    assert_eq!(store.in_mind(&ada).await.unwrap(), expected);
    assert!(store.end_cycle(&ada, Cycle { from: 1, ..Cycle::default() }).await.unwrap());
    assert_eq!(store.in_mind(&ada).await.unwrap(), InMind { cycle: 2, ..InMind::default() });
}

pub async fn a_cycle_leaves_its_marks(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let desire = store.desire(&ada, "know the stars").await.unwrap();
    store.notice(&ada, "1", gaps(&[missing("This?"), missing("That?")])).await.unwrap();
    let (this, that) = (gap_of(store, &ada, "This?").await, gap_of(store, &ada, "That?").await);
    let unknown = 99;
    let cycle = Cycle {
        noticed: Noticed { traces: vec![passed("Hm.")], gaps: vec![missing("Then?")] },
        filled: vec![this.id, unknown],
        tried: vec![that.id, unknown],
        pursued: vec![desire.id, unknown],
        ..Cycle::default()
    };
    end(store, &ada, cycle).await;
    assert_eq!(questions(store, &ada).await, ["Then?", "That?"]);
    assert_eq!(gap_of(store, &ada, "That?").await, Gap { tried: 1, ..that });
    assert_eq!(store.desires(&ada).await.unwrap()[0].asked, 1);
    assert_eq!(texts(store, &ada).await, ["Hm."]);
}

pub async fn of_two_cycles_from_one_state_one_is_refused(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let desire = store.desire(&ada, "know the stars").await.unwrap();
    store.notice(&ada, "1", gaps(&[missing("This?"), missing("That?")])).await.unwrap();
    let (this, that) = (gap_of(store, &ada, "This?").await, gap_of(store, &ada, "That?").await);
    let cycle = Cycle {
        attended: 7,
        consolidated: 7,
        working: "mine".to_owned(),
        noticed: Noticed { traces: vec![passed("Hm.")], gaps: vec![missing("Then?")] },
        filled: vec![this.id],
        tried: vec![that.id],
        pursued: vec![desire.id],
        interests: vec![interest("pod", 1.0)],
        ..Cycle::default()
    };
    let ahead = Cycle { from: 1, ..cycle.clone() };
    assert!(!store.end_cycle(&ada, ahead).await.unwrap(), "nobody is there yet");
    assert!(store.end_cycle(&ada, Cycle::default()).await.unwrap());
    let first = store.in_mind(&ada).await.unwrap();
    assert!(!store.end_cycle(&ada, cycle.clone()).await.unwrap());
    assert_eq!(store.in_mind(&ada).await.unwrap(), first);
    assert_eq!(store.gaps(&ada, 9).await.unwrap(), [this, that]);
    assert_eq!(store.desires(&ada).await.unwrap(), [desire]);
    assert_eq!(store.traces(&ada, 0, 9).await.unwrap(), []);
    assert_eq!(store.interests(&ada, 9).await.unwrap(), []);
    assert!(store.end_cycle(&ada, Cycle { from: 1, ..cycle }).await.unwrap());
}

pub async fn consolidated_traces_make_room(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let traces = vec![passed("Hm."); MOST_TRACES as usize + 4];
    store.notice(&ada, "1", Noticed { traces, gaps: Vec::new() }).await.unwrap();
    let first = async || store.traces(&ada, 0, 1).await.unwrap()[0].seq;
    end(store, &ada, Cycle::default()).await;
    assert_eq!(first().await, 1, "none is consolidated");
    end(store, &ada, Cycle { consolidated: 2, ..Cycle::default() }).await;
    assert_eq!(first().await, 3, "the third is not consolidated");
    let noticed = Noticed { traces: vec![passed("Hm.")], gaps: Vec::new() };
    end(store, &ada, Cycle { consolidated: 9, noticed, ..Cycle::default() }).await;
    assert_eq!(first().await, 6, "the sixth is among the newest");
    let kept = store.traces(&ada, 0, u32::MAX).await.unwrap();
    assert_eq!(kept.len() as u64, MOST_TRACES);
    assert_eq!(store.last_trace(&ada).await.unwrap(), MOST_TRACES + 5);
}

pub async fn who_has_something_to_do_is_restless(store: &impl Store, _: &ManualClock) {
    assert_eq!(store.restless().await.unwrap(), []);
    let [ada, barbara, grace, hedy] = ["ada", "barbara", "grace", "hedy"].map(owner);
    store.notice(&grace, "1", traces(&["Hm.", "Hm?"])).await.unwrap();
    store.notice(&barbara, "1", gaps(&[missing("Why?")])).await.unwrap();
    let desire = store.desire(&ada, "know the stars").await.unwrap();
    end(store, &hedy, Cycle::default()).await;
    assert_eq!(store.restless().await.unwrap(), [ada.clone(), barbara.clone(), grace.clone()]);
    end(store, &grace, Cycle { attended: 1, ..Cycle::default() }).await;
    assert!(store.restless().await.unwrap().contains(&grace), "the second was not attended to");
    end(store, &grace, Cycle { attended: 2, ..Cycle::default() }).await;
    assert_eq!(store.restless().await.unwrap(), [ada.clone(), barbara.clone()]);
    let why = gap_of(store, &barbara, "Why?").await.id;
    end(store, &barbara, Cycle { filled: vec![why], ..Cycle::default() }).await;
    assert_eq!(store.restless().await.unwrap(), std::slice::from_ref(&ada));
    store.give_up(&ada, desire.id).await.unwrap();
    assert_eq!(store.restless().await.unwrap(), []);
}

pub async fn attention_is_its_owners(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    let desire = store.desire(&ada, "know the stars").await.unwrap();
    let noticed = Noticed { traces: vec![passed("Hm.")], gaps: vec![missing("Why?")] };
    store.notice(&ada, "1", noticed).await.unwrap();
    let interests = vec![interest("something", 1.0)];
    end(store, &ada, Cycle { interests, working: "mine".to_owned(), ..Cycle::default() }).await;
    let why = gap_of(store, &ada, "Why?").await;

    assert_eq!(store.desires(&grace).await.unwrap(), []);
    assert_eq!(store.gaps(&grace, 9).await.unwrap(), []);
    assert_eq!(store.gap_count(&grace).await.unwrap(), 0);
    assert_eq!(store.traces(&grace, 0, 9).await.unwrap(), []);
    assert_eq!(store.last_trace(&grace).await.unwrap(), 0);
    assert_eq!(store.interests(&grace, 9).await.unwrap(), []);
    assert_eq!(store.in_mind(&grace).await.unwrap(), InMind::default());
    assert!(!store.give_up(&grace, desire.id).await.unwrap());
    assert!(!store.drop_gap(&grace, why.id).await.unwrap());

    // Numbers are an owner's own, and so is what one is interested in.
    assert_eq!(store.desire(&grace, "know the stars").await.unwrap().id, desire.id);
    let theirs = gaps(&[missing_about("else", "How?"), missing("Why?")]);
    store.notice(&grace, "1", theirs).await.unwrap();
    assert_eq!(questions(store, &grace).await, ["How?", "Why?"]);
    let cycle = Cycle { filled: vec![1, 2], pursued: vec![desire.id], ..Cycle::default() };
    end(store, &grace, cycle).await;
    assert_eq!(store.gaps(&ada, 9).await.unwrap(), [why]);
    assert_eq!(store.desires(&ada).await.unwrap(), [desire]);
}

fn days(number: f64) -> Duration {
    Duration::from_secs_f64(number * 86_400.0)
}

pub async fn a_mind_sleeps_until_it_is_woken(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    for _ in 0..2 {
        store.set_asleep(&ada, true).await.unwrap();
    }
    assert!(store.in_mind(&ada).await.unwrap().is_asleep);
    assert!(!store.in_mind(&grace).await.unwrap().is_asleep);
    let cycle = Cycle { working: "awake".to_owned(), ..Cycle::default() };
    assert!(store.end_cycle(&ada, cycle).await.unwrap(), "sleeping is no cycle");
    let expected =
        InMind { cycle: 1, working: "awake".to_owned(), is_asleep: true, ..InMind::default() };
    assert_eq!(store.in_mind(&ada).await.unwrap(), expected);
    store.set_asleep(&ada, false).await.unwrap();
    assert!(!store.in_mind(&ada).await.unwrap().is_asleep);
}

pub async fn no_more_is_set_aside_than_a_day_leaves(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    assert_eq!(store.spent(&ada, "monday").await.unwrap(), 0);
    assert_eq!(store.set_aside(&ada, "monday", 80, 100).await.unwrap(), 80);
    assert_eq!(store.set_aside(&ada, "monday", 80, 100).await.unwrap(), 20);
    assert_eq!(store.set_aside(&ada, "monday", 80, 100).await.unwrap(), 0);
    assert_eq!(store.set_aside(&grace, "monday", 80, 100).await.unwrap(), 80, "each has their own");
    store.give_back(&ada, "monday", 30).await.unwrap();
    assert_eq!(store.spent(&ada, "monday").await.unwrap(), 70);
    assert_eq!(store.set_aside(&ada, "tuesday", 80, 100).await.unwrap(), 80, "a new day");
    store.give_back(&ada, "monday", 30).await.unwrap();
    assert_eq!(store.spent(&ada, "tuesday").await.unwrap(), 80, "what is of yesterday stays there");
    store.give_back(&ada, "tuesday", 1_000).await.unwrap();
    assert_eq!(store.spent(&ada, "tuesday").await.unwrap(), 0);
}
