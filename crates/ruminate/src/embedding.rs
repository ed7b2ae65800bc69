//! The embedder that recall asks, if one is configured, and the making of vectors in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use async_trait::async_trait;
use ruminate_mind::Keeper;
use ruminate_store::RunStore;
use ruminate_types::ports::embedding::{ConfiguredEmbedder, Embedder};
use ruminate_types::ports::model::ModelError;
use tokio::sync::OnceCell;
use tokio::time::sleep;

use crate::all_models::AllModels;
use crate::config::EmbedderConfig;
use crate::output::note;
use crate::view::printable;

/// Between two batches others may have the processor and the store.
const BREATH: Duration = Duration::from_millis(50);
/// How soon it is looked again whether something was learned.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// How soon an embedder that is away is asked again.
const UNTIL_BACK: Duration = Duration::from_secs(60);

struct Configured {
    id: String,
    url: Option<String>,
    models: Arc<AllModels>,
    found: OnceCell<Arc<dyn Embedder>>,
    is_told: AtomicBool,
}

/// The same keeper, which finds by meaning too if an embedder is configured.
pub(crate) fn with_embedder(
    keeper: Keeper,
    config: &EmbedderConfig,
    models: impl FnOnce() -> Arc<AllModels>,
    store: &Arc<RunStore>,
) -> Keeper {
    let Some(id) = config.id.clone() else { return keeper };
    let configured = Configured {
        id,
        url: config.url.clone(),
        models: models(),
        found: OnceCell::new(),
        is_told: AtomicBool::new(false),
    };
    keeper.with_embedder(Arc::new(configured), store.clone())
}

#[async_trait]
impl ConfiguredEmbedder for Configured {
    fn name(&self) -> &str {
        &self.id
    }

    async fn embedder(&self) -> Result<Arc<dyn Embedder>, ModelError> {
        let find = || self.models.embedder(&self.id, self.url.as_deref());
        self.found.get_or_try_init(find).await.cloned()
    }

    fn miss(&self, error: &ModelError) {
        if !self.is_told.swap(true, Relaxed) {
            let why = error.to_string();
            note!("Recalling by words and names alone, without the embedder: {}", printable(&why));
        }
    }
}

/// Makes vectors of what is learned, one batch at a time, for as long as the process lives.
pub(crate) async fn go_on(keeper: Arc<Keeper>) {
    let mut after = 0;
    let mut is_away = false;
    loop {
        match keeper.make_vectors(after).await {
            Ok(made) => {
                is_away = false;
                after = made.last;
                sleep(if made.is_more { BREATH } else { LOOK_AGAIN }).await;
            }
            Err(error) => {
                // Once, until it has been back.
                if !std::mem::replace(&mut is_away, true) {
                    tracing::warn!(%error, "no vectors can be made");
                }
                sleep(UNTIL_BACK).await;
            }
        }
    }
}
