//! Finding the passages that answer a question, across several hops.

mod feature;
mod greedy;
mod index;
mod inverted;
mod jagged;
mod look;
mod names;
mod passage;
mod passages;
mod question;
mod rarity;
mod reading;
mod rows;
mod scratch;
mod spread;
mod strings;
mod ties;
mod turns;
mod vocabulary;
mod walk;
mod weights;

pub use feature::{FEATURES, Feature, Features};
pub use greedy::{Hit, Hop};
pub use index::Index;
pub use passage::{Passage, Turn};
pub use walk::{Candidate, Walk};
pub use weights::Weights;
