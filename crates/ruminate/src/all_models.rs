//! All models that this program can think with: those of servers, and those in the box.

use std::sync::Arc;

use ruminate_models::Providers;
use ruminate_types::ModelProfile;
use ruminate_types::ports::embedding::Embedder;
use ruminate_types::ports::model::{LanguageModel, ModelError, Models};

use crate::config::Config;
use crate::in_the_box::{InTheBox, name_in_the_box};

pub(crate) struct AllModels {
    servers: Providers,
    inside: InTheBox,
}

impl AllModels {
    /// Cheap: nothing is loaded or connected before the first request.
    pub(crate) fn new(config: &Config) -> Self {
        let servers = Providers::new(config.model_settings());
        Self { servers, inside: InTheBox::new(&config.in_the_box, &config.model) }
    }

    pub(crate) fn servers(&self) -> &Providers {
        &self.servers
    }

    pub(crate) fn inside(&self) -> &InTheBox {
        &self.inside
    }

    /// Finds out what a run needs to know of a model.
    pub(crate) async fn profile(
        &self,
        id: &str,
        url: Option<&str>,
    ) -> Result<ModelProfile, ModelError> {
        match name_in_the_box(id) {
            Some(name) => self.inside.profile(name),
            None => self.servers.profile(id, url).await,
        }
    }

    /// The embedder of this name.
    pub(crate) async fn embedder(
        &self,
        id: &str,
        url: Option<&str>,
    ) -> Result<Arc<dyn Embedder>, ModelError> {
        match name_in_the_box(id) {
            Some(name) => self.inside.embedder(name).await,
            None => self.servers.embedder(&self.servers.embedding_profile(id, url).await?),
        }
    }
}

impl Models for AllModels {
    fn model(&self, profile: &ModelProfile) -> Result<Arc<dyn LanguageModel>, ModelError> {
        match name_in_the_box(&profile.id) {
            Some(name) => self.inside.model(name),
            None => self.servers.model(profile),
        }
    }
}
