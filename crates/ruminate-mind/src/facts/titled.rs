//! Titles that stand in their text as one name: "Payment on Demand", "The Man Who Knew Too Much", "Apollo 13".
//!
//! Word by word such a name is cut at its small words, its signs and its numbers, since nothing but the title
//! tells that they belong to it. Where the title is known, its words are one word of the sentence.

use std::ops::Range;

use super::cut::tokens;
use super::token::{Kind, Token};

/// The words of a title that a sentence holds as one, without "The" at its beginning.
///
/// Nothing for a title that is understood word by word: one of names alone, or one that names no single thing,
/// as "Acid rain".
pub(super) fn parts(title: &str) -> Vec<String> {
    let found = tokens(title);
    let found = match found.first() {
        Some(first) if first.is_any(&["the"]) => &found[1..],
        _ => &found[..],
    };
    let is_one_thing = found.iter().skip(1).any(|token| token.is_name || token.kind == Kind::Other);
    let is_understood = found.iter().all(|token| token.is_name);
    match found.len() > 1 && is_one_thing && !is_understood {
        true => found.iter().map(|token| token.text.to_owned()).collect(),
        false => Vec::new(),
    }
}

/// Sentences that were cut after a title that ends in a sign, and go on: "Where Is My Car? (2000) is", "Cheer Up! and".
pub(super) fn whole(text: &str, title: &str, sentences: Vec<Range<usize>>) -> Vec<Range<usize>> {
    if !title.ends_with(['?', '!']) {
        return sentences;
    }
    let mut found: Vec<Range<usize>> = Vec::with_capacity(sentences.len());
    for next in sentences {
        let goes_on = |known: &&mut Range<usize>| {
            let after = &text[next.clone()];
            text[(**known).clone()].trim_end().ends_with(title)
                && after.starts_with(|c: char| c == '(' || c.is_lowercase())
        };
        match found.last_mut().filter(goes_on) {
            Some(known) => known.end = next.end,
            None => found.push(next),
        }
    }
    found
}

/// Makes one name of each place where the words of a title stand.
pub(super) fn join<'a>(
    sentence: &'a str,
    tokens: Vec<Token<'a>>,
    parts: &[String],
) -> Vec<Token<'a>> {
    let begins = |at: usize| {
        parts.len() > 1
            && tokens[at..].len() >= parts.len()
            && tokens[at..].iter().zip(parts).all(|(token, part)| token.text == part)
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| begins(*at)).collect();
    if places.is_empty() {
        return tokens;
    }
    let mut joined: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut end = 0;
    for (at, token) in tokens.into_iter().enumerate() {
        match joined.last_mut() {
            Some(name) if at < end => {
                name.at.end = token.at.end;
                name.text = &sentence[name.at.clone()];
                name.low = name.text.to_lowercase().into();
            }
            _ if places.contains(&at) => {
                end = at + parts.len();
                joined.push(Token {
                    kind: Kind::Word,
                    classes: 0,
                    is_name: true,
                    verb: None,
                    ..token
                });
            }
            _ => joined.push(token),
        }
    }
    joined
}
