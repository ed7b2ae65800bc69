//! What tests and benches share and no release contains: servers that are not what they seem, and
//! the rules that every backend of a port must keep.

pub mod conformance;
pub mod fake_files;
pub mod fake_model;

/// Says that a test tests nothing, because a model's weights are not here. Where whoever runs the tests has
/// seen to it that they are, that is a failure.
#[allow(clippy::print_stderr, reason = "a test that tests nothing says so")]
pub fn skipped_without_weights(model: &str) {
    let why = format!("{model} is not here; `ruminate models pull {model}` gets it");
    assert!(std::env::var_os("RUMINATE_TEST_NEEDS_WEIGHTS").is_none(), "{why}");
    eprintln!("SKIPPED: {why}");
}
