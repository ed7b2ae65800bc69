//! An answer that is shown while a model still writes it.

use ruminate_engine::reply::answer_so_far;

#[derive(Default)]
pub(crate) struct Written {
    /// The reply as it came, private reasoning and all.
    reply: String,
    /// How much of it was looked at.
    read: usize,
    /// What was handed out.
    shown: String,
    /// Nothing more can be told from the pieces.
    is_given_up: bool,
}

/// The reply is read again when it has grown by this share: reading all of it for every word of a long
/// one would take ever longer.
const SHARE: usize = 128;

impl Written {
    /// What may be shown now that this has come.
    pub(crate) fn piece(&mut self, piece: &str) -> Option<String> {
        if self.is_given_up {
            return None;
        }
        self.reply.push_str(piece);
        if self.reply.len() - self.read <= self.read / SHARE {
            return None;
        }
        self.read = self.reply.len();
        let so_far = answer_so_far(&self.reply);
        match so_far.strip_prefix(&self.shown) {
            Some("") => None,
            Some(more) => {
                let more = more.to_owned();
                self.shown = so_far;
                Some(more)
            }
            // It begins anew; what comes of it is seen at the end.
            None => {
                self.is_given_up = true;
                None
            }
        }
    }

    /// Some pieces were lost: what follows them means nothing.
    pub(crate) fn hole(&mut self) {
        self.is_given_up = true;
        self.reply = String::new();
    }

    /// What is to be shown yet, now that the answer is known. Where what was shown is no beginning of it
    /// (the model took it back, or fell silent and was answered for), the answer follows whole, after a
    /// blank line: nothing that was sent can be unsent.
    pub(crate) fn rest(self, answer: &str) -> String {
        match answer.strip_prefix(&self.shown) {
            Some(rest) => rest.to_owned(),
            None => format!("\n\n{answer}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use ruminate_engine::reply::answer;

    use super::*;

    /// What somebody sees who watches the reply being written in pieces of `size` bytes.
    fn watched(reply: &str, size: usize) -> String {
        let mut written = Written::default();
        let mut seen = String::new();
        let pieces: Vec<char> = reply.chars().collect();
        for piece in pieces.chunks(size) {
            seen.extend(written.piece(&piece.iter().collect::<String>()));
        }
        let answer = answer(reply).map(|answer| answer.text).unwrap_or_default();
        seen.push_str(&written.rest(&answer));
        seen
    }

    #[test]
    fn what_is_seen_is_the_answer_however_it_is_cut() {
        let replies = [
            "Forty-two, in all likelihood.\n\nCONFIDENCE: 0.8",
            "<think>hm</think>Words. **CONFIDENCE: 0.5**",
            "First line\n---\nlast, and CONFIDENCE is a word here too.",
        ];
        for reply in replies {
            let whole = answer(reply).unwrap().text;
            for size in 1..reply.len() {
                assert_eq!(watched(reply, size), whole, "{reply:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn an_answer_that_begins_anew_follows_whole() {
        let seen = watched("I should say so.\nNow:\n</think>\nYes.\nCONFIDENCE: 0.9", 4);
        assert!(seen.ends_with("\n\nYes."), "{seen:?}");
    }

    #[test]
    fn after_a_hole_the_rest_comes_at_the_end() {
        let mut written = Written::default();
        assert_eq!(written.piece("One two ").as_deref(), Some("One two"));
        written.hole();
        assert_eq!(written.piece("four"), None);
        assert_eq!(written.rest("One two three four"), " three four");
    }

    #[test]
    fn a_long_reply_is_not_read_for_every_word_of_it() {
        let mut written = Written::default();
        let begun = std::time::Instant::now();
        let shown = (0..100_000).filter_map(|_| written.piece("word ")).count();
        assert!(shown < 3000, "{shown}");
        assert!(begun.elapsed() < std::time::Duration::from_secs(20));
    }
}
