//! The weights of models that run in process: which there are, where they are kept, and how they get
//! there.
//!
//! [`Manifest`] names models, [`Shelf`] is the directory that keeps them for every data directory of a
//! machine, and [`pull`] brings one onto it. What is trusted is the SHA-256 that the manifest pins, never
//! a source: a hub that changed its file, a mirror that a stranger keeps and a disk that lost a block
//! all end the same way, with another attempt instead of a wrong model.
//!
//! Everything that came stays until it is whole, so that a pull goes on where it was cut, by a network, a
//! Ctrl-C or a SIGKILL. A half file has another name than a whole one.

mod blocking;
mod error;
mod fetch;
pub mod gguf;
mod index;
mod join;
mod manifest;
mod mark;
pub mod minilm;
mod progress;
mod pull;
mod shelf;
mod size;

pub use error::{Tried, WeightsError};
pub use manifest::{Entry, Kind, Manifest, Role, Source, WeightFile};
pub use progress::{Progress, Step};
pub use pull::{Pulled, Pulling, pull};
pub use shelf::Shelf;
pub use size::size;
