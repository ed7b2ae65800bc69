//! The latest price.

use jiff::Timestamp;
use ruminate_charts::when;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FinanceError, Symbol, TimeSeries};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub symbol: Symbol,
    pub price: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// When that was the price.
    #[serde(deserialize_with = "when::deserialize")]
    #[schemars(with = "String")]
    pub time: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_close: Option<f64>,
    /// Since the close before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<f64>,
    /// The same as a share: 0.01 is 1 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change_percent: Option<f64>,
    /// Where it comes from.
    pub source: String,
}

impl Quote {
    /// The last close, beside the one before.
    pub fn of(series: &TimeSeries) -> Result<Self, FinanceError> {
        let [.., last] = series.points.as_slice() else {
            let (provider, symbol) = (series.source.clone(), series.symbol.to_string());
            return Err(FinanceError::NothingInRange { provider, symbol });
        };
        let known = |value: f64| (!series.close_only).then_some(value);
        let quote = Self {
            symbol: series.symbol.clone(),
            price: last.close,
            currency: series.currency.clone(),
            time: last.time,
            open: known(last.open),
            high: known(last.high),
            low: known(last.low),
            volume: last.volume,
            previous_close: None,
            change: None,
            change_percent: None,
            source: series.source.clone(),
        };
        let before = series.points.len().checked_sub(2).map(|at| series.points[at].close);
        Ok(quote.since(before))
    }

    pub(crate) fn since(self, previous_close: Option<f64>) -> Self {
        let change = previous_close.map(|before| self.price - before);
        let share =
            previous_close.filter(|before| *before > 0.0).map(|before| self.price / before - 1.0);
        Self { previous_close, change, change_percent: share, ..self }
    }
}
