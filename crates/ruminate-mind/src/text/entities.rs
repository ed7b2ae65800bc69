//! Texts from the web hold characters in writing: `&amp;`, `&#233;`.

use std::borrow::Cow;

/// The longest writing that is looked at, with its `&` and `;`.
const LONGEST: usize = 10;

/// The text with such writing replaced; what is none stays as it is.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        match character(rest) {
            Some((character, length)) => {
                plain.push(character);
                rest = &rest[length..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The character that is written at the beginning of a text, and how many bytes its writing takes.
fn character(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let character = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
        None => named(name)?,
    };
    Some((character, end + 1))
}

fn named(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" | "rsquo" | "lsquo" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "ldquo" => '“',
        "rdquo" => '”',
        "hellip" => '…',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn written_characters_become_themselves() {
        assert_eq!(unescape("Simon &amp; Schuster"), "Simon & Schuster");
        assert_eq!(unescape("Caf&#233; &#xE9; &quot;x&quot;"), "Café é \"x\"");
    }

    #[test]
    fn what_is_no_character_stays() {
        for text in ["AT&T", "a & b;", "&;", "&#;", "&#x110000;", "&unknown;", "&é;", "&"] {
            assert_eq!(unescape(text), text);
        }
    }
}
