//! A place at the desk: a part of the model's memory, and the request that it is used for.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use llama_cpp_2::token::LlamaToken;
use ruminate_types::ports::model::{Finish, ModelError};

use crate::desk::{Done, Job, Said};
use crate::pick::Pick;
use crate::seating::View;
use crate::shape::Shape;
use crate::text::Writing;

pub(crate) struct Seat {
    /// What llama.cpp calls a sequence.
    pub(crate) number: i32,
    /// What the model has read and written here, and still has in mind.
    pub(crate) kept: Vec<LlamaToken>,
    pub(crate) work: Option<Work>,
    /// When its last request came, in requests.
    pub(crate) used: u64,
}

/// A request that is being worked on.
pub(crate) struct Work {
    pub(crate) job: Job,
    /// Tokens that the model has not read yet: of the prompt at first, then the one it wrote last.
    pub(crate) ahead: VecDeque<LlamaToken>,
    pub(crate) prompt_tokens: usize,
    /// The most tokens that the reply may have.
    pub(crate) most: usize,
    pub(crate) pick: Pick,
    pub(crate) shape: Option<Shape>,
    writing: Writing,
    written: usize,
    /// It was brought to its end before the model came to it.
    is_cut: bool,
    /// When the first token was written.
    began: Option<Instant>,
}

impl Seat {
    pub(crate) fn empty(number: i32) -> Self {
        Self { number, kept: Vec::new(), work: None, used: 0 }
    }

    pub(crate) fn view(&self) -> View<'_, LlamaToken> {
        View { kept: &self.kept, busy: self.work.as_ref().map(Work::room), used: self.used }
    }

    pub(crate) fn is_free(&self) -> bool {
        self.work.is_none()
    }
}

impl Work {
    pub(crate) fn new(
        job: Job,
        prompt: Vec<LlamaToken>,
        most: usize,
        shape: Option<Shape>,
        pick: Pick,
    ) -> Self {
        Self {
            pick,
            prompt_tokens: prompt.len(),
            ahead: prompt.into(),
            job,
            most,
            shape,
            writing: Writing::default(),
            written: 0,
            is_cut: false,
            began: None,
        }
    }

    pub(crate) fn room(&self) -> usize {
        self.prompt_tokens + self.most
    }

    pub(crate) fn is_writing(&self) -> bool {
        self.written > 0
    }

    /// Whether its time was over before its first word.
    pub(crate) fn is_too_late(&self, now: Instant) -> bool {
        !self.is_writing() && now >= self.job.deadline
    }

    /// Whether the reply must come to its end now, so that it is whole when the room or the time is over.
    pub(crate) fn is_ending(&mut self, now: Instant, last_step: Duration) -> bool {
        let Some(shape) = &self.shape else { return false };
        let has_time_for = |began: Instant| {
            // Slower than on average while somebody else's prompt is read.
            let each = ((now - began) / self.written.max(1) as u32).max(last_step);
            let left = self.job.deadline.saturating_duration_since(now);
            (left.as_nanos() / each.as_nanos().max(1)) as usize
        };
        let is_ending = shape.must_end(self.most - self.written)
            || self.began.is_some_and(|began| shape.must_end(has_time_for(began)));
        self.is_cut |= is_ending;
        is_ending
    }

    /// Takes the next token in; says how the reply ended, if it did. `then` is when the next one may come.
    pub(crate) fn write(
        &mut self,
        model: &llama_cpp_2::model::LlamaModel,
        token: LlamaToken,
        then: Instant,
    ) -> Result<Option<Finish>, String> {
        self.began.get_or_insert_with(Instant::now);
        if model.vocab().is_eog(token) {
            return Ok(Some(Finish::Stop));
        }
        self.written += 1;
        let piece = self.writing.push(model, token);
        if !piece.is_empty() {
            // Whoever asked may be gone; that is noticed before the next token.
            let _ = self.job.out.send(Said::Piece(piece.to_owned()));
        }
        if let Some(shape) = &mut self.shape {
            shape.accept(token, &model.vocab().token_to_piece(token, false, None))?;
            if shape.is_complete() {
                return Ok(Some(if self.is_cut { Finish::Length } else { Finish::Stop }));
            }
        }
        if self.written >= self.most {
            return Ok(Some(Finish::Length));
        }
        if then >= self.job.deadline {
            return Ok(Some(Finish::Cut));
        }
        self.ahead.push_back(token);
        Ok(None)
    }

    pub(crate) fn fail(self, error: ModelError) {
        let _ = self.job.out.send(Said::Failed(error));
    }

    pub(crate) fn finish(self, finish: Finish) {
        let done = Done {
            text: self.writing.into_text(),
            finish,
            prompt_tokens: self.prompt_tokens,
            written: self.written,
        };
        let _ = self.job.out.send(Said::Done(done));
    }
}
