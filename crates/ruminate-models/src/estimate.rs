//! How many tokens a text has, where the server does not count. Never too few for the texts that
//! budgets must hold for: about four ASCII characters to a token, and every other character one.

pub(crate) fn tokens(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|c| !c.is_ascii()).count();
    (ascii.div_ceil(4) + other) as u64
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn four_ascii_characters_are_a_token_and_any_other_is_one() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("abcde"), 2);
        assert_eq!(tokens("日本語"), 3);
        assert_eq!(tokens("abcd é"), 3);
    }
}
