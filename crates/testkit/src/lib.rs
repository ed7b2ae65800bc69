//! What the tests of every crate share: conformance suites for the ports.

pub mod conformance;
//! Servers that are not what they seem, for tests and benches. Never part of a release.

pub mod fake_model;
