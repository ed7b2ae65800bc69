//! One file over HTTP, onto the end of what is there of it already.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, HeaderMap, LOCATION, RANGE,
};
use reqwest::{Response, Url};
use tokio::time::{Instant, sleep, timeout};

use super::blocking::{BLOCK, Lock, off_thread};
use super::{Progress, Step, WeightsError};
use crate::http::{self, Http, root_cause};
use crate::{Retry, backoff};

/// Why bytes did not come, sorted by what one does about it.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It may be over when asked again.
    Passing { why: String, retry_after: Option<Duration>, has_connected: bool },
    /// This source is of no use.
    Lasting(String),
    /// No source is: it is this machine.
    Here(WeightsError),
}

impl From<WeightsError> for Trouble {
    fn from(error: WeightsError) -> Self {
        Self::Here(error)
    }
}

impl Trouble {
    fn passing(why: impl Into<String>) -> Self {
        Self::Passing { why: why.into(), retry_after: None, has_connected: true }
    }
}

/// What is to be fetched, and what is known of it.
pub(super) struct Wanted<'a> {
    pub url: &'a Url,
    pub to: &'a Path,
    /// Its length, where it is known before.
    pub bytes: Option<u64>,
    /// Told how much room what is still missing needs, once that is known.
    pub need_room: &'a (dyn Fn(u64) -> Result<(), WeightsError> + Send + Sync),
    /// Told how much of it there is.
    pub on_came: &'a (dyn Fn(u64) + Send + Sync),
}

pub(super) struct Fetcher<'a> {
    pub http: &'a Http,
    pub lock: &'a Lock,
    pub retry: Retry,
    /// How long no byte may come.
    pub stall: Duration,
    pub progress: &'a dyn Progress,
}

/// What nobody told the length of is not fetched beyond this.
const LARGEST: u64 = 4 * 1024 * 1024 * 1024;
const MOST_REDIRECTS: usize = 10;
/// The longest that a server may ask to be left alone for.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60);

impl Fetcher<'_> {
    /// Fetches what is missing. What has come stays there, whatever happens.
    pub(super) async fn fetch(&self, wanted: &Wanted<'_>) -> Result<(), Trouble> {
        let mut tail = Tail::open(wanted.to, self.lock)?;
        let mut patience = Patience::new(tail.length);
        loop {
            let ended = self.attempt(wanted, &mut tail).await;
            tail.flush().await?;
            match ended {
                Ok(()) => return Ok(()),
                Err(trouble) => self.wait(&mut patience, trouble, tail.length).await?,
            }
        }
    }

    /// A small page, and where it was in the end.
    pub(super) async fn page(&self, url: &Url, accept: &str) -> Result<(Url, String), Trouble> {
        const MOST: usize = 16 * 1024 * 1024;
        let mut patience = Patience::new(0);
        loop {
            let asked = async {
                let response = self.ask(url, &[(ACCEPT.as_str(), accept)]).await?;
                self.refused(&response)?;
                let url = response.url().clone();
                let read = timeout(self.stall, http::text(response, MOST)).await;
                let read = read.map_err(|_| self.stalled())?;
                Ok((url, read.map_err(|error| Trouble::passing(cause(error)))?))
            };
            match asked.await {
                Ok(page) => return Ok(page),
                Err(trouble) => self.wait(&mut patience, trouble, 0).await?,
            }
        }
    }

    /// Waits until it is worth asking again, or says why it is not.
    async fn wait(
        &self,
        patience: &mut Patience,
        trouble: Trouble,
        length: u64,
    ) -> Result<(), Trouble> {
        let Trouble::Passing { why, retry_after, has_connected } = trouble else {
            return Err(trouble);
        };
        // Who cannot be reached at all will hardly be a second later; another source may be.
        let most = if has_connected { self.retry.attempts } else { self.retry.attempts.min(2) };
        let failures = patience.failed(length);
        if failures >= most {
            return Err(Trouble::Lasting(why));
        }
        let asked = retry_after.unwrap_or_default().min(LONGEST_RETRY_AFTER);
        let after = asked + backoff::jitter(&self.retry, failures);
        self.progress.step(Step::Again { why: &why, after });
        sleep(after).await;
        Ok(())
    }

    async fn attempt(&self, wanted: &Wanted<'_>, tail: &mut Tail) -> Result<(), Trouble> {
        if wanted.bytes.is_some_and(|bytes| tail.length > bytes) {
            tail.cut().await?;
        }
        if wanted.bytes == Some(tail.length) {
            return Ok(());
        }
        let range = format!("bytes={}-", tail.length);
        let with_range = [(RANGE.as_str(), range.as_str())];
        let headers = if tail.length > 0 { &with_range[..] } else { &[] };
        let mut response = self.ask(wanted.url, headers).await?;
        let told = ContentRange::of(response.headers());
        if response.status() == 416 {
            if told.of == Some(tail.length) {
                return Ok(());
            }
            tail.cut().await?;
            return Err(Trouble::passing("it has less than what came before"));
        }
        self.refused(&response)?;
        let is_rest = response.status() == 206;
        if is_rest && told.from != Some(tail.length) {
            tail.cut().await?;
            return Err(Trouble::passing("it sent another part than was asked for"));
        }
        if !is_rest {
            tail.cut().await?;
        }
        let all = if is_rest { told.of } else { content_length(response.headers()) };
        if let (Some(all), Some(bytes)) = (all, wanted.bytes)
            && all != bytes
        {
            return Err(Trouble::Lasting(format!("its file has {all} bytes instead of {bytes}")));
        }
        let all = all.or(wanted.bytes);
        (wanted.need_room)(all.unwrap_or(0).saturating_sub(tail.length))?;
        (wanted.on_came)(tail.length);
        while let Some(bytes) = self.chunk(&mut response).await? {
            if tail.length + bytes.len() as u64 > all.unwrap_or(LARGEST) {
                return Err(Trouble::Lasting("it sends more than it should".into()));
            }
            tail.push(&bytes).await?;
            (wanted.on_came)(tail.length);
        }
        match all {
            Some(all) if tail.length < all => Err(Trouble::passing("the connection was cut")),
            _ => Ok(()),
        }
    }

    async fn chunk(&self, response: &mut Response) -> Result<Option<Bytes>, Trouble> {
        match timeout(self.stall, response.chunk()).await {
            Ok(chunk) => chunk.map_err(|error| Trouble::passing(cause(error))),
            Err(_) => Err(self.stalled()),
        }
    }

    fn stalled(&self) -> Trouble {
        Trouble::passing(format!("nothing came for {} s", self.stall.as_secs_f64()))
    }

    /// Sends a request, and follows where it is sent on to: hubs keep their files elsewhere.
    async fn ask(&self, url: &Url, headers: &[(&str, &str)]) -> Result<Response, Trouble> {
        let mut url = url.clone();
        for _ in 0..MOST_REDIRECTS {
            let is_tls = url.scheme() == "https";
            let client = self.http.client_for(is_tls).await.map_err(|message| {
                Trouble::Here(WeightsError::Misconfigured {
                    message: format!("no secure connections can be made: {message}"),
                })
            })?;
            // What is pinned is the file as it is, not as a server packs it.
            let mut request = client.get(url.clone()).header(ACCEPT_ENCODING, "identity");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let response = match timeout(self.stall, request.send()).await {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => {
                    let has_connected = !error.is_connect();
                    let why = cause(error);
                    return Err(Trouble::Passing { why, retry_after: None, has_connected });
                }
                Err(_) => return Err(self.stalled()),
            };
            if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
                return Ok(response);
            }
            let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
            let next = location.and_then(|location| response.url().join(location).ok());
            match next {
                Some(next) if next.scheme() == "https" || (!is_tls && next.scheme() == "http") => {
                    url = next;
                }
                _ => return Err(Trouble::Lasting("it sends on to where nobody can go".into())),
            }
        }
        Err(Trouble::Lasting("it sends on and on".into()))
    }

    fn refused(&self, response: &Response) -> Result<(), Trouble> {
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        let why = format!("it answers {status}");
        if matches!(status.as_u16(), 408 | 425 | 429) || status.is_server_error() {
            let retry_after = backoff::retry_after(response.headers(), Timestamp::now());
            return Err(Trouble::Passing { why, retry_after, has_connected: true });
        }
        Err(Trouble::Lasting(why))
    }
}

/// Without the address: it may hold what a hub signed.
fn cause(error: reqwest::Error) -> String {
    root_cause(&error.without_url())
}

/// Counts failures. One that came after much more had come begins a new count: a large file over a poor
/// line may be cut many times.
struct Patience {
    failures: u32,
    most_came: u64,
}

impl Patience {
    fn new(length: u64) -> Self {
        Self { failures: 0, most_came: length }
    }

    fn failed(&mut self, length: u64) -> u32 {
        if length >= self.most_came + BLOCK as u64 {
            self.failures = 0;
        }
        self.most_came = self.most_came.max(length);
        self.failures += 1;
        self.failures
    }
}

/// `bytes 100-199/200`, or `bytes */200` where there is nothing to send.
#[derive(Debug, Default, PartialEq, Eq)]
struct ContentRange {
    from: Option<u64>,
    of: Option<u64>,
}

impl ContentRange {
    fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(CONTENT_RANGE).and_then(|value| value.to_str().ok());
        value.map(Self::parse).unwrap_or_default()
    }

    fn parse(value: &str) -> Self {
        let Some((range, of)) = value.trim().strip_prefix("bytes ").and_then(|v| v.split_once('/'))
        else {
            return Self::default();
        };
        let from = range.split_once('-').and_then(|(from, _)| from.trim().parse().ok());
        Self { from, of: of.trim().parse().ok() }
    }
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The end of a file that grows. Bytes are gathered and written a block at a time, off the runtime's
/// threads, or when some time has passed: what a kill loses is little.
struct Tail {
    path: PathBuf,
    lock: Lock,
    /// Away while a block is being written.
    file: Option<File>,
    gathered: Vec<u8>,
    /// With what is gathered.
    length: u64,
    written_at: Instant,
}

const LONGEST_GATHERING: Duration = Duration::from_millis(200);

impl Tail {
    fn open(path: &Path, lock: &Lock) -> Result<Self, WeightsError> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let with_length = opened.and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = with_length.map_err(|error| WeightsError::io(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            lock: Lock::clone(lock),
            file: Some(file),
            gathered: Vec::new(),
            length,
            written_at: Instant::now(),
        })
    }

    async fn push(&mut self, bytes: &[u8]) -> Result<(), WeightsError> {
        self.gathered.extend_from_slice(bytes);
        self.length += bytes.len() as u64;
        if self.gathered.len() >= BLOCK || self.written_at.elapsed() >= LONGEST_GATHERING {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), WeightsError> {
        let gathered = std::mem::take(&mut self.gathered);
        self.with_file(move |file| file.write_all(&gathered)).await?;
        self.written_at = Instant::now();
        Ok(())
    }

    /// Begins at the beginning.
    async fn cut(&mut self) -> Result<(), WeightsError> {
        self.gathered.clear();
        self.length = 0;
        self.with_file(|file| file.set_len(0)).await
    }

    async fn with_file(
        &mut self,
        work: impl FnOnce(&mut File) -> std::io::Result<()> + Send + 'static,
    ) -> Result<(), WeightsError> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let (file, done) = off_thread(&self.lock, move |_| {
            let done = work(&mut file);
            (file, done)
        })
        .await;
        self.file = Some(file);
        done.map_err(|error| WeightsError::io(&self.path, &error))
    }
}

impl Drop for Tail {
    /// Whoever gives a download up keeps what came of it.
    fn drop(&mut self) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(&self.gathered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let read = |value| {
            let ContentRange { from, of } = ContentRange::parse(value);
            (from, of)
        };
        assert_eq!(read("bytes 100-199/200"), (Some(100), Some(200)));
        assert_eq!(read("bytes 100-199/*"), (Some(100), None));
        assert_eq!(read("bytes */200"), (None, Some(200)));
        assert_eq!(read("lines 1-2/3"), (None, None));
        assert_eq!(read("bytes"), (None, None));
    }

    #[test]
    fn a_line_that_is_cut_often_is_not_given_up_while_it_gets_on() {
        let block = BLOCK as u64;
        let mut patience = Patience::new(0);
        assert_eq!(patience.failed(0), 1);
        assert_eq!(patience.failed(5 * block), 1);
        assert_eq!(patience.failed(5 * block + 1), 2);
        // Without ranges everything begins again: that it came so far once is no progress.
        assert_eq!(patience.failed(block), 3);
        assert_eq!(patience.failed(4 * block), 4);
    }
}
