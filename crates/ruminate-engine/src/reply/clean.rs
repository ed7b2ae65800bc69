//! Texts as they may be stored and shown: printable, trimmed, bounded, and not an echo of the prompt.

/// Without control characters, apart from line breaks and tabs, and without what turns the direction of
/// reading; every line break is a `\n`.
pub(super) fn printable(raw: &str, out: &mut String) {
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() == Some(&'\n') => {}
            '\r' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}

/// The longest start of `text` with at most `max` bytes.
pub(super) fn within_bytes(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

/// A text worth keeping: none when it is empty, says nothing, or is a placeholder of the prompt.
pub(super) fn text(raw: &str, max_chars: usize) -> Option<String> {
    let mut printed = String::with_capacity(raw.len());
    printable(raw, &mut printed);
    let said = printed.trim();
    if ['[', '<', '{'].iter().filter_map(|open| inside(said, *open)).any(is_placeholder) {
        return None;
    }
    let said = inside(said, '[').unwrap_or(said);
    if !said.contains(char::is_alphanumeric) {
        return None;
    }
    let end = said.char_indices().nth(max_chars).map_or(said.len(), |(at, _)| at);
    Some(said[..end].trim_end().to_owned())
}

/// What is inside the one pair of brackets around the whole text.
fn inside(text: &str, open: char) -> Option<&str> {
    let close = match open {
        '[' => ']',
        '<' => '>',
        _ => '}',
    };
    let inside = text.strip_prefix(open)?.strip_suffix(close)?;
    (!inside.contains([open, close])).then(|| inside.trim())
}

/// `[your thought]`, `[key insight 1]`, `<question text>`: a model copied the form instead of filling it in.
/// A sentence that somebody put in brackets is none: it starts with a capital, or ends like a sentence.
fn is_placeholder(inside: &str) -> bool {
    const LONGEST: usize = 8;
    let addresses_the_writer = ["your ", "insert "].iter().any(|start| {
        inside.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
    });
    addresses_the_writer
        || (inside.starts_with(char::is_lowercase)
            && !inside.ends_with(['.', '!', '?'])
            && inside.split_whitespace().nth(LONGEST).is_none())
}
