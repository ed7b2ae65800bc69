//! An answer that is shown while a model still writes it.

use super::answer_so_far;

/// What whoever watches a reply being written has seen of the answer in it.
#[derive(Debug, Default)]
pub struct Written {
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
    /// What may be shown now that this has come, so many bytes after the reply's beginning. Whoever was
    /// not there from the beginning, or missed a part, is shown nothing: the middle of a reply may be
    /// private reasoning.
    pub fn piece(&mut self, offset: usize, piece: &str) -> Option<String> {
        if offset == 0 && self.shown.is_empty() {
            *self = Self::default();
        }
        self.is_given_up |= offset != self.reply.len();
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

    /// What is to be shown yet, now that the answer is known. Where what was shown is no beginning of it
    /// (the model took it back, or fell silent and was answered for), the answer follows whole, after a
    /// blank line: nothing that was sent can be unsent.
    pub fn rest(self, answer: &str) -> String {
        match answer.strip_prefix(&self.shown) {
            Some(rest) => rest.to_owned(),
            None => format!("\n\n{answer}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer;
    use super::*;

    /// What somebody sees who watches the reply being written in pieces of `size` characters.
    fn watched(reply: &str, size: usize) -> String {
        let (mut written, mut seen, mut offset) = (Written::default(), String::new(), 0);
        let characters: Vec<char> = reply.chars().collect();
        for piece in characters.chunks(size) {
            let piece: String = piece.iter().collect();
            seen.extend(written.piece(offset, &piece));
            offset += piece.len();
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
        assert_eq!(written.piece(0, "One two ").as_deref(), Some("One two"));
        assert_eq!(written.piece(14, "four"), None);
        assert_eq!(written.piece(8, "three"), None, "too late");
        assert_eq!(written.rest("One two three four"), " three four");
    }

    #[test]
    fn whoever_comes_in_the_middle_sees_no_private_reasoning() {
        let mut written = Written::default();
        assert_eq!(written.piece(20, "the user is a fool"), None);
        assert_eq!(written.piece(38, "</think>Yes."), None);
        assert_eq!(written.rest("Yes."), "Yes.");
    }

    #[test]
    fn a_reply_that_is_asked_for_again_is_seen_from_its_beginning() {
        let mut written = Written::default();
        assert_eq!(written.piece(0, "<think>hm"), None);
        assert_eq!(written.piece(0, "Yes, it is ").as_deref(), Some("Yes, it is"));
    }

    #[test]
    fn a_long_reply_is_not_read_for_every_word_of_it() {
        let mut written = Written::default();
        let shown = (0..100_000).filter_map(|nth| written.piece(nth * 5, "word ")).count();
        assert!(shown < 3000, "{shown}");
    }
}
