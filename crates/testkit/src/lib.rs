//! What tests and benches share and no release contains: servers that are not what they seem, and
//! the rules that every backend of a port must keep.

pub mod conformance;
pub mod fake_files;
pub mod fake_model;
