//! What is known, in the data directory of this machine or behind a server. Commands know these ports alone, so that
//! they do the same in both places.

use std::sync::Arc;

use ruminate_mind::Keeper;
use ruminate_types::ports::attention::Aims;
use ruminate_types::ports::knowledge::{Learning, Sources};
use ruminate_types::ports::mind::Minds;
use ruminate_types::ports::reflexes::Reflexes;
use ruminate_types::{Owner, Silo};

use crate::all_models::AllModels;
use crate::cli::Global;
use crate::config::Loaded;
use crate::embedding::with_embedder;
use crate::exit::{Exit, Failure};
use crate::place::Site;
use crate::wiring::{mind_dir, open_store};

pub(crate) struct Knowing {
    /// Whose it is here. A server knows whose key it is.
    pub owner: Owner,
    pub minds: Arc<dyn Minds>,
    pub learning: Arc<dyn Learning>,
    pub sources: Arc<dyn Sources>,
    pub reflexes: Arc<dyn Reflexes>,
    pub aims: Arc<dyn Aims>,
    /// What makes vectors of what is learned here, where an embedder is configured. A server makes its own.
    pub embedding: Option<Arc<Keeper>>,
}

impl Knowing {
    pub(crate) fn of(loaded: Result<Loaded, Failure>, global: &Global) -> Result<Self, Failure> {
        match Site::of(loaded, global)? {
            Site::Here(loaded) => Self::here(&loaded),
            Site::There(remote) => Ok(remote.knowing()),
        }
    }

    /// That something was learned for this subject. Where nothing was learned at all, that is told elsewhere.
    pub(crate) async fn expect_silo(&self, silo: &Silo) -> Result<(), Failure> {
        let silos = self.sources.silos(&self.owner).await?;
        let is_there = silos.iter().any(|known| known.silo == *silo);
        if is_there || silos.is_empty() || silo.as_str() == Silo::THOUGHTS {
            return Ok(());
        }
        let message = format!("there is no silo {}", silo.as_str());
        let hint = "`ruminate mind silos` lists those there are";
        Err(Failure::new(Exit::NotFound, "silo_not_found", message, hint))
    }

    fn here(loaded: &Loaded) -> Result<Self, Failure> {
        let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
        let keeper = Keeper::new(store.clone(), mind_dir(&loaded.home));
        let keeper = keeper.with_reflexes(store.clone()).with_attention(store.clone());
        let config = &loaded.config;
        let models = || Arc::new(AllModels::new(config));
        let keeper = Arc::new(with_embedder(keeper, &config.embedder, models, &store));
        Ok(Self {
            owner: Owner::local(),
            embedding: keeper.has_embedder().then(|| keeper.clone()),
            minds: keeper,
            learning: store.clone(),
            sources: store.clone(),
            aims: store.clone(),
            reflexes: store,
        })
    }
}
