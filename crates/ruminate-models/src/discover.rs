//! What a server tells about itself: which models it has, how large their windows are, and whether an
//! Ollama is running here at all.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::Client;
use ruminate_types::ModelProfile;
use ruminate_types::ports::model::ModelError;
use serde_json::{Value, json};

use crate::address::Address;
use crate::protocol::text_at;
use crate::refusal::{Refusal, Said};
use crate::{ModelId, Provider, Providers, http, ollama};

/// A model that a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelListing {
    /// `provider/name`.
    pub id: String,
    pub context_window: Option<u32>,
    /// The size on disk, of models that are on one here.
    pub bytes: Option<u64>,
    pub modified: Option<Timestamp>,
    /// Whether it can answer, as far as its name tells; embedding models cannot.
    pub chats: bool,
    /// The server asks another one, elsewhere: what it is asked leaves the machine.
    pub remote: bool,
}

/// An Ollama that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOllama {
    pub url: String,
    pub version: Option<String>,
    pub models: Vec<ModelListing>,
}

impl LocalOllama {
    /// The one to take when nobody named one: the newest that can answer and runs here.
    pub fn default_model(&self) -> Option<&ModelListing> {
        self.models.iter().filter(|m| m.chats && !m.remote).max_by_key(|m| m.modified)
    }
}

/// What is assumed where the server does not say.
const UNKNOWN_WINDOW: u32 = 8192;
/// OpenAI's list does not name windows; every model since 2024 has at least this one. A smaller one
/// answers that the prompt is too long, and what would fit.
const OPENAI_WINDOW: u32 = 128_000;
const ANTHROPIC_WINDOW: u32 = 200_000;
/// Of all embedding models of OpenAI.
const OPENAI_EMBEDDING_WINDOW: u32 = 8192;

const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// An Ollama on this machine answers within milliseconds, and its absence must not be felt.
const PROBE_LIMIT: Duration = Duration::from_millis(300);

impl Providers {
    /// What a run needs to know of a model. The server is asked only for what is neither set nor known:
    /// with a window that is set, no request is made. Fails when the server has no such model, refuses
    /// the key or does not answer; a server that cannot tell the window gets a small one.
    pub async fn profile(&self, id: &str, url: Option<&str>) -> Result<ModelProfile, ModelError> {
        let model = ModelId::parse(id)?;
        let address = Address::parse(model.provider, url)?;
        self.key(model.provider, &address)?;
        let overrides = self.settings.overrides;
        let context_window = match overrides.context_window {
            Some(window) => window,
            None => self.window(&model, &address).await?,
        };
        Ok(ModelProfile {
            id: model.to_string(),
            url: address.as_str().to_owned(),
            context_window,
            // A server that cannot hold a model to a schema says so when it is asked to.
            structured: overrides.structured.unwrap_or(true),
            pricing: overrides.pricing,
        })
    }

    /// What the server has, in its own order.
    pub async fn list(
        &self,
        provider: Provider,
        url: Option<&str>,
    ) -> Result<Vec<ModelListing>, ModelError> {
        let address = Address::parse(provider, url)?;
        self.list_at(provider, &address, ANSWER_LIMIT).await
    }

    /// Nothing when no Ollama answers, or not at once.
    pub async fn local_ollama(&self, url: Option<&str>) -> Option<LocalOllama> {
        let address = Address::parse(Provider::Ollama, url).ok()?;
        let version = self.get(Provider::Ollama, &address, ollama::VERSION_PATH, PROBE_LIMIT);
        let models = self.list_at(Provider::Ollama, &address, PROBE_LIMIT);
        let (version, models) = tokio::join!(version, models);
        Some(LocalOllama {
            url: address.as_str().to_owned(),
            version: version.ok().and_then(|v| text_at(&v, "/version").map(str::to_owned)),
            models: models.ok()?,
        })
    }

    async fn window(&self, model: &ModelId, address: &Address) -> Result<u32, ModelError> {
        match model.provider {
            Provider::Ollama => {
                let asked = json!({"model": model.name});
                let path = ollama::SHOW_PATH;
                let request = |client: &Client| client.post(address.join(path)).json(&asked);
                let shown =
                    self.ask(model.provider, &model.name, address, request, ANSWER_LIMIT).await?;
                let window = ollama::context_window(&shown).unwrap_or(UNKNOWN_WINDOW);
                Ok(window.min(self.settings.ollama_window))
            }
            Provider::OpenAi if address.is_official(Provider::OpenAi) => Ok(OPENAI_WINDOW),
            Provider::OpenAi => match self.list_at(model.provider, address, ANSWER_LIMIT).await {
                Ok(models) => {
                    let id = model.to_string();
                    let listed = models.into_iter().find(|listing| listing.id == id);
                    Ok(listed.and_then(|m| m.context_window).unwrap_or(UNKNOWN_WINDOW))
                }
                Err(error) if tells_nothing(&error) => Ok(UNKNOWN_WINDOW),
                Err(error) => Err(error),
            },
            Provider::Anthropic => Ok(ANTHROPIC_WINDOW),
        }
    }

    pub(crate) async fn embedding_window(
        &self,
        model: &ModelId,
        address: &Address,
    ) -> Result<u32, ModelError> {
        if address.is_official(Provider::OpenAi) {
            return Ok(OPENAI_EMBEDDING_WINDOW);
        }
        self.window(model, address).await
    }

    async fn list_at(
        &self,
        provider: Provider,
        address: &Address,
        limit: Duration,
    ) -> Result<Vec<ModelListing>, ModelError> {
        let protocol = provider.protocol();
        let body = self.get(provider, address, protocol.list_path(), limit).await?;
        Ok(protocol.listing(&body))
    }

    async fn get(
        &self,
        provider: Provider,
        address: &Address,
        path: &str,
        limit: Duration,
    ) -> Result<Value, ModelError> {
        let request = |client: &Client| client.get(address.join(path));
        self.ask(provider, "", address, request, limit).await
    }

    async fn ask(
        &self,
        provider: Provider,
        model: &str,
        address: &Address,
        request: impl Fn(&Client) -> reqwest::RequestBuilder,
        limit: Duration,
    ) -> Result<Value, ModelError> {
        let key = self.key(provider, address)?;
        let mut sending = request(self.http.client(address).await?);
        for (name, value) in provider.protocol().headers(key)? {
            sending = sending.header(name, value);
        }
        let (status, body) = http::small_answer(address, sending, limit).await?;
        if (200..300).contains(&status) {
            return http::json(address, &body);
        }
        let redact = |text: &str| key.map_or_else(|| text.to_owned(), |key| key.redact(text));
        let said = Said::of_body(&body, redact);
        let url = address.as_str();
        Err(Refusal { url, model, status, said, retry_after: None, with_schema: false }
            .into_error())
    }
}

/// Whether a server that does not list its models may still serve them.
fn tells_nothing(error: &ModelError) -> bool {
    match error {
        ModelError::Unreachable { .. }
        | ModelError::Unauthorised { .. }
        | ModelError::TimedOut { .. } => false,
        ModelError::UnknownModel { .. }
        | ModelError::Overloaded { .. }
        | ModelError::ServerFault { .. }
        | ModelError::Malformed { .. }
        | ModelError::SchemaRefused { .. }
        | ModelError::PromptTooLong { .. }
        | ModelError::Rejected { .. }
        | ModelError::TooLarge { .. }
        | ModelError::Declined { .. }
        | ModelError::Misconfigured { .. } => true,
    }
}
