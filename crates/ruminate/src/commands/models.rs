//! `ruminate models …`

pub(crate) mod embedder;
mod weights;

use std::time::Duration;

use ruminate_models::weights::size;
use ruminate_models::{ModelId, ModelListing, Provider, Providers};
use ruminate_types::ports::model::{
    Finish, ModelError, ModelReply, ModelRequest, Models as _, Purpose,
};
use ruminate_types::{ModelProfile, Tokens, counted};
use serde_json::json;

use crate::all_models::AllModels;
use crate::boxed::Boxed;
use crate::cli::{Global, ModelChoice, Models};
use crate::config::{Loaded, milliseconds};
use crate::exit::{Exit, Failure};
use crate::in_the_box::name_in_the_box;
use crate::output::{say, say_json};
use crate::view::printable;
use crate::wiring::{NO_MODEL, choose_model, place_of};

pub(crate) async fn models(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    models: Models,
) -> Result<Exit, Failure> {
    match models {
        // What is pulled serves every data directory, whatever is configured in this one.
        Models::Pull { name } => weights::pull(global, name.as_deref()).await,
        Models::Remove { name, force } => weights::remove(global, &name, force),
        Models::List(choice) => list(&loaded?, global, &choice).await,
        Models::Test { embedder: false, model } => test(&loaded?, global, &model).await,
        Models::Test { embedder: true, model } => {
            let config = loaded?.config;
            let limit = Duration::from_millis(milliseconds(config.think.call_limit_seconds));
            let models = AllModels::new(&config);
            embedder::test(&models, &config.embedder, global, &model, limit).await
        }
    }
}

async fn list(loaded: &Loaded, global: &Global, choice: &ModelChoice) -> Result<Exit, Failure> {
    let served = served(loaded, choice).await?;
    let boxed = Boxed::look()?;
    if global.json {
        let models: Vec<_> = served.iter().flat_map(|served| &served.models).map(row).collect();
        say_json(&json!({ "models": models, "box": weights::rows(&boxed) }))?;
        return Ok(Exit::Done);
    }
    if let Some(Served { provider, url, models }) = served {
        match models.is_empty() {
            true => say!("The {} at {url} has no models.", provider.as_str())?,
            false => say!("The {} at {url}:", provider.as_str())?,
        }
        for model in &models {
            tell(model)?;
        }
        say!("")?;
    }
    weights::tell(&boxed)?;
    Ok(Exit::Done)
}

/// What a server has.
struct Served {
    provider: Provider,
    url: String,
    models: Vec<ModelListing>,
}

/// Nothing when no server was asked for, and none is there.
async fn served(loaded: &Loaded, choice: &ModelChoice) -> Result<Option<Served>, Failure> {
    let config = &loaded.config.model;
    let providers = Providers::new(loaded.config.model_settings());
    let url = choice.model_url.as_deref().or(config.url.as_deref());
    let id = choice.model.as_deref().or(config.id.as_deref());
    // `--model openai` lists a provider as well as `--model openai/gpt-5` does.
    let provider = match id {
        Some(id) if id == NO_MODEL || name_in_the_box(id).is_some() => return Ok(None),
        Some(id) => match ModelId::parse(id) {
            Ok(model) => model.provider,
            Err(_) => Provider::parse(id)?,
        },
        None => Provider::Ollama,
    };
    let models = match providers.list(provider, url).await {
        Ok(models) => models,
        Err(_) if id.is_none() && url.is_none() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let url = url.unwrap_or(provider.default_url()).to_owned();
    Ok(Some(Served { provider, url, models }))
}

fn row(model: &ModelListing) -> serde_json::Value {
    json!({
        "id": model.id,
        "context_window": model.context_window,
        "bytes": model.bytes,
        "modified": model.modified,
        "chats": model.chats,
        "remote": model.remote,
    })
}

fn tell(model: &ModelListing) -> Result<(), Failure> {
    let window = model.context_window.map(|window| format!("{window} tokens"));
    let bytes = model.bytes.map(size);
    let kind = if model.chats { None } else { Some("embeddings only".to_owned()) };
    let remote = model.remote.then(|| "runs elsewhere".to_owned());
    let facts: Vec<String> = [window, bytes, kind, remote].into_iter().flatten().collect();
    say!("{:40} {}", printable(&model.id), facts.join(", "))
}

/// What one small call showed.
pub(crate) struct Trial {
    pub profile: ModelProfile,
    pub reply: ModelReply,
    /// The reply kept to the schema that was asked for.
    pub is_structured: bool,
}

/// Asks for something small that has the shape of the engine's own requests.
pub(crate) async fn try_model(
    models: &AllModels,
    profile: &ModelProfile,
    time_limit: Duration,
) -> Result<Trial, ModelError> {
    let schema = json!({
        "type": "object",
        "properties": { "city": { "type": "string" }, "confidence": { "type": "number" } },
        "required": ["city", "confidence"],
        "additionalProperties": false
    });
    let mut request = ModelRequest {
        purpose: Purpose::Think,
        system: "You answer in JSON.".to_owned(),
        prompt: "What is the capital of Finland? Reply as {\"city\": \"...\", \"confidence\": 0.9}"
            .to_owned(),
        schema: profile.structured.then_some(schema),
        max_tokens: 200,
        temperature: 0.0,
        context_window: profile.context_window,
    };
    let model = models.model(profile)?;
    let reply = match model.complete(&request, time_limit, &|_| {}).await {
        Err(ModelError::SchemaRefused { .. }) => {
            request.schema = None;
            model.complete(&request, time_limit, &|_| {}).await?
        }
        reply => reply?,
    };
    let value: Option<serde_json::Value> = serde_json::from_str(reply.text.trim()).ok();
    let is_structured =
        request.schema.is_some() && value.is_some_and(|value| value["city"].is_string());
    Ok(Trial { profile: profile.clone(), reply, is_structured })
}

async fn test(loaded: &Loaded, global: &Global, choice: &ModelChoice) -> Result<Exit, Failure> {
    let models = AllModels::new(&loaded.config);
    let chosen = choose_model(&loaded.config.model, &models, choice).await?;
    let Some(profile) = chosen.profile else {
        let message =
            "there is no model to try: none is configured, no Ollama answers and none is pulled";
        return Err(Failure::new(Exit::Model, "no_model", message, "name one with --model"));
    };
    let limit = Duration::from_millis(milliseconds(loaded.config.think.call_limit_seconds));
    let trial = try_model(&models, &profile, limit).await?;
    let Tokens { prompt, completion, estimated } = trial.reply.tokens;
    let seconds = trial.reply.latency_ms as f64 / 1000.0;
    if global.json {
        say!(
            "{}",
            json!({
                "model": trial.profile.id,
                "url": trial.profile.url,
                "context_window": trial.profile.context_window,
                "structured": trial.is_structured,
                "reply": trial.reply.text,
                "cut": trial.reply.finish != Finish::Stop,
                "seconds": seconds,
                "prompt_tokens": prompt,
                "reply_tokens": completion,
                "tokens_estimated": estimated,
                "attempts": trial.reply.attempts,
            })
        )?;
        return Ok(Exit::Done);
    }
    let how = if estimated { "estimated" } else { "counted" };
    say!("model       {}", printable(&trial.profile.id))?;
    say!("runs        {}", place_of(&trial.profile))?;
    say!("window      {} tokens", trial.profile.context_window)?;
    say!(
        "structured  {}",
        if trial.is_structured { "yes" } else { "no: the text format is used" }
    )?;
    say!("time        {seconds:.2} s, {}", counted(trial.reply.attempts, "request"))?;
    say!("tokens      {prompt} in, {completion} out ({how})")?;
    say!("reply       {}", printable(trial.reply.text.trim()))?;
    Ok(Exit::Done)
}
