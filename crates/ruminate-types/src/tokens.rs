//! How long a text is for a model. Without its tokenizer that can only be estimated.

/// Bytes of ASCII to a token: tokenizers make 3.8 to 4.5 of English, fewer of code and numbers, so
/// this errs on the safe side. Elsewhere a character is about a token.
const ASCII_PER_TOKEN: f64 = 3.5;

pub fn estimate(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().count() - ascii;
    (ascii as f64 / ASCII_PER_TOKEN).ceil() as u64 + other as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_err_on_the_safe_side() {
        // 9 words, 10 tokens for common tokenizers.
        assert!(estimate("The quick brown fox jumps over the lazy dog.") >= 10);
        assert_eq!(estimate("意識とは何か"), 6);
        assert_eq!(estimate(""), 0);
    }
}
