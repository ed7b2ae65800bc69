//! A question as its words and names, in order.

use crate::graph::ConceptId;
use crate::text::words::each_word;

/// A concept that the question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub concept: ConceptId,
    /// What stands in brackets after it, in small letters: "1930 film".
    pub which: Option<String>,
    /// Whether only the beginning of a name was written, of the only one that has it.
    pub is_short: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(Name),
    /// In small letters, and whether it has a capital though it does not begin the question.
    Word(String, bool),
    /// The "'s" after an owner.
    Owned,
    Comma,
    /// A sign that no question that is understood has.
    Sign,
}

impl Token {
    /// The word, if it is one without a capital.
    pub(super) fn plain(&self) -> Option<&str> {
        match self {
            Token::Word(word, false) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        matches!(self, Token::Word(word, _) if words.contains(&word.as_str()))
    }

    pub(super) fn is_name(&self) -> bool {
        matches!(self, Token::Name(_))
    }
}

/// A word of the question where it stands.
pub(super) struct Word {
    pub(super) low: String,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) has_capital: bool,
    /// The "s" after an apostrophe.
    pub(super) is_owned: bool,
    /// The signs before it that matter.
    pub(super) before: Vec<char>,
}

/// The words of a question, and the signs after the last.
pub(super) fn words(question: &str) -> (Vec<Word>, Vec<char>) {
    let mut words: Vec<Word> = Vec::new();
    let mut end = 0;
    each_word(question, |low, at| {
        let between = question.get(end..at.start).unwrap_or("");
        let after = between.trim_start_matches([')', '"', '”']);
        let is_apostrophe = matches!(after, "'" | "’") && !words.is_empty();
        words.push(Word {
            low: low.to_owned(),
            start: at.start,
            end: at.end,
            has_capital: question[at.clone()]
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()),
            is_owned: is_apostrophe && low == "s",
            before: signs(between),
        });
        end = at.end;
    });
    let after = signs(question.get(end..).unwrap_or(""));
    (words, after)
}

/// Commas, brackets, the apostrophe of an owner whose name ends in s, and what is foreign to a question.
fn signs(between: &str) -> Vec<char> {
    let owner = between.starts_with(['\'', '’']) && between.chars().nth(1) == Some(' ');
    let kept = between.chars().filter_map(|c| match c {
        ',' | '(' | ')' => Some(c),
        ';' | '=' | '+' | '<' | '>' | '%' | '$' | '€' => Some(';'),
        _ => None,
    });
    owner.then_some('\'').into_iter().chain(kept).collect()
}
