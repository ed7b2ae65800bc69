//! The model as runs see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_types::Tokens;
use ruminate_types::ports::model::{
    LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece, ReplyPiece,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::desk::{Desk, Done, Job, Said};
use crate::thread::Thread;
use crate::{Settings, Weights};

/// A reply that is being written ends so long before its time limit, to be in time.
const MARGIN: Duration = Duration::from_millis(500);

/// Cheap to make: the weights are loaded when the first request comes.
pub struct BoxModel {
    weights: Weights,
    thread: Thread<Job>,
    tokens_read: Arc<AtomicU64>,
}

impl BoxModel {
    pub fn new(weights: Weights, settings: Settings) -> Self {
        let tokens_read = Arc::new(AtomicU64::new(0));
        let (its_weights, its_count) = (weights.clone(), Arc::clone(&tokens_read));
        let thread = Thread::new(weights.clone(), &settings, move |model, jobs| {
            jobs.serve(&mut Desk::new(&its_weights, &settings, model, &its_count)?);
            Ok(())
        });
        Self { weights, thread, tokens_read }
    }

    /// The tokens that the model has read so far, of prompts and of what it wrote itself. What a prompt
    /// has in common with an earlier one is not read again.
    pub fn tokens_read(&self) -> u64 {
        self.tokens_read.load(Ordering::Relaxed)
    }

    /// Passes the pieces on until the reply is whole; none if the thread went away.
    async fn listen(
        &self,
        said: &mut UnboundedReceiver<Said>,
        on_piece: OnPiece<'_>,
    ) -> Result<Option<Done>, ModelError> {
        let mut offset = 0;
        while let Some(heard) = said.recv().await {
            match heard {
                Said::Piece(text) => {
                    on_piece(ReplyPiece { offset, text: &text });
                    offset += text.len();
                }
                Said::Done(done) => return Ok(Some(done)),
                Said::Failed(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

#[async_trait]
impl LanguageModel for BoxModel {
    async fn complete(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        let started = Instant::now();
        let deadline = started + time_limit.saturating_sub(MARGIN.min(time_limit / 4));
        let (out, mut said) = unbounded_channel();
        let job = Job { request: request.clone(), time_limit, deadline, out };
        self.thread.give(job).map_err(|error| self.weights.broken(error))?;
        let Ok(done) = tokio::time::timeout(time_limit, self.listen(&mut said, on_piece)).await
        else {
            return Err(self.weights.too_late(time_limit));
        };
        let done = done?.ok_or_else(|| self.weights.broken("its thread ended"))?;
        Ok(ModelReply {
            text: done.text,
            finish: done.finish,
            tokens: Tokens {
                prompt: done.prompt_tokens as u64,
                completion: done.written as u64,
                estimated: false,
            },
            latency_ms: started.elapsed().as_millis() as u64,
            attempts: 1,
        })
    }
}
