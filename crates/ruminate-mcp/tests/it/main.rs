//! MCP as others speak it: their clients with our server, and our client with their servers, good ones and bad ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test that cannot go on fails, or says why it is skipped"
)]

mod bad_servers;
mod by_inspector;
mod by_python;
mod conformance;
mod door;
mod foreign;
mod library;
mod peers;
mod stdio;
mod together;
