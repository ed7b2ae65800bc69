//! Servers that are not what they seem, for tests and benches. Never part of a release.

pub mod fake_model;
