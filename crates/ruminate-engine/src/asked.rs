//! What is asked, in a question that brings its material along. People paste a text and ask about it, before
//! or after; a model that is told the question again at the end of a prompt needs that line and not the text.

use crate::prompt::shortened;
use crate::tokens::estimate;

/// A question of at most so many tokens is told as it is.
const SHORT: u64 = 80;

/// The question, or the part of it that asks.
pub(crate) fn asked(question: &str) -> String {
    if !brings_material(question) {
        return question.to_owned();
    }
    let (paragraphs, lines) = (parts(question, "\n\n"), parts(question, "\n"));
    let asking = |part: &&&str| part.contains(['?', '？', '؟']);
    let found = paragraphs.iter().rfind(asking).or_else(|| lines.iter().rfind(asking));
    match found.or(paragraphs.last()) {
        Some(part) => (*part).to_owned(),
        None => shortened(question.trim(), SHORT),
    }
}

/// Whether it is long enough to be more than a question.
pub(crate) fn brings_material(question: &str) -> bool {
    estimate(question) > SHORT
}

/// Those that are short enough.
fn parts<'a>(question: &'a str, between: &str) -> Vec<&'a str> {
    let parts = question.split(between).map(str::trim);
    parts.filter(|part| !part.is_empty() && estimate(part) <= SHORT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_is_found_before_and_after_its_material() {
        let text = "A sentence of the text that was pasted. ".repeat(20);
        let check = |question: String, expected: &str| assert_eq!(asked(&question), expected);
        check("Why is the sky blue?".into(), "Why is the sky blue?");
        check(format!("{text}\n\nWho wrote this?\nBe brief."), "Who wrote this?\nBe brief.");
        check(format!("Who wrote this?\n\n{text}"), "Who wrote this?");
        check(format!("Is it true?\n{text}"), "Is it true?");
        check(format!("{text}\n\nWhy, it asks?\n\n{text}\n\nSum this up."), "Why, it asks?");
        check(format!("{text}\n\nSum this up."), "Sum this up.");
        check(format!("Sum this up:\n\n{text}"), "Sum this up:");
    }

    #[test]
    fn a_wall_of_text_is_told_by_its_ends() {
        let wall = format!("Explain {}", "word ".repeat(5_000));
        let told = asked(&wall);
        assert!(told.starts_with("Explain") && estimate(&told) <= SHORT, "{told}");
    }
}
