//! What a series comes to, where no pandas is needed to know it.

use ruminate_charts::{Cell, TextStyle};
use ruminate_finance::{
    Average, FinanceTableService, Interval, MarketData, Measures, OhlcPoint, Sample,
    SummaryOptions, Symbol, TimeSeries, correlations,
};

use crate::sample::{at, sample};

pub(crate) fn closes(name: &str, closes: &[f64]) -> TimeSeries {
    let point = |(day, close): (i64, &f64)| OhlcPoint {
        time: at("2020-01-01") + jiff::SignedDuration::from_hours(24 * day),
        open: *close,
        high: *close,
        low: *close,
        close: *close,
        volume: None,
    };
    TimeSeries {
        symbol: Symbol::parse(name).unwrap(),
        interval: Interval::Day,
        currency: None,
        source: "a test".into(),
        close_only: true,
        points: (0..).zip(closes).map(point).collect(),
        notes: vec![],
    }
}

#[test]
fn a_fall_has_its_dates() {
    let drawdown = |prices: &[f64]| Measures::of(&closes("A", prices)).unwrap().drawdown.unwrap();
    let deep = drawdown(&[10.0, 20.0, 15.0, 19.0, 5.0, 20.0, 18.0]);
    assert_eq!(deep.share, -0.75);
    assert_eq!(
        (deep.peak, deep.trough, deep.recovered),
        (at("2020-01-02"), at("2020-01-05"), Some(at("2020-01-06")))
    );
    assert_eq!(drawdown(&[10.0, 5.0]).recovered, None);
    let none = drawdown(&[1.0, 2.0, 3.0]);
    assert_eq!((none.share, none.recovered), (0.0, None));
}

#[test]
fn what_has_no_meaning_is_not_told() {
    let one = Measures::of(&closes("A", &[5.0])).unwrap();
    assert_eq!(
        (one.total_return, one.annualized_return, one.volatility, one.best),
        (None, None, None, None)
    );
    let short = Measures::of(&closes("A", &[5.0, 6.0, 5.5])).unwrap();
    assert!(
        short.total_return.is_some()
            && short.annualized_return.is_none()
            && short.volatility.is_some()
    );
    let below = Measures::of(&closes("OIL", &[18.0, -37.0, 10.0])).unwrap();
    assert_eq!((below.total_return, below.volatility, below.drawdown), (None, None, None));
    let table = FinanceTableService
        .summary(&[closes("OIL", &[18.0, -37.0, 10.0])], &SummaryOptions::default())
        .unwrap();
    assert_eq!(
        table.notes[0],
        "OIL has prices at zero or below, so there are no returns and no drawdown"
    );
    assert_eq!(Measures::of(&closes("A", &[])), None);
}

#[test]
fn averages_begin_when_they_can() {
    let prices = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(Average::sma(3).of(&prices), [None, None, Some(2.0), Some(3.0)]);
    assert_eq!(Average::sma(9).of(&prices), [None; 4]);
    assert_eq!(Average::ema(3).of(&prices), [Some(1.0), Some(1.5), Some(2.25), Some(3.125)]);
    for window in [0, usize::MAX] {
        assert!(Average::sma(window).of(&prices).iter().all(Option::is_none));
        assert_eq!(Average::ema(window).of(&prices).len(), 4);
    }
}

#[tokio::test]
async fn a_summary_is_a_row_for_each_series_under_typed_columns() {
    let all = [sample("MSFT").await, sample("IBM").await];
    let table = FinanceTableService
        .summary(&all, &SummaryOptions { averages: vec![Average::sma(12)] })
        .unwrap();
    let json = serde_json::to_value(&table).unwrap();
    let column = |name: &str| {
        json["columns"].as_array().unwrap().iter().find(|c| c["name"] == name).unwrap()
    };
    assert_eq!(
        column("last close"),
        &serde_json::json!({"name": "last close", "type": "number", "unit": "USD", "format": ",.2f"})
    );
    assert_eq!(column("max drawdown")["type"], "percent");
    assert_eq!(column("drawdown from")["type"], "date");
    assert_eq!(table.rows.len(), 2);
    assert_eq!(
        (&table.rows[0][0], &table.rows[0][4]),
        (&Cell::Text("MSFT".into()), &Cell::Number(28.8))
    );
}

#[tokio::test]
async fn a_summary_can_be_read_on_a_terminal() {
    let table =
        FinanceTableService.summary(&[sample("SP500").await], &SummaryOptions::default()).unwrap();
    let wanted = "\
SP500, daily
symbol             SP500
from               2018-01-02
to                 2020-04-17
points             577
last close (USD)   2,874.56
total return       +6.63%
annualized return  +2.84%
volatility         24.31%
max drawdown       -33.92%
drawdown from      2020-02-19
drawdown to        2020-03-23
recovered          –
best               +9.38%
best on            2020-03-24
worst              -11.98%
worst on           2020-03-16
SMA 20 (USD)       2,613.10
SMA 50 (USD)       2,863.09
EMA 20 (USD)       2,709.77
(volatility is per year, by 252 days, 52 weeks or 12 months; returns are of
closes)
";
    assert_eq!(table.to_text(&TextStyle::of_width(76)), wanted);
}

#[tokio::test]
async fn quotes_make_a_table() {
    let mut quotes = Vec::new();
    for symbol in ["SP500", "AAPL"] {
        quotes.push(Sample.quote(&Symbol::parse(symbol).unwrap()).await.unwrap());
    }
    let text = FinanceTableService.quotes(&quotes).unwrap().to_text(&TextStyle::of_width(80));
    assert!(
        text.contains("SP500   2,874.56  USD       +75.01    +2.68%   5.79B  2020-04-17T00:00:00Z"),
        "{text}"
    );
}

#[test]
fn correlations_need_something_to_go_by() {
    let up = closes("UP", &[1.0, 2.0, 3.0, 5.0, 6.0]);
    let down = closes("DOWN", &[6.0, 5.0, 3.0, 2.0, 1.0]);
    let still = closes("STILL", &[1.0; 5]);
    let short = closes("SHORT", &[1.0, 2.0]);
    let matrix = correlations(&[up.clone(), down, still, short]).unwrap();
    assert_eq!(matrix.rows, ["UP", "DOWN", "STILL", "SHORT"]);
    assert!((matrix.values[0][0].unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(matrix.values[0][1], matrix.values[1][0]);
    assert_eq!((matrix.values[0][2], matrix.values[2][2], matrix.values[0][3]), (None, None, None));
    assert_eq!(correlations(&[up]).unwrap_err().code(), "finance_too_little");
}
