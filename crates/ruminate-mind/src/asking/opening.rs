//! How questions begin besides their own words: "Who's …", "Please tell me who …".

use super::word::Token;

const POLITE: &[&[&str]] =
    &[&["please"], &["tell", "me"], &["can", "you", "tell", "me"], &["do", "you", "know"]];
const ASKING: &[&str] = &["who", "what", "when", "where", "which", "how", "why"];

/// The question itself: without what is only polite, and with "is" for the "'s" of "who's".
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
    tokens
}

fn begins(tokens: &[Token], words: &[&str]) -> bool {
    tokens.len() > words.len()
        && tokens.iter().zip(words).all(|(token, word)| token.is_any(&[*word]))
}
