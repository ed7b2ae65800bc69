//! The port that prices come by.

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_charts::when;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FinanceError, Interval, Quote, Symbol, TimeSeries};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeriesRequest {
    pub symbol: Symbol,
    /// Without one, as the prices are; from the web, by day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The first moment that is wanted: 2020-01-31, or 2020-01-31T14:30:00Z.
    #[serde(default, deserialize_with = "when::optional::deserialize")]
    #[schemars(with = "Option<String>")]
    pub from: Option<Timestamp>,
    /// The last moment that is wanted.
    #[serde(default, deserialize_with = "when::optional::deserialize")]
    #[schemars(with = "Option<String>")]
    pub to: Option<Timestamp>,
}

impl SeriesRequest {
    /// All there is.
    pub fn of(symbol: &str) -> Result<Self, FinanceError> {
        Ok(Self { symbol: Symbol::parse(symbol)?, interval: None, from: None, to: None })
    }
}

#[async_trait]
pub trait MarketData: Send + Sync + std::fmt::Debug {
    /// For errors, and as the source of what it gives.
    fn name(&self) -> &str;

    /// By rising time, each time once, at least one point. An unknown symbol and a time without prices are
    /// errors of their own.
    async fn series(&self, request: &SeriesRequest) -> Result<TimeSeries, FinanceError>;

    /// The latest price there is, which may be old.
    async fn quote(&self, symbol: &Symbol) -> Result<Quote, FinanceError>;

    /// What can be asked for, in order; nothing where nobody has a list of it.
    async fn symbols(&self) -> Result<Option<Vec<Symbol>>, FinanceError>;
}
