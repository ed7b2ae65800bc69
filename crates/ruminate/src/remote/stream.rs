//! A run's events as the server sends them, from wherever one left off: a stream that ends early is
//! opened again after the last event that was seen, and so is one of a server that was started again.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ruminate_models::web::{Frames, Framing};
use ruminate_runtime::Piece;
use ruminate_types::{Event, RunId};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::trouble::Trouble;
use super::web::{AWAY, Web, pause};
use crate::exit::Failure;
use crate::place::{Heard, News};

/// Events that wait to be shown; a reader that takes its time slows the server's sending down.
const QUEUE: usize = 256;
/// A server says that it is alive more often than this.
const SILENCE: Duration = Duration::from_secs(60);
/// The longest event that is taken.
const MOST_BYTES: usize = 64 * 1024 * 1024;

pub(super) struct Stream {
    heard: mpsc::Receiver<Sent>,
    /// Taken out of the queue, not told yet.
    next: Option<Sent>,
    /// Bytes of the answer that were told: after a stream was opened again, no more come of it.
    told: usize,
    /// None when what came of it is known.
    reading: Option<JoinHandle<Result<(), Trouble>>>,
}

impl Stream {
    pub(super) fn follow(web: Arc<Web>, run: RunId, after: u64) -> Self {
        let (told, heard) = mpsc::channel(QUEUE);
        let reading = tokio::spawn(Reader { web, run, after, told }.read());
        Self { heard, next: None, told: 0, reading: Some(reading) }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(reading) = &self.reading {
            reading.abort();
        }
    }
}

impl Stream {
    /// What is there already is told together.
    fn events_from(&mut self, first: Event) -> Vec<Event> {
        let mut events = vec![first];
        while let Ok(sent) = self.heard.try_recv() {
            match sent {
                Sent::Event(event) => events.push(*event),
                piece => {
                    self.next = Some(piece);
                    break;
                }
            }
        }
        events
    }
}

/// What a stream's frames hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sent {
    Event(Box<Event>),
    /// Of an answer that is still being written.
    Piece {
        text: String,
    },
}

#[async_trait]
impl News for Stream {
    async fn next(&mut self) -> Result<Heard, Failure> {
        let next = match self.next.take() {
            Some(sent) => Some(sent),
            None => self.heard.recv().await,
        };
        match next {
            Some(Sent::Piece { text }) => {
                let offset = self.told;
                self.told += text.len();
                return Ok(Heard::Piece(Piece { index: 0, offset, text: text.into() }));
            }
            Some(Sent::Event(event)) => return Ok(Heard::Events(self.events_from(*event))),
            None => {}
        }
        if let Some(reading) = &mut self.reading {
            let ended = reading.await;
            self.reading = None;
            // A task that was aborted has nobody who waits for it.
            ended.unwrap_or(Ok(()))?;
        }
        // Everything was heard.
        std::future::pending().await
    }
}

struct Reader {
    web: Arc<Web>,
    run: RunId,
    after: u64,
    told: mpsc::Sender<Sent>,
}

/// How reading one stream ended.
#[derive(PartialEq, Eq)]
enum Ended {
    /// Before the run did: there is more to come.
    Early,
    /// There is nothing more to come, or nobody to tell it to.
    Over,
}

impl Reader {
    async fn read(mut self) -> Result<(), Trouble> {
        let mut heard_at = Instant::now();
        let mut failures = 0;
        loop {
            let before = self.after;
            let ended = self.read_one().await;
            if self.after > before {
                heard_at = Instant::now();
                failures = 0;
            }
            failures += 1;
            let wait = match ended {
                Ok(Ended::Over) => return Ok(()),
                Ok(Ended::Early) => {
                    heard_at = Instant::now();
                    pause(None, failures)
                }
                Err(trouble) if trouble.may_pass() && heard_at.elapsed() < AWAY => {
                    pause(Some(&trouble), failures)
                }
                Err(trouble) => return Err(trouble),
            };
            sleep(wait).await;
        }
    }

    async fn read_one(&mut self) -> Result<Ended, Trouble> {
        let path = format!("/api/runs/{}/events?pieces=true", self.run);
        let Some(mut response) = self.web.stream(&path, self.after).await? else {
            return Ok(Ended::Over);
        };
        let mut frames = Frames::new(Framing::Events, MOST_BYTES);
        // A stream that is cut or falls silent is opened again; whether that works tells more.
        while let Ok(Ok(Some(bytes))) = timeout(SILENCE, response.chunk()).await {
            let complete = frames
                .push(&bytes)
                .map_err(|_| self.web.strange("an event without an end".to_owned()))?;
            for frame in complete {
                if self.take(&frame).await? == Ended::Over {
                    return Ok(Ended::Over);
                }
            }
        }
        Ok(Ended::Early)
    }

    async fn take(&mut self, frame: &str) -> Result<Ended, Trouble> {
        let sent: Sent =
            serde_json::from_str(frame).map_err(|error| self.web.strange(error.to_string()))?;
        if let Sent::Event(event) = &sent {
            if event.seq <= self.after {
                return Ok(Ended::Early);
            }
            self.after = event.seq;
        }
        match self.told.send(sent).await {
            Ok(()) => Ok(Ended::Early),
            Err(_) => Ok(Ended::Over),
        }
    }
}
