//! `ruminate models test --embedder`: what makes vectors of texts, tried on three of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ruminate_types::ports::embedding::{Embedder, Embeddings, TextKind};
use serde_json::json;

use crate::all_models::AllModels;
use crate::cli::{Global, ModelChoice};
use crate::config::EmbedderConfig;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};
use crate::view::printable;

/// The one that was asked for, else the one in the box, if it was pulled.
pub(crate) async fn choose(
    models: &AllModels,
    config: &EmbedderConfig,
    choice: &ModelChoice,
) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let url = choice.model_url.as_deref().or(config.url.as_deref());
    match choice.model.as_deref().or(config.id.as_deref()) {
        Some(id) => Ok(Some(models.embedder(id, url).await?)),
        None if models.inside().has_embedder() => {
            Ok(Some(models.inside().embedder(EMBEDDER).await?))
        }
        None => Ok(None),
    }
}

/// What the manifest calls the embedder, whichever it is.
const EMBEDDER: &str = "embedder";

/// What embedding two texts that are alike and one that is not showed.
pub(crate) struct Trial {
    pub seconds: f64,
    pub near: f32,
    pub far: f32,
}

impl Trial {
    /// Whether what means the same lies nearer than what does not.
    pub(crate) fn makes_sense(&self) -> bool {
        self.near > self.far
    }
}

pub(crate) async fn try_embedder(
    embedder: &dyn Embedder,
    time_limit: Duration,
) -> Result<Trial, Failure> {
    let texts =
        ["A cat sleeps on the sofa.", "A kitten naps on the couch.", "The bank raised its rates."];
    let texts = texts.map(str::to_owned);
    let started = Instant::now();
    let Embeddings { vectors, .. } = embedder.embed(&texts, TextKind::Document, time_limit).await?;
    let likeness =
        |a: usize, b: usize| vectors[a].iter().zip(&vectors[b]).map(|(a, b)| a * b).sum();
    Ok(Trial {
        seconds: started.elapsed().as_secs_f64(),
        near: likeness(0, 1),
        far: likeness(0, 2),
    })
}

pub(super) async fn test(
    models: &AllModels,
    config: &EmbedderConfig,
    global: &Global,
    choice: &ModelChoice,
    time_limit: Duration,
) -> Result<Exit, Failure> {
    let Some(embedder) = choose(models, config, choice).await? else {
        let message = "there is no embedder: none is configured, and none is pulled";
        let hint = "`ruminate models pull embedder` gets one, or name one with --model";
        return Err(Failure::new(Exit::Model, "no_model", message, hint));
    };
    let trial = try_embedder(&*embedder, time_limit).await?;
    let profile = embedder.profile();
    if global.json {
        say_json(&json!({
            "embedder": profile.id,
            "url": profile.url,
            "dimensions": profile.dimensions,
            "context_window": profile.context_window,
            "seconds": trial.seconds,
            "near": trial.near,
            "far": trial.far,
        }))?;
    } else {
        say!("embedder    {}", printable(&profile.id))?;
        say!("dimensions  {}", profile.dimensions)?;
        say!("window      {} tokens", profile.context_window)?;
        say!("time        {:.2} s for 3 texts", trial.seconds)?;
        say!(
            "likeness    {:.2} of a cat and a kitten, {:.2} of a cat and a bank",
            trial.near,
            trial.far
        )?;
    }
    Ok(if trial.makes_sense() { Exit::Done } else { Exit::Unexpected })
}
