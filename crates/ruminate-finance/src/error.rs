//! Why there are no prices, and what to do about it.

use std::time::Duration;

use ruminate_charts::ChartError;
use ruminate_types::ports::model::ModelError;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FinanceError {
    #[error("{symbol:?} is no symbol")]
    BadSymbol { symbol: String },
    #[error("{provider} knows no {symbol}")]
    UnknownSymbol { provider: String, symbol: String },
    #[error("{provider} has no prices of {symbol} by {wanted}{}", finest.as_ref().map(|finest| format!(", only by {finest} and longer")).unwrap_or_default())]
    NoSuchInterval { provider: String, symbol: String, wanted: String, finest: Option<String> },
    #[error("{provider} has no prices of {symbol} in that time")]
    NothingInRange { provider: String, symbol: String },
    #[error("{file}, line {line}: {why}")]
    BadLine { file: String, line: u64, why: String },
    #[error("{file}: {why}")]
    BadFile { file: String, why: String },
    #[error("{file} cannot be read: {why}")]
    Io { file: String, why: String },
    #[error("{what} of {symbol} at {at} is {value}: {why}")]
    BadPrice { symbol: String, at: String, what: &'static str, value: f64, why: &'static str },
    #[error("{0}")]
    TooLittle(String),
    #[error("{url} does not answer: {why}")]
    Unreachable { url: String, why: String },
    #[error("{url} gave no answer within {} seconds", limit.as_secs())]
    TimedOut { url: String, limit: Duration },
    #[error("{url} refuses the key: {why}")]
    Unauthorised { url: String, why: String },
    #[error("{url} was asked too often: {why}")]
    RateLimited { url: String, why: String, retry_after: Option<Duration> },
    #[error("{url} refuses the request: {why}")]
    Rejected { url: String, why: String },
    #[error("{url} failed: {why}")]
    ServerFault { url: String, why: String },
    #[error("{url} sent something else than prices: {why}")]
    Malformed { url: String, why: String },
    #[error("{message}")]
    Misconfigured { message: String, hint: String },
    #[error(transparent)]
    Chart(#[from] ChartError),
}

impl FinanceError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadSymbol { .. } => "finance_bad_symbol",
            Self::UnknownSymbol { .. } => "finance_unknown_symbol",
            Self::NoSuchInterval { .. } => "finance_no_such_interval",
            Self::NothingInRange { .. } => "finance_nothing_in_range",
            Self::BadLine { .. } => "finance_bad_line",
            Self::BadFile { .. } => "finance_bad_file",
            Self::Io { .. } => "finance_io",
            Self::BadPrice { .. } => "finance_bad_price",
            Self::TooLittle(_) => "finance_too_little",
            Self::Unreachable { .. } => "finance_unreachable",
            Self::TimedOut { .. } => "finance_timed_out",
            Self::Unauthorised { .. } => "finance_unauthorised",
            Self::RateLimited { .. } => "finance_rate_limited",
            Self::Rejected { .. } => "finance_rejected",
            Self::ServerFault { .. } => "finance_server_fault",
            Self::Malformed { .. } => "finance_malformed",
            Self::Misconfigured { .. } => "finance_misconfigured",
            Self::Chart(error) => error.code(),
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::BadSymbol { .. } => "write it as the exchange does: AAPL, BRK.B, ^SPX, EUR/USD",
            Self::UnknownSymbol { .. } => {
                "see how the provider writes it; for Stooq American shares end in .us"
            }
            Self::NoSuchInterval { .. } => "ask for a longer interval, or another provider",
            Self::NothingInRange { .. } => "ask for other dates",
            Self::BadLine { .. } => "mend the line, or leave it out",
            Self::BadFile { .. } => {
                "the first line names the columns: Date,Open,High,Low,Close,Volume, or Date,Close"
            }
            Self::Io { .. } => "see that the file is there and may be read",
            Self::BadPrice { .. } => "see where the prices come from",
            Self::TooLittle(_) => "ask for more dates",
            Self::Unreachable { .. } | Self::TimedOut { .. } => {
                "see that the network is there, or take prices from files"
            }
            Self::Unauthorised { .. } => "set the provider's key anew",
            Self::RateLimited { .. } => {
                "wait as long as the provider says, or take prices from files"
            }
            Self::Rejected { .. } => {
                "see that symbol, interval and dates are what the provider has"
            }
            Self::ServerFault { .. } | Self::Malformed { .. } => {
                "try again later, or another provider"
            }
            Self::Misconfigured { hint, .. } => hint,
            Self::Chart(error) => error.hint(),
        }
        .to_owned()
    }

    /// Whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::TimedOut { .. }
                | Self::RateLimited { .. }
                | Self::ServerFault { .. }
                | Self::Malformed { .. }
        )
    }
}

/// What the web client of the models says about addresses, keys and certificates.
impl From<ModelError> for FinanceError {
    fn from(error: ModelError) -> Self {
        let (message, hint) = (error.to_string(), error.hint());
        Self::Misconfigured { message, hint }
    }
}
