//! Whatever happens in a run, what is loaded is what the plain model has.

use proptest::prelude::*;
use ruminate_store::{Durability, Options, RunStore};
use ruminate_types::ports::store::Journal;
use ruminate_types::{Origin, QuestionId};
use tempfile::TempDir;
use testkit::conformance::{Story, create_and_claim};

use crate::assert_stored;

#[derive(Clone, Debug)]
enum Happening {
    Think,
    Ask {
        priority: u8,
        steered: bool,
    },
    /// Questions are chosen among those asked so far, whatever became of them.
    Reprioritise {
        question: u32,
        to: u8,
    },
    Explore {
        questions: Vec<u32>,
    },
    Shelve {
        question: u32,
    },
    Synthesize,
    Digest,
}

fn happening() -> impl Strategy<Value = Happening> {
    use Happening::{Ask, Digest, Explore, Reprioritise, Shelve, Synthesize, Think};
    prop_oneof![
        6 => Just(Think),
        5 => (1..=10u8, any::<bool>()).prop_map(|(priority, steered)| Ask { priority, steered }),
        2 => (any::<u32>(), 1..=10u8).prop_map(|(question, to)| Reprioritise { question, to }),
        3 => prop::collection::vec(any::<u32>(), 1..4).prop_map(|questions| Explore { questions }),
        1 => any::<u32>().prop_map(|question| Shelve { question }),
        1 => Just(Synthesize),
        1 => Just(Digest),
    ]
}

fn happen(story: &mut Story, happening: &Happening) {
    let asked = story.cursor.questions;
    let chosen = |number: u32| QuestionId(1 + number % asked.max(1));
    match happening {
        Happening::Think => story.think(),
        Happening::Ask { priority, steered } => {
            story.ask(*priority, if *steered { Origin::Steer } else { Origin::Thinking });
            story
        }
        Happening::Reprioritise { question, to } => story.reprioritise(chosen(*question), 1, *to),
        Happening::Explore { questions } => {
            story.explore(questions.iter().map(|number| chosen(*number)))
        }
        Happening::Shelve { question } => story.shelve(chosen(*question)),
        Happening::Synthesize => story.synthesize(),
        Happening::Digest => story.digest(),
    };
}

async fn tell(steps: &[Vec<Happening>], fork_at: prop::sample::Index) {
    let dir = TempDir::new().unwrap();
    let options = Options { durability: Durability::Normal, ..Options::default() };
    let store = RunStore::open(dir.path(), options).unwrap();
    let mut story = Story::begin();
    let lease = create_and_claim(&store, &mut story).await;
    for step in steps {
        for event in step {
            happen(&mut story, event);
        }
        store.commit(&lease, story.take_commit()).await.unwrap();
        assert_stored(&store, &story).await;
    }
    let mut fork = story.fork(1 + fork_at.index(story.events().len()) as u64);
    store.create(fork.take_new_run()).await.unwrap();
    assert_stored(&store, &fork).await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_loaded_run_is_the_fold_of_its_events(
        steps in prop::collection::vec(prop::collection::vec(happening(), 0..40), 1..8),
        fork_at in any::<prop::sample::Index>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(tell(&steps, fork_at));
    }
}
