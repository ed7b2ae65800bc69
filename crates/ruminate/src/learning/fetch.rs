//! A page that somebody wants to be learned.

use ruminate_documents::Kind;
use ruminate_web::{Fetcher, WebError, WebSettings};

use crate::env;
use crate::exit::{Exit, Failure};

pub(super) struct Page {
    /// None where the server does not tell: the bytes do.
    pub kind: Option<Kind>,
    pub bytes: Vec<u8>,
}

/// Fetches an address that a person named, wherever that is; what it leads on to must be on the web.
pub(super) async fn fetch(address: &str, most_bytes: u64) -> Result<Page, Failure> {
    if env::is_offline() {
        let hint = "unset RUMINATE_OFFLINE, or save the page and learn the file";
        let message = format!("{address} is not fetched: RUMINATE_OFFLINE is set");
        return Err(Failure::new(Exit::Model, "page", message, hint));
    }
    let settings = WebSettings {
        proxy: env::proxy(address.starts_with("https:")),
        transfer_bytes: most_bytes,
        page_bytes: most_bytes,
        ..WebSettings::default()
    };
    let fetched = Fetcher::new(settings).trusting(address).get(address).await.map_err(|error| {
        let (exit, hint) = match error {
            WebError::TooLarge { .. } => {
                (Exit::Data, "save the part that matters, and learn that file")
            }
            WebError::BadAddress { .. } | WebError::Misconfigured { .. } => {
                (Exit::Data, error.hint())
            }
            _ => {
                (Exit::Model, "see whether a browser opens it, or save the page and learn the file")
            }
        };
        Failure::new(exit, "page", error.to_string(), hint)
    })?;
    Ok(Page { kind: fetched.content_type.as_deref().and_then(kind_of), bytes: fetched.bytes })
}

fn kind_of(content_type: &str) -> Option<Kind> {
    let essence = content_type.split(';').next()?.trim().to_ascii_lowercase();
    Some(match essence.as_str() {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "text/markdown" => Kind::Markdown,
        "application/pdf" => Kind::Pdf,
        "text/csv" | "text/tab-separated-values" => Kind::Table,
        "application/jsonl" | "application/x-ndjson" | "application/x-jsonlines" => Kind::Jsonl,
        _ => return None,
    })
}
