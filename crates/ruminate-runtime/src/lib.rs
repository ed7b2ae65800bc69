//! The driver: it performs what the machine wants through ports, commits what came of it, publishes
//! the events, and asks again. It names no concrete store and no concrete model.

pub mod asked;
mod bus;
mod clock;
mod conversation;
mod dispatch;
pub mod document;
mod drive;
mod error;
pub mod export;
mod fate;
mod paging;
mod perform;
mod runs;
mod tally;
mod worker;

pub use bus::{Bus, Live, Piece, Subscription, Told};
pub use conversation::said_before;
pub use dispatch::{Dispatcher, Load};
pub use drive::Outcome;
pub use error::RuntimeError;
pub use fate::{Fate, fate};
pub use paging::next_page;
pub use runs::{Begin, EVENTS_PER_PAGE, Fork, NewQuestion, create, fork};
pub use tally::{Counts, Tally};
pub use worker::{Ports, Stop, Worker, WorkerSettings};
