//! Asks one model: waits for its turn, sends, reads, and asks again what is worth asking again, all
//! within one time limit.
//!
//! The place in the queue is kept while waiting to ask again: a server that is overloaded is not helped
//! by the next in line.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use ruminate_types::Tokens;
use ruminate_types::ports::model::{
    Finish, LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece,
};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::address::Address;
use crate::backoff;
use crate::concessions::{Concessions, Field, Without};
use crate::draft::{Draft, Outcome, Reading};
use crate::frames::{Frames, Framing};
use crate::http::{self, Http, unreachable};
use crate::protocol::{Piece, Protocol};
use crate::refusal::{Refusal, Said, one_line};
use crate::{ApiKey, ModelId, Provider, Retry};

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) http: Arc<Http>,
    pub(crate) queue: Arc<Semaphore>,
    pub(crate) address: Address,
    pub(crate) model: ModelId,
    pub(crate) key: Option<ApiKey>,
    pub(crate) retry: Retry,
    pub(crate) max_reply_bytes: usize,
    pub(crate) concessions: Concessions,
}

/// Keeps the clock from overflowing; nobody waits longer.
const A_YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What to leave out from the start.
pub(crate) fn known_concessions(model: &ModelId, address: &Address) -> Concessions {
    let official_openai =
        model.provider == Provider::OpenAi && address.is_official(Provider::OpenAi);
    let none = Without::default();
    Concessions::starting_with(if official_openai { none.and(Field::MaxTokens) } else { none })
}

#[async_trait]
impl LanguageModel for Client {
    async fn complete(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        let deadline = Instant::now() + time_limit.min(A_YEAR);
        // The semaphore is never closed, so that only the time limit ends the waiting.
        let Ok(Ok(_place)) = timeout_at(deadline, self.queue.acquire()).await else {
            return Err(ModelError::TimedOut { url: self.url(), limit: time_limit });
        };
        let started = Instant::now();
        let mut failures = 0;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let failure = match self.attempt(request, time_limit, deadline, on_piece).await {
                Ok((text, finish, tokens)) => {
                    // Whatever a server repeats, the key is not for the journal.
                    let text = self.redact(&text);
                    let latency_ms = started.elapsed().as_millis() as u64;
                    return Ok(ModelReply { text, finish, tokens, latency_ms, attempts });
                }
                Err(failure) => failure,
            };
            if failure.again_at_once {
                continue;
            }
            failures += 1;
            let error = failure.error;
            if !error.is_worth_retrying() || failures >= self.retry.attempts {
                return Err(error);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match backoff::pause(&self.retry, &error, failures, left) {
                Some(pause) => sleep(pause).await,
                None => return Err(error),
            }
        }
    }
}

struct Failure {
    error: ModelError,
    /// The server refused a field that the next attempt goes without.
    again_at_once: bool,
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Self { error, again_at_once: false }
    }
}

impl Client {
    fn url(&self) -> String {
        self.address.as_str().to_owned()
    }

    fn protocol(&self) -> &'static dyn Protocol {
        self.model.provider.protocol()
    }

    async fn attempt(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        deadline: Instant,
        on_piece: OnPiece<'_>,
    ) -> Result<(String, Finish, Tokens), Failure> {
        let without = self.concessions.current();
        let mut draft = Draft::new(on_piece, self.max_reply_bytes);
        let exchange = self.exchange(request, without, &mut draft);
        let ended = timeout_at(deadline, exchange)
            .await
            .unwrap_or_else(|_| Err(ModelError::TimedOut { url: self.url(), limit: time_limit }));
        if let Err(error) = ended
            && !draft.is_usable()
        {
            return Err(Failure { again_at_once: self.may_concede(without, &error), error });
        }
        match draft.outcome(request) {
            Outcome::Reply { text, finish, tokens } => Ok((text, finish, tokens)),
            Outcome::Declined(why) => Err(ModelError::Declined { message: one_line(&why) }.into()),
            Outcome::Nothing => Err(self.malformed("the reply is empty").into()),
        }
    }

    fn may_concede(&self, without: Without, error: &ModelError) -> bool {
        let ModelError::Rejected { message, .. } = error else {
            return false;
        };
        self.concessions.learn(self.protocol().optional_fields(), without, message)
    }

    /// Reads a reply into the draft. An error says why no more came; what had come is in the draft.
    async fn exchange(
        &self,
        request: &ModelRequest,
        without: Without,
        draft: &mut Draft<'_>,
    ) -> Result<(), ModelError> {
        let mut response = self.send(request, without).await?;
        // A frame holds text in quotes, and more beside it.
        let largest = self.max_reply_bytes.saturating_mul(2).saturating_add(64 * 1024);
        let mut frames = Frames::new(self.framing(&response)?, largest);
        while let Some(bytes) =
            response.chunk().await.map_err(|error| unreachable(&self.address, error))?
        {
            let complete =
                frames.push(&bytes).map_err(|_| ModelError::TooLarge { url: self.url() })?;
            for frame in complete {
                if self.read(&frame, request, draft)? == Reading::Done {
                    return Ok(());
                }
            }
        }
        if let Some(last) = frames.finish() {
            self.read(&last, request, draft)?;
        }
        Ok(())
    }

    async fn send(&self, request: &ModelRequest, without: Without) -> Result<Response, ModelError> {
        let protocol = self.protocol();
        let mut sending = self
            .http
            .client(&self.address)
            .await?
            .post(self.address.join(protocol.chat_path()))
            .json(&protocol.body(&self.model.name, request, without));
        for (name, value) in protocol.headers(self.key.as_ref())? {
            sending = sending.header(name, value);
        }
        let response = sending.send().await.map_err(|error| unreachable(&self.address, error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.refusal(request, response).await)
    }

    async fn refusal(&self, request: &ModelRequest, response: Response) -> ModelError {
        const MOST: usize = 64 * 1024;
        const LONGEST: Duration = Duration::from_secs(2);
        let status = response.status().as_u16();
        let retry_after = backoff::retry_after(response.headers(), Timestamp::now());
        // A status says enough when its body does not come.
        let body = timeout(LONGEST, http::text(response, MOST)).await;
        let body = body.unwrap_or_else(|_| Ok(String::new())).unwrap_or_default();
        let said = Said::of_body(&body, |text| self.redact(text));
        self.refused(status, said, retry_after, request)
    }

    fn refused(
        &self,
        status: u16,
        said: Said,
        retry_after: Option<Duration>,
        request: &ModelRequest,
    ) -> ModelError {
        let with_schema = request.schema.is_some();
        let (url, model) = (self.address.as_str(), self.model.name.as_str());
        Refusal { url, model, status, said, retry_after, with_schema }.into_error()
    }

    /// How the reply is cut into frames, which the content type has the last word about. A server that
    /// names none is taken to speak its protocol.
    fn framing(&self, response: &Response) -> Result<Framing, ModelError> {
        let own = self.protocol().framing();
        let Some(content_type) = response.headers().get(CONTENT_TYPE) else {
            return Ok(own);
        };
        let content_type = content_type.to_str().unwrap_or_default().to_ascii_lowercase();
        match content_type.split(';').next().unwrap_or_default().trim() {
            "text/event-stream" => Ok(Framing::Events),
            "application/x-ndjson" | "application/ndjson" => Ok(Framing::Lines),
            "application/json" if own == Framing::Lines => Ok(Framing::Lines),
            "application/json" => Ok(Framing::Whole),
            other => {
                let told = format!("it is of the type {:?}", self.redact(other));
                Err(self.malformed(&one_line(&told)))
            }
        }
    }

    fn read(
        &self,
        frame: &str,
        request: &ModelRequest,
        draft: &mut Draft<'_>,
    ) -> Result<Reading, ModelError> {
        if frame.trim() == "[DONE]" {
            return Ok(draft.take(Piece::End));
        }
        let frame: Value = serde_json::from_str(frame)
            .map_err(|error| self.malformed(&format!("not JSON: {error}")))?;
        for piece in self.protocol().pieces(&frame) {
            if let Piece::Failed { status, message } = piece {
                let said = Said::of_message(self.redact(&message));
                return Err(self.refused(status, said, None, request));
            }
            if draft.take(piece) == Reading::Done {
                return Ok(Reading::Done);
            }
        }
        Ok(Reading::GoOn)
    }

    fn malformed(&self, message: &str) -> ModelError {
        ModelError::Malformed { url: self.url(), message: message.into() }
    }

    /// Servers have been seen to repeat the key they refuse.
    fn redact(&self, said: &str) -> String {
        self.key.as_ref().map_or_else(|| said.to_owned(), |key| key.redact(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openai_itself_gets_the_limit_under_its_newer_name_from_the_start() {
        let model = ModelId::parse("openai/gpt-5").unwrap();
        let without = |url| {
            let address = Address::parse(Provider::OpenAi, url).unwrap();
            known_concessions(&model, &address).current()
        };
        assert!(without(None).has(Field::MaxTokens));
        assert!(!without(Some("http://127.0.0.1:8000")).has(Field::MaxTokens));
    }
}
