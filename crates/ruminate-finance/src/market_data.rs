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
    /// The first and the last moment that are wanted.
    #[serde(default, deserialize_with = "when::optional::deserialize")]
    pub from: Option<Timestamp>,
    #[serde(default, deserialize_with = "when::optional::deserialize")]
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
