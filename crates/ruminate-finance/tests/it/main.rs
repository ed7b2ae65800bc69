//! What users of the crate get: prices from everywhere, sums that pandas confirms, charts, and errors with a place.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod charts;
mod files;
mod hostile;
mod pandas;
mod sample;
mod schemas;
mod service;
mod stooq;
mod summary;
mod twelve_data;
