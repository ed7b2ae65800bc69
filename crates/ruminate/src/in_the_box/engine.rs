//! Running models in this process.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ruminate_box::{BoxEmbedder, BoxModel, Settings, Weights};
use ruminate_types::ports::embedding::Embedder;
use ruminate_types::ports::model::{LanguageModel, ModelError};

use super::Found;
use crate::config::BoxConfig;

pub(super) struct Engine {
    settings: Settings,
    /// One for all runs: they share what is loaded.
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    models: HashMap<PathBuf, Arc<BoxModel>>,
    embedders: HashMap<PathBuf, Arc<BoxEmbedder>>,
}

impl Engine {
    pub(super) fn new(config: &BoxConfig) -> Self {
        let settings = Settings {
            window: config.window,
            seats: config.seats,
            threads: config.threads.unwrap_or_else(Settings::free_cores).min(Settings::cores()),
            idle: Duration::from_secs_f64(config.idle_minutes * 60.0),
        };
        Self { settings, open: Mutex::default() }
    }

    pub(super) fn check(&self) -> Result<(), ModelError> {
        Ok(())
    }

    pub(super) fn model(
        &self,
        id: String,
        found: Found,
    ) -> Result<Arc<dyn LanguageModel>, ModelError> {
        let Found { path, template, check, .. } = found;
        let mut open = self.open();
        let model = open.models.entry(path).or_insert_with_key(|path| {
            let weights = Weights::at(id, path).with_template(template).checked_by(check);
            Arc::new(BoxModel::new(weights, self.settings))
        });
        Ok(Arc::clone(model) as Arc<dyn LanguageModel>)
    }

    pub(super) fn embedder(
        &self,
        id: String,
        found: Found,
        dimensions: u32,
    ) -> Result<Arc<dyn Embedder>, ModelError> {
        let Found { path, window, check, .. } = found;
        let mut open = self.open();
        let embedder = open.embedders.entry(path).or_insert_with_key(|path| {
            let weights = Weights::at(id, path).checked_by(check);
            Arc::new(BoxEmbedder::new(weights, self.settings, dimensions, window))
        });
        Ok(Arc::clone(embedder) as Arc<dyn Embedder>)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
