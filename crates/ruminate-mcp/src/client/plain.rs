//! Words of others, made harmless to show and short enough to keep.

/// Without control characters, at most so many characters.
pub(crate) fn plain(text: &str, most: usize) -> String {
    let is_shown = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let mut shown = text.chars().filter(is_shown);
    let mut plain: String = shown.by_ref().take(most).collect();
    if shown.next().is_some() {
        plain.push('…');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_too_long_is_cut_and_what_moves_the_cursor_is_gone() {
        assert_eq!(plain("a\u{1b}[2Jb\tc\n", 9), "a[2Jb\tc\n");
        assert_eq!(plain("äöü", 2), "äö…");
        assert_eq!(plain("äö", 2), "äö");
    }
}
