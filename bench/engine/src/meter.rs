//! The journal with a stopwatch: sees every commit after it is durable, and lets the driver go when a run
//! has come as far as it should.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_runtime::Stop;
use ruminate_types::ports::store::{Commit, Journal, Lease, NewRun, StoreError};
use ruminate_types::{Cursor, RunId};
use tokio::sync::watch;

pub(crate) struct Meter {
    journal: Arc<dyn Journal>,
    runs: Mutex<HashMap<RunId, Metered>>,
}

struct Metered {
    until_step: u64,
    stop: watch::Sender<Stop>,
    first: Option<Mark>,
    last: Option<Mark>,
    commits: u64,
}

#[derive(Clone)]
struct Mark {
    at: Instant,
    cursor: Cursor,
}

/// What happened between the first durable commit of a drive and its last.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) time: Duration,
    pub(crate) steps: u64,
    pub(crate) commits: u64,
    pub(crate) calls: u64,
    pub(crate) rounds: u64,
    /// As the run stands at the end.
    pub(crate) cursor: Cursor,
}

impl Meter {
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Self {
        Self { journal, runs: Mutex::default() }
    }

    /// Meters the run from its next commit on; the receiver tells its driver when to let go.
    pub(crate) fn start(&self, run: RunId, until_step: u64) -> watch::Receiver<Stop> {
        let (stop, stopped) = watch::channel(Stop::GoOn);
        let metered = Metered { until_step, stop, first: None, last: None, commits: 0 };
        self.runs().insert(run, metered);
        stopped
    }

    /// None before the second commit.
    pub(crate) fn span(&self, run: RunId) -> Option<Span> {
        let runs = self.runs();
        let metered = runs.get(&run)?;
        let (first, last) = (metered.first.as_ref()?, metered.last.as_ref()?);
        Some(Span {
            time: last.at - first.at,
            steps: last.cursor.step - first.cursor.step,
            commits: metered.commits - 1,
            calls: last.cursor.spent.calls - first.cursor.spent.calls,
            rounds: u64::from(last.cursor.round - first.cursor.round),
            cursor: last.cursor.clone(),
        })
    }

    /// Where every metered run stands.
    pub(crate) fn cursors(&self) -> BTreeMap<RunId, Cursor> {
        let runs = self.runs();
        runs.iter().filter_map(|(id, run)| Some((*id, run.last.as_ref()?.cursor.clone()))).collect()
    }

    pub(crate) fn stop_all(&self) {
        for run in self.runs().values() {
            run.stop.send_replace(Stop::Now);
        }
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, Metered>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, run: RunId, cursor: Cursor) {
        let mark = Mark { at: Instant::now(), cursor };
        let mut runs = self.runs();
        let Some(metered) = runs.get_mut(&run) else { return };
        metered.commits += 1;
        if mark.cursor.step >= metered.until_step {
            metered.stop.send_replace(Stop::AfterStep);
        }
        metered.first.get_or_insert_with(|| mark.clone());
        metered.last = Some(mark);
    }
}

#[async_trait]
impl Journal for Meter {
    async fn commit(&self, lease: &Lease, commit: Commit) -> Result<(), StoreError> {
        let cursor = commit.cursor.clone();
        self.journal.commit(lease, commit).await?;
        if let Some(cursor) = cursor {
            self.note(lease.run_id, cursor);
        }
        Ok(())
    }

    async fn create(&self, new: NewRun) -> Result<(), StoreError> {
        self.journal.create(new).await
    }

    async fn delete(&self, lease: &Lease) -> Result<(), StoreError> {
        self.journal.delete(lease).await
    }
}
