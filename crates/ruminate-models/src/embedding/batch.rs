//! Texts on their way to a server: how many go together, and how much of each.

use ruminate_types::tokens;

/// Texts in one request. A laptop embeds that many in a few seconds, and no server refuses so few.
pub(super) const MOST_TEXTS: usize = 64;

/// Bytes of text in one request, unless a single text has more: OpenAI refuses more than 300,000 tokens
/// in all, and a token has at least a byte.
const MOST_BYTES: usize = 256 * 1024;

/// More bytes than these to a token have no words in them.
const BYTES_PER_TOKEN: usize = 8;

/// A text this short fits: if it is refused all the same, it is not for its length.
const SHORT: usize = 64;

#[derive(Debug)]
pub(super) struct Batch {
    texts: Vec<String>,
    is_cut: Vec<bool>,
}

/// The texts in order, with the prefix before each and without what cannot fit.
pub(super) fn batches(
    texts: &[String],
    prefix: &'static str,
    context_window: u32,
) -> impl Iterator<Item = Batch> {
    let longest = (context_window as usize).saturating_mul(BYTES_PER_TOKEN).max(SHORT);
    let mut texts = texts.iter().map(move |text| format!("{prefix}{text}")).peekable();
    std::iter::from_fn(move || {
        let mut batch = Batch { texts: Vec::new(), is_cut: Vec::new() };
        let mut room = MOST_BYTES;
        while let Some(text) = texts.next_if(|text| {
            let is_first = batch.texts.is_empty();
            is_first || (batch.texts.len() < MOST_TEXTS && text.len().min(longest) <= room)
        }) {
            room = room.saturating_sub(text.len().min(longest));
            batch.push(text, longest);
        }
        (!batch.texts.is_empty()).then_some(batch)
    })
}

impl Batch {
    pub(super) fn of_one(text: &str) -> Self {
        Self { texts: vec![text.to_owned()], is_cut: vec![false] }
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The places of the texts that are not whole.
    pub(super) fn cut(&self) -> impl Iterator<Item = usize> {
        self.is_cut.iter().enumerate().filter_map(|(place, is_cut)| is_cut.then_some(place))
    }

    fn push(&mut self, text: String, longest: usize) {
        self.texts.push(text);
        self.is_cut.push(false);
        self.cut_at(self.texts.len() - 1, longest);
    }

    /// Whether there was something to cut.
    fn cut_at(&mut self, place: usize, longest: usize) -> bool {
        let text = &mut self.texts[place];
        let end = text.floor_char_boundary(longest);
        let cuts = end < text.len();
        text.truncate(end);
        self.is_cut[place] |= cuts;
        cuts
    }

    /// Makes the texts shorter that are too long for so many tokens by estimate. When none is, the
    /// estimate was wrong about one of them: a text by itself loses a quarter, several must be told
    /// apart first. Says whether there is anything else to send.
    pub(super) fn shorten(&mut self, tokens: u32) -> bool {
        let mut shorter = false;
        for place in 0..self.texts.len() {
            let text = &self.texts[place];
            let estimate = tokens::estimate(text);
            if estimate > u64::from(tokens) {
                let share = f64::from(tokens) / estimate as f64;
                let end = (text.len() as f64 * share) as usize;
                shorter |= self.cut_at(place, end.max(SHORT));
            }
        }
        if shorter || self.texts.len() > 1 {
            return shorter;
        }
        let end = self.texts[0].len() / 4 * 3;
        self.cut_at(0, end.max(SHORT))
    }

    /// Two batches of about the same number of texts, in order; nothing when there is only one text.
    pub(super) fn halves(mut self) -> Option<[Self; 2]> {
        let middle = self.texts.len() / 2;
        if middle == 0 {
            return None;
        }
        let texts = self.texts.split_off(middle);
        let is_cut = self.is_cut.split_off(middle);
        Some([self, Self { texts, is_cut }])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(count: usize, bytes: usize) -> Vec<String> {
        (0..count).map(|n| format!("{n} {}", "é".repeat(bytes / 2))).collect()
    }

    fn sizes(texts: &[String], window: u32) -> Vec<usize> {
        batches(texts, "", window).map(|batch| batch.texts().len()).collect()
    }

    #[test]
    fn a_batch_is_bounded_in_texts_and_in_bytes() {
        assert_eq!(sizes(&[], 512), [0; 0]);
        assert_eq!(sizes(&texts(130, 10), 512), [64, 64, 2]);
        assert_eq!(sizes(&texts(5, 100_000), 100_000), [2, 2, 1]);
        assert_eq!(sizes(&texts(2, 1_000_000), 1_000_000), [1, 1]);
    }

    #[test]
    fn what_cannot_fit_is_cut_between_two_characters_and_told() {
        let texts = [texts(1, 10), texts(1, 10_000)].concat();
        let batch = batches(&texts, "query: ", 512).next().unwrap();
        assert_eq!(batch.texts()[0], format!("query: {}", texts[0]));
        assert_eq!(batch.texts()[1].len(), 512 * 8 - 1);
        assert_eq!(batch.cut().collect::<Vec<_>>(), [1]);
    }

    proptest! {
        /// A server that takes a text up to some length gets one that it takes, whatever the length,
        /// and not less of it than the estimate or three quarters of what it takes.
        #[test]
        fn shortening_ends(length in 1..20_000_usize, real in 65..20_000_usize) {
            let text = ["x".repeat(length)];
            let mut batch = batches(&text, "", 1024).next().unwrap();
            while batch.texts()[0].len() > real {
                prop_assert!(batch.shorten(1024));
            }
            let left = batch.texts()[0].len();
            prop_assert_eq!(batch.cut().count() == 1, left < length);
            let estimated = (1024.0 * 3.5) as usize;
            prop_assert!(left == length || left >= real.min(estimated) / 4 * 3 - 4);
        }
    }

    #[test]
    fn texts_that_should_fit_are_told_apart_before_they_are_cut() {
        let mut batch = batches(&texts(5, 100), "", 512).next().unwrap();
        assert!(!batch.shorten(512));
        let [first, second] = batch.halves().unwrap();
        assert_eq!([first.texts().len(), second.texts().len()], [2, 3]);
        assert!(second.texts()[0].starts_with("2 "));
        assert!(Batch::of_one("thought").halves().is_none());
    }

    #[test]
    fn a_short_text_that_is_refused_is_not_shortened() {
        assert!(!Batch::of_one("thought").shorten(1));
    }
}
