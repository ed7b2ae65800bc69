//! Text for a terminal: nothing that it would obey, and no wider than it is.

use std::io::IsTerminal;

use ratatui::crossterm::terminal;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text without what could move the cursor, change colours or turn the reading direction: a
/// model's words go to a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.replace('\t', " ").chars().filter(|c| *c == '\n' || is_harmless(*c)).collect()
}

pub(crate) fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The columns of the terminal that stdout is; none in a pipe, where lines are as long as they are.
pub(crate) fn terminal_width() -> Option<u16> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    // Some terminals do not know how wide they are.
    terminal::size().ok().map(|(columns, _)| columns).filter(|columns| *columns > 0)
}

/// The text as it is, but for lines that are too wide: those are broken between words, and go on below
/// where their words began.
pub(crate) fn fitted(text: &str, width: Option<u16>) -> String {
    let text = printable(text);
    let Some(width) = width.map(usize::from) else { return text };
    let fit = |line: &str| {
        if line.width() <= width {
            return line.to_owned();
        }
        let words = line.trim_start();
        let words = words.strip_prefix("- ").unwrap_or(words);
        let lead = &line[..line.len() - words.len()];
        let below = format!("\n{}", " ".repeat(lead.width()));
        format!("{lead}{}", wrap(words, width.saturating_sub(lead.width())).join(&below))
    };
    text.lines().map(fit).collect::<Vec<_>>().join("\n")
}

/// The text in lines of at most so many columns; a word longer than that is broken.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(4);
    let mut lines = Vec::new();
    for paragraph in printable(text).lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for c in word.chars() {
                if line.width() + c.width().unwrap_or(0) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// The text on one line of at most so many columns.
pub(crate) fn one_line(text: &str, width: u16) -> String {
    let width = usize::from(width).max(4);
    let text = printable(text);
    let text = text.replace('\n', " ");
    if text.width() <= width {
        return text;
    }
    let mut line = String::new();
    for c in text.chars() {
        if line.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        line.push(c);
    }
    line + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_by_columns_not_by_bytes() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("意識とは何か", 4), ["意識", "とは", "何か"]);
        assert_eq!(wrap("abcdefgh", 4), ["abcd", "efgh"]);
    }

    #[test]
    fn a_line_that_is_too_long_says_so() {
        assert_eq!(one_line("consciousness", 6), "consc…");
        assert_eq!(one_line("short", 6), "short");
    }

    #[test]
    fn escape_sequences_of_a_model_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mred\u{7}\u{202e}b\tc\nd"), "a[31mredb c\nd");
    }

    #[test]
    fn a_text_keeps_its_shape_when_it_is_fitted() {
        let text = "A long first line.\n\n- an item, not short\n    code()";
        let fitted_text = "A long first\nline.\n\n- an item,\n  not short\n    code()";
        assert_eq!(fitted(text, Some(12)), fitted_text);
        assert_eq!(fitted(text, None), text);
    }
}
