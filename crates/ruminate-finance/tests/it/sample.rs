//! The prices that are in the program.

use ruminate_charts::when;
use ruminate_finance::{
    Interval, MarketData, OhlcPoint, Sample, SeriesRequest, Symbol, TimeSeries,
};

pub(crate) fn request(symbol: &str) -> SeriesRequest {
    SeriesRequest::of(symbol).unwrap()
}

pub(crate) async fn sample(symbol: &str) -> TimeSeries {
    Sample.series(&request(symbol)).await.unwrap()
}

pub(crate) fn at(text: &str) -> jiff::Timestamp {
    when::parse(text).unwrap()
}

#[tokio::test]
async fn every_symbol_of_the_sample_is_there() {
    for symbol in Sample.symbols().await.unwrap().unwrap() {
        let series = sample(symbol.as_str()).await;
        assert!(series.points.len() > 60, "{symbol}");
        assert!(series.points.is_sorted_by_key(|point| point.time), "{symbol}");
        let is_monthly = symbol.as_str() != "SP500";
        assert_eq!(series.close_only, is_monthly);
        assert_eq!(series.interval, if is_monthly { Interval::Month } else { Interval::Day });
    }
    let error = Sample.series(&request("TSLA")).await.unwrap_err();
    assert_eq!(error.to_string(), "the sample knows no TSLA");
}

#[tokio::test]
async fn dates_and_interval_of_a_request_are_kept() {
    let march = SeriesRequest {
        from: Some(at("2020-03-01")),
        to: Some(at("2020-03-31")),
        ..request("sp500")
    };
    let series = Sample.series(&march).await.unwrap();
    assert_eq!(series.points.len(), 22);

    let by_month = SeriesRequest { interval: Some(Interval::Month), ..march };
    let series = Sample.series(&by_month).await.unwrap();
    let month = OhlcPoint {
        time: at("2020-03-01"),
        open: 2974.280029,
        high: 3136.719971,
        low: 2191.860107,
        close: 2584.590088,
        volume: Some(161_801_100_000.0),
    };
    assert_eq!(series.points, [month]);

    let by_hour = SeriesRequest { interval: Some(Interval::Hour), ..request("SP500") };
    let error = Sample.series(&by_hour).await.unwrap_err();
    assert_eq!(error.to_string(), "the sample has no prices of SP500 by 1h, only by 1d and longer");
    let later = SeriesRequest { from: Some(at("2025-01-01")), ..request("SP500") };
    assert_eq!(Sample.series(&later).await.unwrap_err().code(), "finance_nothing_in_range");
}

#[tokio::test]
async fn a_quote_is_the_last_close_beside_the_one_before() {
    let quote = Sample.quote(&Symbol::parse("SP500").unwrap()).await.unwrap();
    assert_eq!((quote.price, quote.time), (2874.560059, at("2020-04-17")));
    assert_eq!(quote.previous_close, Some(2799.550049));
    assert!((quote.change_percent.unwrap() - 0.026793).abs() < 1e-6);
    let json = serde_json::to_value(&quote).unwrap();
    assert_eq!(json["previousClose"], 2799.550049);
    assert_eq!(json["currency"], "USD");
}

#[tokio::test]
async fn a_series_survives_json() {
    let series = sample("SP500").await;
    let json = serde_json::to_value(&series).unwrap();
    assert_eq!(json["interval"], "1d");
    assert_eq!(json["points"][0]["time"], "2018-01-02T00:00:00Z");
    let again: TimeSeries = serde_json::from_value(json).unwrap();
    assert_eq!(again, series);
}

#[test]
fn a_series_from_json_is_put_in_order_or_refused() {
    let read = |points: &str| {
        let json =
            format!(r#"{{"symbol": "A", "interval": "1d", "source": "me", "points": [{points}]}}"#);
        serde_json::from_str::<TimeSeries>(&json)
    };
    let day = |date: &str, close: u8, volume: i8| {
        format!(
            r#"{{"time": "{date}", "open": 1, "high": 9, "low": 1, "close": {close}, "volume": {volume}}}"#
        )
    };
    let days =
        [day("2020-01-03", 3, 1), day("2020-01-02", 2, 1), day("2020-01-03", 4, 1)].join(",");
    assert_eq!(read(&days).unwrap().closes().collect::<Vec<_>>(), [2.0, 4.0]);
    let error = read(&day("2020-01-03", 3, -1)).unwrap_err().to_string();
    assert!(error.contains("the volume at 2020-01-03 is -1: it cannot be below zero"), "{error}");
}

#[test]
fn a_request_is_checked_when_it_is_read() {
    let read = |json: &str| serde_json::from_str::<SeriesRequest>(json);
    let request = read(r#"{"symbol": "SP500", "interval": "1wk", "from": "2020-01-31"}"#).unwrap();
    assert_eq!(
        (request.interval, request.from, request.to),
        (Some(Interval::Week), Some(at("2020-01-31")), None)
    );
    let error = read(r#"{"symbol": "../x"}"#).unwrap_err().to_string();
    assert!(error.contains("\"../x\" is no symbol"), "{error}");
    let error = read(r#"{"symbol": "A", "from": "soon"}"#).unwrap_err().to_string();
    assert!(error.contains("a time as 2020-01-31"), "{error}");
    assert!(read(r#"{"symbol": "A", "till": "2020"}"#).is_err());
}
