//! What whoever uses the crate can rely on.

// A test fails by panicking, and says loudly what it could not try.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod asking;
mod counts;
mod dialogue;
mod graph;
mod hops;
mod hostile;
mod laws;
mod notes;
mod over;
mod people;
mod programs;
mod quality;
mod saved;
mod thoughts;
mod vectors;

use ruminate_mind::{Index, Passage};

/// An index of passages with a title and a text each.
fn index(passages: &[(&str, &str)]) -> Index {
    let mut index = Index::new();
    index.add(passages.iter().map(|(title, text)| Passage::new(*title, *title, *text)));
    index
}

fn ids(index: &Index, question: &str, k: usize) -> Vec<String> {
    index.recall(question, k).into_iter().map(|hit| hit.source_id).collect()
}
