//! A provider over the network.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::Value;
use tokio::time::{sleep_until, timeout};
use url::Url;

use super::hit::Hit;
use super::pace::{NoTurn, Pace};
use super::{Provider, Trouble, brave, exa, searxng, tavily};
use crate::error::WebError;
use crate::fetch::{Fetched, Fetcher};
use crate::key::{SearchKey, SearchKeys};
use crate::request::{Open, Request};
use crate::settings::{ProviderSettings, WebSettings, seconds};

/// Bytes of an answer.
const ANSWER_BYTES: u64 = 4 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Api {
    Searxng,
    Brave,
    Exa,
    Tavily,
}

impl Api {
    fn url(self, settings: &ProviderSettings) -> String {
        let usual = match self {
            Self::Searxng => searxng::USUAL,
            Self::Brave => brave::USUAL,
            Self::Exa => exa::USUAL,
            Self::Tavily => tavily::USUAL,
        };
        settings.url.clone().unwrap_or_else(|| usual.to_owned())
    }
}

pub(super) struct Remote {
    api: Api,
    url: String,
    key: Option<SearchKey>,
    time: Duration,
    pace: Pace,
    fetcher: Arc<Fetcher>,
}

impl Remote {
    /// Everybody who is configured; `fetcher` makes what asks them, given their addresses.
    pub(super) fn all(
        settings: &WebSettings,
        keys: &SearchKeys,
        fetcher: impl FnOnce(&[String]) -> Fetcher,
    ) -> Vec<Self> {
        let search = &settings.search;
        let named = [
            (Api::Searxng, search.searxng.as_ref(), None),
            (Api::Brave, search.brave.as_ref(), keys.brave.as_ref()),
            (Api::Exa, search.exa.as_ref(), keys.exa.as_ref()),
            (Api::Tavily, search.tavily.as_ref(), keys.tavily.as_ref()),
        ];
        let asked = || named.iter().filter_map(|(api, of, key)| of.map(|of| (*api, of, *key)));
        let urls: Vec<String> = asked().map(|(api, settings, _)| api.url(settings)).collect();
        let fetcher = Arc::new(fetcher(&urls));
        let remote = |(api, settings, key): (Api, &ProviderSettings, Option<&SearchKey>)| Self {
            api,
            url: api.url(settings),
            key: key.cloned(),
            time: seconds(settings.seconds),
            pace: Pace::new(settings.per_minute),
            fetcher: Arc::clone(&fetcher),
        };
        asked().map(remote).collect()
    }

    async fn ask(&self, question: &str, count: usize) -> Result<Vec<Hit>, Trouble> {
        let request = self.request(question, count)?;
        let turn = self.pace.turn(self.time).map_err(|why| match why {
            NoTurn::Rests(seconds) => rests(seconds),
            NoTurn::Crowded => Trouble::new("it is asked too often: see `per_minute`"),
        })?;
        sleep_until(turn).await;
        let answer = self.fetcher.send(request, &Open).await.map_err(|error| self.told(&error))?;
        if answer.status == 429 || answer.status == 503 && answer.retry_after.is_some() {
            return Err(rests(self.pace.rest(answer.retry_after)));
        }
        let answer = answer.success().map_err(|error| self.told(&error))?;
        self.read(&answer)
    }

    fn request(&self, question: &str, count: usize) -> Result<Request, Trouble> {
        let base =
            Url::parse(&self.url).map_err(|why| Trouble::new(format!("{}: {why}", self.url)))?;
        let (url, body) = match self.api {
            Api::Searxng => (searxng::address(base, question), None),
            Api::Brave => (brave::address(base, question, count), None),
            Api::Exa => (exa::address(base), Some(exa::body(question, count))),
            Api::Tavily => (tavily::address(base), Some(tavily::body(question, count))),
        };
        Ok(Request {
            headers: self.headers()?,
            body: body.map(|body| body.to_string()),
            time: self.time,
            redirects: 0,
            transfer_bytes: ANSWER_BYTES,
            page_bytes: ANSWER_BYTES,
            ..Request::get(url, &self.fetcher.settings)
        })
    }

    fn headers(&self) -> Result<HeaderMap, Trouble> {
        let (variable, (name, prefix)) = match self.api {
            Api::Searxng => return Ok(HeaderMap::new()),
            Api::Brave => (SearchKeys::BRAVE, brave::KEY),
            Api::Exa => (SearchKeys::EXA, exa::KEY),
            Api::Tavily => (SearchKeys::TAVILY, tavily::KEY),
        };
        let key = self.key.as_ref().ok_or_else(|| {
            Trouble::new(format!("it has no key: set the environment variable {variable}"))
        })?;
        let value = key.header(prefix).ok_or_else(|| {
            Trouble::new(format!("{variable} holds characters that cannot be sent"))
        })?;
        Ok(HeaderMap::from_iter([(HeaderName::from_static(name), value)]))
    }

    fn read(&self, answer: &Fetched) -> Result<Vec<Hit>, Trouble> {
        let is_html = answer.bytes.trim_ascii_start().starts_with(b"<");
        let value: Value = serde_json::from_slice(&answer.bytes).map_err(|error| {
            let json = if self.api == Api::Searxng {
                " (is `json` among its `search.formats`?)"
            } else {
                ""
            };
            Trouble::new(if is_html {
                format!("it answers with a page instead of JSON{json}")
            } else {
                format!("its answer is no JSON: {error}")
            })
        })?;
        let hits = match self.api {
            Api::Searxng => searxng::read(&value),
            Api::Brave => brave::read(&value),
            Api::Exa => exa::read(&value),
            Api::Tavily => tavily::read(&value),
        };
        hits.ok_or_else(|| Trouble::new("its answer has no list of results"))
    }

    /// Without the address, which may hold the question.
    fn told(&self, error: &WebError) -> Trouble {
        Trouble::new(match error {
            WebError::Status { status: 401 | 403, .. } if self.api != Api::Searxng => {
                "it refuses the key".to_owned()
            }
            WebError::Status { status: 403, .. } => {
                "it refuses (is `json` among its `search.formats`?)".to_owned()
            }
            WebError::Status { status, .. } => format!("it says {status}"),
            WebError::Unreachable { message, .. } => format!("it cannot be reached: {message}"),
            WebError::TimedOut { .. } => self.late(),
            WebError::TooLarge { limit, .. } => format!("its answer is larger than {limit} bytes"),
            other => format!("it cannot be asked: {}", other.code()),
        })
    }

    fn late(&self) -> String {
        format!("it did not answer within {} seconds", self.time.as_secs_f64())
    }
}

fn rests(seconds: u64) -> Trouble {
    let message = format!("it wants to be left alone for {seconds} seconds");
    Trouble { message, retry_seconds: Some(seconds) }
}

#[async_trait]
impl Provider for Remote {
    fn name(&self) -> &'static str {
        match self.api {
            Api::Searxng => "searxng",
            Api::Brave => "brave",
            Api::Exa => "exa",
            Api::Tavily => "tavily",
        }
    }

    async fn search(&self, question: &str, count: usize) -> Result<Vec<Hit>, Trouble> {
        let answered = timeout(self.time, self.ask(question, count)).await;
        answered.unwrap_or_else(|_| Err(Trouble::new(self.late())))
    }
}
