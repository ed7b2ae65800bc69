//! What holds whatever is learned and forgotten, in whatever order.

use proptest::prelude::*;
use ruminate_mind::{Index, Passage};

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

fn passages() -> impl Strategy<Value = Vec<Passage>> {
    prop::collection::vec(passage(), 1..12).prop_map(|all| {
        let numbered = all.into_iter().enumerate();
        numbered.map(|(at, (title, text))| Passage::new(format!("p{at}"), title, text)).collect()
    })
}

const QUESTIONS: [&str; 4] = [
    "Where was the author born who wrote about New York City?",
    "What is the capital of Norway?",
    "Is York a city in New York?",
    "Lovelace engine",
];

/// Scores of all passages for all questions. Ties may fall in any order, and sums of floats may differ in their
/// last digits: what is compared is how good the best are.
fn scores(index: &Index) -> Vec<Vec<(String, i64)>> {
    QUESTIONS
        .iter()
        .map(|question| {
            let mut found: Vec<_> = index
                .search(question, 20)
                .into_iter()
                .map(|(id, score)| (id, (f64::from(score) * 1e3).round() as i64))
                .collect();
            found.sort();
            found
        })
        .collect()
}

/// The first picks, which follow from everything: words, names, activation. Told as texts, since equal passages are
/// interchangeable.
fn first_picks(index: &Index, passages: &[Passage]) -> Vec<Option<(String, String)>> {
    let text_of = |id: &str| {
        let passage = passages.iter().find(|passage| passage.id == id).unwrap();
        (passage.title.clone(), passage.text.clone())
    };
    let first =
        |question: &&str| index.recall(question, 1).first().map(|hit| text_of(&hit.source_id));
    QUESTIONS.iter().map(first).collect()
}

fn learned(passages: impl IntoIterator<Item = Passage>) -> Index {
    let mut index = Index::new();
    index.add(passages);
    index
}

proptest! {
    #[test]
    fn the_order_of_learning_does_not_matter(
        (all, shuffled) in passages().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        batch in 1..5_usize,
    ) {
        let whole = learned(all.clone());
        let mut bit_by_bit = Index::new();
        for part in shuffled.chunks(batch) {
            bit_by_bit.add(part.to_vec());
        }
        prop_assert_eq!(scores(&whole), scores(&bit_by_bit));
        prop_assert_eq!(whole.summary(), bit_by_bit.summary());
        prop_assert_eq!(first_picks(&whole, &all), first_picks(&bit_by_bit, &all));
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
        prop_assert_eq!(first_picks(&before, &all), first_picks(&after, &all));
    }

    #[test]
    fn learning_again_changes_nothing(all in passages()) {
        let once = learned(all.clone());
        let mut twice = learned(all.clone());
        twice.add(all.clone());
        prop_assert_eq!(once.len(), twice.len());
        prop_assert_eq!(scores(&once), scores(&twice));
        prop_assert_eq!(once.summary(), twice.summary());
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
