//! Texts that come from anywhere, made fit to be shown: on one line, of a bearable length, and without
//! characters that a terminal or a reader's eye would obey.

pub(crate) const LONGEST_NAME: usize = 60;
pub(crate) const LONGEST_TITLE: usize = 160;

pub(crate) fn clean(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.trim().chars().map(|c| if is_obeyed(c) { ' ' } else { c }).enumerate() {
        if count + 1 == longest && text.trim().chars().nth(longest).is_some() {
            shown.push('…');
            return shown;
        }
        shown.push(c);
    }
    shown
}

/// Controls, what changes the direction of text, and what cannot stand in XML.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_taken_out() {
        assert_eq!(clean("\u{1b}[2Jgone\nnow\u{202e}", 60), " [2Jgone now ");
        assert_eq!(clean("abcdef", 6), "abcdef");
        assert_eq!(clean("abcdefg", 6), "abcde…");
    }
}
