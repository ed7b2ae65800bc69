//! A few real prices that are in the program, to try things with. See the NOTICE beside the files.

use async_trait::async_trait;

use crate::{FinanceError, MarketData, Quote, SeriesRequest, Symbol, TimeSeries, read_csv};

const INDEX: &str = include_str!("../../sample/SP500.csv");
const STOCKS: &str = include_str!("../../sample/stocks.csv");
const SYMBOLS: [(&str, &str); 6] = [
    ("AAPL", STOCKS),
    ("AMZN", STOCKS),
    ("GOOG", STOCKS),
    ("IBM", STOCKS),
    ("MSFT", STOCKS),
    ("SP500", INDEX),
];

/// The S&P 500 by day, 2018 to 2020, and five companies by month, 2000 to 2010.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample;

const NAME: &str = "the sample";

fn read(symbol: &Symbol) -> Result<TimeSeries, FinanceError> {
    let known = SYMBOLS.iter().find(|(name, _)| name.eq_ignore_ascii_case(symbol.as_str()));
    let (name, text) = known.ok_or_else(|| FinanceError::UnknownSymbol {
        provider: NAME.into(),
        symbol: symbol.to_string(),
    })?;
    let series = read_csv(NAME, &Symbol::parse(name)?, text.as_bytes())?;
    Ok(TimeSeries { currency: Some("USD".into()), ..series })
}

#[async_trait]
impl MarketData for Sample {
    fn name(&self) -> &str {
        NAME
    }

    async fn series(&self, request: &SeriesRequest) -> Result<TimeSeries, FinanceError> {
        read(&request.symbol)?.for_request(request)
    }

    async fn quote(&self, symbol: &Symbol) -> Result<Quote, FinanceError> {
        Quote::of(&read(symbol)?)
    }

    async fn symbols(&self) -> Result<Option<Vec<Symbol>>, FinanceError> {
        let symbols: Result<Vec<Symbol>, _> =
            SYMBOLS.iter().map(|(name, _)| Symbol::parse(name)).collect();
        symbols.map(Some)
    }
}
