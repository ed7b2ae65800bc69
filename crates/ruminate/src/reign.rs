//! The mind's own life in this process: it wakes when it has something to do and nobody asks, and asks a model only for
//! what it may spend.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_mind::monarch::{self, Ailment, Beyond, Monarch, OutOfReach, Told};
use ruminate_runtime::asked::{Asked, AskedMode, Invalid};
use ruminate_runtime::{Begin, NewQuestion, RuntimeError, Stop, Worker, create};
use ruminate_store::RunStore;
use ruminate_types::ports::attention::{Attention, Desires, Traces};
use ruminate_types::ports::knowledge::Knowledge;
use ruminate_types::ports::store::{RunFilter, Runs, StoreError, Windows};
use ruminate_types::ports::wake::{MOST_CYCLES, Wake};
use ruminate_types::{
    Attending, Ending, ModelProfile, Owner, PauseReason, Policy, RunStatus, Woke,
};
use tokio::sync::{Mutex, watch};
use tokio::time::{MissedTickBehavior, interval};

use crate::all_models::AllModels;
use crate::cli::ModelChoice;
use crate::config::Config;
use crate::wiring::{House, choose_model};

pub(crate) struct Reign {
    monarch: Monarch,
    store: Arc<RunStore>,
    worker: Worker,
    home: PathBuf,
    /// The share of the disk that may be used.
    full_disk: f64,
    /// How things were when a mind had nothing to do.
    quiet: Mutex<HashMap<Owner, Moment>>,
}

/// What a mind that has nothing to do waits for a change of.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    day: String,
    learned: u64,
    trace: u64,
    desires: Vec<u64>,
}

/// What a mind may spend on asking a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowance {
    PerDay(u64),
    /// In all, as long as this process lives.
    InAll(u64),
}

impl Reign {
    pub(crate) fn new(house: &House, choice: ModelChoice, allowance: Allowance) -> Self {
        let (store, worker) = (house.store.clone(), house.worker.clone());
        let adviser = Adviser {
            worker: worker.clone(),
            store: store.clone(),
            models: house.models.clone(),
            config: house.loaded.config.clone(),
            choice,
            allowance,
            spent: Mutex::new(0),
        };
        let monarch =
            Monarch::new(house.mind.clone(), store.clone()).with_beyond(Arc::new(adviser));
        let (home, full_disk) = (house.loaded.home.clone(), house.loaded.config.mind.full_disk);
        Self { monarch, store, worker, home, full_disk, quiet: Mutex::default() }
    }

    /// Wakes the minds that have something to do, one cycle at a time, while no run is driven here.
    pub(crate) async fn go_on(&self, every: Duration) {
        let mut tick = interval(every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            if self.worker.driven() > 0 {
                continue;
            }
            if let Err(error) = self.round().await {
                tracing::warn!(%error, "the mind could not wake");
            }
        }
    }

    async fn round(&self) -> Result<(), StoreError> {
        for owner in self.store.restless().await? {
            if let Err(error) = self.look_after(&owner).await {
                tracing::warn!(%owner, %error, "a mind could not wake");
            }
        }
        Ok(())
    }

    /// One cycle of a mind, unless it sleeps, or had nothing to do and nothing has changed since.
    async fn look_after(&self, owner: &Owner) -> Result<(), StoreError> {
        if self.store.in_mind(owner).await?.is_asleep {
            return Ok(());
        }
        let now = self.moment(owner).await?;
        if self.quiet.lock().await.get(owner) == Some(&now) {
            return Ok(());
        }
        for woke in self.cycles(owner, 1).await? {
            for thought in &woke.thoughts {
                let because = &thought.because;
                tracing::info!(%owner, because, question = thought.question, "wondered");
            }
            if let Some(trouble) = &woke.trouble {
                tracing::warn!(%owner, trouble, "the model could not be asked");
            } else if woke.is_idle() {
                let now = self.moment(owner).await?;
                self.quiet.lock().await.insert(owner.clone(), now);
            }
        }
        Ok(())
    }

    async fn moment(&self, owner: &Owner) -> Result<Moment, StoreError> {
        Ok(Moment {
            day: today(),
            learned: self.store.last_change().await?,
            trace: self.store.last_trace(owner).await?,
            desires: self.store.desires(owner).await?.iter().map(|desire| desire.id).collect(),
        })
    }

    async fn cycles(&self, owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError> {
        let mut all = Vec::new();
        for _ in 0..cycles.min(MOST_CYCLES) {
            let ailments = self.ailments(owner).await?;
            // Where another process was quicker, that was the cycle.
            let Some(woke) = self.monarch.cycle(owner, &ailments).await? else { continue };
            let is_over = woke.is_idle() || woke.trouble.is_some();
            all.push(woke);
            if is_over {
                break;
            }
        }
        Ok(all)
    }

    /// What is wrong with the house, as far as the owner is concerned.
    async fn ailments(&self, owner: &Owner) -> Result<Vec<Ailment>, StoreError> {
        let mut ailments: Vec<Ailment> = crowded(&self.home, self.full_disk).into_iter().collect();
        let filter = RunFilter {
            status: Some(RunStatus::Paused),
            owner: Some(owner.clone()),
            before: None,
            limit: LOOKED_AT,
        };
        let paused = self.store.list(&filter).await?;
        let is_waiting = |reason: &Option<PauseReason>| {
            matches!(reason, Some(PauseReason::ModelUnavailable { .. }))
        };
        let waiting = paused.iter().flatten().filter(|run| is_waiting(&run.cursor.pause)).count();
        if waiting > 0 {
            ailments.push(Ailment {
                text: format!("{waiting} runs wait for a model that does not answer"),
                question: "why is the model unavailable?".to_owned(),
                concept: "model".to_owned(),
            });
        }
        Ok(ailments)
    }
}

/// Paused runs that are looked at for what is wrong.
const LOOKED_AT: u32 = 50;
fn crowded(home: &std::path::Path, full: f64) -> Option<Ailment> {
    let told = rustix::fs::statvfs(home).ok()?;
    // As `df` counts: what is kept for the system is neither used nor to be had.
    let (used, free) = (told.f_blocks.saturating_sub(told.f_bfree) as f64, told.f_bavail as f64);
    let used = used / (used + free).max(1.0);
    (used > full).then(|| Ailment {
        text: format!("the disk is nearly full: {:.0} % of it is used", used * 100.0),
        question: "why is disk pressure high?".to_owned(),
        concept: "disk pressure".to_owned(),
    })
}

#[async_trait]
impl Wake for Reign {
    async fn wake(&self, owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError> {
        self.store.set_asleep(owner, false).await?;
        self.cycles(owner, cycles).await
    }

    async fn sleep(&self, owner: &Owner) -> Result<(), StoreError> {
        self.store.set_asleep(owner, true).await
    }

    async fn attending(&self, owner: &Owner) -> Result<Attending, StoreError> {
        Ok(monarch::in_mind(&*self.store, owner).await?.into_inner())
    }
}

/// A model that is asked for what the mind does not know, by a run like any other.
struct Adviser {
    worker: Worker,
    store: Arc<RunStore>,
    models: Arc<AllModels>,
    config: Config,
    choice: ModelChoice,
    allowance: Allowance,
    /// What this process has spent.
    spent: Mutex<u64>,
}

/// With less a model is not asked.
const LEAST_TOKENS: u64 = 1_000;
/// One question gets no more.
const MOST_TOKENS: u64 = 8_000;

#[async_trait]
impl Beyond for Adviser {
    async fn ask(&self, owner: &Owner, question: &str) -> Result<Option<Told>, OutOfReach> {
        let told = self.consult(owner, question).await;
        told.map_err(|error| OutOfReach { message: error.to_string() })
    }

    async fn can_ask(&self, owner: &Owner) -> bool {
        let left = match self.allowance {
            Allowance::PerDay(most) => {
                let spent = self.store.spent(owner, &today()).await;
                spent.map(|spent| most.saturating_sub(spent)).unwrap_or_else(|error| {
                    tracing::warn!(%error, "what was spent is not known");
                    0
                })
            }
            Allowance::InAll(most) => most.saturating_sub(*self.spent.lock().await),
        };
        left >= LEAST_TOKENS
    }
}

/// Why a model was not asked.
#[derive(Debug, thiserror::Error)]
enum Unasked {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Run(#[from] RuntimeError),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("{0}")]
    Model(String),
}

impl Adviser {
    /// Sets aside what the question may cost before anybody is asked, so that nothing that happens meanwhile spends
    /// more than is allowed.
    async fn consult(&self, owner: &Owner, question: &str) -> Result<Option<Told>, Unasked> {
        let chosen = choose_model(&self.config.model, &self.models, &self.choice).await;
        let chosen = chosen.map_err(|failure| Unasked::Model(failure.told(false)))?;
        let Some(model) = chosen.profile else { return Ok(None) };
        let day = today();
        let granted = self.set_aside(owner, &day).await?;
        let answered = match granted >= LEAST_TOKENS {
            true => self.ask(owner, question, model, granted).await,
            false => Ok((None, 0)),
        };
        let spent = answered.as_ref().map_or(granted, |(_, spent)| *spent);
        self.give_back(owner, &day, granted.saturating_sub(spent)).await?;
        answered.map(|(told, _)| told)
    }

    /// What the model says, and what it cost.
    async fn ask(
        &self,
        owner: &Owner,
        question: &str,
        model: ModelProfile,
        tokens: u64,
    ) -> Result<(Option<Told>, u64), Unasked> {
        let asked = Asked { max_tokens: Some(tokens as i64), ..Asked::default() };
        let policy = asked.policy(AskedMode::Fast, &self.config.defaults(), Some(&model))?;
        let new = NewQuestion {
            text: question.to_owned(),
            conversation: Vec::new(),
            policy: Policy { is_own: true, ..policy },
            model: Some(model),
        };
        let begin = Begin { owner: owner.clone(), ..Begin::now() };
        let run = create(&self.worker, new, begin).await?;
        let (_stop, stopped) = watch::channel(Stop::GoOn);
        self.worker.drive(run, stopped).await?;
        let run = self.store.load(run).await?;
        if let Some(PauseReason::ModelUnavailable { message }) = &run.cursor.pause {
            return Err(Unasked::Model(message.clone()));
        }
        let ending = run.ending.filter(|ending| ending.is_a_models);
        let told = |ending: Ending| Told {
            text: ending.text,
            confidence: ending.confidence,
            run_id: run.id,
        };
        Ok((ending.map(told), run.cursor.spent.tokens))
    }

    async fn set_aside(&self, owner: &Owner, day: &str) -> Result<u64, StoreError> {
        match self.allowance {
            Allowance::PerDay(most) => self.store.set_aside(owner, day, MOST_TOKENS, most).await,
            Allowance::InAll(most) => {
                let mut spent = self.spent.lock().await;
                let granted = MOST_TOKENS.min(most.saturating_sub(*spent));
                *spent += granted;
                Ok(granted)
            }
        }
    }

    async fn give_back(&self, owner: &Owner, day: &str, tokens: u64) -> Result<(), StoreError> {
        match self.allowance {
            Allowance::PerDay(_) => self.store.give_back(owner, day, tokens).await,
            Allowance::InAll(_) => {
                *self.spent.lock().await -= tokens;
                Ok(())
            }
        }
    }
}

/// The day, by UTC.
fn today() -> String {
    Timestamp::now().strftime("%Y-%m-%d").to_string()
}
