//! The store from outside: the rules of its ports, and what happens to it in the world.

// A test fails by panicking, and says loudly what it could not try.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod conformance;
