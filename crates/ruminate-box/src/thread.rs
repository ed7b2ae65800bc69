//! A thread that is there while there is work: started by the first job, ended when none came for a while.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

type Work<J> = dyn Fn(&Receiver<J>) + Send + Sync;

pub(crate) struct Thread<J> {
    work: Arc<Work<J>>,
    /// The way to it, while there is one.
    sender: Mutex<Option<Sender<J>>>,
}

impl<J: Send + 'static> Thread<J> {
    pub(crate) fn new(work: impl Fn(&Receiver<J>) + Send + Sync + 'static) -> Self {
        Self { work: Arc::new(work), sender: Mutex::new(None) }
    }

    /// A job that came just when the thread went to rest is dropped: whoever waits for it notices, and
    /// gives it again.
    pub(crate) fn give(&self, job: J) -> io::Result<()> {
        let mut sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match sender.as_ref() {
            Some(sender) => match sender.send(job) {
                Ok(()) => return Ok(()),
                Err(refused) => refused.0,
            },
            None => job,
        };
        let (new, jobs) = channel();
        // It waits there until the thread looks.
        let _ = new.send(job);
        let work = Arc::clone(&self.work);
        std::thread::Builder::new().name("ruminate-box".to_owned()).spawn(move || work(&jobs))?;
        *sender = Some(new);
        Ok(())
    }
}
