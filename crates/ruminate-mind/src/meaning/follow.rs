//! What an embedder makes of a question, with the owner's vectors at hand to compare it with.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ruminate_types::Owner;
use ruminate_types::ports::embedding::{ConfiguredEmbedder, Embedder, TextKind};
use ruminate_types::ports::model::ModelError;
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::vectors::{Space, Vectors};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::search::Meanings;
use crate::keeper::{Awake, Keeper, ended};

/// How long a question waits for its vector.
const PATIENCE: Duration = Duration::from_secs(2);
/// An embedder that did not answer is not asked about questions for so long.
const LEFT_ALONE: Duration = Duration::from_secs(60);
/// Vectors that are followed at once.
const AT_ONCE: u32 = 5_000;

/// The embedder, and where its vectors are.
pub(crate) struct Meaning {
    pub(super) configured: Arc<dyn ConfiguredEmbedder>,
    pub(super) vectors: Arc<dyn Vectors>,
    /// When it last did not answer.
    missed: Mutex<Option<Instant>>,
}

impl Meaning {
    pub(crate) fn new(configured: Arc<dyn ConfiguredEmbedder>, vectors: Arc<dyn Vectors>) -> Self {
        Self { configured, vectors, missed: Mutex::default() }
    }

    pub(crate) fn vectors(&self) -> &dyn Vectors {
        &*self.vectors
    }

    /// None when the embedder does not answer in time, and for a while after that.
    async fn ask(&self, question: &str) -> Option<(Arc<dyn Embedder>, Vec<f32>)> {
        let missed = *self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        if question.trim().is_empty() || missed.is_some_and(|at| at.elapsed() < LEFT_ALONE) {
            return None;
        }
        let asked = async {
            let embedder = self.configured.embedder().await?;
            let texts = [question.to_owned()];
            let mut embedded = embedder.embed(&texts, TextKind::Query, PATIENCE).await?;
            Ok((embedder, embedded.vectors.pop().unwrap_or_default()))
        };
        let limit =
            ModelError::TimedOut { url: self.configured.name().to_owned(), limit: PATIENCE };
        let answer = timeout(PATIENCE, asked).await.unwrap_or(Err(limit));
        let missed = answer.is_err().then(Instant::now);
        *self.missed.lock().unwrap_or_else(PoisonError::into_inner) = missed;
        answer.inspect_err(|error| self.configured.miss(error)).ok()
    }
}

impl Keeper {
    /// What an embedder makes of a question, if one is configured and answers; the mind has the vectors to compare it with.
    pub(crate) async fn meant(
        &self,
        owner: &Owner,
        awake: &Awake,
        question: &str,
    ) -> Result<Option<Vec<f32>>, StoreError> {
        let Some(meaning) = self.meaning.as_ref().filter(|_| !awake.read().recall.is_empty())
        else {
            return Ok(None);
        };
        let Some((embedder, vector)) = meaning.ask(question).await else { return Ok(None) };
        self.follow_vectors(meaning, owner, awake, embedder.profile().into()).await?;
        Ok(Some(vector))
    }

    async fn follow_vectors(
        &self,
        meaning: &Meaning,
        owner: &Owner,
        awake: &Awake,
        space: Space,
    ) -> Result<(), StoreError> {
        loop {
            let (after, upto) = {
                let mind = awake.read();
                let is_same = mind.meanings.space == space;
                (if is_same { mind.meanings.followed } else { 0 }, mind.followed.all)
            };
            let found = meaning.vectors.vectors(owner, &space, after, AT_ONCE).await?;
            let is_all = found.len() < AT_ONCE as usize;
            let (space, awake) = (space.clone(), awake.clone());
            let followed = spawn_blocking(move || {
                let mut mind = awake.write();
                if mind.meanings.space != space {
                    mind.meanings = Meanings::in_space(space);
                }
                if mind.meanings.followed > after {
                    // Another question was quicker.
                    return true;
                }
                // A lesson that the mind has not followed yet may take the place of another of the same id.
                let known = found.iter().take_while(|vector| vector.lesson <= upto);
                known.for_each(|vector| mind.meanings.learn(vector));
                mind.meanings.followed > after
            });
            if is_all || !followed.await.map_err(ended)? {
                return Ok(());
            }
        }
    }
}
