//! The machine from outside, with no clock, no network and no model.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod fast;
mod laws;
mod loop_of_seed_a;
mod memory;
mod prompts;
mod sim;
mod steps;
