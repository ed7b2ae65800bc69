//! The driver: it performs what the machine wants through ports, commits what came of it, publishes
//! the events, and asks again. It names no concrete store and no concrete model.

mod bus;
mod clock;
pub mod document;
mod drive;
mod error;
pub mod export;
mod perform;
mod runs;
mod worker;

pub use bus::{Bus, Live, Piece};
pub use drive::Outcome;
pub use error::RuntimeError;
pub use runs::{EVENTS_PER_PAGE, NewQuestion, create, fork};
pub use worker::{Ports, Stop, Worker, WorkerSettings};
