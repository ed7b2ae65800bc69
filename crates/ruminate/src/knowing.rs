//! What is known, in the data directory of this machine. Commands know these ports alone.

use std::sync::Arc;

use ruminate_mind::Keeper;
use ruminate_types::Owner;
use ruminate_types::ports::knowledge::{Learning, Sources};
use ruminate_types::ports::mind::Minds;
use ruminate_types::ports::reflexes::Reflexes;

use crate::cli::Global;
use crate::config::Loaded;
use crate::exit::Failure;
use crate::wiring::{mind_dir, open_store};

pub(crate) struct Knowing {
    pub owner: Owner,
    pub minds: Arc<dyn Minds>,
    pub learning: Arc<dyn Learning>,
    pub sources: Arc<dyn Sources>,
    pub reflexes: Arc<dyn Reflexes>,
}

impl Knowing {
    pub(crate) fn of(loaded: Result<Loaded, Failure>, _: &Global) -> Result<Self, Failure> {
        Self::here(&loaded?)
    }

    fn here(loaded: &Loaded) -> Result<Self, Failure> {
        let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
        let keeper = Keeper::new(store.clone(), mind_dir(&loaded.home));
        Ok(Self {
            owner: Owner::local(),
            minds: Arc::new(keeper.with_reflexes(store.clone())),
            learning: store.clone(),
            sources: store.clone(),
            reflexes: store,
        })
    }
}
