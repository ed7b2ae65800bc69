//! A program that was built without what runs models.

use std::sync::Arc;

use ruminate_types::ports::embedding::Embedder;
use ruminate_types::ports::model::{LanguageModel, ModelError};

use super::Found;
use crate::config::BoxConfig;

pub(super) struct Engine;

impl Engine {
    pub(super) fn new(_: &BoxConfig) -> Self {
        Self
    }

    pub(super) fn check(&self) -> Result<(), ModelError> {
        Err(not_built_in())
    }

    pub(super) fn model(&self, _: String, _: Found) -> Result<Arc<dyn LanguageModel>, ModelError> {
        Err(not_built_in())
    }

    pub(super) fn embedder(
        &self,
        _: String,
        _: Found,
        _: u32,
    ) -> Result<Arc<dyn Embedder>, ModelError> {
        Err(not_built_in())
    }
}

fn not_built_in() -> ModelError {
    ModelError::Misconfigured {
        message: "this program was built without a model in the box".to_owned(),
        hint: "build it with `--features box`, as scripts/think does, or choose a server's model"
            .to_owned(),
    }
}
