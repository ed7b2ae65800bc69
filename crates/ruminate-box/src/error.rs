//! What goes wrong in the box, as the errors of the port.

use std::time::Duration;

use ruminate_types::ports::model::ModelError;

use crate::Weights;

impl Weights {
    /// The weights cannot be used at all.
    pub(crate) fn unusable(&self, why: impl std::fmt::Display) -> ModelError {
        ModelError::Misconfigured {
            message: format!("{} cannot be loaded from {}: {why}", self.id, self.path.display()),
            hint:
                "a model that was pulled can be removed and pulled again; a file of your own must be GGUF, and fit into memory"
                    .into(),
        }
    }

    /// The file is not any more what was loaded from it.
    pub(crate) fn changed(&self) -> ModelError {
        ModelError::Misconfigured {
            message: format!("{} was changed while {} was loaded", self.path.display(), self.id),
            hint:
                "ask again: it is loaded anew if it is sound; a file that is in use is replaced by \
                   renaming another one, never by writing into it"
                    .into(),
        }
    }

    pub(crate) fn too_late(&self, limit: Duration) -> ModelError {
        ModelError::TimedOut { url: self.id.clone(), limit }
    }

    /// The model broke while it was at work.
    pub(crate) fn broken(&self, why: impl std::fmt::Display) -> ModelError {
        ModelError::ServerFault { url: self.id.clone(), message: why.to_string() }
    }
}
