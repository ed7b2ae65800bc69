//! What a caller of the model port gets from each provider, over real sockets and against a server
//! that fails on demand.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod discovery;
mod embedding;
mod faults;
mod minilm;
mod queue;
mod replies;
mod requests;
mod retries;
mod secrets;
mod weights;

use std::time::Duration;

use ruminate_models::{ApiKey, Keys, Providers, Retry, Settings};
use ruminate_types::ModelProfile;
use ruminate_types::ports::model::{ModelError, ModelReply, ModelRequest, Models, Purpose};
use testkit::fake_model::{FakeModel, Protocol};

const CANARY: &str = "sk-canary-0123456789";
const LONG_ENOUGH: Duration = Duration::from_secs(20);

/// With a key, three attempts, and hardly any wait between them.
fn settings() -> Settings {
    let key = ApiKey::new(CANARY);
    Settings {
        keys: Keys { openai: key.clone(), anthropic: key },
        retry: Retry { attempts: 3, base: Duration::from_millis(2), ..Retry::default() },
        ..Settings::default()
    }
}

fn providers() -> Providers {
    Providers::new(settings())
}

fn request() -> ModelRequest {
    ModelRequest {
        purpose: Purpose::Think,
        system: "You think in steps.".into(),
        prompt: "What is consciousness?\n\nTHOUGHT: [your thought]".into(),
        schema: None,
        max_tokens: 512,
        temperature: 0.7,
        context_window: 4096,
    }
}

fn request_with_schema() -> ModelRequest {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {"thoughts": {"type": "array", "maxItems": 5, "items": {"type": "string"}}},
        "required": ["thoughts"],
    });
    ModelRequest { schema: Some(schema), ..request() }
}

fn profile(protocol: Protocol, url: &str) -> ModelProfile {
    let provider = match protocol {
        Protocol::Ollama => "ollama",
        Protocol::OpenAi => "openai",
        Protocol::Anthropic => "anthropic",
    };
    ModelProfile {
        id: format!("{provider}/fake:1b"),
        url: url.to_owned(),
        context_window: 4096,
        structured: true,
        pricing: None,
    }
}

async fn ask_with(
    providers: &Providers,
    protocol: Protocol,
    server: &FakeModel,
    request: &ModelRequest,
    limit: Duration,
) -> Result<ModelReply, ModelError> {
    let model = providers.model(&profile(protocol, &server.url()))?;
    model.complete(request, limit, &|_| {}).await
}

async fn ask(protocol: Protocol, server: &FakeModel) -> Result<ModelReply, ModelError> {
    ask_with(&providers(), protocol, server, &request(), LONG_ENOUGH).await
}

/// An address where nothing listens.
fn nowhere() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}
