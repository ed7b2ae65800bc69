//! The box with a real model, the smallest there is. Its weights are pulled by `scripts/test`; without
//! them these tests say so and do nothing ([`testkit::skipped_without_weights`]).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod cancel;
mod embedding;
mod faults;
mod shapes;
mod sharing;

use std::path::{Path, PathBuf};
use std::time::Duration;

use ruminate_box::{BoxModel, Settings, Weights};
use ruminate_models::weights::{Entry, Manifest, Shelf};
use ruminate_types::ports::model::{ModelRequest, Purpose};
use serde_json::Value;

const MODEL: &str = "smollm2-135m";
const LIMIT: Duration = Duration::from_secs(120);

/// Where `scripts/test` has put a model, if it could.
fn shelf_with(model: &str) -> Option<(Shelf, &'static Entry)> {
    let under = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|dir| PathBuf::from(dir).join(path))
    };
    let dir = under("RUMINATE_MODELS", "")
        .or_else(|| under("XDG_CACHE_HOME", "ruminate/models"))
        .or_else(|| under("HOME", ".cache/ruminate/models"));
    let entry = Manifest::builtin().entry(model).unwrap();
    let shelf = dir.map(Shelf::at).filter(|shelf| shelf.path(entry).is_some());
    if shelf.is_none() {
        testkit::skipped_without_weights(model);
    }
    Some((shelf?, entry))
}

fn weights() -> Option<Weights> {
    let (shelf, entry) = shelf_with(MODEL)?;
    Some(weights_at(&shelf.path(entry)?))
}

fn weights_at(path: &Path) -> Weights {
    let entry = Manifest::builtin().entry(MODEL).unwrap();
    Weights::at(format!("box/{MODEL}"), path).with_template(entry.template.clone())
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
