//! Where sentences end, for cutting: a border too many costs nothing, since only some become cuts.

/// Words that end with a point and do not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Jr", "Sr", "vs", "No", "Nr", "ca", "etc", "al", "Fig",
    "Eq", "Sec", "Vol", "pp", "e.g", "i.e", "z.B", "U.S", "U.K", "cf", "approx",
];

/// The parts of a paragraph that should stay together: sentences, and lines. Put together they are the
/// paragraph.
pub(crate) fn sentences(paragraph: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = paragraph.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_end = match c {
            '.' | '!' | '?' => ends_sentence(&paragraph[start..at], c, &paragraph[at + 1..]),
            '。' | '！' | '？' | '\n' => true,
            _ => false,
        };
        if !is_end {
            continue;
        }
        // Closing quotes and the space belong to what ends.
        while chars.next_if(|(_, next)| next.is_whitespace() || is_closing(*next)).is_some() {}
        let end = chars.peek().map_or(paragraph.len(), |(at, _)| *at);
        found.push(&paragraph[start..end]);
        start = end;
    }
    if start < paragraph.len() {
        found.push(&paragraph[start..]);
    }
    found
}

fn ends_sentence(before: &str, mark: char, after: &str) -> bool {
    let after = after.trim_start_matches(is_closing);
    after.starts_with(char::is_whitespace)
        && !after.trim_start().starts_with(char::is_lowercase)
        && !(mark == '.' && is_abbreviation(before))
}

fn is_closing(c: char) -> bool {
    matches!(c, '"' | '”' | '’' | '\'' | ')' | ']' | '»' | '」' | '』')
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or(before);
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    is_initial || ABBREVIATIONS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_and_lines_end() {
        assert_eq!(
            sentences("Dr. J. Smith said “No.” Then 3.5 more!\nA line"),
            ["Dr. J. Smith said “No.” ", "Then 3.5 more!\n", "A line"]
        );
        assert_eq!(sentences("東京は首都です。人口は千四百万人です。").len(), 2);
        assert_eq!(sentences(""), Vec::<&str>::new());
    }
}
