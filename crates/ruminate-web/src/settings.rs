//! Every limit, by name.

use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const MIB: u64 = 1024 * 1024;

/// How pages are fetched, kept and searched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WebSettings {
    /// Hosts that may be asked although they are on this machine or in its network, as addresses name them:
    /// `127.0.0.1:8888`, `wiki.lan`. Without a port, all of its ports.
    pub allow: Vec<String>,
    /// A proxy that everything goes through. It resolves names, so that what they resolve to cannot be
    /// checked here: see that it refuses addresses of your own network.
    pub proxy: Option<String>,
    /// How long a page may take, redirects and all.
    pub page_seconds: f64,
    /// How long a connection may take to be made.
    pub connect_seconds: f64,
    /// Redirects that are followed for one page.
    pub redirects: usize,
    /// Bytes of a page as they are sent; they may be compressed.
    pub transfer_bytes: u64,
    /// Bytes of a page once they are unpacked.
    pub page_bytes: u64,
    /// Bytes of an answer's headers.
    pub header_bytes: usize,
    /// Characters of an address.
    pub address_characters: usize,
    /// Whether sites are asked by their `robots.txt` what may be read.
    pub robots: bool,
    /// How long what a `robots.txt` said is remembered.
    pub robots_hours: f64,
    /// Bytes of a `robots.txt` that are read. The standard asks for 500 KiB at least.
    pub robots_bytes: u64,
    /// How long a page that was fetched is as good as a new one. After that its server is asked whether it
    /// changed.
    pub cache_minutes: f64,
    /// Bytes of all pages that are kept; 0 keeps none.
    pub cache_bytes: u64,
    pub search: SearchSettings,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            proxy: None,
            page_seconds: 30.0,
            connect_seconds: 10.0,
            redirects: 5,
            transfer_bytes: 16 * MIB,
            page_bytes: 32 * MIB,
            header_bytes: 64 * 1024,
            address_characters: 8 * 1024,
            robots: true,
            robots_hours: 24.0,
            robots_bytes: 500 * 1024,
            cache_minutes: 60.0,
            cache_bytes: 256 * MIB,
            search: SearchSettings::default(),
        }
    }
}

/// Who is asked when something is searched for: everybody who is named, at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// A SearXNG, which must give its results as JSON (`search.formats` in its settings).
    pub searxng: Option<ProviderSettings>,
    /// Brave's search API. The key comes from `BRAVE_API_KEY`.
    pub brave: Option<ProviderSettings>,
    /// Exa's search API. The key comes from `EXA_API_KEY`.
    pub exa: Option<ProviderSettings>,
    /// Tavily's search API. The key comes from `TAVILY_API_KEY`.
    pub tavily: Option<ProviderSettings>,
    pub folder: Option<FolderSettings>,
}

/// Somebody who searches the web.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderSettings {
    /// Its address, if it is not the usual one (of a SearXNG `http://127.0.0.1:8888`). It may be on this
    /// machine or in its network.
    pub url: Option<String>,
    /// How long an answer may take, waiting for its turn included.
    pub seconds: f64,
    /// Questions in a minute, evenly.
    pub per_minute: f64,
}

impl Default for ProviderSettings {
    fn default() -> Self {
        Self { url: None, seconds: 10.0, per_minute: 60.0 }
    }
}

/// A folder of pages: HTML, Markdown, text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FolderSettings {
    pub path: PathBuf,
    /// Files that are read; the rest is not searched.
    #[serde(default = "most_files")]
    pub files: usize,
}

fn most_files() -> usize {
    20_000
}

/// A number of seconds as people write it in a file; nonsense is no time at all.
pub(crate) fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
