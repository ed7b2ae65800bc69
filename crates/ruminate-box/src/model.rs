//! The model as runs see it.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_types::Tokens;
use ruminate_types::ports::model::{
    LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece, ReplyPiece,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::desk::{self, Done, Job, Said};
use crate::thread::Thread;
use crate::{Settings, Weights};

/// A reply that is being written ends so long before its time limit, to be in time.
const MARGIN: Duration = Duration::from_millis(500);

/// Cheap to make: the weights are loaded when the first request comes.
pub struct BoxModel {
    weights: Weights,
    desk: Thread<Job>,
}

impl BoxModel {
    pub fn new(weights: Weights, settings: Settings) -> Self {
        let thread_weights = weights.clone();
        let desk = Thread::new(move |jobs| desk::run(&thread_weights, &settings, jobs));
        Self { weights, desk }
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
        // Twice, because the thread may have gone to rest just when the request came.
        for attempts in 1..=2 {
            let (out, mut said) = unbounded_channel();
            let job = Job { request: request.clone(), time_limit, deadline, out };
            self.desk.give(job).map_err(|error| self.weights.broken(error))?;
            let left = time_limit.saturating_sub(started.elapsed());
            let listening = tokio::time::timeout(left, self.listen(&mut said, on_piece));
            let Ok(done) = listening.await else {
                return Err(self.weights.too_late(time_limit));
            };
            let Some(Done { text, finish, prompt_tokens, written }) = done? else { continue };
            return Ok(ModelReply {
                text,
                finish,
                tokens: Tokens {
                    prompt: prompt_tokens as u64,
                    completion: written as u64,
                    estimated: false,
                },
                latency_ms: started.elapsed().as_millis() as u64,
                attempts,
            });
        }
        Err(self.weights.broken("its thread ended"))
    }
}
