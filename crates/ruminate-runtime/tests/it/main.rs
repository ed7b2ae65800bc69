//! The driver on a real store, with a model that does what a test says.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod dispatching;
mod driving;
mod taking_up;
mod world;
