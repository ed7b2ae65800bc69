//! Strings, and where they end.
//!
//! Models leave quotes bare inside strings, so not every quote ends one. It does when what follows is what
//! JSON has there: the end of the container, or a comma and the next key or item. In strict JSON that is
//! always so, and nothing changes.

use super::{Json, Place, Reader, after_colon, bare_key, is_comment};

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’')
}

fn closes(open: char, c: char) -> bool {
    match open {
        '"' | '\'' | '`' => c == open,
        '‘' | '’' => matches!(c, '‘' | '’' | '\''),
        _ => matches!(c, '“' | '”' | '"'),
    }
}

impl Reader<'_> {
    /// At its opening quote.
    pub(super) fn string(&mut self, place: Place) -> Json {
        let Some(open) = self.peek() else { return Json::Cut(String::new()) };
        self.bump();
        let mut said = String::new();
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                '\\' => {
                    let after = unescape(self.rest(), &mut said);
                    self.move_to(after.unwrap_or_default());
                }
                c if closes(open, c) && ends_string(self.rest(), place) => return Json::Text(said),
                c => said.push(c),
            }
        }
        Json::Cut(said)
    }
}

/// Whether a quote before `rest` ends the string that it is in.
fn ends_string(rest: &str, place: Place) -> bool {
    let next = rest.trim_start();
    let after_line_break = rest[..rest.len() - next.len()].contains('\n');
    match next.chars().next() {
        None => true,
        Some('}') => place == Place::Object || ends_container(&next[1..]),
        Some(']') => place == Place::List || ends_container(&next[1..]),
        Some(',') => comma_ends_value(&next[1..], place),
        Some('/') => is_comment(next),
        Some('`') if next.starts_with("```") => true,
        // The comma is missing.
        Some(c) if is_quote(c) && place == Place::List => after_line_break,
        Some(c) if is_quote(c) => key_follows(next),
        Some(_) => after_line_break && place == Place::Object && bare_key(next).is_some(),
    }
}

/// Whether a comma before `rest` stands between two values, and not inside a text.
pub(super) fn comma_ends_value(rest: &str, place: Place) -> bool {
    let next = rest.trim_start();
    let Some(c) = next.chars().next() else { return true };
    if is_comment(next) || next.starts_with("...") || matches!(c, '}' | ']' | '{' | '…') {
        return true;
    }
    if place == Place::Object {
        return key_follows(next) || bare_key(next).is_some();
    }
    let literal = ["true", "false", "null"].iter().any(|word| next.starts_with(word));
    literal || is_quote(c) || c.is_ascii_digit() || matches!(c, '[' | '-')
}

fn ends_container(rest: &str) -> bool {
    let line_end = rest.trim_start_matches([' ', '\t', '\r']);
    line_end.is_empty() || line_end.starts_with([',', '}', ']', '\n'])
}

/// `"type": …`, or as much of it as there is before the end.
fn key_follows(text: &str) -> bool {
    match quoted_key(text) {
        Some((_, rest)) => rest.is_empty() || after_colon(rest).is_some(),
        None => text.starts_with(is_quote) && text.len() < LONGEST_KEY && !text.contains('\n'),
    }
}

/// Longer than any key that means something here: it bounds how far a stray quote can reach.
const LONGEST_KEY: usize = 200;

/// A key in quotes, and what follows it. A key stays on its line.
pub(super) fn quoted_key(text: &str) -> Option<(String, &str)> {
    let open = text.chars().next().filter(|c| is_quote(*c))?;
    let mut rest = &text[open.len_utf8()..];
    let mut key = String::new();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => rest = unescape(rest, &mut key)?,
            '\n' => return None,
            c if closes(open, c) => return Some((key, rest)),
            c => key.push(c),
        }
        if key.len() > LONGEST_KEY {
            return None;
        }
    }
    None
}

/// Adds what the escape after a backslash stands for; gives what follows it, or nothing when it was cut.
/// A line break that is escaped continues the line; an escape JSON does not know is left as it is.
fn unescape<'a>(text: &'a str, said: &mut String) -> Option<&'a str> {
    let c = text.chars().next()?;
    let rest = &text[c.len_utf8()..];
    match c {
        'n' => said.push('\n'),
        't' => said.push('\t'),
        'r' => said.push('\r'),
        'b' => said.push('\u{8}'),
        'f' => said.push('\u{c}'),
        '\n' => {}
        'u' => return unicode(rest, said),
        '\\' | '/' => said.push(c),
        c if is_quote(c) => said.push(c),
        c => said.extend(['\\', c]),
    }
    Some(rest)
}

/// `\uD83D\uDE00`: two halves make one character, a half alone makes none.
fn unicode<'a>(text: &'a str, said: &mut String) -> Option<&'a str> {
    let Some((high, rest)) = hex(text) else {
        if text.len() < 4 && text.chars().all(|c| c.is_ascii_hexdigit()) {
            return None;
        }
        said.push_str("\\u");
        return Some(text);
    };
    let pair = rest.strip_prefix("\\u").and_then(hex);
    if let Some((low, after)) = pair
        && let Some(Ok(c)) = char::decode_utf16([high, low]).next()
        && c.len_utf16() == 2
    {
        said.push(c);
        return Some(after);
    }
    said.push(char::from_u32(high.into()).unwrap_or(char::REPLACEMENT_CHARACTER));
    Some(rest)
}

fn hex(text: &str) -> Option<(u16, &str)> {
    let code = text.get(..4).filter(|code| code.chars().all(|c| c.is_ascii_hexdigit()))?;
    Some((u16::from_str_radix(code, 16).ok()?, &text[4..]))
}
