//! Why nothing came of an address, and what to do about it.

use std::time::Duration;

use reqwest::StatusCode;
use ruminate_documents::DocumentError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    #[error("{url} is no address of the web: {why}")]
    BadAddress { url: String, why: String },
    /// It leads to where nobody outside should look.
    #[error("{url} is not fetched: {address} is no address of the public internet")]
    Forbidden { url: String, address: String },
    #[error("{url} cannot be fetched: {message}")]
    Unreachable { url: String, message: String },
    #[error("{url} did not come within {} seconds", limit.as_secs_f64())]
    TimedOut { url: String, limit: Duration },
    #[error("{url} cannot be fetched: the server says {}", in_words(*status))]
    Status { url: String, status: u16, retry_seconds: Option<u64> },
    #[error("{url} leads on more than {limit} times")]
    Redirects { url: String, limit: usize },
    #[error("{url} is larger than {limit} bytes")]
    TooLarge { url: String, limit: u64 },
    #[error("{url} has headers of more than {limit} bytes")]
    Headers { url: String, limit: usize },
    #[error("{url} is not packed as it says: {message}")]
    Damaged { url: String, message: String },
    #[error("{url} may not be read by programs: {why}")]
    Robots { url: String, why: String },
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The proxy's address, or the system's certificates.
    #[error("no connections can be made: {message}")]
    Misconfigured { message: String },
}

impl WebError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadAddress { .. } => "web_bad_address",
            Self::Forbidden { .. } => "web_forbidden",
            Self::Unreachable { .. } => "web_unreachable",
            Self::TimedOut { .. } => "web_timed_out",
            Self::Status { .. } => "web_status",
            Self::Redirects { .. } => "web_redirects",
            Self::TooLarge { .. } => "web_too_large",
            Self::Headers { .. } => "web_headers",
            Self::Damaged { .. } => "web_damaged",
            Self::Robots { .. } => "web_robots",
            Self::Document(error) => error.code(),
            Self::Misconfigured { .. } => "web_misconfigured",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::BadAddress { .. } => "write it like https://example.org/page, without a password",
            Self::Forbidden { .. } => "if you trust it, name its host in `web.allow`",
            Self::Unreachable { .. } | Self::Status { .. } | Self::Redirects { .. } => {
                "see whether a browser opens it"
            }
            Self::TimedOut { .. } => "try again later, or set `web.page_seconds`",
            Self::TooLarge { .. } => {
                "set `web.page_bytes` and `web.transfer_bytes`, or save the part that matters"
            }
            Self::Headers { .. } | Self::Damaged { .. } => "the server is broken, or hostile",
            Self::Robots { .. } => "read it with a browser, or ask who runs the site",
            Self::Document(error) => error.hint(),
            Self::Misconfigured { .. } => {
                "see `web.proxy`, and that the system has CA certificates (the package ca-certificates)"
            }
        }
    }
}

/// With its name, if it has one.
fn in_words(status: u16) -> String {
    StatusCode::from_u16(status).map_or_else(|_| status.to_string(), |known| known.to_string())
}
