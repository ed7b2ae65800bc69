//! Files that nobody has verified are read by another process first. llama.cpp ends the process over weights
//! that are damaged in the right place, and nothing inside can prevent that; no look at a file from outside
//! finds every such place.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ruminate_types::ports::model::{LanguageModel, ModelError, ModelRequest, Purpose};
use serde_json::Value;

use super::misconfigured;
use crate::cli::READ_WEIGHTS;

/// What a person with a file of their own can do about it.
const HINT: &str = "a file of your own must be whole, GGUF, made for talking, and fit into memory";

/// Whether a process that loads this file lives to tell.
pub(super) fn survives(path: &Path) -> Result<(), ModelError> {
    let failed = |why: String| {
        let message = format!("{} cannot be loaded: {why}", path.display());
        misconfigured(message, HINT)
    };
    let read = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .arg(READ_WEIGHTS)
            .arg(path)
            .arg("--json")
            // Or it would have a debugger look at its own death.
            .env("GGML_NO_BACKTRACE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output()
    });
    let read = read.map_err(|error| failed(format!("no process could try it ({error})")))?;
    if read.status.success() {
        return Ok(());
    }
    let told: Value = serde_json::from_slice(&read.stderr).unwrap_or_default();
    let said = |key: &str| told["error"][key].as_str().map(str::to_owned);
    match said("message").zip(said("hint")) {
        Some((message, hint)) => Err(misconfigured(message, &hint)),
        None => Err(failed(format!("it is damaged; reading it ended a process ({})", read.status))),
    }
}

/// Has a model read a little and say a word, which takes all that it is made of.
pub(super) async fn read(model: &dyn LanguageModel, window: u32) -> Result<(), ModelError> {
    // Whoever waits for this process ends it.
    const LIMIT: Duration = Duration::from_secs(3600);
    let request = ModelRequest {
        purpose: Purpose::Think,
        system: "You answer.".to_owned(),
        prompt: "Hello.".to_owned(),
        schema: None,
        max_tokens: 1,
        temperature: 0.0,
        context_window: window,
    };
    model.complete(&request, LIMIT, &|_| {}).await.map(|_| ())
}
