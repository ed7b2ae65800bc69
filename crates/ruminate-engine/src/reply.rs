//! What a language model wrote, turned into records.
//!
//! A model is asked for JSON or for seed A's labelled text and answers in either, decorated, numbered,
//! fenced, wrapped in prose, or cut in the middle. Both formats are read whatever was asked for: a reply
//! that answers in the other one is still an answer.
//! The one law is that a well-formed thought is never lost because something else in the reply is broken.
//!
//! The way through: `think_blocks` hides the model's private reasoning; `json` and `objects`, or `blocks` and
//! `labels`, bring the rest to named `fields`; `thoughts`, `questions` and `synthesis` group the fields into
//! records, with `numbers`, `lists` and `clean` reading the values. An `answer` is plain text with one line
//! of its own, and is read while it is still being written.
//!
//! Nothing here fails. What cannot be read is absent, and the caller may keep [`visible`] as it came.
//! A plain list without labels is not taken for thoughts: whether it holds any is the caller's judgement.
//!
//! Everything is linear in the size of the reply, and no more than [`MAX_VISIBLE_BYTES`] of it is read:
//! a reply is written by somebody else, and may be hostile.

mod answer;
mod blocks;
mod clean;
mod fields;
mod json;
mod labels;
mod lists;
mod numbers;
mod objects;
mod questions;
mod synthesis;
mod think_blocks;
mod thoughts;
mod written;

#[cfg(test)]
mod tests;

pub use answer::{ReadAnswer, answer, answer_so_far};
pub use questions::{ReadPriority, ReadQuestion, ReadQuestions, questions};
pub use synthesis::{ReadSynthesis, synthesis};
pub use think_blocks::visible;
pub use thoughts::{ReadThought, thoughts};
pub use written::Written;

/// The visible reply as one thought's text, for what cannot be read as anything else.
pub fn as_one_text(reply: &str) -> String {
    clean::text(&visible(reply), MAX_TEXT_CHARS).unwrap_or_default()
}

/// Whether a reply is nothing but JSON, whatever it says.
pub fn is_form(reply: &str) -> bool {
    let text = visible(reply);
    let text = text.trim();
    text.starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// How much of the visible reply is read. A long answer has some 30 KiB; what is past this is noise.
pub const MAX_VISIBLE_BYTES: usize = 256 * 1024;
/// How many thoughts, questions, priorities or insights are taken of one reply: seed A asks for three to
/// five, and a run keeps all of them at hand.
pub const MAX_ITEMS: usize = 32;
/// The length of a thought, a question, a reason or an insight, in characters.
pub const MAX_TEXT_CHARS: usize = 4_000;
/// The length of a synthesis or an answer, in characters. It may be an essay.
pub const MAX_SYNTHESIS_CHARS: usize = 32_000;
