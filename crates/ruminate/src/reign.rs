//! The mind's own life in this process: it wakes when it has something to do and nobody asks, and asks a model only for
//! what it may spend.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ruminate_mind::monarch::{self, Ailment, Beyond, Monarch, Told};
use ruminate_runtime::asked::{Asked, AskedMode};
use ruminate_runtime::{Begin, NewQuestion, Stop, Worker, create};
use ruminate_store::RunStore;
use ruminate_types::ports::attention::{Aims, Attention};
use ruminate_types::ports::store::{RunFilter, Runs, StoreError, Windows};
use ruminate_types::ports::wake::{MOST_CYCLES, Wake};
use ruminate_types::{Attending, Owner, PauseReason, RunId, RunStatus, Woke};
use tokio::sync::watch;
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
            since: Timestamp::now(),
        };
        let monarch =
            Monarch::new(house.mind.clone(), store.clone()).with_beyond(Arc::new(adviser));
        Self { monarch, store, worker, home: house.loaded.home.clone() }
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
            if monarch::is_asleep(&*self.store, &owner).await? {
                continue;
            }
            for woke in self.cycles(&owner, 1).await? {
                for thought in &woke.thoughts {
                    let because = &thought.because;
                    tracing::info!(%owner, because, question = thought.question, "wondered");
                }
            }
        }
        Ok(())
    }

    async fn cycles(&self, owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError> {
        let mut all = Vec::new();
        for _ in 0..cycles.min(MOST_CYCLES) {
            let ailments = self.ailments(owner).await?;
            // Where another process was quicker, that was the cycle.
            let Some(woke) = self.monarch.cycle(owner, &ailments).await? else { continue };
            let is_idle = woke.is_idle();
            all.push(woke);
            if is_idle {
                break;
            }
        }
        Ok(all)
    }

    /// What is wrong with the house, as far as the owner is concerned.
    async fn ailments(&self, owner: &Owner) -> Result<Vec<Ailment>, StoreError> {
        let mut ailments: Vec<Ailment> = crowded(&self.home).into_iter().collect();
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
/// The share of the disk that may be used.
const CROWDED: f64 = 0.95;

fn crowded(home: &std::path::Path) -> Option<Ailment> {
    let told = rustix::fs::statvfs(home).ok()?;
    // As `df` counts: what is kept for the system is neither used nor to be had.
    let (used, free) = (told.f_blocks.saturating_sub(told.f_bfree) as f64, told.f_bavail as f64);
    let used = used / (used + free).max(1.0);
    (used > CROWDED).then(|| Ailment {
        text: format!("the disk is nearly full: {:.0} % of it is used", used * 100.0),
        question: "why is disk pressure high?".to_owned(),
        concept: "disk pressure".to_owned(),
    })
}

#[async_trait]
impl Wake for Reign {
    async fn wake(&self, owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError> {
        self.monarch.set_asleep(owner, false).await?;
        self.cycles(owner, cycles).await
    }

    async fn sleep(&self, owner: &Owner) -> Result<(), StoreError> {
        self.monarch.set_asleep(owner, true).await
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
    since: Timestamp,
}

/// With less a model is not asked.
const LEAST_TOKENS: u64 = 1_000;
/// One question gets no more.
const MOST_TOKENS: u64 = 8_000;
/// Traces that are looked through for what was spent.
const LOOKED_THROUGH: u64 = 2_000;

#[async_trait]
impl Beyond for Adviser {
    async fn ask(&self, owner: &Owner, question: &str) -> Option<Told> {
        match self.consult(owner, question).await {
            Ok(told) => told,
            Err(error) => {
                tracing::warn!(error, "the model could not be asked");
                None
            }
        }
    }

    async fn can_ask(&self, owner: &Owner) -> bool {
        self.left(owner).await.is_ok_and(|left| left >= LEAST_TOKENS)
    }
}

impl Adviser {
    async fn consult(&self, owner: &Owner, question: &str) -> Result<Option<Told>, String> {
        let left = self.left(owner).await.map_err(|error| error.to_string())?;
        if left < LEAST_TOKENS {
            return Ok(None);
        }
        let chosen = choose_model(&self.config.model, &self.models, &self.choice).await;
        let Some(model) = chosen.map_err(|failure| failure.told(false))?.profile else {
            return Ok(None);
        };
        let asked = Asked { max_tokens: Some(left.min(MOST_TOKENS) as i64), ..Asked::default() };
        let policy = asked
            .policy(AskedMode::Fast, &self.config.defaults(), Some(&model))
            .map_err(|invalid| invalid.to_string())?;
        let new = NewQuestion {
            text: question.to_owned(),
            conversation: Vec::new(),
            policy,
            model: Some(model),
        };
        let begin = Begin { owner: owner.clone(), ..Begin::now() };
        let run = create(&self.worker, new, begin).await.map_err(|error| error.to_string())?;
        let (_stop, stopped) = watch::channel(Stop::GoOn);
        self.worker.drive(run, stopped).await.map_err(|error| error.to_string())?;
        let run = self.store.load(run).await.map_err(|error| error.to_string())?;
        let ending = run.ending.filter(|ending| ending.is_a_models);
        let told = |text, confidence| Told { text, confidence, run_id: run.id };
        Ok(ending.map(|ending| told(ending.text, ending.confidence)))
    }

    /// Tokens that may still be spent.
    async fn left(&self, owner: &Owner) -> Result<u64, StoreError> {
        let (allowed, since) = match self.allowance {
            Allowance::PerDay(tokens) => (tokens, today()),
            Allowance::InAll(tokens) => (tokens, self.since),
        };
        if allowed < LEAST_TOKENS {
            return Ok(0);
        }
        let last = self.store.last_trace(owner).await?;
        let after = last.saturating_sub(LOOKED_THROUGH);
        let traces = self.store.traces(owner, after, LOOKED_THROUGH as u32).await?;
        let mut runs: Vec<RunId> = traces
            .iter()
            .filter(|trace| {
                trace.at >= since && trace.passed.kind == ruminate_types::TraceKind::Wondered
            })
            .filter_map(|trace| trace.passed.run_id)
            .collect();
        runs.dedup();
        let mut spent = 0;
        for run in runs {
            // What was deleted meanwhile is not counted.
            if let Ok(summary) = self.store.summary(run).await {
                spent += summary.cursor.spent.tokens;
            }
        }
        Ok(allowed.saturating_sub(spent))
    }
}

fn today() -> Timestamp {
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    now.start_of_day().map_or_else(|_| Timestamp::now(), |midnight| midnight.timestamp())
}
