//! Where sentences end.
//!
//! By hand, since a name's sentence is all that is wanted: no language has to be known, and a text is
//! read once from left to right. A cut too few costs little, a cut within a name costs the name.

use std::ops::Range;

/// What is shorter than this belongs to what follows: initials, numbers of a list.
const SHORTEST: usize = 25;

/// Words that end with a point and do not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "St", "Mr", "Mrs", "Ms", "Dr", "Prof", "Jr", "Sr", "vs", "No", "c", "b", "d", "ca", "Lt",
    "Col", "Gen", "Sgt", "Capt", "Mt", "Ft", "Rev", "Hon", "Inc", "Ltd", "Co", "Corp", "etc", "al",
    "e.g", "i.e", "U.S", "U.K", "Vol", "Op", "fl", "approx",
];

/// The sentences of a text, without gaps but for the space between them.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = at + c.len_utf8();
        let is_end = match c {
            '.' | '!' | '?' => {
                let rest = &text[after..];
                rest.starts_with(char::is_whitespace)
                    && begins_sentence(rest)
                    && !(c == '.' && is_abbreviation(&text[start..at]))
            }
            '。' | '！' | '？' => true,
            '\n' => text[after..].starts_with(['\n', '-', '*', '#']) || at - start > 4 * SHORTEST,
            _ => false,
        };
        if is_end && after - start >= SHORTEST {
            found.push(start..after);
            start = after;
            while chars.next_if(|(_, space)| space.is_whitespace()).is_some() {
                start = chars.peek().map_or(text.len(), |(at, _)| *at);
            }
        }
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}

/// Whether a capital or a digit comes after the space, perhaps in quotes.
fn begins_sentence(rest: &str) -> bool {
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(['"', '“', '(', '«', '\'']).unwrap_or(rest);
    rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or(before);
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    is_initial
        || ABBREVIATIONS.contains(&word)
        // Initials without spaces: `J.R`.
        || word.len() >= 3 && word.split('.').all(|part| part.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::sentences;

    fn split(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn abbreviations_and_initials_end_nothing() {
        assert_eq!(
            split(
                "It was written by J. R. R. Tolkien. Mr. Smith of St. Louis published it in 1954."
            ),
            ["It was written by J. R. R. Tolkien.", "Mr. Smith of St. Louis published it in 1954."]
        );
    }

    #[test]
    fn paragraphs_and_other_scripts_end_too() {
        assert_eq!(
            split("a heading without any point\n\nand then a paragraph of its own"),
            ["a heading without any point\n", "and then a paragraph of its own"]
        );
        assert_eq!(split("東京は日本の首都であり最大の都市です。人口は千四百万人です。").len(), 2);
    }

    #[test]
    fn nothing_is_lost() {
        for text in ["", ".", "a", "\n\n\n", "No end", "A. B. C. ", "x. "] {
            let length: usize = split(text).iter().map(|part| part.trim().len()).sum();
            assert_eq!(
                length,
                text.split_whitespace().map(str::len).sum::<usize>()
                    + text.trim().matches(' ').count()
            );
        }
    }
}
