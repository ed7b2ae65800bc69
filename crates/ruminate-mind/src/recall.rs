//! Finding the passages that answer a question, across several hops.

mod dialogue;
mod disk;
mod exact;
mod feature;
mod ground;
mod hits;
mod index;
mod inverted;
mod look;
mod names;
mod passage;
mod passages;
mod path;
mod question;
mod rarity;
mod reading;
mod rows;
mod scratch;
mod spread;
mod tidy;
mod ties;
mod vocabulary;
mod votes;
mod walk;
mod weights;

pub use feature::{FEATURES, Feature, Features};
pub use hits::Hit;
pub use index::{Index, Summary};
pub use passage::{Passage, Turn};
pub use path::Candidate;
pub use ruminate_types::mind::Hop;
pub(crate) use votes::Recalled;
pub use walk::Walk;
pub use weights::Weights;
