//! A question that brings its material along: the part that asks, and the texts that it asks about.

use crate::facts::statements;
use crate::graph::Graph;

/// Bytes up to which a question of one paragraph is only a question.
const SHORT: usize = 400;
/// A line that is longer is no title.
const LONGEST_TITLE: usize = 100;
/// Bytes of material that are read; who brings a book should have it learned.
const MOST: usize = 200_000;

pub(crate) struct Asked<'a> {
    /// What is asked.
    pub(crate) question: &'a str,
    /// What the material says, if there is any.
    pub(crate) material: Option<Graph>,
}

impl<'a> Asked<'a> {
    pub(crate) fn of(whole: &'a str) -> Self {
        if whole.len() <= SHORT && !whole.contains("\n\n") {
            return Self { question: whole, material: None };
        }
        let Some(question) = asking_sentence(whole) else {
            return Self { question: whole, material: None };
        };
        let mut material = Graph::default();
        let whole = &whole[..whole.floor_char_boundary(MOST)];
        let paragraphs = whole.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        for (number, paragraph) in (1..).zip(paragraphs) {
            if paragraph.contains(question) {
                continue;
            }
            let (title, text) = titled(paragraph);
            let name = if title.is_empty() { format!("text {number}") } else { title.to_owned() };
            material.learn(&name, "", 1.0, &statements(title, text));
        }
        Self { question, material: Some(material) }
    }
}

/// The last sentence that asks, without what introduces it: "Question: who was it?"
fn asking_sentence(whole: &str) -> Option<&str> {
    let end = whole.rfind(['?', '？', '؟'])?;
    let before = &whole[..end];
    let start = before
        .rfind(['.', '!', '?', '\n', '？', '。'])
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    // A point within a name ends no sentence.
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let start = if is_name_before(&before[line..start]) { line } else { start };
    let sentence = whole[start..].split_inclusive(['?', '？', '؟']).next()?.trim();
    let asked = without_introduction(sentence);
    (asked.len() > 3 && asked.len() <= SHORT).then_some(asked)
}

/// What stands after the first colon that a question begins after; a colon within a title introduces nothing.
fn without_introduction(sentence: &str) -> &str {
    const ASKING: &[&str] = &[
        "who", "what", "which", "when", "where", "why", "how", "whose", "is", "are", "was", "were",
        "do", "does", "did", "in", "on", "at", "from", "to", "of", "tell",
    ];
    let begins = |asked: &str| {
        let first = asked.split_whitespace().next().unwrap_or("").to_lowercase();
        ASKING.contains(&first.as_str())
    };
    if begins(sentence) {
        return sentence;
    }
    let mut after = sentence.match_indices(": ").map(|(at, colon)| &sentence[at + colon.len()..]);
    let last = sentence.rsplit_once(": ").map_or(sentence, |(_, asked)| asked);
    after.find(|asked| begins(asked)).unwrap_or(last)
}

/// Whether the text ends with an initial or a short form: "J.", "Dr.", "St."
fn is_name_before(text: &str) -> bool {
    let Some(text) = text.strip_suffix('.') else { return false };
    let word = text.rsplit(' ').next().unwrap_or(text);
    word.starts_with(char::is_uppercase) && word.chars().count() <= 3
}

/// A short first line is what the rest is about.
fn titled(paragraph: &str) -> (&str, &str) {
    match paragraph.split_once('\n') {
        Some((title, text))
            if title.len() <= LONGEST_TITLE && !title.ends_with(['.', ':', ';']) =>
        {
            (title.trim(), text)
        }
        _ => ("", paragraph),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conclusion::conclude;
    use crate::thought::Facts;

    const TEXTS: &str = "Texts:\n\nThe Golden Calf (1930 film)\nThe Golden Calf is a 1930 American pre-Code \
        comedy film directed by Millard Webb and written by Marion Orth.\n\nMillard Webb\nMillard Webb (6 \
        December 1893 – 21 April 1935), was an American screenwriter and director. He directed 20 films between \
        1920 and 1933. Mary Eaton married Webb in 1929, but they separated.\n\nQuestion, to be answered from the texts: ";

    #[test]
    fn what_is_asked_is_answered_from_what_was_brought_along() {
        let whole = format!(
            "{TEXTS}Who is the spouse of the director of film The Golden Calf (1930 Film)?\nBe brief."
        );
        let asked = Asked::of(&whole);
        assert_eq!(
            asked.question,
            "Who is the spouse of the director of film The Golden Calf (1930 Film)?"
        );
        let told = conclude(&asked.material.unwrap(), asked.question, &Facts).unwrap();
        assert_eq!((told.text.as_str(), told.sources.len()), ("Mary Eaton", 2));
    }

    #[test]
    fn a_short_text_is_material_too() {
        let asked = Asked::of("Ann Lee was born in Oslo.\n\nWhere was Ann Lee born?");
        let told = conclude(&asked.material.unwrap(), asked.question, &Facts).unwrap();
        assert_eq!(told.text, "Oslo");
    }

    #[test]
    fn the_sentence_that_asks_is_found() {
        let filler = "It is a long text about nothing in particular. ".repeat(10);
        for (whole, expected) in [
            (format!("{filler}\n\nWho was J. R. Smith?"), "Who was J. R. Smith?"),
            (format!("Who was it?\n\n{filler}"), "Who was it?"),
            (
                format!("{filler}\n\nQuestion: Who made Yohan: The Child?"),
                "Who made Yohan: The Child?",
            ),
            (format!("{filler}\n\nWho made Yohan: The Child?"), "Who made Yohan: The Child?"),
            (format!("{filler}Why? Nobody knows. Who was it? Say so."), "Who was it?"),
        ] {
            assert_eq!(Asked::of(&whole).question, expected);
        }
        for whole in ["Who was it?", &filler, &"x".repeat(100_000), &"? ".repeat(1_000), "。？"] {
            let _ = Asked::of(whole);
        }
    }
}
