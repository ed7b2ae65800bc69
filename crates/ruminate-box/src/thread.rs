//! The thread of a model, whatever the model does: there while there is work. The first job starts it; it loads
//! the weights, works until no job came for a while, and lets go of everything.
//!
//! Jobs reach it through a door that only the thread itself closes, and only when nobody stands in it: no job
//! is lost to a thread that is about to rest.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use llama_cpp_2::model::LlamaModel;
use ruminate_types::ports::model::ModelError;

use crate::load::{self, Loaded};
use crate::{Settings, Weights};

pub(crate) trait Job: Send + 'static {
    fn fail(self, error: ModelError);
}

/// Does the jobs, with a model that is loaded.
pub(crate) trait Worker<J> {
    fn take_in(&mut self, job: J);

    fn is_idle(&self) -> bool;

    /// Goes on with what was taken in, for so short a time that whoever comes is heard soon.
    fn step(&mut self);

    /// Fails what was taken in.
    fn give_up(&mut self, error: &ModelError);
}

pub(crate) struct Thread<J> {
    weights: Weights,
    idle: Duration,
    work: Arc<Work<J>>,
    door: Arc<Door<J>>,
}

/// Makes a worker for the model and has it serve, or says why there is none.
type Work<J> = dyn Fn(&LlamaModel, &Jobs<'_, J>) -> Result<(), ModelError> + Send + Sync;

/// The way to the thread, while there is one.
type Door<J> = Mutex<Option<Sender<J>>>;

/// The jobs that come to a thread.
pub(crate) struct Jobs<'a, J> {
    waiting: &'a Receiver<J>,
    door: &'a Weak<Door<J>>,
    idle: Duration,
    loaded: &'a Loaded,
    weights: &'a Weights,
}

impl<J: Job> Thread<J> {
    pub(crate) fn new(
        weights: Weights,
        settings: &Settings,
        work: impl Fn(&LlamaModel, &Jobs<'_, J>) -> Result<(), ModelError> + Send + Sync + 'static,
    ) -> Self {
        Self { weights, idle: settings.idle, work: Arc::new(work), door: Arc::default() }
    }

    /// A job that is neither done nor failed was lost with its thread.
    pub(crate) fn give(&self, job: J) -> io::Result<()> {
        let mut door = lock(&self.door);
        let job = match door.as_ref() {
            Some(sender) => match sender.send(job) {
                Ok(()) => return Ok(()),
                Err(refused) => refused.0,
            },
            None => job,
        };
        let (sender, waiting) = channel();
        // It waits there until the thread looks.
        let _ = sender.send(job);
        let (weights, idle, work) = (self.weights.clone(), self.idle, Arc::clone(&self.work));
        let way = Arc::downgrade(&self.door);
        std::thread::Builder::new()
            .name("ruminate-box".to_owned())
            .spawn(move || live(&weights, idle, &*work, &waiting, &way))?;
        *door = Some(sender);
        Ok(())
    }
}

fn live<J: Job>(
    weights: &Weights,
    idle: Duration,
    work: &Work<J>,
    waiting: &Receiver<J>,
    door: &Weak<Door<J>>,
) {
    let worked = load::load(weights).and_then(|loaded| {
        work(&loaded.model, &Jobs { waiting, door, idle, loaded: &loaded, weights })
    });
    if let Err(error) = worked {
        close(door);
        waiting.try_iter().for_each(|job| job.fail(error.clone()));
    }
}

/// Before anybody is told that it failed: whoever asks again then comes to a new thread.
fn close<J>(door: &Weak<Door<J>>) {
    if let Some(door) = door.upgrade() {
        *lock(&door) = None;
    }
}

impl<J: Job> Jobs<'_, J> {
    /// Lets somebody work until no job came for a while, or until the file is not what was loaded.
    pub(crate) fn serve(&self, worker: &mut impl Worker<J>) {
        loop {
            if worker.is_idle() {
                match self.next() {
                    Some(job) => worker.take_in(job),
                    None => return,
                }
            }
            for job in self.waiting.try_iter() {
                worker.take_in(job);
            }
            if !self.loaded.is_unchanged() {
                let error = self.weights.changed();
                close(self.door);
                worker.give_up(&error);
                self.waiting.try_iter().for_each(|job| job.fail(error.clone()));
                return;
            }
            worker.step();
        }
    }

    /// None when no job came for a while, or can come any more. The door is closed then.
    fn next(&self) -> Option<J> {
        if let Ok(job) = self.waiting.recv_timeout(self.idle) {
            return Some(job);
        }
        let door = self.door.upgrade()?;
        let mut door = lock(&door);
        let late = self.waiting.try_recv().ok();
        if late.is_none() {
            *door = None;
        }
        late
    }
}

fn lock<J>(door: &Door<J>) -> MutexGuard<'_, Option<Sender<J>>> {
    door.lock().unwrap_or_else(PoisonError::into_inner)
}
