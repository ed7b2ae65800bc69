//! The web as it is, on this machine: servers that lie, stall, flood and lead astray.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod fetching;
mod keeping;
mod reading;
mod robots;
mod searching;
mod server;
mod settings;
