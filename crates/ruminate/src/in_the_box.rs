//! The models that run in this process: which of them are here, and who runs them.

#[cfg(feature = "box")]
#[path = "in_the_box/engine.rs"]
mod engine;
#[cfg(not(feature = "box"))]
#[path = "in_the_box/no_engine.rs"]
mod engine;
mod trial;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ruminate_models::weights::{Entry, Kind, Shelf, minilm};
use ruminate_types::ModelProfile;
use ruminate_types::ports::embedding::Embedder;
use ruminate_types::ports::model::{LanguageModel, ModelError};

use crate::boxed::Boxed;
use crate::config::{BoxConfig, ModelConfig};

/// What the name of a model in the box begins with.
pub(crate) const BOX: &str = "box/";

/// The name of a model in the box, without what says that it is one.
pub(crate) fn name_in_the_box(id: &str) -> Option<&str> {
    id.trim().strip_prefix(BOX)
}

pub(crate) struct InTheBox {
    engine: engine::Engine,
    window: u32,
    structured: bool,
}

/// A model on disk.
#[cfg_attr(not(feature = "box"), allow(dead_code, reason = "only the engine looks into it"))]
struct Found {
    path: PathBuf,
    template: Option<String>,
    window: u32,
    check: Check,
}

/// Looks at a file before it is loaded: one that is damaged in the right place ends the process.
type Check = Box<dyn Fn() -> Result<(), ModelError> + Send + Sync>;

impl InTheBox {
    /// Whether this program can run models at all.
    pub(crate) const IS_BUILT_IN: bool = cfg!(feature = "box");

    pub(crate) fn new(config: &BoxConfig, model: &ModelConfig) -> Self {
        Self {
            engine: engine::Engine::new(config),
            window: model.context_window.unwrap_or(config.window).min(config.window),
            structured: model.structured.unwrap_or(true),
        }
    }

    /// The best that was pulled, if one was.
    pub(crate) fn best(&self) -> Option<String> {
        let boxed = Boxed::look().ok().filter(|_| Self::IS_BUILT_IN)?;
        let best = boxed.shelf.chat_models(&boxed.manifest).first().map(|entry| &entry.name)?;
        Some(format!("{BOX}{best}"))
    }

    pub(crate) fn profile(&self, name: &str) -> Result<ModelProfile, ModelError> {
        let found = chat_model(name)?;
        self.engine.check()?;
        // A run may be resumed from another directory.
        let name = match is_path(name) {
            true => found.path.display().to_string(),
            false => name.to_owned(),
        };
        Ok(ModelProfile {
            id: format!("{BOX}{name}"),
            url: String::new(),
            context_window: self.window.min(found.window),
            structured: self.structured,
            pricing: None,
        })
    }

    pub(crate) fn model(&self, name: &str) -> Result<Arc<dyn LanguageModel>, ModelError> {
        let found = chat_model(name)?;
        self.engine.model(format!("{BOX}{name}"), found)
    }

    /// Has a file say one word, in a process that may die of it.
    pub(crate) async fn read_weights(&self, path: &Path) -> Result<(), ModelError> {
        let (id, path) = (format!("{BOX}{}", path.display()), path.to_owned());
        let check: Check = Box::new(|| Ok(()));
        let found = Found { path, template: None, window: self.window, check };
        trial::read(&*self.engine.model(id, found)?, self.window).await
    }

    pub(crate) async fn embedder(&self, name: &str) -> Result<Arc<dyn Embedder>, ModelError> {
        let found = embedder(name).await?;
        let id = format!("{BOX}{}", minilm::NAME);
        self.engine.embedder(id, found, minilm::DIMENSIONS)
    }

    /// Whether the embedder was pulled.
    pub(crate) fn has_embedder(&self) -> bool {
        Self::IS_BUILT_IN
            && Boxed::look().is_ok_and(|boxed| {
                boxed.manifest.entry(minilm::NAME).is_some_and(|e| boxed.shelf.path(e).is_some())
            })
    }
}

/// A file that somebody has, by its path, or a model that was pulled, by its name.
fn chat_model(name: &str) -> Result<Found, ModelError> {
    if is_path(name) {
        let path = Path::new(name).canonicalize().ok().filter(|path| path.is_file());
        let Some(path) = path else {
            return Err(misconfigured(format!("there is no file {name}"), "check the path"));
        };
        let check: Check = Box::new({
            let path = path.clone();
            move || trial::survives(&path)
        });
        return Ok(Found { path, template: None, window: u32::MAX, check });
    }
    let boxed = look()?;
    let (entry, path) = pulled(&boxed, name, Kind::Chat)?;
    let (shelf, entry) = (boxed.shelf.clone(), entry.clone());
    let (template, window) = (entry.template.clone(), entry.context_window);
    let check: Check = Box::new(move || {
        shelf.verify(&entry).map_err(|error| misconfigured(error.to_string(), &error.hint()))
    });
    Ok(Found { path, template, window, check })
}

/// Whether a name is the path of a file rather than a name of the manifest.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains('/') || Path::new(name).extension().is_some_and(|end| end == "gguf")
}

/// The embedder's weights in the format that the engine reads: made once, of what was pulled.
async fn embedder(name: &str) -> Result<Found, ModelError> {
    let boxed = look()?;
    let (entry, _) = pulled(&boxed, name, Kind::Embedder)?;
    let made = boxed.shelf.gguf(entry).await;
    let path = made.map_err(|error| {
        misconfigured(format!("{name} cannot be made ready: {error}"), &error.hint())
    })?;
    let check: Check = Box::new({
        let path = path.clone();
        move || match Shelf::is_as_made(&path) {
            true => Ok(()),
            false => {
                let message = format!("{} was changed after it was made", path.display());
                Err(misconfigured(message, "make it anew: ruminate models test --embedder"))
            }
        }
    });
    Ok(Found { path, template: None, window: minilm::WINDOW, check })
}

fn look() -> Result<Boxed, ModelError> {
    Boxed::look().map_err(|failure| {
        misconfigured(failure.message.clone(), failure.hint.as_deref().unwrap_or_default())
    })
}

fn pulled<'a>(
    boxed: &'a Boxed,
    name: &str,
    kind: Kind,
) -> Result<(&'a Entry, PathBuf), ModelError> {
    let known = boxed.manifest.entry(name).filter(|entry| entry.kind == kind);
    let Some(entry) = known else {
        let names = boxed.manifest.entries().iter().filter(|entry| entry.kind == kind);
        let names: Vec<_> = names.map(|entry| format!("{BOX}{}", entry.name)).collect();
        let message = format!("there is no model {BOX}{name}");
        return Err(misconfigured(message, &format!("there are {}", names.join(", "))));
    };
    if let Some(path) = boxed.shelf.path(entry) {
        return Ok((entry, path));
    }
    let changed = entry.files.iter().map(|file| boxed.shelf.place(file)).find(|path| path.exists());
    Err(match changed {
        Some(path) => misconfigured(
            format!("{BOX}{name} is not used: nobody has verified {} as it is", path.display()),
            &format!("look at it, and get it again if it is damaged: ruminate models pull {name}"),
        ),
        None => misconfigured(
            format!("{BOX}{name} is not here yet"),
            &format!("get it: ruminate models pull {name}"),
        ),
    })
}

fn misconfigured(message: String, hint: &str) -> ModelError {
    ModelError::Misconfigured { message, hint: hint.to_owned() }
}
