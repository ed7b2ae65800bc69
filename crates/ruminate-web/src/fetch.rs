//! The one way out: every request of this crate, hop by hop.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HeaderMap, HeaderName, LAST_MODIFIED, LOCATION, RETRY_AFTER,
};
use reqwest::{Client, Proxy, Response, redirect};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use url::Url;

use crate::allowed::Allowed;
use crate::body::{Unpacking, unpacked};
use crate::error::WebError;
use crate::guard::{Guarded, Refused, Resolver, SystemResolver, Trust, check};
use crate::request::{Gate, Open, Request};
use crate::settings::{WebSettings, seconds};

/// Who asks: the first word is what a `robots.txt` calls it.
pub(crate) const AGENT: &str = concat!("Ruminate/", env!("CARGO_PKG_VERSION"));
const TYPES: &str = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,\
                     application/pdf;q=0.8,application/json;q=0.8,*/*;q=0.5";
/// Bytes of what a server says about an error.
const ERROR_BYTES: u64 = 64 * 1024;

/// Fetches from the web, and only from there: see [`WebSettings::allow`].
pub struct Fetcher {
    pub(crate) settings: WebSettings,
    allowed: Allowed,
    resolver: Arc<dyn Resolver>,
    strangers: OnceCell<Client>,
    trusted: OnceCell<Client>,
}

/// What a server sent.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Where it came from in the end.
    pub final_url: Url,
    pub content_type: Option<String>,
    /// Unpacked.
    pub bytes: Vec<u8>,
    pub(crate) status: u16,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    /// Whether it may be kept.
    pub(crate) is_keepable: bool,
    pub(crate) retry_after: Option<Duration>,
}

impl Fetched {
    /// Whatever is no page is an error.
    pub(crate) fn success(self) -> Result<Self, WebError> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        Err(WebError::Status {
            url: self.final_url.into(),
            status: self.status,
            retry_seconds: self.retry_after.map(|time| time.as_secs()),
        })
    }
}

impl Fetcher {
    pub fn new(settings: WebSettings) -> Self {
        Self::with_resolver(settings, Arc::new(SystemResolver))
    }

    pub fn with_resolver(settings: WebSettings, resolver: Arc<dyn Resolver>) -> Self {
        let allowed = Allowed::new(&settings.allow);
        let (strangers, trusted) = (OnceCell::new(), OnceCell::new());
        Self { settings, allowed, resolver, strangers, trusted }
    }

    /// Also asks the host of this address, wherever it is: somebody typed it, or it is in the configuration.
    /// What it leads on to is checked like any other.
    pub fn trusting(mut self, url: &str) -> Self {
        if let Ok(url) = Url::parse(url) {
            self.allowed = self.allowed.and(&url);
        }
        self
    }

    /// Fetches a page, without asking whether programs may: for an address that a person named.
    pub async fn get(&self, url: &str) -> Result<Fetched, WebError> {
        let request = Request::get(self.parse(url)?, &self.settings);
        self.send(request, &Open).await?.success()
    }

    /// The address, if it may be asked at all.
    pub(crate) fn parse(&self, url: &str) -> Result<Url, WebError> {
        let limit = self.settings.address_characters;
        if url.len() > limit {
            let url = url.chars().take(100).chain(['…']).collect();
            return Err(WebError::BadAddress { url, why: format!("it is longer than {limit}") });
        }
        let mut parsed = Url::parse(url.trim())
            .map_err(|why| WebError::BadAddress { url: url.to_owned(), why: why.to_string() })?;
        parsed.set_fragment(None);
        check(&parsed, &self.allowed)?;
        Ok(parsed)
    }

    /// Asks, and follows where that leads. What a server says is no error, whatever its status is.
    pub(crate) async fn send(
        &self,
        request: Request,
        gate: &dyn Gate,
    ) -> Result<Fetched, WebError> {
        let (url, limit) = (request.url.clone(), request.time);
        let late = || WebError::TimedOut { url: url.to_string(), limit };
        timeout(limit, self.follow(request, gate)).await.unwrap_or_else(|_| Err(late()))
    }

    async fn follow(&self, request: Request, gate: &dyn Gate) -> Result<Fetched, WebError> {
        let mut url = request.url.clone();
        for hop in 0..=request.redirects {
            let trust = check(&url, &self.allowed)?;
            gate.admit(&url).await?;
            let response = self.ask(&url, trust, &request).await?;
            match next(&response, &url) {
                Some(next) if request.redirects > 0 => {
                    if hop < request.redirects {
                        url = self.parse(&next)?;
                    }
                }
                _ => return self.take(url, response, &request).await,
            }
        }
        Err(WebError::Redirects { url: request.url.into(), limit: request.redirects })
    }

    async fn ask(&self, url: &Url, trust: Trust, request: &Request) -> Result<Response, WebError> {
        let client = self.client(trust).await?;
        let asked = match &request.body {
            Some(body) => {
                client.post(url.clone()).header(CONTENT_TYPE, "application/json").body(body.clone())
            }
            None => client.get(url.clone()),
        };
        let asked = asked
            .header(ACCEPT, TYPES)
            .header(ACCEPT_ENCODING, "gzip, br, zstd, deflate")
            .headers(request.headers.clone());
        let response = asked.send().await.map_err(|error| told(url, &error))?;
        let limit = self.settings.header_bytes;
        let length = |(name, value): (&HeaderName, &reqwest::header::HeaderValue)| {
            name.as_str().len() + value.len() + 4
        };
        if response.headers().iter().map(length).sum::<usize>() > limit {
            return Err(WebError::Headers { url: url.to_string(), limit });
        }
        Ok(response)
    }

    async fn take(
        &self,
        url: Url,
        response: Response,
        request: &Request,
    ) -> Result<Fetched, WebError> {
        let status = response.status().as_u16();
        let is_error = !response.status().is_success();
        let headers = response.headers().clone();
        let (is_cut, [transfer, page]) = if is_error {
            (true, [ERROR_BYTES; 2])
        } else {
            (request.is_cut, [request.transfer_bytes, request.page_bytes])
        };
        let packed = received(&url, response, transfer, is_cut).await?;
        let encodings = text(&headers, CONTENT_ENCODING).unwrap_or_default();
        let bytes = if encodings.is_empty() && packed.len() as u64 <= page {
            packed
        } else {
            let unpacking = spawn_blocking(move || unpacked(packed, &encodings, page, is_cut));
            let unpacked =
                unpacking.await.unwrap_or_else(|error| Err(Unpacking::Broken(error.to_string())));
            unpacked.map_err(|why| match why {
                Unpacking::TooLarge => WebError::TooLarge { url: url.to_string(), limit: page },
                Unpacking::Broken(message) => WebError::Damaged { url: url.to_string(), message },
            })?
        };
        let is_kept = |control: String| !control.to_ascii_lowercase().contains("no-store");
        Ok(Fetched {
            final_url: url,
            content_type: text(&headers, CONTENT_TYPE),
            bytes,
            status,
            etag: text(&headers, ETAG),
            last_modified: text(&headers, LAST_MODIFIED),
            is_keepable: text(&headers, CACHE_CONTROL).is_none_or(is_kept),
            retry_after: text(&headers, RETRY_AFTER).and_then(|told| waiting(&told)),
        })
    }

    /// Made when the first request needs it, and off the async threads: it loads the system's certificates.
    async fn client(&self, trust: Trust) -> Result<&Client, WebError> {
        let cell = match trust {
            Trust::Allowed => &self.trusted,
            Trust::Stranger => &self.strangers,
        };
        let making = || async {
            let guard = Guarded { resolver: Arc::clone(&self.resolver), trust };
            let connecting = seconds(self.settings.connect_seconds);
            let proxy = self.settings.proxy.clone();
            let made = spawn_blocking(move || make(guard, connecting, proxy.as_deref()));
            let made = made.await.map_err(|error| error.to_string());
            made.and_then(|made| made.map_err(|error| cause(&error)))
                .map_err(|message| WebError::Misconfigured { message })
        };
        cell.get_or_try_init(making).await
    }
}

fn make(guard: Guarded, connecting: Duration, proxy: Option<&str>) -> reqwest::Result<Client> {
    // Another part of the process may have chosen a provider already: any is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(AGENT)
        .redirect(redirect::Policy::none())
        .connect_timeout(connecting)
        .no_proxy();
    match proxy {
        // It is the proxy that resolves, and its own name may be anywhere.
        Some(proxy) => {
            let except = reqwest::NoProxy::from_env();
            builder.proxy(Proxy::all(proxy)?.no_proxy(except)).build()
        }
        None => builder.dns_resolver(Arc::new(guard)).build(),
    }
}

/// Where an answer leads on to.
fn next(response: &Response, url: &Url) -> Option<String> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let target = text(response.headers(), LOCATION)?;
    // What is no address is told by whoever parses it.
    Some(url.join(&target).map_or(target, String::from))
}

async fn received(
    url: &Url,
    mut response: Response,
    limit: u64,
    is_cut: bool,
) -> Result<Vec<u8>, WebError> {
    let too_large = || WebError::TooLarge { url: url.to_string(), limit };
    let announced = text(response.headers(), CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if announced.is_some_and(|length: u64| length > limit) && !is_cut {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| told(url, &error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > limit {
            if is_cut {
                bytes.truncate(limit as usize);
                return Ok(bytes);
            }
            return Err(too_large());
        }
    }
    Ok(bytes)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
}

/// `Retry-After`: seconds, or a date.
fn waiting(told: &str) -> Option<Duration> {
    if let Ok(seconds) = told.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(told).ok()?.timestamp();
    SystemTime::from(date).duration_since(SystemTime::now()).ok()
}

fn told(url: &Url, error: &reqwest::Error) -> WebError {
    let mut deeper: Option<&dyn Error> = Some(error);
    while let Some(error) = deeper {
        if let Some(Refused(address)) = error.downcast_ref() {
            return WebError::Forbidden { url: url.to_string(), address: address.to_string() };
        }
        deeper = error.source();
    }
    WebError::Unreachable { url: url.to_string(), message: cause(error) }
}

/// What is behind an error, which by itself only repeats the address.
fn cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
