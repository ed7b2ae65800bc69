//! Performing one effect, and sorting what goes wrong by what the machine does about it.

use std::time::Duration;

use ruminate_types::ports::memory::{MemoryError, Wanted};
use ruminate_types::ports::model::{ModelError, ModelRequest, ReplyPiece};
use ruminate_types::{
    Effect, EffectFailure, EffectResult, Experience, Learned, ModelProfile, Owner, Recalled,
    RequestHash, RunId, Tokens,
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
    pub(crate) model: Option<ModelProfile>,
}

impl Performer<'_> {
    pub(crate) async fn perform(
        &self,
        index: u32,
        effect: &Effect,
        time_limit: Duration,
    ) -> EffectResult {
        match effect {
            Effect::AskModel(request) => match self.ask(index, request, time_limit).await {
                Ok(reply) => EffectResult::Reply(reply),
                Err(error) => EffectResult::Failed(failure(error)),
            },
            Effect::Recall { query, limit, answers } => {
                self.recall(query, Wanted { limit: *limit, answers: *answers }).await
            }
            Effect::Learn(experience) => self.learn(experience).await,
        }
    }

    async fn ask(
        &self,
        index: u32,
        request: &ModelRequest,
        time_limit: Duration,
    ) -> Result<ruminate_types::ports::model::ModelReply, ModelError> {
        let Some(profile) = &self.model else {
            return Err(ModelError::Misconfigured {
                message: "the run has no model".to_owned(),
                hint: "resume it with --model".to_owned(),
            });
        };
        let timed_out = || ModelError::TimedOut { url: profile.url.clone(), limit: time_limit };
        if time_limit.is_zero() {
            return Err(timed_out());
        }
        let model = self.ports.models.model(profile)?;
        let on_piece = |ReplyPiece { offset, text }: ReplyPiece<'_>| {
            self.bus.publish_piece(self.run_id, index, offset, text);
        };
        tokio::time::timeout(time_limit + GRACE, model.complete(request, time_limit, &on_piece))
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    async fn recall(&self, query: &str, wanted: Wanted) -> EffectResult {
        let Some(memory) = &self.ports.memory else {
            return EffectResult::Recalled(Recalled::default());
        };
        let recalled = match self.owner().await {
            Ok(owner) => memory.recall(&owner, query, wanted).await,
            Err(error) => Err(error),
        };
        recalled.map_or_else(of_no_use, EffectResult::Recalled)
    }

    async fn learn(&self, experience: &Experience) -> EffectResult {
        let Some(memory) = &self.ports.memory else {
            return EffectResult::Learned(Learned::default());
        };
        let learned = match self.owner().await {
            Ok(owner) => memory.learn(&owner, self.run_id, experience).await,
            Err(error) => Err(error),
        };
        learned.map_or_else(of_no_use, EffectResult::Learned)
    }

    async fn owner(&self) -> Result<Owner, MemoryError> {
        let run = self.ports.runs.summary(self.run_id).await;
        run.map(|run| run.owner).map_err(|error| MemoryError { message: error.to_string() })
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
