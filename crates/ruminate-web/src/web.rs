//! Reading pages.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH};
use ruminate_documents::{DocumentError, Reader};
use tokio::task::spawn_blocking;
use url::Url;

use crate::cache::{Cache, Kept};
use crate::error::WebError;
use crate::fetch::{Fetched, Fetcher};
use crate::page::Page;
use crate::request::Request;
use crate::robots::Sites;
use crate::settings::seconds;

/// Reads pages: politely, once, and safely.
pub struct Web {
    fetcher: Arc<Fetcher>,
    cache: Cache,
    sites: Sites,
    reader: Reader,
}

impl Web {
    /// Keeps pages in `dir`; without one it keeps none. `reader` reads what came: give it a program for PDFs.
    pub fn new(fetcher: Fetcher, dir: Option<PathBuf>, reader: Reader) -> Self {
        let cache = Cache::new(dir, fetcher.settings.cache_bytes);
        let fetcher = Arc::new(fetcher);
        let sites = Sites::new(Arc::clone(&fetcher), cache.clone());
        Self { fetcher, cache, sites, reader }
    }

    /// Reads a page. One that was fetched a short while ago is not fetched again; one that was fetched longer
    /// ago only if it changed. `file:` addresses are read if they lie in the folder that is searched.
    pub async fn read(&self, url: &str) -> Result<Page, WebError> {
        if url.starts_with("file:") {
            return self.read_file(url).await;
        }
        let url = self.fetcher.parse(url)?;
        let kept = self.cache.get(&url).await;
        let within = seconds(self.fetcher.settings.cache_minutes * 60.0);
        let (kept, from_cache) = match kept {
            Some(kept) if kept.is_fresh(within) => (kept, true),
            kept => self.fetch(url, kept).await?,
        };
        self.page(kept, from_cache).await
    }

    /// Fetches a page, unless the one that is kept did not change.
    async fn fetch(&self, url: Url, kept: Option<Kept>) -> Result<(Kept, bool), WebError> {
        let headers = kept.as_ref().map(conditions).unwrap_or_default();
        let request = Request { headers, ..Request::get(url.clone(), &self.fetcher.settings) };
        let fetched = self.fetcher.send(request, &self.sites).await?;
        if let Some(kept) = kept.filter(|_| fetched.status == 304) {
            let kept = Kept { fetched_at: Timestamp::now(), ..kept };
            self.cache.put(kept.clone()).await;
            return Ok((kept, true));
        }
        let fetched = fetched.success()?;
        let is_keepable = fetched.is_keepable;
        let kept = newly(url, fetched);
        if is_keepable {
            self.cache.put(kept.clone()).await;
        }
        Ok((kept, false))
    }

    async fn page(&self, kept: Kept, from_cache: bool) -> Result<Page, WebError> {
        let (reader, url) = (self.reader.clone(), kept.final_url.to_string());
        let reading = spawn_blocking(move || Page::of(kept, &reader, from_cache));
        match reading.await {
            Ok(page) => Ok(page?),
            Err(error) => {
                Err(WebError::Damaged { url, message: format!("the reader broke: {error}") })
            }
        }
    }

    async fn read_file(&self, url: &str) -> Result<Page, WebError> {
        let bad = |why: &str| WebError::BadAddress { url: url.to_owned(), why: why.to_owned() };
        let folder = self.fetcher.settings.search.folder.as_ref();
        let folder = folder.ok_or_else(|| bad("only http and https are fetched"))?.path.clone();
        let url = Url::parse(url).map_err(|why| bad(&why.to_string()))?;
        let path = url.to_file_path().map_err(|()| bad("it names no file"))?;
        let limit = self.fetcher.settings.page_bytes;
        let reading = spawn_blocking(move || within(&folder, &path, limit));
        let read = reading.await.map_err(|error| bad(&error.to_string()))?;
        let bytes = read?.ok_or_else(|| bad("it is outside the folder that is searched"))?;
        let kept = Kept {
            final_url: url.clone(),
            url,
            content_type: None,
            etag: None,
            last_modified: None,
            fetched_at: Timestamp::now(),
            bytes,
        };
        self.page(kept, false).await
    }
}

fn newly(url: Url, fetched: Fetched) -> Kept {
    let Fetched { final_url, content_type, etag, last_modified, bytes, .. } = fetched;
    let fetched_at = Timestamp::now();
    Kept { url, final_url, content_type, etag, last_modified, fetched_at, bytes }
}

/// What asks a server to send a page only if it changed.
fn conditions(kept: &Kept) -> HeaderMap {
    let header = |name: HeaderName, told: &Option<String>| {
        let value = HeaderValue::try_from(told.as_ref()?).ok()?;
        Some((name, value))
    };
    let etag = header(IF_NONE_MATCH, &kept.etag);
    let modified = header(IF_MODIFIED_SINCE, &kept.last_modified);
    etag.into_iter().chain(modified).collect()
}

/// What is in a file that lies in a folder, whatever links lead there; nothing for one that does not.
fn within(folder: &Path, path: &Path, limit: u64) -> Result<Option<Vec<u8>>, DocumentError> {
    let name = path.display().to_string();
    let io = |error: std::io::Error| DocumentError::io(&name, &error);
    let (folder, path) = (folder.canonicalize().map_err(io)?, path.canonicalize().map_err(io)?);
    if !path.starts_with(&folder) {
        return Ok(None);
    }
    let facts = path.metadata().map_err(io)?;
    if !facts.is_file() {
        return Err(DocumentError::NotAFile { name, what: "a directory or a device" });
    }
    if facts.len() > limit {
        return Err(DocumentError::TooLarge { name, limit });
    }
    std::fs::read(&path).map(Some).map_err(io)
}
