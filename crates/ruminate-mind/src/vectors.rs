//! Vectors that earn their place: what exact match cannot do.
//!
//! A concept is a vector of `n` phases that is made from its name whenever it is needed and never stored.
//! Binding two of them adds their phases; bundling several adds them as complex numbers, never normalised. A
//! [`Space`] makes vectors, a [`Bundle`] holds many in one, a [`Cleanup`] memory tells which of the known ones
//! is nearest to what is left when something is taken out of a bundle.
//!
//! Upon these: [`FactPages`], which answers with facts and with analogies, [`Names`], which finds names in spite of
//! misspellings, and [`Router`], which tells where to look first. How much one bundle can hold is a law that was
//! measured: [`capacity`].
//!
//! Everything is whole numbers, so that a fact that is taken out leaves no trace, and the same facts make the same
//! pages on every machine. Exact facts stay the truth: what comes from here is a hint, and says how sure it is.

mod analogy;
mod bundle;
mod capacity;
mod cleanup;
mod concept;
mod facts;
pub(crate) mod kernel;
mod lexicon;
mod names;
mod phases;
mod probe;
mod recalled;
mod routing;
mod space;
mod spelling;
mod wave;

pub use analogy::Analogy;
pub use bundle::{Bundle, MOST_LOAD};
pub use capacity::{accuracy, capacity};
pub use cleanup::{Cleanup, Match};
pub use concept::Concept;
pub use facts::{FactPages, Settings};
pub use names::{Names, Near};
pub use phases::Phases;
pub use probe::Probe;
pub use recalled::Recalled;
pub use routing::{Routed, Router};
pub use space::Space;
