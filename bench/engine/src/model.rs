//! A model in the same process that answers at once, or after a fixed time, whatever it is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use async_trait::async_trait;
use ruminate_types::ports::model::{
    Finish, LanguageModel, ModelError, ModelReply, ModelRequest, Models, OnPiece, Purpose,
};
use ruminate_types::{ModelProfile, Tokens};

use crate::replies::Replies;

pub(crate) struct FakeModels(Arc<FakeModel>);

struct FakeModel {
    replies: Replies,
    said: [AtomicUsize; 3],
    delay_ms: AtomicU64,
}

impl FakeModels {
    pub(crate) fn new() -> Self {
        let said = [const { AtomicUsize::new(0) }; 3];
        let delay_ms = AtomicU64::new(0);
        Self(Arc::new(FakeModel { replies: Replies::new(), said, delay_ms }))
    }

    pub(crate) fn answer_after(&self, delay_ms: u64) {
        self.0.delay_ms.store(delay_ms, Relaxed);
    }

    /// Calls that were made so far.
    pub(crate) fn calls(&self) -> u64 {
        self.0.said.iter().map(|said| said.load(Relaxed) as u64).sum()
    }

    pub(crate) fn profile() -> ModelProfile {
        ModelProfile {
            id: "fake/instant".to_owned(),
            url: "http://127.0.0.1:11434".to_owned(),
            context_window: 32_768,
            structured: true,
            pricing: None,
        }
    }
}

impl Models for FakeModels {
    fn model(&self, _profile: &ModelProfile) -> Result<Arc<dyn LanguageModel>, ModelError> {
        Ok(self.0.clone())
    }
}

impl FakeModel {
    fn next(&self, purpose: Purpose) -> &str {
        let (said, replies) = match purpose {
            Purpose::Think => (&self.said[0], &self.replies.think),
            Purpose::Question => (&self.said[1], &self.replies.question),
            Purpose::Synthesize
            | Purpose::Digest
            | Purpose::Final
            | Purpose::Answer
            | Purpose::Solve => (&self.said[2], &self.replies.synthesis),
        };
        &replies[said.fetch_add(1, Relaxed) % replies.len()]
    }
}

#[async_trait]
impl LanguageModel for FakeModel {
    async fn complete(
        &self,
        request: &ModelRequest,
        _time_limit: Duration,
        _on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        let delay_ms = self.delay_ms.load(Relaxed);
        if delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        }
        let text = self.next(request.purpose).to_owned();
        // About what tokenizers count, so that the engine's calibration has something to do.
        let tokens = Tokens {
            prompt: ((request.system.len() + request.prompt.len()) / 4) as u64,
            completion: (text.len() / 4) as u64,
            estimated: false,
        };
        Ok(ModelReply { text, finish: Finish::Stop, tokens, latency_ms: delay_ms, attempts: 1 })
    }
}
