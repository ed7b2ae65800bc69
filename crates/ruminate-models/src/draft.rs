//! A reply while it is being written, and what it amounts to when the writing ends, however it ends.
//!
//! What has come is hardly ever thrown away: text that arrived before a cut, a time limit or a fault is a
//! reply, because the parser of replies can use part of one and asking again costs the whole. An answer
//! that broke off is the exception ([`Purpose::takes_a_beginning`]).
//!
//! [`Purpose::takes_a_beginning`]: ruminate_types::ports::model::Purpose::takes_a_beginning

use ruminate_types::ports::model::{Finish, ModelRequest, OnPiece, ReplyPiece};
use ruminate_types::{Tokens, tokens};

use crate::ApiKey;
use crate::key::Redaction;
use crate::protocol::Piece;

pub(crate) struct Draft<'a> {
    on_piece: OnPiece<'a>,
    /// Whatever a server repeats, the key is neither for readers nor for the journal.
    redaction: Redaction<'a>,
    /// What may still come.
    room: usize,
    text: String,
    finish: Option<Finish>,
    declined: Option<String>,
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

/// What a draft amounts to.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Reply {
        text: String,
        finish: Finish,
        tokens: Tokens,
    },
    /// The model said that it would not answer.
    Declined(String),
    Nothing,
}

/// Whether to read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    GoOn,
    Done,
}

/// No call has so many.
const MOST_TOKENS: u64 = 1_000_000_000;

impl<'a> Draft<'a> {
    pub(crate) fn new(on_piece: OnPiece<'a>, key: Option<&'a ApiKey>, max_bytes: usize) -> Self {
        Self {
            on_piece,
            redaction: Redaction::of(key),
            room: max_bytes,
            text: String::new(),
            finish: None,
            declined: None,
            prompt_tokens: None,
            completion_tokens: None,
        }
    }

    /// Takes everything but failures, which are the caller's.
    pub(crate) fn take(&mut self, piece: Piece) -> Reading {
        match piece {
            Piece::Text(text) => return self.write(&text),
            Piece::PromptTokens(count) => self.prompt_tokens = Some(count),
            Piece::CompletionTokens(count) => self.completion_tokens = Some(count),
            Piece::Finished(finish) => self.finish = Some(finish),
            Piece::Declined(why) => self.declined = Some(why),
            Piece::End => {
                self.finish.get_or_insert(Finish::Stop);
                return Reading::Done;
            }
            Piece::Failed { .. } => return Reading::Done,
        }
        Reading::GoOn
    }

    fn write(&mut self, text: &str) -> Reading {
        let fits = &text[..text.floor_char_boundary(self.room)];
        self.room -= fits.len();
        let shown = self.redaction.push(fits);
        self.show(&shown);
        if fits.len() < text.len() {
            self.finish = Some(Finish::Length);
            return Reading::Done;
        }
        Reading::GoOn
    }

    fn show(&mut self, text: &str) {
        if !text.is_empty() {
            (self.on_piece)(ReplyPiece { offset: self.text.len(), text });
            self.text.push_str(text);
        }
    }

    /// Whether there is something that the parser of replies could use.
    pub(crate) fn is_usable(&self) -> bool {
        !self.text.trim().is_empty() || !self.redaction.held().trim().is_empty()
    }

    /// A model that ended without a word, having used its tokens up on thinking, say, has been paid for
    /// all the same: that is a reply without text, and asking again would pay for it again.
    pub(crate) fn outcome(mut self, request: &ModelRequest) -> Outcome {
        let held = self.redaction.finish();
        self.show(&held);
        let is_paid = self.finish.is_some() && self.completion_tokens.is_some();
        if !self.is_usable() && (self.declined.is_some() || !is_paid) {
            return self.declined.map_or(Outcome::Nothing, Outcome::Declined);
        }
        // A server that counts nothing, or nonsense, has not counted: budgets rest on this.
        let is_sound = |count: &u64| (1..MOST_TOKENS).contains(count);
        let prompt = self.prompt_tokens.filter(is_sound);
        let completion =
            self.completion_tokens.filter(|count| self.text.is_empty() || is_sound(count));
        let tokens = Tokens {
            prompt: prompt.unwrap_or_else(|| {
                tokens::estimate(&request.system) + tokens::estimate(&request.prompt)
            }),
            completion: completion.unwrap_or_else(|| tokens::estimate(&self.text)),
            estimated: prompt.is_none() || completion.is_none(),
        };
        Outcome::Reply { text: self.text, finish: self.finish.unwrap_or(Finish::Cut), tokens }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use ruminate_types::ports::model::Purpose;

    use super::*;

    fn outcome_of(max_bytes: usize, pieces: Vec<Piece>) -> (Outcome, String) {
        let request = ModelRequest {
            purpose: Purpose::Think,
            system: "abcd".into(),
            prompt: "efgh".into(),
            schema: None,
            max_tokens: 10,
            temperature: 0.7,
            context_window: 100,
        };
        let seen = Mutex::new(String::new());
        let on_piece = |piece: ReplyPiece<'_>| seen.lock().unwrap().push_str(piece.text);
        let mut draft = Draft::new(&on_piece, None, max_bytes);
        for piece in pieces {
            if draft.take(piece) == Reading::Done {
                break;
            }
        }
        let outcome = draft.outcome(&request);
        (outcome, seen.into_inner().unwrap())
    }

    fn reply(text: &str, finish: Finish, tokens: Tokens) -> Outcome {
        Outcome::Reply { text: text.into(), finish, tokens }
    }

    #[test]
    fn a_reply_over_the_cap_ends_between_two_characters() {
        let pieces = vec![Piece::Text("aé".into()), Piece::Text("é…".into())];
        let (outcome, seen) = outcome_of(6, pieces);
        let tokens = Tokens { prompt: 4, completion: 3, estimated: true };
        assert_eq!(outcome, reply("aéé", Finish::Length, tokens));
        assert_eq!(seen, "aéé");
    }

    #[test]
    fn what_was_counted_is_not_estimated() {
        let pieces = vec![
            Piece::Text("so".into()),
            Piece::PromptTokens(20),
            Piece::CompletionTokens(9),
            Piece::Finished(Finish::Stop),
        ];
        let tokens = Tokens { prompt: 20, completion: 9, estimated: false };
        assert_eq!(outcome_of(100, pieces).0, reply("so", Finish::Stop, tokens));
    }

    #[test]
    fn blank_text_is_nothing() {
        let pieces = vec![Piece::Text(" \n".into()), Piece::Finished(Finish::Stop)];
        assert_eq!(outcome_of(100, pieces).0, Outcome::Nothing);
    }

    #[test]
    fn tokens_that_went_into_silent_thinking_are_accounted_for() {
        let pieces = vec![Piece::CompletionTokens(1024), Piece::Finished(Finish::Length)];
        let tokens = Tokens { prompt: 4, completion: 1024, estimated: true };
        assert_eq!(outcome_of(100, pieces).0, reply("", Finish::Length, tokens));
    }

    #[test]
    fn a_model_that_declines_is_not_a_server_that_says_nothing() {
        let pieces = vec![Piece::Declined("no".into()), Piece::Finished(Finish::Stop)];
        assert_eq!(outcome_of(100, pieces).0, Outcome::Declined("no".into()));
    }
}
