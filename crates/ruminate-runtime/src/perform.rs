//! Performing one effect, and sorting what goes wrong by what the machine does about it.

use std::time::Duration;

use ruminate_types::ports::memory::{MemoryError, Wanted};
use ruminate_types::ports::model::{ModelError, ModelReply, ModelRequest, ReplyPiece};
use ruminate_types::{
    Effect, EffectFailure, EffectResult, Learned, ModelProfile, Owner, Recalled, RequestHash,
    RunId, Tokens,
};
use sha2::{Digest, Sha256};

use crate::bus::Bus;
use crate::worker::Ports;

/// What an adapter may take beyond its limit before it is cut off from outside.
const GRACE: Duration = Duration::from_secs(2);

pub(crate) struct Performer<'a> {
    pub(crate) ports: &'a Ports,
    pub(crate) bus: &'a Bus,
    pub(crate) run_id: RunId,
    pub(crate) owner: &'a Owner,
    pub(crate) model: Option<ModelProfile>,
}

impl Performer<'_> {
    /// Whatever it is, it comes to an end soon after its limit.
    pub(crate) async fn perform(
        &self,
        index: u32,
        effect: &Effect,
        time_limit: Duration,
    ) -> EffectResult {
        let done = self.attempt(index, effect, time_limit);
        tokio::time::timeout(time_limit + GRACE, done).await.unwrap_or_else(|_| {
            let message = format!("{} took longer than {time_limit:?}", purpose(effect));
            EffectResult::Failed(useless(message))
        })
    }

    async fn attempt(&self, index: u32, effect: &Effect, time_limit: Duration) -> EffectResult {
        let memory = self.ports.memory.as_deref();
        match (effect, memory) {
            (Effect::AskModel(request), _) => match self.ask(index, request, time_limit).await {
                Ok(reply) => EffectResult::Reply(reply),
                Err(error) => EffectResult::Failed(failure(error)),
            },
            (Effect::Recall { query, limit, answers }, Some(memory)) => {
                let wanted = Wanted { limit: *limit, answers: *answers };
                let recalled = memory.recall(self.owner, query, wanted).await;
                recalled.map_or_else(of_no_use, EffectResult::Recalled)
            }
            (Effect::Learn(experience), Some(memory)) => {
                let learned = memory.learn(self.owner, self.run_id, experience).await;
                learned.map_or_else(of_no_use, EffectResult::Learned)
            }
            (Effect::Recall { .. }, None) => EffectResult::Recalled(Recalled::default()),
            (Effect::Learn(_), None) => EffectResult::Learned(Learned::default()),
        }
    }

    async fn ask(
        &self,
        index: u32,
        request: &ModelRequest,
        time_limit: Duration,
    ) -> Result<ModelReply, ModelError> {
        let Some(profile) = &self.model else {
            return Err(ModelError::Misconfigured {
                message: "the run has no model".to_owned(),
                hint: "resume it with --model".to_owned(),
            });
        };
        if time_limit.is_zero() {
            return Err(ModelError::TimedOut { url: profile.url.clone(), limit: time_limit });
        }
        let model = self.ports.models.model(profile)?;
        let on_piece = |ReplyPiece { offset, text }: ReplyPiece<'_>| {
            self.bus.publish_piece(self.run_id, index, offset, text);
        };
        model.complete(request, time_limit, &on_piece).await
    }
}

fn failure(error: ModelError) -> EffectFailure {
    match error {
        ModelError::SchemaRefused { .. } => EffectFailure::SchemaRefused,
        ModelError::PromptTooLong { limit, .. } => EffectFailure::PromptTooLong { limit },
        ModelError::TimedOut { .. }
        | ModelError::Malformed { .. }
        | ModelError::TooLarge { .. }
        | ModelError::Declined { .. } => useless(error.to_string()),
        ModelError::Unreachable { .. }
        | ModelError::Unauthorised { .. }
        | ModelError::UnknownModel { .. }
        | ModelError::Overloaded { .. }
        | ModelError::ServerFault { .. }
        | ModelError::Rejected { .. }
        | ModelError::Misconfigured { .. } => {
            EffectFailure::Unavailable { message: format!("{error} ({})", error.hint()) }
        }
    }
}

fn of_no_use(error: MemoryError) -> EffectResult {
    EffectResult::Failed(useless(error.to_string()))
}

fn useless(message: String) -> EffectFailure {
    EffectFailure::Useless { message, tokens: Tokens::default() }
}

/// Tells this request from any other. Key order is fixed by the types, so the text is stable.
pub(crate) fn request_hash(model: Option<&str>, effect: &Effect) -> RequestHash {
    let text = serde_json::to_vec(&(model, effect)).unwrap_or_default();
    let digest = Sha256::digest(&text);
    RequestHash(digest[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(crate) fn purpose(effect: &Effect) -> &'static str {
    use ruminate_types::ports::model::Purpose;
    match effect {
        Effect::Recall { .. } => "recall",
        Effect::Learn(_) => "learn",
        Effect::AskModel(request) => match request.purpose {
            Purpose::Solve => "solve",
            Purpose::Think => "think",
            Purpose::Question => "question",
            Purpose::Synthesize => "synthesize",
            Purpose::Digest => "digest",
            Purpose::Final => "final",
            Purpose::Answer => "answer",
        },
    }
}
