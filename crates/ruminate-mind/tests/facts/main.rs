//! What is read out of texts, and how often that is right.

// A test fails by panicking, and says loudly what it could not try.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod behaviour;
mod hostile;
mod jottings;
mod notes;
mod over;
mod precision;

use ruminate_mind::facts::{Statement, statements};

/// A statement on one line: `subject | relation | object`, with `not ` before it if it is denied, and behind it its time and
/// whether it is over.
fn line(statement: &Statement) -> String {
    let Statement { subject, relation, object, is_negated, is_over, when, .. } = statement;
    let not = if *is_negated { "not " } else { "" };
    let when = when.as_ref().map(|when| format!(" [{when}]")).unwrap_or_default();
    let over = if *is_over { " (over)" } else { "" };
    format!("{not}{subject} | {relation} | {object}{when}{over}")
}

fn lines(title: &str, text: &str) -> Vec<String> {
    statements(title, text).iter().map(line).collect()
}
