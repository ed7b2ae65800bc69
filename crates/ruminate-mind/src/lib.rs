//! Knowledge without a model. [`recall`] finds the passages that answer a question, across several hops:
//! not only those that share its words, but also those which the found ones lead to by a name.
//!
//! Nothing here asks a model, reads a clock, or touches a network; the only files are those that an
//! index is saved to and opened from.

pub mod recall;
mod text;
pub mod vectors;

pub use recall::{Hit, Hop, Index, Passage, Turn};
