//! What the tests of every crate share: conformance suites for the ports.

pub mod conformance;
