//! Bytes to text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::DocumentError;
use crate::report::Note;

/// How much of a file tells whether it is text.
const START: usize = 8 * 1024;

/// The text, and what to say about it. A mark at the beginning decides; else UTF-8 does if it fits, even
/// if some of it is broken; else `declared`, if the document says what it is; else a guess.
pub(crate) fn decode(
    bytes: Vec<u8>,
    declared: Option<&'static Encoding>,
    name: &str,
) -> Result<(String, Option<Note>), DocumentError> {
    if let Some((encoding, length)) = Encoding::for_bom(&bytes) {
        let (text, had_errors) = encoding.decode_without_bom_handling(&bytes[length..]);
        let text = text.into_owned();
        let note = had_errors.then(|| replaced(&text));
        return if is_binary(text.as_bytes()) { Err(not_text(name)) } else { Ok((text, note)) };
    }
    if is_binary(&bytes) {
        return Err(not_text(name));
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, None)),
        Err(error) => error.into_bytes(),
    };
    let declared = declared.filter(|encoding| ![UTF_8, UTF_16LE, UTF_16BE].contains(encoding));
    if declared.is_none() && is_broken_utf8(&bytes) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let note = replaced(&text);
        return Ok((text, Some(note)));
    }
    let encoding = declared.unwrap_or_else(|| guess(&bytes));
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    let note = declared.is_none().then(|| Note::Guessed(encoding.name()));
    Ok((text.into_owned(), note))
}

fn not_text(name: &str) -> DocumentError {
    DocumentError::NotText { name: name.to_owned() }
}

fn replaced(text: &str) -> Note {
    Note::Replaced(text.matches(char::REPLACEMENT_CHARACTER).count() as u64)
}

/// Whether the bytes are no text in any encoding that has ASCII in it: zeroes at the beginning, or more
/// control characters than a text has.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(START)];
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    start.contains(&0)
        || 50 * start.iter().filter(is_control).count() > start.len()
        || 50 * bytes.iter().filter(is_control).count() > bytes.len()
}

/// Whether these are mostly right sequences of UTF-8, or the beginnings of some. In other encodings a
/// single letter between ASCII is what is wrong.
fn is_broken_utf8(bytes: &[u8]) -> bool {
    let (mut right, mut wrong) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        right += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        match chunk.invalid().len() {
            0 => {}
            1 => wrong += 1,
            _ => right += 1,
        }
    }
    right > 0 && right >= wrong
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    // A megabyte tells as much as all of it.
    let start = &bytes[..bytes.len().min(1024 * 1024)];
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(start, true);
    detector.guess(None, chardetng::Utf8Detection::Deny)
}

/// Control characters mean nothing in a passage, and something to a terminal.
pub(crate) fn without_controls(text: String) -> String {
    let is_one = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_one) {
        return text;
    }
    let text = text.replace("\r\n", "\n");
    text.chars().map(|c| if c == '\r' { '\n' } else { c }).filter(|c| !is_one(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Option<(String, Option<Note>)> {
        decode(bytes.to_vec(), None, "x").ok()
    }

    #[test]
    fn encodings_are_told_apart() {
        let is = |text: &str, note| Some((text.to_owned(), note));
        assert_eq!(read("\u{feff}naïve".as_bytes()), is("naïve", None));
        let utf16: Vec<u8> = "\u{feff}Grüße".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16), is("Grüße", None));
        assert_eq!(
            read(b"Un caf\xe9 \xe0 la carte, s'il vous pla\xeet."),
            is("Un café à la carte, s'il vous plaît.", Some(Note::Guessed("windows-1252")))
        );
        assert_eq!(
            read("é é \u{20ac}".as_bytes().split_last().unwrap().1).unwrap().1,
            Some(Note::Replaced(1))
        );
        assert_eq!(read(b"\x7fELF\x02\x01\x01\0\0"), None);
        assert_eq!(read(&[1, 2, 3, 65, 66]), None);
        assert_eq!(read(b""), is("", None));
    }

    #[test]
    fn cyrillic_is_guessed() {
        let bytes =
            encoding_rs::WINDOWS_1251.encode("Привет, это обычный русский текст о погоде.").0;
        let (text, note) = read(&bytes).unwrap();
        assert!(text.starts_with("Привет"), "{text}");
        assert_eq!(note, Some(Note::Guessed("windows-1251")));
    }

    #[test]
    fn control_characters_go() {
        assert_eq!(without_controls("a\r\nb\x1b[31mc\rd\te".to_owned()), "a\nb[31mc\nd\te");
    }
}
