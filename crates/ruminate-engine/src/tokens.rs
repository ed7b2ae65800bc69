//! What servers count corrects our estimate of tokens while a run goes on.

pub(crate) use ruminate_types::tokens::estimate;
use ruminate_types::{Cursor, Metrics};

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
    fn a_denser_tokenizer_is_learned_from_its_counts() {
        let metrics =
            Metrics { prompt_tokens: 200, estimated_prompt_tokens: 100, ..Metrics::default() };
        let once = calibrated(Cursor::UNCALIBRATED, &metrics);
        assert!(once > 1.4 && calibrated(once, &metrics) > once);
    }
}
