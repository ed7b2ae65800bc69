//! Where sentences end, in whatever a model writes.

const ENDS: [char; 7] = ['.', '!', '?', '…', '。', '！', '？'];
const ASKING: [char; 3] = ['?', '？', '؟'];

/// The sentences of a text, without what ends them. An initial or a title ends none.
pub(crate) fn each(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        let end = rest.char_indices().find(|&(at, c)| is_end(rest, at, c));
        let (sentence, after) = match end {
            _ if rest.is_empty() => return None,
            Some((at, c)) => (&rest[..at], &rest[at + c.len_utf8()..]),
            None => (rest, ""),
        };
        rest = after.trim_start();
        Some(sentence)
    })
}

pub(crate) fn first(text: &str) -> &str {
    each(text).next().unwrap_or_default()
}

fn is_end(text: &str, at: usize, c: char) -> bool {
    const TITLES: [&str; 7] = ["Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr"];
    let after = text[at + c.len_utf8()..].chars().next();
    let is_before_space = after.is_none_or(char::is_whitespace);
    match c {
        '\n' | '。' | '！' | '？' => true,
        '!' | '?' => is_before_space,
        '.' if is_before_space => {
            let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let is_initial = word.len() == 1 && word.starts_with(char::is_alphabetic);
            !is_initial && !TITLES.contains(&word)
        }
        _ => false,
    }
}

/// Whether it ends as a sentence does, and not in the middle of one.
pub(crate) fn is_whole(text: &str) -> bool {
    text.ends_with(ENDS) || text.ends_with(['"', ')'])
}

/// Leaves out the half sentence at the end, if there is a whole one before it.
pub(crate) fn leave_whole(text: &mut String) {
    if is_whole(text) {
        return;
    }
    if let Some((at, end)) = text.char_indices().rfind(|(_, c)| ENDS.contains(c)) {
        text.truncate(at + end.len_utf8());
    }
}

/// What asks in a text that was to be a question: small models go on talking, or do not ask at all. A few words
/// without a mark may name what is asked about.
pub(crate) fn question_in(text: &str) -> Option<&str> {
    const FEW: usize = 100;
    match text.char_indices().rfind(|(_, c)| ASKING.contains(c)) {
        Some((at, mark)) => Some(text[..at + mark.len_utf8()].trim()),
        None => (text.len() <= FEW).then_some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_does_not_end_at_an_initial() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(each(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check("G. Stanley Hall. He was first.", &["G. Stanley Hall", "He was first"]);
        check("1993. In that year.", &["1993", "In that year"]);
        check("St. Louis is it\nBecause 3.5 is more.", &["St. Louis is it", "Because 3.5 is more"]);
        check("Is it? Yes", &["Is it", "Yes"]);
        check("パリです。首都です。", &["パリです", "首都です"]);
        check("no end", &["no end"]);
        check("  ", &[]);
    }

    #[test]
    fn half_a_sentence_goes() {
        let check = |text: &str, expected: &str| {
            let mut left = text.to_owned();
            leave_whole(&mut left);
            assert_eq!(left, expected);
        };
        check("It is so. And then", "It is so.");
        check("It is so (mostly)", "It is so (mostly)");
        check("And then", "And then");
    }

    #[test]
    fn what_does_not_ask_is_no_question() {
        let talk = "Another concrete reason is that a city could have no private cars because of what it is not possible to do";
        assert_eq!(question_in(talk), None);
        assert_eq!(question_in("Why so long? It is like a car."), Some("Why so long?"));
        assert_eq!(question_in("the cost of it"), Some("the cost of it"));
        assert_eq!(question_in("なぜですか？"), Some("なぜですか？"));
    }
}
