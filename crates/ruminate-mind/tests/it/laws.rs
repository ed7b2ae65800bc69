//! What holds whatever is learned and forgotten, in whatever order.

use proptest::prelude::*;
use ruminate_mind::{Hit, Index, Passage, Turn};

/// Passages of a small world, so that names, words and titles meet often.
fn passage() -> impl Strategy<Value = (String, String)> {
    let name = prop::sample::select(vec![
        "Oslo",
        "New York",
        "York",
        "New York City",
        "Ada Lovelace",
        "Lovelace",
        "Norway",
        "Engine",
    ]);
    let sentence = (
        name.clone(),
        prop::sample::select(vec![
            "was born in",
            "is the capital of",
            "wrote about",
            "is a city in",
            "also known as",
        ]),
        name.clone(),
    );
    let text = prop::collection::vec(sentence, 0..4).prop_map(|sentences| {
        let told =
            sentences.iter().map(|(a, verb, b)| format!("{a} {verb} {b} in the year of peace."));
        told.collect::<Vec<_>>().join(" ")
    });
    (name.prop_map(str::to_owned), text)
}

/// Nobody, somebody who speaks and is known to, or somebody who only seems to: "Ada: …".
fn said() -> impl Strategy<Value = Option<(&'static str, bool)>> {
    prop::option::of((prop::sample::select(vec!["Ada", "Ben"]), any::<bool>()))
}

fn passages() -> impl Strategy<Value = Vec<Passage>> {
    prop::collection::vec((passage(), said()), 1..12).prop_map(|all| {
        let numbered = all.into_iter().enumerate();
        let made = numbered.map(|(at, ((title, text), said))| match said {
            None => Passage::new(format!("p{at}"), title, text),
            Some((speaker, is_marked)) => {
                let text = format!("{speaker}: {text}");
                let turn = Turn { speaker: speaker.to_owned(), session: title.clone() };
                let turn = is_marked.then_some(turn);
                Passage { turn, ..Passage::new(format!("p{at}"), title, text) }
            }
        });
        made.collect()
    })
}

/// The same in another order, but for what was said: a session's turns follow each other.
fn shuffled(all: Vec<Passage>) -> impl Strategy<Value = Vec<Passage>> {
    let said: Vec<Passage> = all.iter().filter(|passage| passage.turn.is_some()).cloned().collect();
    Just(all).prop_shuffle().prop_map(move |mut all| {
        let turns = all.iter_mut().filter(|passage| passage.turn.is_some());
        turns.zip(&said).for_each(|(place, turn)| place.clone_from(turn));
        all
    })
}

const QUESTIONS: [&str; 4] = [
    "Where was the author born who wrote about New York City?",
    "What is the capital of Norway?",
    "Is York a city in New York?",
    "Lovelace engine",
];

/// Scores of all passages for all questions, the best first, to the last digit.
fn scores(index: &Index) -> Vec<Vec<(String, f32)>> {
    QUESTIONS.iter().map(|question| index.search(question, 20)).collect()
}

/// What is recalled and why, which follows from everything: words, names, activation.
fn recalled(index: &Index) -> Vec<Vec<Hit>> {
    QUESTIONS.iter().map(|question| index.recall(question, 8)).collect()
}

fn learned(passages: impl IntoIterator<Item = Passage>) -> Index {
    let mut index = Index::new();
    index.add(passages);
    index
}

proptest! {
    #[test]
    fn the_order_of_learning_does_not_matter(
        (all, shuffled) in passages().prop_flat_map(|all| (Just(all.clone()), shuffled(all))),
        batch in 1..5_usize,
    ) {
        let whole = learned(all.clone());
        let mut bit_by_bit = Index::new();
        for part in shuffled.chunks(batch) {
            bit_by_bit.add(part.to_vec());
        }
        prop_assert_eq!(scores(&whole), scores(&bit_by_bit));
        prop_assert_eq!(whole.summary(), bit_by_bit.summary());
        prop_assert_eq!(recalled(&whole), recalled(&bit_by_bit));
    }

    #[test]
    fn forgetting_undoes_learning(all in passages(), more in passages()) {
        let before = learned(all.clone());
        let more: Vec<Passage> = more
            .into_iter()
            .map(|passage| Passage { id: format!("more {}", passage.id), ..passage })
            .collect();
        let mut after = learned(all.clone());
        after.add(more.clone());
        prop_assert_eq!(after.remove(more.iter().map(|passage| passage.id.as_str())), more.len());
        prop_assert_eq!(scores(&before), scores(&after));
        prop_assert_eq!(before.summary(), after.summary());
        prop_assert_eq!(recalled(&before), recalled(&after));

        // Saving it leaves out the words and names of what was forgotten.
        let mut file = Vec::new();
        after.save(&mut file).unwrap();
        let mut opened = Index::load(&mut &file[..]).unwrap();
        for index in [&after, &opened] {
            prop_assert_eq!(scores(&before), scores(index));
            prop_assert_eq!(recalled(&before), recalled(index));
        }
        let mut both = before;
        both.add(more.clone());
        opened.add(more);
        prop_assert_eq!(both.summary(), opened.summary());
        prop_assert_eq!(recalled(&both), recalled(&opened));
    }

    #[test]
    fn learning_again_changes_nothing(all in passages()) {
        let once = learned(all.clone());
        let mut twice = learned(all.clone());
        twice.add(all.clone());
        prop_assert_eq!(once.len(), twice.len());
        prop_assert_eq!(scores(&once), scores(&twice));
        prop_assert_eq!(once.summary(), twice.summary());
        prop_assert_eq!(recalled(&once), recalled(&twice));
    }

    #[test]
    fn hits_are_finite_distinct_and_known(all in passages(), question in "[A-Za-z ,?]{0,60}") {
        let index = learned(all);
        let hits = index.recall(&question, 8);
        prop_assert!(hits.iter().all(|hit| hit.score.is_finite() && index.contains(&hit.source_id)));
        let mut ids: Vec<_> = hits.iter().map(|hit| &hit.source_id).collect();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), hits.len());
    }
}

#[test]
fn a_word_that_is_forgotten_is_as_if_never_read() {
    let town = || Passage::new("town", "York", "York is a town with walls.");
    let never = learned([town()]);
    let mut forgotten = learned([Passage::new("talk", "Talk", "All Yorks are alike."), town()]);
    forgotten.remove(["talk"]);
    let question = "Who built the walls of the Yorks?";
    assert_eq!(never.recall(question, 3), forgotten.recall(question, 3));
}

#[test]
fn no_word_of_what_was_forgotten_is_saved() {
    let turn = Passage {
        turn: Some(Turn { speaker: "Vexley".into(), session: "Zorblaxian talk".into() }),
        silo: "zorblaxology".into(),
        ..Passage::new("zorblaxium#1", "Zorblax", "Zorblaxians (the Vexleys) like York.")
    };
    let mut index = learned([
        turn.clone(),
        Passage { turn: None, id: "zorblaxium#2".into(), ..turn },
        Passage::new("town", "York", "York is a town with walls."),
    ]);
    let saved = |index: &mut Index| {
        let mut file = Vec::new();
        index.save(&mut file).unwrap();
        String::from_utf8_lossy(&file).to_lowercase()
    };
    let before = saved(&mut index);
    assert!(["zorblaxium", "zorblaxolog", "vexley"].iter().all(|word| before.contains(word)));
    index.remove(["zorblaxium#1", "zorblaxium#2"]);
    let after = saved(&mut index);
    assert!(after.contains("york") && !after.contains("zorblax") && !after.contains("vexley"));
}

#[test]
fn another_name_is_found_whether_or_not_its_words_were_read_before() {
    let club = Passage::new("club", "Directors", "Directing Body is a club.");
    let film = Passage::new("film", "Film", "They liked directing.");
    let (club_first, film_first) = (learned([club.clone(), film.clone()]), learned([film, club]));
    let question = "What is the Directing Body?";
    assert_eq!(club_first.recall(question, 3), film_first.recall(question, 3));
}
