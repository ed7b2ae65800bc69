//! How long a text is for a model. Without its tokenizer that can only be estimated; what servers
//! count corrects the estimate while a run goes on.

use ruminate_types::{Cursor, Metrics};

/// Bytes of ASCII to a token: tokenizers make 3.8 to 4.5 of English, fewer of code and numbers, so
/// this errs on the safe side. Elsewhere a character is about a token.
const ASCII_PER_TOKEN: f64 = 3.5;

pub fn estimate(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().count() - ascii;
    (ascii as f64 / ASCII_PER_TOKEN).ceil() as u64 + other as u64
}

/// Moves half-way to what was just measured. It is never trusted below one: a prompt of another
/// kind may be denser than the last.
pub(crate) fn calibrated(before: f64, metrics: &Metrics) -> f64 {
    if metrics.estimated_prompt_tokens == 0 || metrics.prompt_tokens == 0 {
        return before;
    }
    let measured = metrics.prompt_tokens as f64 / metrics.estimated_prompt_tokens as f64;
    ((before + measured) / 2.0).clamp(Cursor::UNCALIBRATED, 3.0)
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

    #[test]
    fn a_denser_tokenizer_is_learned_from_its_counts() {
        let metrics =
            Metrics { prompt_tokens: 200, estimated_prompt_tokens: 100, ..Metrics::default() };
        let once = calibrated(Cursor::UNCALIBRATED, &metrics);
        assert!(once > 1.4 && calibrated(once, &metrics) > once);
    }
}
