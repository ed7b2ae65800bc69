//! `Runs::load`: the window of a run.

use ruminate_types::ports::store::StoreError;
use ruminate_types::{
    Confidence, Missing, Origin, Payload, QuestionId, Recalled, Recollection, Run,
};

use super::{ManualClock, Store, Story, create_and_claim, new_run_id};

/// The story's run as the store loads it, which must be as the model has it.
async fn loaded(store: &impl Store, story: &mut Story) -> Run {
    store.create(story.take_new_run()).await.unwrap();
    let run = store.load(story.id()).await.unwrap();
    assert_eq!(run, story.as_loaded());
    run
}

fn ids(questions: &[ruminate_types::SubQuestion]) -> Vec<u32> {
    questions.iter().map(|question| question.id.0).collect()
}

pub async fn an_unknown_run_cannot_be_loaded(store: &impl Store, _: &ManualClock) {
    let run = new_run_id();
    assert_eq!(store.load(run).await, Err(StoreError::NotFound(run)));
}

pub async fn the_newest_thoughts_are_at_hand(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let told = Run::WINDOW as u32 + 20;
    for _ in 0..told {
        story.think();
    }
    let run = loaded(store, story.synthesize()).await;
    let numbers: Vec<u32> = run.thoughts.iter().map(|thought| thought.sequence_number).collect();
    assert_eq!(numbers, (20..told).collect::<Vec<_>>());
}

pub async fn every_uncovered_thought_is_at_hand(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    story.think().synthesize();
    for _ in 0..Run::WINDOW * 2 {
        story.think();
    }
    let run = loaded(store, &mut story).await;
    assert_eq!(run.thoughts.len(), Run::WINDOW * 2);
    assert_eq!(run.thoughts[0].sequence_number, 1);
}

pub async fn open_questions_come_by_precedence(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    for priority in [5, 9, 5, 1] {
        story.ask(priority, Origin::Thinking);
    }
    let steered = story.ask(5, Origin::Steer);
    story.reprioritise(QuestionId(4), 1, 10);
    let run = loaded(store, &mut story).await;
    assert_eq!(ids(&run.open), [4, 2, steered.0, 1, 3]);
    assert_eq!(run.open[0].priority, 10);
}

pub async fn the_questions_explored_last_are_at_hand(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let asked: Vec<QuestionId> =
        (0..Run::EXPLORED + 3).map(|_| story.ask(5, Origin::Thinking)).collect();
    // The last ones first, and two of them at once.
    story.explore([asked[Run::EXPLORED + 2], asked[Run::EXPLORED + 1]]);
    for question in &asked[..Run::EXPLORED] {
        story.explore([*question]);
    }
    // Too late: only an open question changes.
    story.reprioritise(asked[0], 5, 7);
    let run = loaded(store, &mut story).await;
    assert_eq!(ids(&run.explored), (1..=Run::EXPLORED as u32).collect::<Vec<_>>());
    assert_eq!(run.explored[0].priority, 5);
    assert_eq!(run.open.len(), 1);
}

pub async fn shelved_questions_are_out_of_sight(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let shelved = story.ask(1, Origin::Thinking);
    let open = story.ask(2, Origin::Thinking);
    story.shelve(shelved).explore([shelved]);
    let run = loaded(store, &mut story).await;
    assert_eq!(ids(&run.open), [open.0]);
    assert_eq!(run.explored, []);
}

pub async fn layers_are_the_ones_the_cursor_names(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    story.synthesize().think().synthesize().digest().synthesize().think();
    let run = loaded(store, &mut story).await;
    let levels: Vec<u32> = run.layers.iter().map(|layer| layer.level).collect();
    assert_eq!(levels, [1, 0]);
    assert_eq!(run.layers[1].synthesis.sequence_number, 3);
}

pub async fn recollections_are_at_hand(store: &impl Store, _: &ManualClock) {
    let recollections = vec![
        Recollection::new("One.", Confidence::new(0.9)),
        Recollection {
            run_id: Some(new_run_id()),
            ..Recollection::new("Two.", Confidence::new(0.2))
        },
    ];
    let mut story = Story::begin();
    let gap = Missing { question: "Who is three?".into(), concept: "Three".into() };
    let known = vec![Recollection::new("Four.", Confidence::new(0.5))];
    let recalled = Recalled {
        recollections,
        gaps: vec![gap],
        so_far: Some("Who is three is not known.".into()),
    };
    story.tell(Payload::Recalled(recalled.clone())).think();
    story.tell(Payload::Focus { questions: vec![None], known: Vec::new() });
    story.tell(Payload::Focus { questions: vec![None], known: known.clone() });
    let run = loaded(store, &mut story).await;
    assert_eq!((run.recalled, run.at_hand), (recalled, known));
}

pub async fn a_run_is_the_fold_of_its_events(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    for round in 0..40u8 {
        story.think().think();
        let first = story.ask(1 + round % 10, Origin::Thinking);
        let second = story.ask(1 + round % 10 * 7 % 10, Origin::Steer);
        match round % 4 {
            0 => story.explore([first]),
            1 => story.reprioritise(second, 1, 10),
            2 => story.shelve(first).explore([second]),
            _ => story.synthesize(),
        };
        if round % 16 == 15 {
            story.digest();
        }
        store.commit(&lease, story.take_commit()).await.unwrap();
        assert_eq!(store.load(story.id()).await.unwrap(), story.as_loaded());
    }
}
