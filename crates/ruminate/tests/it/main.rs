//! The program as its users meet it: the built binary, a data directory, a model server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod ask;
mod bad_input;
mod control;
mod disks;
mod export;
mod kills;
mod live_view;
mod models;
mod remote;
mod repository;
mod support;
mod thinking;
mod two_processes;
