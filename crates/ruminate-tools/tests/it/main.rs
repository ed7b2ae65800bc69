//! Calling tools: what is refused and why, what a policy lets through, what is tried again, and what is written down.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod calling;
mod planning;
mod policy;
mod reasoning;
mod scholar;
mod verifying;
mod wild;
mod world;
