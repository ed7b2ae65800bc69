//! What the caller gets for what a model wrote.

mod answer;
mod hostile;
mod json;
mod labelled;
mod properties;
mod questions;
mod rendering;
mod synthesis;
mod think_blocks;
mod values;

use super::{ReadThought, thoughts};

/// `insight 0.80 the text`, with `!3` at the end for a thought that contradicts the third.
fn shown(thought: &ReadThought) -> String {
    let ReadThought { text, kind, confidence, contradicts } = thought;
    let contradicts = contradicts.map(|n| format!(" !{n}")).unwrap_or_default();
    format!("{} {:.2} {text}{contradicts}", kind.as_str(), confidence.get())
}

#[track_caller]
fn check(reply: &str, expected: &[&str]) {
    let read: Vec<_> = thoughts(reply).iter().map(shown).collect();
    assert_eq!(read, expected, "\nin the reply:\n{reply}\n");
}
