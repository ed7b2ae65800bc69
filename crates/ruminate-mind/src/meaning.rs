//! Finding by meaning, where an embedder is configured: vectors of passages, and how far each stands out when one asks.
//!
//! Embedders differ in what their cosines are: with one, texts that have nothing in common have 0.05, with another 0.6. So
//! cosines are not compared with a number, but with the others: a passage is found by its meaning when it stands out more than
//! the best of as many passages would by chance.

mod code;
mod combine;
mod follow;
mod make;
mod search;

pub use make::{Made, NotMade};

pub(crate) use code::encode;
pub(crate) use follow::Meaning;
pub(crate) use search::Meanings;
