//! What is asked of a server.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::HeaderMap;
use url::Url;

use crate::error::WebError;
use crate::settings::{WebSettings, seconds};

pub(crate) struct Request {
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    /// JSON that is posted; without one it is a plain `GET`.
    pub(crate) body: Option<String>,
    pub(crate) time: Duration,
    pub(crate) redirects: usize,
    pub(crate) transfer_bytes: u64,
    pub(crate) page_bytes: u64,
    /// What is too large is cut, instead of being refused.
    pub(crate) is_cut: bool,
}

impl Request {
    pub(crate) fn get(url: Url, settings: &WebSettings) -> Self {
        Self {
            url,
            headers: HeaderMap::new(),
            body: None,
            time: seconds(settings.page_seconds),
            redirects: settings.redirects,
            transfer_bytes: settings.transfer_bytes,
            page_bytes: settings.page_bytes,
            is_cut: false,
        }
    }
}

/// Who else has a say before an address is asked, the first one and each that it leads on to.
#[async_trait]
pub(crate) trait Gate: Send + Sync {
    async fn admit(&self, url: &Url) -> Result<(), WebError>;
}

/// Nobody.
pub(crate) struct Open;

#[async_trait]
impl Gate for Open {
    async fn admit(&self, _: &Url) -> Result<(), WebError> {
        Ok(())
    }
}
