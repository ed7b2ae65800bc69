//! Asking a service for prices: one address, a time limit, a limit on what is read, and a name for each way it
//! can go wrong. Nothing is asked twice: services count requests, and the caller knows how long it may wait.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Response, Url};
use ruminate_models::ApiKey;
use ruminate_models::web::{Address, Http, Whose, retry_after, root_cause, text};
use tokio::time::timeout;

use crate::FinanceError;

const LIMIT: Duration = Duration::from_secs(30);
/// Five thousand points take less than one.
const MOST_BYTES: usize = 32 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
    pub(super) retry_after: Option<Duration>,
}

#[derive(Debug)]
pub(super) struct Web {
    http: Http,
    address: Address,
    key: Option<ApiKey>,
    limit: Duration,
}

impl Web {
    pub(super) fn new(url: &str, whose: &Whose, key: Option<ApiKey>) -> Result<Self, FinanceError> {
        let address = Address::of(url, whose)?;
        if key.is_some() && !address.may_have_keys() {
            return Err(FinanceError::Misconfigured {
                message: format!("the key for {} would be sent in clear text", address.as_str()),
                hint: "write the address with https://".into(),
            });
        }
        Ok(Self { http: Http::default(), address, key, limit: LIMIT })
    }

    pub(super) fn with_limit(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    pub(super) fn url(&self) -> String {
        self.address.as_str().to_owned()
    }

    /// One line, not too long, without the key and without what a terminal would obey.
    pub(super) fn shown(&self, said: &str) -> String {
        let said = self.key.as_ref().map_or_else(|| said.to_owned(), |key| key.redact(said));
        let line: String =
            said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        line.trim().to_owned()
    }

    pub(super) fn malformed(&self, why: &str) -> FinanceError {
        FinanceError::Malformed { url: self.url(), why: self.shown(why) }
    }

    /// What is said, whatever the status.
    pub(super) async fn ask(
        &self,
        path: &str,
        parameters: &[(&str, &str)],
        key_prefix: &str,
    ) -> Result<Answer, FinanceError> {
        let url = Url::parse_with_params(&self.address.join(path), parameters)
            .map_err(|error| self.malformed(&error.to_string()))?;
        let mut request = self.http.client(&self.address).await?.get(url);
        if let Some(key) = &self.key {
            request = request.header("authorization", key.header(key_prefix)?);
        }
        let exchange = async {
            let response = request.send().await.map_err(|error| self.unreachable(error))?;
            self.read(response).await
        };
        let late = |_| FinanceError::TimedOut { url: self.url(), limit: self.limit };
        timeout(self.limit, exchange).await.map_err(late)?
    }

    fn unreachable(&self, error: reqwest::Error) -> FinanceError {
        let why = self.shown(&root_cause(&error.without_url()));
        FinanceError::Unreachable { url: self.url(), why }
    }

    async fn read(&self, response: Response) -> Result<Answer, FinanceError> {
        let status = response.status().as_u16();
        let retry_after = retry_after(response.headers(), Timestamp::now());
        let body = text(response, MOST_BYTES).await.map_err(|error| self.unreachable(error))?;
        if body.len() >= MOST_BYTES {
            return Err(self.malformed(&format!("it is larger than {MOST_BYTES} bytes")));
        }
        Ok(Answer { status, body, retry_after })
    }

    /// The body, or the error that the status stands for.
    pub(super) fn accept(&self, answer: Answer) -> Result<String, FinanceError> {
        let Answer { status, body, retry_after } = answer;
        match status {
            200..=299 if is_page(&body) => Err(self.malformed("it is a web page")),
            200..=299 => Ok(body),
            // Pages say nothing of use.
            _ if is_page(&body) => Err(self.refused(status, "", retry_after)),
            _ => Err(self.refused(status, &body, retry_after)),
        }
    }

    pub(super) fn refused(
        &self,
        status: u16,
        said: &str,
        retry_after: Option<Duration>,
    ) -> FinanceError {
        let url = self.url();
        let why = match self.shown(said) {
            said if said.is_empty() => format!("status {status}"),
            said => said,
        };
        match status {
            401 | 403 => FinanceError::Unauthorised { url, why },
            429 => FinanceError::RateLimited { url, why, retry_after },
            300..=399 => FinanceError::ServerFault {
                url,
                why: "it leads somewhere else, which is not followed".into(),
            },
            400..=499 => FinanceError::Rejected { url, why },
            _ => FinanceError::ServerFault { url, why },
        }
    }
}

fn is_page(body: &str) -> bool {
    body.trim_start().starts_with('<')
}
