//! Twelve Data: prices from minutes to months as JSON, with a key. It answers 200 to some errors too, with the
//! status in the body.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_charts::when;
use ruminate_models::ApiKey;
use ruminate_models::web::Whose;
use serde::Deserialize;
use serde_json::Value;

use super::web::Web;
use crate::series::OhlcPoint;
use crate::{FinanceError, Interval, MarketData, Quote, SeriesRequest, Symbol, TimeSeries};

const NAME: &str = "Twelve Data";
const WHOSE: Whose = Whose { name: "provider", keys: &[TwelveData::KEY], example: TwelveData::URL };
/// What it gives at once.
const MOST_POINTS: usize = 5000;

#[derive(Debug)]
pub struct TwelveData {
    web: Web,
}

#[derive(Debug, Deserialize)]
struct Answer {
    meta: Meta,
    values: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Meta {
    currency: Option<String>,
    currency_quote: Option<String>,
}

/// Numbers come as texts.
#[derive(Debug, Deserialize)]
struct Row {
    datetime: String,
    open: String,
    high: String,
    low: String,
    close: String,
    volume: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Latest {
    currency: Option<String>,
    timestamp: Option<i64>,
    datetime: String,
    open: Option<String>,
    high: Option<String>,
    low: Option<String>,
    close: String,
    volume: Option<String>,
    previous_close: Option<String>,
}

impl TwelveData {
    pub const URL: &str = "https://api.twelvedata.com";
    /// The variable that its key comes from.
    pub const KEY: &str = "TWELVE_DATA_API_KEY";

    /// At [`TwelveData::URL`], or wherever something answers as it does.
    pub fn new(url: &str, key: Option<ApiKey>) -> Result<Self, FinanceError> {
        Ok(Self { web: Web::new(url, &WHOSE, key)? })
    }

    /// Instead of 30 seconds.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> Self {
        Self { web: self.web.with_limit(limit) }
    }

    async fn ask<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        symbol: &Symbol,
        parameters: &[(&str, &str)],
    ) -> Result<T, FinanceError> {
        // The key goes into a header: addresses are written into logs along the way.
        let answer = self.web.ask(path, parameters, "apikey ").await?;
        let (json, retry_after) = (serde_json::from_str::<Value>(&answer.body), answer.retry_after);
        if let Ok(json) = &json
            && json["status"] == "error"
        {
            return Err(self.complaint(json, symbol, retry_after));
        }
        self.web.accept(answer)?;
        let json = json.map_err(|error| self.web.malformed(&format!("not JSON: {error}")))?;
        T::deserialize(&json).map_err(|error| self.web.malformed(&error.to_string()))
    }

    /// The code in the body counts, since the status is 200 at times.
    fn complaint(
        &self,
        json: &Value,
        symbol: &Symbol,
        retry_after: Option<Duration>,
    ) -> FinanceError {
        let code = json["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or(500);
        let said = json["message"].as_str().unwrap_or_default();
        let (provider, symbol) = (NAME.to_owned(), symbol.to_string());
        match code {
            400 | 404 if said.contains("No data is available") => {
                FinanceError::NothingInRange { provider, symbol }
            }
            // It has the symbol, but not for everybody.
            400 | 404 if said.contains(" plan") => self.web.refused(403, said, retry_after),
            404 => FinanceError::UnknownSymbol { provider, symbol },
            400 if said.contains("symbol") => FinanceError::UnknownSymbol { provider, symbol },
            _ => self.web.refused(code, said, retry_after),
        }
    }

    fn number(&self, text: &str) -> Result<f64, FinanceError> {
        let value: Option<f64> = text.parse().ok();
        let is_fine = value.filter(|value| value.is_finite());
        is_fine.ok_or_else(|| self.web.malformed(&format!("{text:?} is no number")))
    }

    fn optional(&self, text: Option<&String>) -> Result<Option<f64>, FinanceError> {
        text.filter(|text| !text.is_empty()).map(|text| self.number(text)).transpose()
    }

    fn time(&self, text: &str) -> Result<Timestamp, FinanceError> {
        when::parse(text).ok_or_else(|| self.web.malformed(&format!("{text:?} is no time")))
    }

    fn point(&self, row: &Row) -> Result<OhlcPoint, FinanceError> {
        Ok(OhlcPoint {
            time: self.time(&row.datetime)?,
            open: self.number(&row.open)?,
            high: self.number(&row.high)?,
            low: self.number(&row.low)?,
            close: self.number(&row.close)?,
            volume: self.optional(row.volume.as_ref())?,
        })
    }
}

fn step(interval: Interval) -> &'static str {
    match interval {
        Interval::Minute => "1min",
        Interval::FiveMinutes => "5min",
        Interval::QuarterHour => "15min",
        Interval::HalfHour => "30min",
        Interval::Hour => "1h",
        Interval::Day => "1day",
        Interval::Week => "1week",
        Interval::Month => "1month",
    }
}

#[async_trait]
impl MarketData for TwelveData {
    fn name(&self) -> &str {
        NAME
    }

    async fn series(&self, request: &SeriesRequest) -> Result<TimeSeries, FinanceError> {
        let interval = request.interval.unwrap_or_default();
        let moment = |time: Timestamp| when::utc(time).strftime("%Y-%m-%d %H:%M:%S").to_string();
        let (from, to) = (request.from.map(moment), request.to.map(moment));
        let most = MOST_POINTS.to_string();
        let mut parameters = vec![
            ("symbol", request.symbol.as_str()),
            ("interval", step(interval)),
            ("timezone", "UTC"),
            ("outputsize", &most),
        ];
        parameters.extend(from.as_deref().map(|from| ("start_date", from)));
        parameters.extend(to.as_deref().map(|to| ("end_date", to)));
        let answer: Answer = self.ask("/time_series", &request.symbol, &parameters).await?;
        let points: Result<Vec<OhlcPoint>, _> =
            answer.values.iter().map(|row| self.point(row)).collect();
        let mut notes = Vec::new();
        if answer.values.len() >= MOST_POINTS {
            notes.push(format!(
                "{NAME} gives {MOST_POINTS} points at once; there may be earlier ones"
            ));
        }
        let series = TimeSeries {
            symbol: request.symbol.clone(),
            interval,
            currency: answer.meta.currency.or(answer.meta.currency_quote),
            source: NAME.into(),
            close_only: false,
            points: points?,
            notes,
        };
        series.tidied()?.for_request(&SeriesRequest { interval: None, ..request.clone() })
    }

    async fn quote(&self, symbol: &Symbol) -> Result<Quote, FinanceError> {
        let latest: Latest = self.ask("/quote", symbol, &[("symbol", symbol.as_str())]).await?;
        let time = match latest.timestamp.and_then(|second| Timestamp::from_second(second).ok()) {
            Some(time) => time,
            None => self.time(&latest.datetime)?,
        };
        let quote = Quote {
            symbol: symbol.clone(),
            price: self.number(&latest.close)?,
            currency: latest.currency.clone(),
            time,
            open: self.optional(latest.open.as_ref())?,
            high: self.optional(latest.high.as_ref())?,
            low: self.optional(latest.low.as_ref())?,
            volume: self.optional(latest.volume.as_ref())?,
            previous_close: None,
            change: None,
            change_percent: None,
            source: NAME.into(),
        };
        Ok(quote.since(self.optional(latest.previous_close.as_ref())?))
    }

    async fn symbols(&self) -> Result<Option<Vec<Symbol>>, FinanceError> {
        Ok(None)
    }
}
