//! One request, one answer. What only reads is asked again while a server that has answered before is
//! away for a moment: it may be being started again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use ruminate_models::ApiKey;
use ruminate_models::web::{self, Address, Http, root_cause};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep, timeout};

use super::trouble::{Problem, Trouble};

pub(super) struct Web {
    address: Address,
    key: Option<ApiKey>,
    http: Http,
    has_answered: AtomicBool,
}

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
/// Choosing a model may mean asking its server first.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// No page of events is longer.
const MOST_BYTES: usize = 256 * 1024 * 1024;
/// How long a server that has answered before may be away.
pub(super) const AWAY: Duration = Duration::from_secs(60);
/// How often something that is not only read is sent again when the server asks for patience.
const PATIENT: u32 = 5;

impl Web {
    pub(super) fn new(address: Address, key: Option<ApiKey>) -> Self {
        Self { address, key, http: Http::default(), has_answered: AtomicBool::new(false) }
    }

    pub(super) fn url(&self) -> &str {
        self.address.as_str()
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Trouble> {
        self.get_within(path, TIME_LIMIT).await
    }

    /// The same, for what may take longer.
    pub(super) async fn get_within<T: DeserializeOwned>(
        &self,
        path: &str,
        limit: Duration,
    ) -> Result<T, Trouble> {
        self.ask_again(Method::GET, path, None, limit).await
    }

    /// Sends what changes nothing when it comes again.
    pub(super) async fn post_again<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        self.post_again_within(path, body, TIME_LIMIT).await
    }

    pub(super) async fn post_again_within<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        limit: Duration,
    ) -> Result<T, Trouble> {
        // What is sent holds nothing that JSON cannot.
        let body = serde_json::to_vec(body).unwrap_or_default();
        self.ask_again(Method::POST, path, Some(body), limit).await
    }

    /// Asks until there is an answer, as long as the server may be away.
    async fn ask_again<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        limit: Duration,
    ) -> Result<T, Trouble> {
        let begun = Instant::now();
        let mut failures = 0;
        loop {
            let asked = async {
                let mut request = self.request(method.clone(), path, JSON).await?;
                if let Some(body) = &body {
                    request = request.header(CONTENT_TYPE, JSON).body(body.clone());
                }
                self.read(self.send(request).await?).await
            };
            let trouble = match self.in_time(limit, asked).await {
                Err(trouble) if trouble.may_pass() => trouble,
                answered => return answered,
            };
            if !self.has_answered.load(Ordering::Relaxed) || begun.elapsed() > AWAY {
                return Err(trouble);
            }
            failures += 1;
            sleep(pause(Some(&trouble), failures)).await;
        }
    }

    /// It is sent again only if the server said that it did nothing.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        self.post_within(path, body, TIME_LIMIT).await
    }

    /// The same, for what may take longer.
    pub(super) async fn post_within<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        limit: Duration,
    ) -> Result<T, Trouble> {
        let mut failures = 0;
        loop {
            let asked = async {
                let request = self.request(Method::POST, path, JSON).await?.json(body);
                self.read(self.send(request).await?).await
            };
            match self.in_time(limit, asked).await {
                Err(trouble) if is_too_often(&trouble) && failures < PATIENT => {
                    failures += 1;
                    sleep(pause(Some(&trouble), failures)).await;
                }
                answered => return answered,
            }
        }
    }

    pub(super) async fn delete(&self, path: &str) -> Result<(), Trouble> {
        let asked = async { self.send(self.request(Method::DELETE, path, JSON).await?).await };
        self.in_time(TIME_LIMIT, asked).await.map(drop)
    }

    /// The same, where the server says what is gone.
    pub(super) async fn delete_and_tell<T: DeserializeOwned>(
        &self,
        path: &str,
    ) -> Result<T, Trouble> {
        let asked = async {
            let response = self.send(self.request(Method::DELETE, path, JSON).await?).await?;
            self.read(response).await
        };
        self.in_time(TIME_LIMIT, asked).await
    }

    /// A stream of events after this one. None when there is nothing more to come.
    pub(super) async fn stream(&self, path: &str, after: u64) -> Result<Option<Response>, Trouble> {
        let asked = async {
            let request = self.request(Method::GET, path, EVENTS).await?;
            self.send(request.header("last-event-id", after)).await
        };
        let response = self.in_time(TIME_LIMIT, asked).await?;
        if response.status() == StatusCode::NO_CONTENT {
            return Ok(None);
        }
        match response.headers().get(CONTENT_TYPE) {
            Some(kind) if kind.as_bytes().starts_with(EVENTS.as_bytes()) => Ok(Some(response)),
            _ => Err(self.strange("it does not send events".to_owned())),
        }
    }

    async fn request(
        &self,
        method: Method,
        path: &str,
        accept: &'static str,
    ) -> Result<RequestBuilder, Trouble> {
        let client =
            self.http.client(&self.address).await.map_err(|e| self.broken(e.to_string()))?;
        let request = client.request(method, self.address.join(path));
        let request = request.header(ACCEPT, accept);
        Ok(match &self.key {
            Some(key) => {
                let header =
                    key.header("Bearer ").map_err(|error| self.broken(error.to_string()))?;
                request.header(AUTHORIZATION, header)
            }
            None => request,
        })
    }

    /// The answer, if it is a good one.
    async fn send(&self, request: RequestBuilder) -> Result<Response, Trouble> {
        let response = request.send().await.map_err(|error| self.cut(error))?;
        if response.status().is_success() {
            self.has_answered.store(true, Ordering::Relaxed);
            return Ok(response);
        }
        let status = response.status().as_u16();
        let retry_after = web::retry_after(response.headers(), Timestamp::now());
        let body = web::text(response, MOST_BYTES).await.unwrap_or_default();
        match serde_json::from_str::<Problem>(&body) {
            Ok(problem) => {
                let redact = |text: &str| match &self.key {
                    Some(key) => key.redact(text),
                    None => text.to_owned(),
                };
                Err(Trouble::Problem { status, problem: problem.shown(redact), retry_after })
            }
            // What stands before the server says that it is away.
            Err(_) if matches!(status, 502..=504) => Err(self.broken(format!("status {status}"))),
            Err(_) => Err(self.strange(format!("status {status} without a problem document"))),
        }
    }

    async fn read<T: DeserializeOwned>(&self, response: Response) -> Result<T, Trouble> {
        let body = web::text(response, MOST_BYTES).await.map_err(|error| self.cut(error))?;
        serde_json::from_str(&body).map_err(|error| self.strange(error.to_string()))
    }

    async fn in_time<T>(
        &self,
        limit: Duration,
        asked: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        match timeout(limit, asked).await {
            Ok(answered) => answered,
            Err(_) => Err(self.broken(format!("nothing in {} seconds", limit.as_secs()))),
        }
    }

    pub(super) fn cut(&self, error: reqwest::Error) -> Trouble {
        self.broken(root_cause(&error.without_url()))
    }

    fn broken(&self, message: String) -> Trouble {
        Trouble::Unreachable { url: self.url().to_owned(), message }
    }

    pub(super) fn strange(&self, message: String) -> Trouble {
        Trouble::Stranger { url: self.url().to_owned(), message }
    }
}

/// Refused before anything was done.
fn is_too_often(trouble: &Trouble) -> bool {
    trouble.is("too_many_requests")
}

/// Doubled with each failure in a row, and never the same for many clients; what the server asks for comes
/// first.
pub(super) fn pause(trouble: Option<&Trouble>, failures: u32) -> Duration {
    const FIRST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(3);
    let doubled = FIRST.saturating_mul(1 << failures.saturating_sub(1).min(10)).min(LONGEST);
    let asked = trouble.and_then(Trouble::retry_after).unwrap_or_default().min(AWAY);
    asked + doubled.mul_f64(0.5 + fastrand::f64() / 2.0)
}
