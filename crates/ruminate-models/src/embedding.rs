//! Has texts embedded by a server, over the same line as chats: one queue, one way to retry, one
//! redaction.
//!
//! Servers are told not to cut texts by themselves, because then nobody would know. One that refuses a
//! text as too long is asked again with less of it, until it fits: without the model's tokenizer there
//! is no other way to find out what does.

mod batch;
mod prefix;
mod vector;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ruminate_types::ports::embedding::{Embedder, EmbeddingProfile, Embeddings, TextKind};
use ruminate_types::ports::model::ModelError;

use crate::address::Address;
use crate::http::{self, unreachable};
use crate::line::{Deadline, Failure, Line};
use crate::protocol::EmbeddingProtocol;
use crate::{ModelId, Providers};
use batch::{Batch, batches};
use prefix::Prefixes;

pub(crate) use vector::{numbers, packed_numbers};

/// What texts are sent to.
#[derive(Debug)]
struct Service {
    line: Line,
    protocol: &'static dyn EmbeddingProtocol,
    context_window: u32,
}

#[derive(Debug)]
struct EmbeddingClient {
    service: Service,
    prefixes: Prefixes,
    profile: EmbeddingProfile,
}

/// The first request to a server may have it load the model.
const FIRST_ANSWER_LIMIT: Duration = Duration::from_secs(60);

impl Providers {
    /// Finds out what one needs to know of an embedding model, by embedding a word. Fails when the
    /// server has no such model, refuses the key or does not answer.
    pub async fn embedding_profile(
        &self,
        id: &str,
        url: Option<&str>,
    ) -> Result<EmbeddingProfile, ModelError> {
        let model = ModelId::parse(id)?;
        let address = Address::parse(model.provider, url)?;
        let service = Service {
            protocol: protocol(&model)?,
            line: self.line(&model, &address)?,
            context_window: self.embedding_window(&model, &address).await?,
        };
        let mut word = Batch::of_one("thought");
        let deadline = Deadline::after(FIRST_ANSWER_LIMIT);
        let vectors = service.embed(&mut word, None, deadline).await?;
        Ok(EmbeddingProfile {
            id: model.to_string(),
            url: service.line.url(),
            dimensions: vectors[0].len() as u32,
            context_window: service.context_window,
        })
    }

    /// The embedder that a profile names. Nobody is asked before there are texts.
    pub fn embedder(&self, profile: &EmbeddingProfile) -> Result<Arc<dyn Embedder>, ModelError> {
        let model = ModelId::parse(&profile.id)?;
        let address = Address::parse(model.provider, Some(&profile.url))?;
        Ok(Arc::new(EmbeddingClient {
            service: Service {
                protocol: protocol(&model)?,
                line: self.line(&model, &address)?,
                context_window: profile.context_window,
            },
            prefixes: Prefixes::of(&model.name),
            profile: profile.clone(),
        }))
    }
}

fn protocol(model: &ModelId) -> Result<&'static dyn EmbeddingProtocol, ModelError> {
    model.provider.embedding_protocol().ok_or_else(|| ModelError::Misconfigured {
        message: format!("{} embeds no texts", model.provider),
        hint: "choose an embedding model such as ollama/nomic-embed-text or openai/text-embedding-3-small".into(),
    })
}

#[async_trait]
impl Embedder for EmbeddingClient {
    fn profile(&self) -> &EmbeddingProfile {
        &self.profile
    }

    async fn embed(
        &self,
        texts: &[String],
        kind: TextKind,
        time_limit: Duration,
    ) -> Result<Embeddings, ModelError> {
        if let Some(blank) = texts.iter().position(|text| text.trim().is_empty()) {
            let message = format!("text {} of {} is blank", blank + 1, texts.len());
            return Err(ModelError::Rejected { url: self.service.line.url(), message });
        }
        let deadline = Deadline::after(time_limit);
        let mut embeddings = Embeddings::default();
        for batch in batches(texts, self.prefixes.before(kind), self.service.context_window) {
            self.embed_batch(batch, deadline, &mut embeddings).await?;
        }
        Ok(embeddings)
    }
}

impl EmbeddingClient {
    /// Adds the vectors of a batch to the others. One that is refused for a text that nobody can tell is
    /// sent in halves.
    async fn embed_batch(
        &self,
        batch: Batch,
        deadline: Deadline,
        embeddings: &mut Embeddings,
    ) -> Result<(), ModelError> {
        let dimensions = Some(self.profile.dimensions);
        // What comes first is on top.
        let mut waiting = vec![batch];
        while let Some(mut batch) = waiting.pop() {
            match self.service.embed(&mut batch, dimensions, deadline).await {
                Ok(vectors) => {
                    let place = embeddings.vectors.len();
                    embeddings.cut.extend(batch.cut().map(|within| place + within));
                    embeddings.vectors.extend(vectors);
                }
                Err(error @ ModelError::PromptTooLong { .. }) => {
                    let [first, second] = batch.halves().ok_or(error)?;
                    waiting.extend([second, first]);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Service {
    /// A vector for each text of the batch, which is shorter afterwards where it did not fit.
    async fn embed(
        &self,
        batch: &mut Batch,
        dimensions: Option<u32>,
        deadline: Deadline,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut turn = self.line.turn(deadline).await?;
        loop {
            let error = match turn.attempt(self.exchange(batch.texts(), dimensions)).await {
                Ok(vectors) => return Ok(vectors),
                Err(error) => error,
            };
            let again_at_once = match &error {
                ModelError::PromptTooLong { limit, .. } => {
                    batch.shorten(limit.unwrap_or(self.context_window).min(self.context_window))
                }
                _ => false,
            };
            turn.again_after(Failure { error, again_at_once }).await?;
        }
    }

    async fn exchange(
        &self,
        texts: &[String],
        dimensions: Option<u32>,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let body = self.protocol.embed_body(&self.line.model.name, texts, self.context_window);
        let response = self.line.post(self.protocol.embed_path(), &body, false).await?;
        let most = largest_reply(texts.len(), dimensions);
        let reply = http::text(response, most)
            .await
            .map_err(|error| unreachable(&self.line.address, error))?;
        if reply.len() >= most {
            return Err(ModelError::TooLarge { url: self.line.url() });
        }
        let reply = http::json(&self.line.address, &reply)?;
        let vectors = self.protocol.vectors(&reply);
        let checked = vectors.and_then(|found| vector::checked(found, texts.len(), dimensions));
        checked.map_err(|what| self.line.malformed(&what))
    }
}

/// No model has more.
const MOST_DIMENSIONS: u32 = 65_536;

/// A number has at most 24 characters as JSON, and some servers put each on a line of its own.
fn largest_reply(texts: usize, dimensions: Option<u32>) -> usize {
    const PER_NUMBER: usize = 32;
    const BESIDE: usize = 64 * 1024;
    texts * dimensions.unwrap_or(MOST_DIMENSIONS) as usize * PER_NUMBER + BESIDE
}
