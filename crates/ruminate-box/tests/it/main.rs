//! The box with a real model, the smallest there is. Its weights are pulled by `scripts/test`; without
//! them these tests say so and do nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stderr, reason = "a test that tests nothing says so")]

mod cancel;
mod embedding;
mod faults;
mod shapes;
mod sharing;

use std::path::PathBuf;
use std::time::Duration;

use ruminate_box::{BoxModel, Settings, Weights};
use ruminate_models::weights::{Manifest, Shelf};
use ruminate_types::ports::model::{ModelRequest, Purpose};
use serde_json::Value;

const MODEL: &str = "smollm2-135m";
const LIMIT: Duration = Duration::from_secs(120);

fn shelf() -> Option<Shelf> {
    let under = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|dir| PathBuf::from(dir).join(path))
    };
    let dir = under("RUMINATE_MODELS", "")
        .or_else(|| under("XDG_CACHE_HOME", "ruminate/models"))
        .or_else(|| under("HOME", ".cache/ruminate/models"))?;
    Some(Shelf::at(dir))
}

fn weights() -> Option<Weights> {
    let entry = Manifest::builtin().entry(MODEL)?;
    let Some(path) = shelf()?.path(entry) else {
        eprintln!("SKIPPED: {MODEL} is not here; `ruminate models pull {MODEL}` gets it");
        return None;
    };
    Some(Weights { id: format!("box/{MODEL}"), path, template: entry.template.clone() })
}

fn model(settings: Settings) -> Option<BoxModel> {
    weights().map(|weights| BoxModel::new(weights, settings))
}

fn request(prompt: &str, schema: Option<Value>, max_tokens: u32) -> ModelRequest {
    ModelRequest {
        purpose: Purpose::Think,
        system: "You are a careful thinker.".to_owned(),
        prompt: prompt.to_owned(),
        schema,
        max_tokens,
        temperature: 0.7,
        context_window: 4096,
    }
}

/// A reply that cannot be short: so many numbers.
fn many_numbers(least: usize) -> Value {
    serde_json::json!({
        "type": "array", "minItems": least, "maxItems": least,
        "items": { "type": "integer", "minimum": 100, "maximum": 999 },
    })
}
