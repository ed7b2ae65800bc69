//! A whole engine around the fake model: worker, driver and store as the product wires them, on a database
//! of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use ruminate_runtime::{Begin, NewQuestion, Outcome, Ports, Worker, WorkerSettings, create};
use ruminate_store::{Durability, Options, RunStore};
use ruminate_types::{Budget, Policy, RunId};
use rusqlite::Connection;

use crate::meter::{Meter, Span};
use crate::model::FakeModels;
use crate::stats::processor_time;

pub(crate) struct Rig {
    pub(crate) worker: Worker,
    pub(crate) models: Arc<FakeModels>,
    pub(crate) meter: Arc<Meter>,
    dir: PathBuf,
    /// For what the store does not offer: it checkpoints when SQLite thinks it should.
    conn: Connection,
}

impl Rig {
    /// An empty database in `dir`, in place of what was there.
    pub(crate) fn new(dir: &Path, durability: Durability) -> anyhow::Result<Self> {
        if dir.exists() {
            std::fs::remove_dir_all(dir).with_context(|| dir.display().to_string())?;
        }
        let store = Arc::new(RunStore::open(dir, Options { durability, ..Options::default() })?);
        let models = Arc::new(FakeModels::new());
        let meter = Arc::new(Meter::new(store.clone()));
        let ports = Ports { journal: meter.clone(), ..Ports::of(&store, models.clone()) };
        let worker = Worker::new(store.worker(), ports, WorkerSettings::default());
        let conn = Connection::open(dir.join(RunStore::FILE))?;
        Ok(Self { worker, models, meter, dir: dir.to_owned(), conn })
    }

    /// A run without limits, ready to be driven.
    pub(crate) async fn ask(&self) -> anyhow::Result<RunId> {
        let reserve = Budget::DEFAULT_RESERVE;
        let budget = Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve };
        let new = NewQuestion {
            text: "What is the relationship between consciousness and intelligence?".to_owned(),
            conversation: Vec::new(),
            policy: Policy::extended(budget),
            model: Some(FakeModels::profile()),
        };
        Ok(create(&self.worker, new, Begin::now()).await?)
    }

    /// Drives the run until so many steps are durable.
    pub(crate) async fn drive(&self, run: RunId, until_step: u64) -> anyhow::Result<Span> {
        let stop = self.meter.start(run, until_step);
        let outcome = self.worker.drive(run, stop).await?;
        ensure!(outcome == Outcome::LetGo, "the run ended by itself: {outcome:?}");
        self.meter.span(run).context("the run made no step")
    }

    /// The same, with the database's size before and after. What the run wrote is merged into the
    /// database within the time that is measured: SQLite would have to do it sooner or later.
    pub(crate) async fn window(&self, run: RunId, until_step: u64) -> anyhow::Result<Window> {
        self.checkpoint()?;
        let (before, worked) = (self.bytes()?, processor_time()?);
        let mut span = self.drive(run, until_step).await?;
        let since = Instant::now();
        self.checkpoint()?;
        span.time += since.elapsed();
        let worked = processor_time()?.saturating_sub(worked);
        Ok(Window { span, worked, bytes: self.bytes()? - before })
    }

    fn checkpoint(&self) -> anyhow::Result<()> {
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let is_blocked: bool = self.conn.query_row(sql, [], |row| row.get(0))?;
        ensure!(!is_blocked, "the database could not be checkpointed");
        Ok(())
    }

    /// The database without its log.
    pub(crate) fn bytes(&self) -> anyhow::Result<u64> {
        Ok(std::fs::metadata(self.dir.join(RunStore::FILE))?.len())
    }

    /// How long it takes a process that has nothing in its caches to take the run up.
    pub(crate) async fn load(&self, run: RunId) -> anyhow::Result<Duration> {
        use ruminate_types::ports::store::Windows as _;
        let stranger = RunStore::open(&self.dir, Options::default())?;
        let since = Instant::now();
        stranger.load(run).await?;
        Ok(since.elapsed())
    }
}

pub(crate) struct Window {
    pub(crate) span: Span,
    /// Time of the processors, taking the run up included.
    pub(crate) worked: Duration,
    pub(crate) bytes: u64,
}
