//! Stooq: prices by day, week and month as CSV, without a key. It answers 200 to everything, and says in plain
//! words what is wrong.

use std::time::Duration;

use async_trait::async_trait;
use jiff::{Timestamp, ToSpan};
use ruminate_charts::when;
use ruminate_models::web::Whose;

use super::web::Web;
use crate::{
    FinanceError, Interval, MarketData, Quote, SeriesRequest, Symbol, TimeSeries, read_csv,
};

const NAME: &str = "Stooq";
const WHOSE: Whose = Whose { name: "provider", keys: &[], example: Stooq::URL };
/// The longest that an exchange was ever closed in a row, and then some.
const DAYS_FOR_A_QUOTE: i64 = 30;

#[derive(Debug)]
pub struct Stooq {
    web: Web,
}

impl Stooq {
    pub const URL: &str = "https://stooq.com";

    /// At [`Stooq::URL`], or wherever something answers as it does.
    pub fn new(url: &str) -> Result<Self, FinanceError> {
        Ok(Self { web: Web::new(url, &WHOSE, None)? })
    }

    /// Instead of 30 seconds.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> Self {
        Self { web: self.web.with_limit(limit) }
    }

    async fn ask(
        &self,
        request: &SeriesRequest,
        interval: Interval,
    ) -> Result<TimeSeries, FinanceError> {
        let step = match interval {
            Interval::Day => "d",
            Interval::Week => "w",
            Interval::Month => "m",
            shorter => return Err(no_such_interval(&request.symbol, shorter)),
        };
        let symbol = request.symbol.as_str().to_lowercase();
        let day = |time: Timestamp| when::utc(time).strftime("%Y%m%d").to_string();
        let (from, to) = (request.from.map(day), request.to.map(day));
        let mut parameters = vec![("s", symbol.as_str()), ("i", step)];
        parameters.extend(from.as_deref().map(|from| ("d1", from)));
        parameters.extend(to.as_deref().map(|to| ("d2", to)));
        let body = self.web.accept(self.web.ask("/q/d/l/", &parameters, "").await?)?;
        self.complaint(&body, &request.symbol)?;
        let series = read_csv(NAME, &request.symbol, body.as_bytes())
            .map_err(|error| self.unreadable(&error))?;
        Ok(TimeSeries { interval, ..series })
    }

    fn complaint(&self, body: &str, symbol: &Symbol) -> Result<(), FinanceError> {
        let begins = |with: &str| {
            body.trim_start()
                .get(..with.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(with))
        };
        let first = body.lines().next().unwrap_or_default();
        if body.trim().is_empty() || begins("no data") {
            let (provider, symbol) = (NAME.into(), symbol.to_string());
            return Err(FinanceError::UnknownSymbol { provider, symbol });
        }
        if begins("date") && body.trim().lines().count() == 1 {
            let (provider, symbol) = (NAME.into(), symbol.to_string());
            return Err(FinanceError::NothingInRange { provider, symbol });
        }
        if begins("exceeded") {
            return Err(self.web.refused(429, first, None));
        }
        if begins("get your apikey") || begins("access denied") {
            return Err(self.web.refused(403, first, None));
        }
        Ok(())
    }

    /// A line that cannot be read is the service's mistake, not one in a file of the user's.
    fn unreadable(&self, error: &FinanceError) -> FinanceError {
        self.web.malformed(&error.to_string())
    }
}

fn no_such_interval(symbol: &Symbol, wanted: Interval) -> FinanceError {
    FinanceError::NoSuchInterval {
        provider: NAME.into(),
        symbol: symbol.to_string(),
        wanted: wanted.to_string(),
        finest: Some(Interval::Day.to_string()),
    }
}

#[async_trait]
impl MarketData for Stooq {
    fn name(&self) -> &str {
        NAME
    }

    async fn series(&self, request: &SeriesRequest) -> Result<TimeSeries, FinanceError> {
        let interval = request.interval.unwrap_or_default();
        let series = self.ask(request, interval).await?;
        series.for_request(&SeriesRequest { interval: None, ..request.clone() })
    }

    /// The last close of the last days.
    async fn quote(&self, symbol: &Symbol) -> Result<Quote, FinanceError> {
        let from = Timestamp::now().checked_sub((DAYS_FOR_A_QUOTE * 24).hours()).ok();
        let request = SeriesRequest { symbol: symbol.clone(), interval: None, from, to: None };
        Quote::of(&self.ask(&request, Interval::Day).await?)
    }

    async fn symbols(&self) -> Result<Option<Vec<Symbol>>, FinanceError> {
        Ok(None)
    }
}
