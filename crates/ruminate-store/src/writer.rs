//! The one thread that writes. What waits is written together: a transaction costs one flush of the
//! disk whether it holds one job or a hundred, so a thousand runs commit nearly as fast as one.
//!
//! Each job is a part of its own within the transaction: one that fails is undone without its
//! neighbours. Nobody hears of success before the transaction is on the disk.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use jiff::Timestamp;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Owner, WorkerId};
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

use crate::fault::Outcome;
use crate::workers::{Enlisted, Workers};
use crate::{Clock, sqlite};

/// Jobs that may wait; whoever brings one more waits with it.
const WAITING: usize = 1024;
/// Jobs that are written together.
const TOGETHER: usize = 256;

/// What a job writes with.
pub(crate) struct Pen {
    pub(crate) conn: Connection,
    pub(crate) workers: Workers,
    /// This process's place among the workers, from its first claim on.
    pub(crate) enlisted: Option<Enlisted>,
    /// Dead workers whose leases this transaction gives up.
    pub(crate) buried: Vec<WorkerId>,
    /// Whether this transaction leaves something in the log that is not to stay there.
    pub(crate) is_to_be_wiped: bool,
    /// Whether the log could be emptied when that was last to be done.
    pub(crate) is_wiped: bool,
    clock: Clock,
    file: PathBuf,
}

impl Pen {
    pub(crate) fn new(conn: Connection, workers: Workers, clock: Clock, file: PathBuf) -> Self {
        let (enlisted, buried) = (None, Vec::new());
        Self { conn, workers, enlisted, buried, is_to_be_wiped: false, is_wiped: true, clock, file }
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Changes or deletes what of the owner's has this number; whether there was one.
    pub(crate) fn change_numbered(
        &self,
        statement: &str,
        owner: &Owner,
        number: u64,
    ) -> Outcome<bool> {
        // Numbers that the database cannot hold are nobody's.
        let Ok(number) = i64::try_from(number) else { return Ok(false) };
        let mut change = self.conn.prepare_cached(statement)?;
        Ok(change.execute(params![owner.as_str(), number])? > 0)
    }
}

/// The way to the thread. Dropping it writes what waits and joins the thread.
pub(crate) struct Writer {
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(pen: Pen) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write(pen, waiting))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Has `work` done in a transaction, and returns when it is on the disk.
    pub(crate) async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&mut Pen) -> Outcome<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Task { work: Some(work), outcome: None, reply });
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    pub(crate) async fn change_numbered(
        &self,
        statement: &'static str,
        owner: &Owner,
        number: u64,
    ) -> Result<bool, StoreError> {
        let owner = owner.clone();
        self.write(move |pen| pen.change_numbered(statement, &owner, number)).await
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

fn ended() -> StoreError {
    StoreError::Io { message: "the thread that writes has ended".to_owned() }
}

trait Job: Send {
    fn perform(&mut self, pen: &mut Pen) -> Result<(), StoreError>;
    /// `written` tells how it went for the whole transaction.
    fn answer(self: Box<Self>, written: Result<(), StoreError>);
}

struct Task<T, W> {
    work: Option<W>,
    outcome: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Job for Task<T, W>
where
    T: Send,
    W: FnOnce(&mut Pen) -> Outcome<T> + Send,
{
    fn perform(&mut self, pen: &mut Pen) -> Result<(), StoreError> {
        let Some(work) = self.work.take() else {
            return Ok(());
        };
        let outcome = work(pen).map_err(|fault| fault.at(&pen.file));
        let verdict = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        verdict
    }

    fn answer(self: Box<Self>, written: Result<(), StoreError>) {
        let answer = match (self.outcome, written) {
            (Some(Err(own)), _) => Err(own),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(common)) => Err(common),
            (None, Ok(())) => Err(ended()),
        };
        // Whoever asked may have gone; what was written stays.
        let _ = self.reply.send(answer);
    }
}

fn write(mut pen: Pen, mut waiting: mpsc::Receiver<Box<dyn Job>>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.blocking_recv_many(&mut jobs, TOGETHER) > 0 {
        let written = pen.write_together(&mut jobs);
        for job in jobs.drain(..) {
            job.answer(written.clone());
        }
    }
    pen.put_down();
}

impl Pen {
    fn write_together(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        let written = self.transact(|pen| {
            for job in jobs {
                pen.write_one(job.as_mut())?;
            }
            Ok(())
        });
        let buried = std::mem::take(&mut self.buried);
        if written.is_ok() {
            buried.into_iter().for_each(|dead| self.workers.forget(dead));
        }
        if std::mem::take(&mut self.is_to_be_wiped) {
            // What was written stands all the same.
            self.is_wiped = sqlite::wipe_log(&self.conn).unwrap_or(false);
        }
        written
    }

    fn transact(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        may_die_at("store::before_transaction");
        sqlite::begin(&self.conn).map_err(|fault| fault.at(&self.file))?;
        let written = work(self).and_then(|()| {
            may_die_at("store::in_transaction");
            sqlite::commit(&self.conn).map_err(|fault| fault.at(&self.file))
        });
        match &written {
            Ok(()) => may_die_at("store::after_commit"),
            Err(_) => sqlite::roll_back(&self.conn),
        }
        written
    }

    /// An error from here ends the whole transaction; a job's own error does not.
    fn write_one(&mut self, job: &mut dyn Job) -> Result<(), StoreError> {
        sqlite::begin_part(&self.conn).map_err(|fault| fault.at(&self.file))?;
        let buried = self.buried.len();
        match job.perform(self) {
            Ok(()) => sqlite::keep_part(&self.conn).map_err(|fault| fault.at(&self.file)),
            Err(own) => {
                self.buried.truncate(buried);
                match sqlite::undo_part(&self.conn) {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(own),
                    Err(fault) => Err(fault.at(&self.file)),
                }
            }
        }
    }

    /// Leaves nothing that others would have to wait for. Where that fails, the lock file stays, and
    /// tells them that this worker is dead.
    fn put_down(mut self) {
        if let Some(enlisted) = self.enlisted.take() {
            let own = self.workers.own();
            let given_up =
                self.transact(|pen| pen.give_up_all(own).map_err(|fault| fault.at(&pen.file)));
            if given_up.is_ok() {
                enlisted.leave();
            }
        }
        may_die_at("store::before_checkpoint");
    }
}

/// Ends the process on the spot, like a power failure, where a test asked for it.
#[cfg(feature = "failpoints")]
fn may_die_at(point: &str) {
    fail::fail_point!(point, |_| std::process::abort());
}

#[cfg(not(feature = "failpoints"))]
fn may_die_at(_point: &str) {}
