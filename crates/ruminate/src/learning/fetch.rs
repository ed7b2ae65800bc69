//! A page that somebody wants to be learned.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use ruminate_documents::Kind;

use crate::env;
use crate::exit::{Exit, Failure};

const PATIENCE: Duration = Duration::from_secs(30);
const MOST_REDIRECTS: usize = 5;
const AGENT: &str = concat!("ruminate/", env!("CARGO_PKG_VERSION"));

pub(super) struct Page {
    /// None where the server does not tell: the bytes do.
    pub kind: Option<Kind>,
    pub bytes: Vec<u8>,
}

pub(super) async fn fetch(address: &str, most_bytes: u64) -> Result<Page, Failure> {
    if env::is_offline() {
        let hint = "unset RUMINATE_OFFLINE, or save the page and learn the file";
        return Err(failure(format!("{address} is not fetched: RUMINATE_OFFLINE is set"), hint));
    }
    let hint = "see whether a browser opens it, or save the page and learn the file";
    let told = |error: reqwest::Error| {
        failure(format!("{address} cannot be fetched: {}", cause(&error)), hint)
    };
    // Somebody else may have chosen it already, and the same one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder()
        .timeout(PATIENCE)
        .redirect(Policy::limited(MOST_REDIRECTS))
        .user_agent(AGENT)
        .build()
        .map_err(told)?;
    let mut response = client.get(address).send().await.map_err(told)?;
    if !response.status().is_success() {
        let message = format!("{address} cannot be fetched: the server says {}", response.status());
        return Err(failure(message, hint));
    }
    let kind = response.headers().get(CONTENT_TYPE).and_then(kind_of);
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(told)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > most_bytes {
            let message = format!("{address} is larger than {most_bytes} bytes");
            let hint = "save the part that matters, and learn that file";
            return Err(Failure::new(Exit::Data, "page", message, hint));
        }
    }
    Ok(Page { kind, bytes })
}

fn kind_of(content_type: &HeaderValue) -> Option<Kind> {
    let essence = content_type.to_str().ok()?.split(';').next()?.trim().to_ascii_lowercase();
    Some(match essence.as_str() {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "text/markdown" => Kind::Markdown,
        "application/pdf" => Kind::Pdf,
        "text/csv" | "text/tab-separated-values" => Kind::Table,
        "application/jsonl" | "application/x-ndjson" | "application/x-jsonlines" => Kind::Jsonl,
        _ => return None,
    })
}

fn failure(message: String, hint: &str) -> Failure {
    Failure::new(Exit::Model, "page", message, hint)
}

/// What is behind an error, which by itself only repeats the address.
fn cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
