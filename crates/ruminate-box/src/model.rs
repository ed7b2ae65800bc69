//! The model as runs see it.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_types::Tokens;
use ruminate_types::ports::model::{
    LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece, ReplyPiece,
};
use tokio::sync::mpsc::unbounded_channel;

use crate::desk::{self, Job, Said};
use crate::{Settings, Weights};

/// A reply that is being written ends so long before its time limit, to be in time.
const MARGIN: Duration = Duration::from_millis(500);

/// Cheap to make: the weights are loaded when the first request comes.
#[derive(Debug)]
pub struct BoxModel {
    weights: Weights,
    settings: Settings,
    /// The way to the model's thread, while there is one.
    desk: Mutex<Option<Sender<Job>>>,
}

impl BoxModel {
    pub fn new(weights: Weights, settings: Settings) -> Self {
        Self { weights, settings, desk: Mutex::new(None) }
    }

    /// Gives a request to the model's thread, and starts one if there is none any more.
    fn hand_in(&self, job: Job) -> Result<(), ModelError> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match desk.as_ref() {
            Some(sender) => match sender.send(job) {
                Ok(()) => return Ok(()),
                Err(refused) => refused.0,
            },
            None => job,
        };
        let (sender, jobs) = channel();
        let (weights, settings) = (self.weights.clone(), self.settings);
        std::thread::Builder::new()
            .name("ruminate-box".to_owned())
            .spawn(move || desk::run(&weights, &settings, &jobs))
            .map_err(|error| self.weights.broken(error))?;
        let sent = sender.send(job);
        *desk = Some(sender);
        sent.map_err(|_| self.weights.broken("its thread ended"))
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
        let mut attempts = 0;
        loop {
            attempts += 1;
            let (out, mut said) = unbounded_channel();
            let margin = MARGIN.min(time_limit / 4);
            let deadline = started + time_limit.saturating_sub(margin);
            self.hand_in(Job { request: request.clone(), deadline, out })?;
            let mut offset = 0;
            loop {
                let left = time_limit.saturating_sub(started.elapsed());
                let Ok(heard) = tokio::time::timeout(left, said.recv()).await else {
                    let url = self.weights.id.clone();
                    return Err(ModelError::TimedOut { url, limit: time_limit });
                };
                match heard {
                    Some(Said::Piece(text)) => {
                        on_piece(ReplyPiece { offset, text: &text });
                        offset += text.len();
                    }
                    Some(Said::Failed(error)) => return Err(error),
                    Some(Said::Done { text, finish, prompt_tokens, written }) => {
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
                    // The thread went to rest just when the request came, or broke.
                    None if attempts < 2 => break,
                    None => return Err(self.weights.broken("its thread ended")),
                }
            }
        }
    }
}
