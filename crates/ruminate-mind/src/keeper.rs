//! Keeps the minds of those who ask: opens one from its file, brings it up to what was learned since, in
//! whatever process, and writes it again when that was much. What it keeps in files may be deleted at any
//! time: it is made anew.

mod open_minds;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use ruminate_types::ports::answers::Answers;
use ruminate_types::ports::attention::Attention;
use ruminate_types::ports::embedding::ConfiguredEmbedder;
use ruminate_types::ports::knowledge::{Knowledge, Learning};
use ruminate_types::ports::reflexes::Reflexes;
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::vectors::Vectors;
use ruminate_types::{Change, Changed, Known, Owner};
use tokio::sync::Mutex;
use tokio::task::{JoinError, spawn_blocking};

use crate::arrays::{IndexError, remove_half_written};
use crate::freshness::Freshness;
use crate::meaning::Meaning;
use crate::mind::{ChangesRead, Mind};
use open_minds::OpenMinds;

/// Changes that are followed at once.
const AT_ONCE: u32 = 5_000;
/// A file that lacks so many changes is written again.
const WORTH_SAVING: u64 = 1_000;
/// One that has what was forgotten since is, when so much time has passed: writing it takes as long as there is much in it.
const HELD_FOR: Duration = Duration::from_secs(60);
/// How long whoever forgets waits for those who read the files that it was in.
const FOR_READERS: Duration = Duration::from_secs(5);

pub struct Keeper {
    knowledge: Arc<dyn Knowledge>,
    /// What was answered before, and how long that is good for.
    pub(crate) answers: Option<(Arc<dyn Answers>, Freshness)>,
    pub(crate) reflexes: Option<Arc<dyn Reflexes>>,
    pub(crate) learning: Option<Arc<dyn Learning>>,
    pub(crate) attention: Option<Arc<dyn Attention>>,
    pub(crate) meaning: Option<Meaning>,
    dir: PathBuf,
    open: OpenMinds,
}

/// One owner's mind.
struct Kept {
    mind: Arc<RwLock<Mind>>,
    /// Locked while the mind is brought up to date.
    saved: Mutex<Saved>,
}

/// What is known of a mind's file.
struct Saved {
    /// The last change that it holds.
    change: u64,
    /// When the mind last let go of what was forgotten; none before it was seen to that there is nothing.
    let_go: Option<Instant>,
    /// Whether something was forgotten since.
    has_forgotten: bool,
}

impl Saved {
    fn is_held_too_long(&self) -> bool {
        self.let_go.is_none_or(|at| self.has_forgotten && at.elapsed() > HELD_FOR)
    }
}

/// A mind that is up to date with what was learned before it was asked for.
#[derive(Clone)]
pub struct Awake(Arc<RwLock<Mind>>);

impl Awake {
    pub fn read(&self) -> RwLockReadGuard<'_, Mind> {
        read(&self.0)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Mind> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeper {
    /// `dir` need not be there, and need not be writable: then every process reads everything anew.
    pub fn new(knowledge: Arc<dyn Knowledge>, dir: PathBuf) -> Self {
        Self {
            knowledge,
            answers: None,
            reflexes: None,
            learning: None,
            attention: None,
            meaning: None,
            dir,
            open: OpenMinds::default(),
        }
    }

    /// Gives answers of earlier runs again, as long as they are fresh.
    pub fn with_answers(self, answers: Arc<dyn Answers>, freshness: Freshness) -> Self {
        Self { answers: Some((answers, freshness)), ..self }
    }

    /// Answers at once what a reflex says, and lets causes end at one.
    pub fn with_reflexes(self, reflexes: Arc<dyn Reflexes>) -> Self {
        Self { reflexes: Some(reflexes), ..self }
    }

    /// Keeps what models thought.
    pub fn with_learning(self, learning: Arc<dyn Learning>) -> Self {
        Self { learning: Some(learning), ..self }
    }

    /// Notices what runs were about, and what is not known.
    pub fn with_attention(self, attention: Arc<dyn Attention>) -> Self {
        Self { attention: Some(attention), ..self }
    }

    /// Finds by meaning too, as this embedder sees it.
    pub fn with_embedder(
        self,
        embedder: Arc<dyn ConfiguredEmbedder>,
        vectors: Arc<dyn Vectors>,
    ) -> Self {
        Self { meaning: Some(Meaning::new(embedder, vectors)), ..self }
    }

    pub(crate) fn knowledge(&self) -> &dyn Knowledge {
        &*self.knowledge
    }

    /// Those of these lessons that are known, by their ids.
    pub(crate) async fn lessons(
        &self,
        owner: &Owner,
        ids: impl IntoIterator<Item = &String>,
    ) -> Result<HashMap<String, Known>, StoreError> {
        let ids: Vec<String> = ids.into_iter().cloned().collect();
        let known = self.knowledge.known(owner, &ids).await?;
        Ok(known.into_iter().map(|known| (known.lesson.id.clone(), known)).collect())
    }

    /// The owner's mind, up to date.
    pub async fn wake(&self, owner: &Owner) -> Result<Awake, StoreError> {
        self.bring(owner, false).await
    }

    /// The same, with its file up to date too, and nothing left of what was forgotten.
    pub async fn settle(&self, owner: &Owner) -> Result<Awake, StoreError> {
        self.bring(owner, true).await
    }

    /// Brings a mind up to date, and its file if that is worth it or must be.
    async fn bring(&self, owner: &Owner, is_settling: bool) -> Result<Awake, StoreError> {
        let place = self.open.place(owner);
        let kept = place.get_or_try_init(|| self.kept(owner)).await?;
        let mut saved = kept.saved.lock().await;
        let awake = Awake(kept.mind.clone());
        let followed = self.catch_up(owner, &kept.mind, &mut saved).await?;
        let lets_go = is_settling || saved.is_held_too_long();
        let must_let_go = lets_go && self.holds_forgotten(owner).await?;
        let worth_saving = if is_settling { 1 } else { WORTH_SAVING };
        if followed >= saved.change + worth_saving || must_let_go {
            saved.change = followed;
            self.save(owner, &kept.mind, must_let_go).await?;
        }
        if lets_go {
            let patience = if is_settling { FOR_READERS } else { Duration::ZERO };
            let is_gone = !must_let_go || self.let_go(owner, &awake, patience).await?;
            (saved.let_go, saved.has_forgotten) = (Some(Instant::now()), !is_gone);
            if is_settling && !is_gone {
                return Err(StoreError::StillRead);
            }
        }
        Ok(awake)
    }

    async fn kept(&self, owner: &Owner) -> Result<Kept, StoreError> {
        let mind = self.open(owner).await?;
        Ok(Kept {
            saved: Mutex::new(Saved {
                change: mind.followed.own,
                let_go: None,
                has_forgotten: false,
            }),
            mind: Arc::new(RwLock::new(mind)),
        })
    }

    /// From its file, if there is one and it is of this store's past; else an empty one.
    async fn open(&self, owner: &Owner) -> Result<Mind, StoreError> {
        let file = self.file(owner);
        let mind = spawn_blocking(move || Mind::open(&file)).await.map_err(ended)?;
        let mind = match mind {
            Ok(mind) => mind,
            Err(error) => {
                if !is_not_there(&error) {
                    tracing::warn!(%error, %owner, "the file of a mind cannot be opened: it is made anew");
                }
                return Ok(Mind::default());
            }
        };
        let own = mind.followed.own;
        let is_ours = own == 0 || self.knowledge.happened(owner, own).await?;
        Ok(if is_ours { mind } else { self.discard(owner) })
    }

    /// A file that is of no use may have what was forgotten since, and does not stay.
    fn discard(&self, owner: &Owner) -> Mind {
        let _ = std::fs::remove_file(self.file(owner));
        Mind::default()
    }

    /// Another process has let go of something, and has written the file since.
    async fn open_after(&self, owner: &Owner, change: u64) -> Result<Mind, StoreError> {
        let mind = self.open(owner).await?;
        Ok(if mind.followed.all >= change { mind } else { self.discard(owner) })
    }

    /// Follows what changed. Tells the last of the owner's changes.
    async fn catch_up(
        &self,
        owner: &Owner,
        mind: &Arc<RwLock<Mind>>,
        saved: &mut Saved,
    ) -> Result<u64, StoreError> {
        let mut last = self.knowledge.last_change().await?;
        // Up to there nothing that was let go of can be in the mind.
        let mut is_clean_to = if read(mind).followed.all == 0 { last } else { 0 };
        loop {
            let followed = read(mind).followed.clone();
            if followed.all >= last {
                return Ok(followed.own);
            }
            let changes = self.knowledge.changes(owner, followed.all, AT_ONCE).await?;
            let nameless = changes.iter().rfind(|change| is_nameless(change));
            if let Some(change) = nameless.filter(|change| change.seq > is_clean_to) {
                let anew = self.open_after(owner, change.seq).await?;
                last = self.knowledge.last_change().await?;
                is_clean_to = if anew.followed.all == 0 { last } else { 0 };
                *mind.write().unwrap_or_else(PoisonError::into_inner) = anew;
                continue;
            }
            saved.has_forgotten |= changes.iter().any(is_forgotten);
            let is_all = changes.len() < AT_ONCE as usize;
            let mind = mind.clone();
            spawn_blocking(move || {
                let changes = ChangesRead::of(changes);
                let mut mind = mind.write().unwrap_or_else(PoisonError::into_inner);
                // Whoever was cut off in here has followed them all the same.
                if mind.followed != followed {
                    return;
                }
                mind.follow_read(changes);
                if is_all {
                    mind.followed.all = mind.followed.all.max(last);
                }
            })
            .await
            .map_err(ended)?;
        }
    }

    /// A file that cannot be written costs time at the next start, and nothing else; but one that has what was
    /// forgotten must not stay.
    async fn save(
        &self,
        owner: &Owner,
        mind: &Arc<RwLock<Mind>>,
        must_be_new: bool,
    ) -> Result<(), StoreError> {
        let (dir, file, mind) = (self.dir.clone(), self.file(owner), mind.clone());
        let saved = spawn_blocking(move || {
            let _ = make_private(&dir);
            if must_be_new {
                remove_half_written(&file);
            }
            let saved = mind.write().unwrap_or_else(PoisonError::into_inner).save_to(&file);
            match saved {
                Err(_) if must_be_new && file.exists() => std::fs::remove_file(&file),
                _ => Ok(()),
            }
        });
        saved.await.map_err(ended)?.map_err(|error| StoreError::Io {
            message: format!("what was forgotten is still in the file of the mind: {error}"),
        })
    }

    fn file(&self, owner: &Owner) -> PathBuf {
        self.dir.join(format!("{owner}.mind"))
    }
}

fn is_not_there(error: &IndexError) -> bool {
    matches!(error, IndexError::Io(error) if error.kind() == io::ErrorKind::NotFound)
}

fn is_forgotten(change: &Change) -> bool {
    matches!(change.what, Changed::Forgotten { .. })
}

/// Whether it was forgotten and let go of.
fn is_nameless(change: &Change) -> bool {
    matches!(&change.what, Changed::Forgotten { id } if id.is_empty())
}

fn read(mind: &RwLock<Mind>) -> RwLockReadGuard<'_, Mind> {
    mind.read().unwrap_or_else(PoisonError::into_inner)
}

fn make_private(dir: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

pub(crate) fn ended(error: JoinError) -> StoreError {
    StoreError::Io { message: format!("the mind could not be worked out: {error}") }
}
