//! The lists of a synthesis: insights and remaining questions.

use super::fields::Value;
use super::{MAX_TEXT_CHARS, clean, numbers};

#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) items: Vec<String>,
    /// The lines after the list that are no part of it.
    pub(super) after: Vec<String>,
}

impl List {
    pub(super) fn of(value: Value) -> Self {
        let mut list = match value {
            Value::Items(items) => Self { items, after: Vec::new() },
            Value::Text(text) => Self::of_lines(&text),
        };
        list.items = list.items.iter().filter_map(|item| worth_keeping(item)).collect();
        list
    }

    /// Without bullets every line is an item. With them, a line without one continues the item above, and
    /// after a blank line it ends the list; so does a heading in either.
    fn of_lines(text: &str) -> Self {
        let bulleted = text.lines().any(|line| bullet(line).is_some());
        let mut items: Vec<String> = Vec::new();
        let mut after_blank = false;
        for (at, line) in text.lines().enumerate() {
            let words = line.trim();
            let continues = bulleted && !after_blank;
            after_blank = words.is_empty();
            match (bullet(line), items.last_mut()) {
                _ if after_blank => {}
                (Some(item), _) => items.push(item.to_owned()),
                (None, Some(item)) if continues && !words.starts_with('#') => {
                    item.push(' ');
                    item.push_str(words);
                }
                (None, last) if words.starts_with('#') || (bulleted && last.is_some()) => {
                    let after = text.lines().skip(at).map(str::to_owned).collect();
                    return Self { items, after };
                }
                (None, _) => items.push(words.to_owned()),
            }
        }
        Self { items, after: Vec::new() }
    }
}

/// What follows `-`, `*`, `•`, `1.` or `1)`.
fn bullet(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let after = line
        .strip_prefix(['-', '*', '+', '•', '–', '—', '·', '▪', '◦'])
        .or_else(|| numbers::after_list_number(line))?;
    (after.is_empty() || after.starts_with(char::is_whitespace)).then(|| after.trim())
}

/// What follows `Q3 (priority 7):`, the way prompts list questions.
fn after_label(item: &str) -> &str {
    let label = || {
        let rest = item.strip_prefix('Q')?;
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after.len() < rest.len();
        let after = match after.strip_prefix(" (priority ") {
            Some(priority) => priority.split_once(')')?.1,
            None => after,
        };
        after.strip_prefix(':').filter(|_| is_numbered).map(str::trim_start)
    };
    label().unwrap_or(item)
}

/// `None.` says that there is none, and `confidence**: 0.85,` is another field that slipped into the list.
fn worth_keeping(raw: &str) -> Option<String> {
    const NO_ITEM: [&str; 9] = [
        "none",
        "na",
        "null",
        "nothing",
        "synthesis",
        "insights",
        "confidence",
        "remaining",
        "remaining questions",
    ];
    let item = clean::text(after_label(raw.trim_start()), MAX_TEXT_CHARS)?;
    let letters: String = item.chars().filter(|c| c.is_alphabetic() || *c == ' ').collect();
    let is_none = NO_ITEM.iter().any(|no| letters.trim().eq_ignore_ascii_case(no));
    (!is_none).then_some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labels_of_listed_questions_are_no_part_of_them() {
        let check = |item: &str, expected: &str| assert_eq!(after_label(item), expected);
        check("Q1 (priority 10): Why is it dark?", "Why is it dark?");
        check("Q12: Why?", "Why?");
        check("Q fever: how does it spread?", "Q fever: how does it spread?");
        check("Q3 earnings: are they up?", "Q3 earnings: are they up?");
        check("Quorums: why?", "Quorums: why?");
    }

    #[test]
    fn what_is_no_item_is_left_out() {
        for no in ["None.", "n/a", "confidence**: 0.85,", "remaining", "**Insights:**"] {
            assert_eq!(worth_keeping(no), None, "{no}");
        }
        assert!(worth_keeping("Confidence grows with practice").is_some());
    }
}
