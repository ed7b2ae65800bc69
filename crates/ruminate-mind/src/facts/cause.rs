//! Causes between clauses: "X because Y", "X because of Y".
//!
//! What causes and what is caused are clauses here, and are kept whole: "the pitch was frozen" causes "the match
//! was cancelled", and not the pitch the match.

use super::lexicon::*;
use super::reader::Reader;
use super::token::Kind;

/// A longer clause says more than one thing.
const LONGEST: usize = 14;
const CONFIDENCE: f64 = 0.75;

impl Reader<'_, '_> {
    pub(super) fn causes(&mut self) {
        if let Some(because) = self.say_cause()
            && let Some(subject) = self.subject(because + 1)
        {
            self.clause(subject, 0);
        }
    }

    /// Says which clause causes which; gives the "because", if a clause follows it.
    fn say_cause(&mut self) -> Option<usize> {
        let because = self
            .tokens
            .iter()
            .position(|token| !token.is_name && token.is_any(&["because", "due"]))?;
        let is_due = self.is_word(because, &["due"]);
        let has_phrase = self.is_word(because + 1, &["of"]) && !is_due
            || self.is_word(because + 1, &["to"]) && is_due;
        if is_due && !has_phrase || because == 0 {
            return None;
        }
        let start = self.tokens[..because]
            .iter()
            .rposition(|token| matches!(token.kind, Kind::Comma | Kind::Break))
            .map_or(0, |comma| comma + 1);
        let begin = because + 1 + usize::from(has_phrase);
        let end = self.tokens[begin..]
            .iter()
            .position(|token| {
                matches!(token.kind, Kind::Comma | Kind::Break | Kind::Open | Kind::Other)
            })
            .map_or(self.tokens.len(), |offset| begin + offset);
        if start > 0
            || because - start > LONGEST
            || end <= begin
            || end - begin > LONGEST
            || because < 2
        {
            return None;
        }
        let is_plain = |range: std::ops::Range<usize>| {
            !self.tokens[range].iter().any(|token| {
                !token.is_name
                    && token.is(DOUBT | PRONOUN | POSSESSIVE | NEGATION | LINK | CONJUNCTION)
            })
        };
        if !is_plain(start..because) || !is_plain(begin..end) {
            return None;
        }
        // "The outage happened because of", "was due to": what happened is the effect.
        let is_empty = |at: &usize| {
            const HAPPENING: &[&str] = &[
                "happened", "occurred", "happens", "occurs", "happen", "occur", "arose", "arises",
            ];
            let is_last = at + 1 == because;
            self.tokens[*at].is(ADVERB)
                || self.is_word(*at, HAPPENING)
                || is_last && self.tokens[*at].is(BE)
        };
        let stop = (start..because).rev().find(|at| !is_empty(at)).map_or(because, |at| at + 1);
        let (effect, cause) = (self.without_article(start..stop), self.without_article(begin..end));
        self.say(&cause, "cause", &effect, false, CONFIDENCE);
        (!has_phrase).then_some(because)
    }

    fn without_article(&self, words: std::ops::Range<usize>) -> String {
        let has_article = self.is_word(words.start, &["the", "a", "an"]) && words.len() > 1;
        self.written(words.start + usize::from(has_article)..words.end)
    }
}
