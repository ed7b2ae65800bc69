//! The threads that read. Two, so that a long export does not keep those waiting who ask for little.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use jiff::Timestamp;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{QueuedCommand, WorkerId};
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::Clock;
use crate::fault::Outcome;
use crate::workers::Workers;

/// Readings that may wait; whoever asks for one more waits with it.
const WAITING: usize = 256;

/// What a reading is done with.
pub(crate) struct Lens {
    pub(crate) conn: Connection,
    pub(crate) workers: Workers,
    /// What was pending when it was looked for last.
    pub(crate) pending: Option<Pending>,
    clock: Clock,
    file: PathBuf,
}

pub(crate) struct Pending {
    pub(crate) data_version: i64,
    pub(crate) worker: WorkerId,
    pub(crate) commands: Vec<QueuedCommand>,
}

impl Lens {
    pub(crate) fn new(conn: Connection, workers: Workers, clock: Clock, file: PathBuf) -> Self {
        Self { conn, workers, pending: None, clock, file }
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

type Job = Box<dyn FnOnce(&mut Lens) + Send>;

/// The way to the threads. Dropping it joins them.
pub(crate) struct Readers {
    jobs: Option<mpsc::Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub(crate) fn start(lenses: impl IntoIterator<Item = Lens>) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = lenses
            .into_iter()
            .map(|lens| {
                let waiting = Arc::clone(&waiting);
                thread::Builder::new()
                    .name("store-reader".to_owned())
                    .spawn(move || read(lens, &waiting))
            })
            .collect::<std::io::Result<_>>()?;
        Ok(Self { jobs: Some(jobs), threads })
    }

    pub(crate) async fn read<T, R>(&self, reading: R) -> Result<T, StoreError>
    where
        T: Send + 'static,
        R: FnOnce(&mut Lens) -> Outcome<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |lens| {
            let read = reading(lens).map_err(|fault| fault.at(&lens.file));
            let _ = reply.send(read);
        });
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

fn ended() -> StoreError {
    StoreError::Io { message: "the threads that read have ended".to_owned() }
}

fn read(mut lens: Lens, waiting: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        match next {
            Some(job) => job(&mut lens),
            None => return,
        }
    }
}
