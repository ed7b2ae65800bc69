//! The line to one model of one server: a place in its queue, a time limit, retries, and refusals with a
//! name. What is said over it, a chat or texts to embed, is up to who holds it.
//!
//! The place in the queue is kept while waiting to ask again: a server that is overloaded is not helped
//! by the next in line.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::Response;
use ruminate_types::ports::model::ModelError;
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::address::Address;
use crate::backoff;
use crate::http::{self, Http, unreachable};
use crate::refusal::{Refusal, Said};
use crate::{ApiKey, ModelId, Retry};

#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) http: Arc<Http>,
    pub(crate) queue: Arc<Semaphore>,
    pub(crate) address: Address,
    pub(crate) model: ModelId,
    pub(crate) key: Option<ApiKey>,
    pub(crate) retry: Retry,
}

/// When a caller's time limit ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    at: Instant,
    limit: Duration,
}

/// Keeps the clock from overflowing; nobody waits longer.
const A_YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Self {
        Self { at: Instant::now() + limit.min(A_YEAR), limit }
    }

    fn is_over(self) -> bool {
        Instant::now() >= self.at
    }
}

pub(crate) struct Failure {
    pub(crate) error: ModelError,
    /// The next request differs in what the server refused about this one.
    pub(crate) again_at_once: bool,
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Self { error, again_at_once: false }
    }
}

/// A place in the queue, and the attempts that are made while it is held.
pub(crate) struct Turn<'a> {
    line: &'a Line,
    _place: SemaphorePermit<'a>,
    deadline: Deadline,
    started: Instant,
    attempts: u32,
    failures: u32,
}

impl Turn<'_> {
    /// One attempt, cut at the deadline. After it, none: a timer is coarse enough for a near server to
    /// answer, and to be paid, before it fires.
    pub(crate) async fn attempt<T>(
        &mut self,
        exchange: impl Future<Output = Result<T, ModelError>>,
    ) -> Result<T, ModelError> {
        if self.deadline.is_over() {
            return Err(self.line.timed_out(self.deadline));
        }
        self.attempts += 1;
        let ended = timeout_at(self.deadline.at, exchange).await;
        ended.unwrap_or_else(|_| Err(self.line.timed_out(self.deadline)))
    }

    /// Returns when it is time for another attempt, or the error when there is no use in one.
    pub(crate) async fn again_after(&mut self, failure: Failure) -> Result<(), ModelError> {
        let Failure { error, again_at_once } = failure;
        if again_at_once {
            return Ok(());
        }
        self.failures += 1;
        if !error.is_worth_retrying() || self.failures >= self.line.retry.attempts {
            return Err(error);
        }
        let left = self.deadline.at.saturating_duration_since(Instant::now());
        match backoff::pause(&self.line.retry, &error, self.failures, left) {
            Some(pause) => sleep(pause).await,
            None => return Err(error),
        }
        Ok(())
    }

    pub(crate) fn attempts(&self) -> u32 {
        self.attempts
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Line {
    /// Waits for a place in the queue.
    pub(crate) async fn turn(&self, deadline: Deadline) -> Result<Turn<'_>, ModelError> {
        // The semaphore is never closed, so that only the time limit ends the waiting.
        let Ok(Ok(place)) = timeout_at(deadline.at, self.queue.acquire()).await else {
            return Err(self.timed_out(deadline));
        };
        let started = Instant::now();
        Ok(Turn { line: self, _place: place, deadline, started, attempts: 0, failures: 0 })
    }

    /// Sends a request. A response that is not a success becomes an error.
    pub(crate) async fn post(
        &self,
        path: &str,
        body: &Value,
        with_schema: bool,
    ) -> Result<Response, ModelError> {
        let client = self.http.client(&self.address).await?;
        let mut sending = client.post(self.address.join(path)).json(body);
        for (name, value) in self.model.provider.protocol().headers(self.key.as_ref())? {
            sending = sending.header(name, value);
        }
        let response = sending.send().await.map_err(|error| unreachable(&self.address, error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.refusal(response, with_schema).await)
    }

    async fn refusal(&self, response: Response, with_schema: bool) -> ModelError {
        const MOST: usize = 64 * 1024;
        const LONGEST: Duration = Duration::from_secs(2);
        let status = response.status().as_u16();
        let retry_after = backoff::retry_after(response.headers(), Timestamp::now());
        // A status says enough when its body does not come.
        let body = timeout(LONGEST, http::text(response, MOST)).await;
        let body = body.unwrap_or_else(|_| Ok(String::new())).unwrap_or_default();
        let said = Said::of_body(&body, |text| self.redact(text));
        self.refused(status, said, retry_after, with_schema)
    }

    pub(crate) fn refused(
        &self,
        status: u16,
        said: Said,
        retry_after: Option<Duration>,
        with_schema: bool,
    ) -> ModelError {
        let (url, model) = (self.address.as_str(), self.model.name.as_str());
        Refusal { url, model, status, said, retry_after, with_schema }.into_error()
    }

    pub(crate) fn url(&self) -> String {
        self.address.as_str().to_owned()
    }

    pub(crate) fn malformed(&self, message: &str) -> ModelError {
        ModelError::Malformed { url: self.url(), message: message.into() }
    }

    fn timed_out(&self, deadline: Deadline) -> ModelError {
        ModelError::TimedOut { url: self.url(), limit: deadline.limit }
    }

    /// Servers have been seen to repeat the key they refuse.
    pub(crate) fn redact(&self, said: &str) -> String {
        self.key.as_ref().map_or_else(|| said.to_owned(), |key| key.redact(said))
    }
}
