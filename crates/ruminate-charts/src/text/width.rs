//! Texts that must fit. Widths are columns of a terminal, not letters.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(super) fn width(text: &str) -> usize {
    // The sum of its letters, as `cut` counts, and not less for those that may be joined.
    text.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>().max(text.width())
}

/// At most so wide, with a sign where something was cut off.
pub(super) fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut taken = 1;
    for c in text.chars() {
        taken += c.width().unwrap_or(0);
        if taken > most {
            break;
        }
        kept.push(c);
    }
    if most == 0 { String::new() } else { kept + "…" }
}

pub(super) fn left(text: &str, wide: usize) -> String {
    let text = cut(text, wide);
    let room = wide.saturating_sub(width(&text));
    text + &" ".repeat(room)
}

pub(super) fn right(text: &str, wide: usize) -> String {
    let text = cut(text, wide);
    " ".repeat(wide.saturating_sub(width(&text))) + &text
}

/// Broken between words.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut(word, most)),
        }
    }
    lines
}

/// As wide as before, so that what was aligned stays so.
pub(super) fn ascii(text: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_ascii() => c.to_string(),
        '…' => "~".into(),
        '–' | '—' | '−' => "-".into(),
        '·' => ".".into(),
        other => "?".repeat(other.width().unwrap_or(0)),
    };
    text.chars().map(letter).collect()
}
