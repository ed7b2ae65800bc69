//! The language of a question, by its English name. Prompts are English, and a small model that is told to
//! write "in the language of the question" writes English; told to write German, it does.

use whatlang::{Lang, Script, detect};

/// A text shorter than this, in a script that many languages share, may be in any of them.
const LEAST_LETTERS: usize = 24;
/// Of two thousand English questions none without an English word was taken for another language with more
/// than 0.3.
const CERTAIN: f64 = 0.4;
/// As much of a text as is looked at.
const MOST_CHARS: usize = 400;
/// Words that only English has: names and terms of other languages do not make a question theirs.
const ENGLISH: [&str; 16] = [
    "the", "what", "why", "how", "which", "does", "should", "would", "and", "that", "who", "when",
    "where", "it", "you", "can",
];

/// None for English, and where it cannot be told.
pub(crate) fn of(question: &str) -> Option<&'static str> {
    let start: String = question.chars().take(MOST_CHARS).collect();
    let words = || start.split(|c: char| !c.is_alphabetic());
    if words().any(|word| ENGLISH.iter().any(|english| word.eq_ignore_ascii_case(english))) {
        return None;
    }
    let found = detect(&start)?;
    let is_long = start.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS;
    let is_certain = match found.script() {
        Script::Latin => is_long && found.confidence() >= CERTAIN,
        // Few languages share one of the others.
        _ => found.confidence() >= CERTAIN / 2.0,
    };
    (is_certain && found.lang() != Lang::Eng).then(|| found.lang().eng_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_named_where_it_is_certain() {
        let check = |question: &str, expected: Option<&str>| {
            assert_eq!(of(question), expected, "{question}");
        };
        check("Welche Folgen hätte eine Vier-Tage-Woche für kleine Betriebe?", Some("German"));
        check("Pourquoi le ciel est-il bleu pendant la journée ?", Some("French"));
        check("¿Por qué algunas personas creen en las conspiraciones?", Some("Spanish"));
        check("意識とは何ですか、そして知性とはどう違いますか？", Some("Japanese"));
        check("Почему некоторые люди верят в теории заговора?", Some("Russian"));
        check("Why is the sky blue?", None);
        check("Is water wet?", None);
        check("Was Jovita Carranza or Fidel Kuri Grajales born first?", None);
        check("Was Goethe a better poet than Schiller in Weimar around 1800?", None);
        check("Why?", None);
        check("", None);
    }
}
