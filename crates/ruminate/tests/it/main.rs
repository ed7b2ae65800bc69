//! The program as its users meet it: the built binary, a data directory, a model server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod answered;
mod ask;
mod bad_input;
mod control;
mod disks;
mod export;
mod forgetting;
mod in_the_box;
mod kills;
mod learning;
mod live_view;
mod meaning;
mod models;
mod remote;
mod remote_memory;
mod repository;
mod server_clients;
mod server_completions;
mod server_doors;
mod server_events;
mod server_limits;
mod server_memory;
mod server_metrics;
mod server_mind;
mod server_models;
mod server_openai;
mod server_owners;
mod server_restarts;
mod server_runs;
mod server_schemathesis;
mod server_secrets;
mod server_slow_readers;
mod server_support;
mod server_telemetry;
mod server_unread;
mod support;
mod thinking;
mod two_processes;
mod unanswered;
mod waking;
mod weights;
