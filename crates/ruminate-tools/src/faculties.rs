//! What tools that think stand on: a mind, and perhaps a language model.

use std::sync::Arc;

use ruminate_types::ModelProfile;
use ruminate_types::ports::knowledge::Knowledge;
use ruminate_types::ports::mind::Minds;
use ruminate_types::ports::model::LanguageModel;

#[derive(Clone)]
pub struct Faculties {
    pub minds: Arc<dyn Minds>,
    /// Where the sentences stand that facts rest on.
    pub knowledge: Arc<dyn Knowledge>,
    /// None: everything is worked out of facts and texts.
    pub adviser: Option<Adviser>,
}

/// A language model that is asked for what facts do not say. What it says is checked, and never outweighs them.
#[derive(Clone)]
pub struct Adviser {
    pub model: Arc<dyn LanguageModel>,
    pub profile: ModelProfile,
}
