//! Knowledge without a model. [`recall`] finds the passages that answer a question, across several hops:
//! not only those that share its words, but also those which the found ones lead to by a name. [`facts`]
//! reads plain statements out of text, and a [`Graph`] holds them, each with what says it. [`asking`]
//! answers a question from them alone.
//!
//! Nothing here asks a model or touches a network; the only files are those that a mind is saved to and
//! opened from, and the only use of a clock is to stop in time and to tell what is stale.

mod arrays;
pub mod asking;
pub mod conclusion;
pub mod curiosity;
pub mod distiller;
mod experience;
pub mod explain;
pub mod facts;
mod freshness;
mod gaps;
mod graph;
mod keeper;
mod letting_go;
mod look;
mod material;
mod meaning;
mod memory;
mod mind;
pub mod monarch;
mod no_answer;
mod open;
mod quote;
pub mod recall;
pub mod reflex;
pub mod same_question;
pub mod text;
pub mod thought;
pub mod vectors;
pub mod working_memory;

pub use arrays::IndexError;
pub use freshness::Freshness;
pub use graph::{Alike, ConceptId, Fact, FactId, Graph, Ground};
pub use keeper::{Awake, Keeper};
pub use meaning::{Made, NotMade};
pub use mind::Mind;
pub use recall::{Hit, Hop, Index, Passage, Turn};
