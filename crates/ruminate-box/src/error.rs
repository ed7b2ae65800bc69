//! What goes wrong in the box, as the errors of the port.

use ruminate_types::ports::model::ModelError;

use crate::Weights;

impl Weights {
    /// The weights cannot be used at all.
    pub(crate) fn unusable(&self, why: impl std::fmt::Display) -> ModelError {
        ModelError::Misconfigured {
            message: format!("{} cannot be loaded from {}: {why}", self.id, self.path.display()),
            hint:
                "remove it with `ruminate models remove` and pull it again, or choose a smaller one"
                    .into(),
        }
    }

    /// The model broke while it was at work.
    pub(crate) fn broken(&self, why: impl std::fmt::Display) -> ModelError {
        ModelError::ServerFault { url: self.id.clone(), message: why.to_string() }
    }
}
