//! How questions begin besides their own words: "Who's …", "Please tell me who …".

use super::term::BE;
use super::word::Token;

const POLITE: &[&[&str]] = &[
    &["please"],
    &["tell", "me"],
    &["can", "you", "tell", "me"],
    &["could", "you", "tell", "me"],
    &["do", "you", "know"],
    &["i", "want", "to", "know"],
];
const ASKING: &[&str] = &["who", "what", "when", "where", "which", "how", "why"];

/// The question itself: without what is only polite, with "is" for the "'s" of "who's", and with the "is" of "what X's
/// capital is" where a question has it.
pub(super) fn opened(mut tokens: Vec<Token>) -> Vec<Token> {
    while let Some(polite) = POLITE.iter().find(|polite| begins(&tokens, polite)) {
        tokens.drain(..polite.len());
    }
    if let [first, second, ..] = tokens.as_mut_slice()
        && first.is_any(ASKING)
        && *second == Token::Owned
    {
        *second = Token::Word("is".into(), false);
    }
    if let [first, second, .., last] = tokens.as_slice()
        && first.is_any(ASKING)
        && last.is_any(BE)
        && !second.is_any(BE)
    {
        tokens[1..].rotate_right(1);
    }
    tokens
}

fn begins(tokens: &[Token], words: &[&str]) -> bool {
    tokens.len() > words.len()
        && tokens.iter().zip(words).all(|(token, word)| token.is_any(&[*word]))
}
