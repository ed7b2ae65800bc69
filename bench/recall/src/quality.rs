//! How good recall is: BM25 and ours beside each other.

use anyhow::Result;
use ruminate_mind::recall::Weights;
use ruminate_mind::{Index, Passage};

use super::crossed::Crossed;
use super::fit::Settings;
use super::score::Score;
use super::sets::{self, Question, Set};

/// Prints the tables. `splits` is how often questions are divided anew for cross-validation.
#[allow(clippy::print_stdout)]
pub(crate) fn measure(splits: usize, settings: &Settings) -> Result<()> {
    let (passages, asked) = sets::together()?;
    let padded = learned(passages);
    let crossed: Vec<Crossed> =
        (0..splits).map(|split| Crossed::fit(&padded, &asked, split, settings)).collect();
    println!(
        "| R@2 / R@5 / All@5 | questions | passages | BM25 | ours, cross-validated | ours, as shipped |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, questions) in &asked {
        let set = sets::read(name)?;
        let alone = learned(set.passages);
        row(name, &alone, &set.questions, &crossed);
        row(&format!("{name} among all"), &padded, questions, &crossed);
    }
    println!();
    conversations()
}

fn learned(passages: Vec<Passage>) -> Index {
    let mut index = Index::new();
    index.add(passages);
    index
}

#[allow(clippy::print_stdout)]
fn row(name: &str, index: &Index, questions: &[Question], crossed: &[Crossed]) {
    let shipped = Weights::default();
    let (mut by_words, mut ours, mut as_shipped) =
        (Score::default(), Score::default(), Score::default());
    for (at, question) in questions.iter().enumerate() {
        let found =
            index.search(&question.text, 10).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        by_words.count(&question.gold, &found);
        as_shipped.count(&question.gold, &recalled(index, question, &shipped));
        for (split, crossed) in crossed.iter().enumerate() {
            ours.count(&question.gold, &recalled(index, question, crossed.weights(at, split)));
        }
    }
    println!(
        "| {name} | {} | {} | {} | {} | {} |",
        questions.len(),
        index.len(),
        by_words.hops(),
        ours.hops(),
        as_shipped.hops()
    );
}

fn recalled(index: &Index, question: &Question, weights: &Weights) -> Vec<String> {
    index.recall_by(&question.text, 5, weights).into_iter().map(|hit| hit.source_id).collect()
}

/// Conversations have a scorer with constants, so there is nothing to cross-validate.
#[allow(clippy::print_stdout)]
fn conversations() -> Result<()> {
    println!("| R@5 / R@10 | questions | turns | BM25 | ours |");
    println!("|---|---:|---:|---:|---:|");
    let sets = sets::conversations()?;
    let most = ["1", "2", "3", "4"];
    talk_row("locomo, categories 1 to 4", &sets, &most, |passage| passage);
    talk_row("locomo, multi-hop", &sets, &["1"], |passage| passage);
    talk_row("locomo, all five", &sets, &["1", "2", "3", "4", "5"], |passage| passage);
    // What recall makes of texts that it has neither titles nor speakers of.
    talk_row("categories 1 to 4, as notes without titles", &sets, &most, |passage| {
        let said = passage.text.split_once(": ").map_or(passage.text.as_str(), |(_, said)| said);
        Passage::new(passage.id.clone(), "", said)
    });
    Ok(())
}

#[allow(clippy::print_stdout)]
fn talk_row(name: &str, sets: &[Set], kinds: &[&str], change: impl Fn(Passage) -> Passage) {
    let (mut by_words, mut ours) = (Score::default(), Score::default());
    let mut turns = 0;
    for set in sets {
        let index = learned(set.passages.iter().cloned().map(&change).collect());
        turns += index.len();
        let asked = set.questions.iter();
        for question in asked.filter(|question| kinds.contains(&question.kind.as_str())) {
            let found = index.search(&question.text, 10).into_iter().map(|(id, _)| id);
            by_words.count(&question.gold, &found.collect::<Vec<_>>());
            let found = index.recall(&question.text, 10).into_iter().map(|hit| hit.source_id);
            ours.count(&question.gold, &found.collect::<Vec<_>>());
        }
    }
    let cell = |score: &Score| format!("{:.1} / {:.1}", score.at_5(), score.at_10());
    println!("| {name} | {} | {turns} | {} | {} |", ours.questions, cell(&by_words), cell(&ours));
}
