//! What users of the crate get: blocks, pictures, texts, and errors instead of panics.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod gallery;
mod hostile;
mod kinds;
mod pictures;
mod tables;
mod terminal;
mod vega;
