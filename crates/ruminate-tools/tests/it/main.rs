//! Calling tools: what is refused and why, what a policy lets through, what is tried again, and what is written down; and
//! what those that think come to, with a model and without.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod calling;
mod planning;
mod policy;
mod precision;
mod reasoning;
mod scholar;
mod verifying;
mod world;
