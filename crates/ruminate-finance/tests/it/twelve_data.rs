//! Twelve Data, as it answers and as it fails.

use std::time::Duration;

use ruminate_finance::{FinanceError, Interval, MarketData, SeriesRequest, Symbol, TwelveData};
use ruminate_models::ApiKey;
use serde_json::json;

use crate::sample::{at, request};
use crate::service::Service;

const KEY: &str = "canary-42";

fn prices() -> String {
    let row = |day: &str, close: &str| json!({"datetime": day, "open": "80.1", "high": "81.0", "low": "77.1", "close": close, "volume": "126743300"});
    let meta = json!({"symbol": "AAPL", "interval": "1day", "currency": "USD", "exchange_timezone": "America/New_York", "type": "Common Stock"});
    json!({"meta": meta, "values": [row("2020-01-31", "77.4"), row("2020-01-30", "80.9")], "status": "ok"}).to_string()
}

fn client(service: &Service) -> TwelveData {
    TwelveData::new(&service.url, ApiKey::new(KEY)).unwrap()
}

async fn error_of(status: u16, headers: &str, body: &str) -> FinanceError {
    let service = Service::with(status, headers, body).await;
    let error = client(&service).series(&request("AAPL")).await.unwrap_err();
    assert!(!format!("{error} {error:?} {}", error.hint()).contains(KEY), "{error:?}");
    error
}

fn complaint(code: u16, message: &str) -> String {
    json!({"code": code, "message": message, "status": "error"}).to_string()
}

#[tokio::test]
async fn prices_are_read_and_the_key_goes_into_a_header() {
    let service = Service::with(200, "content-type: application/json\r\n", &prices()).await;
    let wanted = SeriesRequest { from: Some(at("2020-01-01")), ..request("AAPL") };
    let series = client(&service).series(&wanted).await.unwrap();
    assert_eq!(series.closes().collect::<Vec<_>>(), [80.9, 77.4], "by rising time");
    assert_eq!((series.currency.as_deref(), series.interval), (Some("USD"), Interval::Day));
    let heard = service.heard();
    let path = "GET /time_series?symbol=AAPL&interval=1day&timezone=UTC&outputsize=5000&start_date=2020-01-01+00%3A00%3A00 ";
    assert!(heard.starts_with(path), "{heard}");
    assert!(heard.contains("authorization: apikey canary-42\r\n"), "{heard}");
    assert!(!format!("{:?}", client(&service)).contains(KEY));
}

#[tokio::test]
async fn minutes_have_their_time() {
    let service = Service::with(
        200,
        "",
        &prices()
            .replace("2020-01-31", "2020-01-30 14:31:00")
            .replace("\"2020-01-30\"", "\"2020-01-30 14:30:00\""),
    )
    .await;
    let wanted = SeriesRequest { interval: Some(Interval::Minute), ..request("EUR/USD") };
    let series = client(&service).series(&wanted).await.unwrap();
    assert_eq!(series.points[1].time, at("2020-01-30T14:31:00Z"));
    assert!(service.heard().contains("symbol=EUR%2FUSD&interval=1min"), "{}", service.heard());
}

#[tokio::test]
async fn a_quote_is_read() {
    let quote = json!({
        "symbol": "AAPL", "name": "Apple Inc", "exchange": "NASDAQ", "currency": "USD", "datetime": "2020-01-31",
        "timestamp": 1580481000, "open": "80.2", "high": "80.7", "low": "77.1", "close": "77.4", "volume": "199588400",
        "previous_close": "80.9", "change": "-3.5", "percent_change": "-4.33", "is_market_open": false
    });
    let service = Service::with(200, "", &quote.to_string()).await;
    let quote = client(&service).quote(&Symbol::parse("AAPL").unwrap()).await.unwrap();
    assert_eq!(
        (quote.price, quote.previous_close, quote.currency.as_deref()),
        (77.4, Some(80.9), Some("USD"))
    );
    assert!((quote.change_percent.unwrap() + 3.5 / 80.9).abs() < 1e-12);
    assert_eq!(quote.time, at("2020-01-31T14:30:00Z"));
    assert!(service.heard().starts_with("GET /quote?symbol=AAPL "));
}

#[tokio::test]
async fn what_it_complains_of_is_understood_with_any_status() {
    let credits = "You have run out of API credits for the current minute.";
    for status in [200, 429] {
        let error = error_of(status, "", &complaint(429, credits)).await;
        assert_eq!(error.code(), "finance_rate_limited", "{error}");
        assert!(error.to_string().contains(credits), "{error}");
    }
    let error = error_of(429, "retry-after: 60\r\n", &complaint(429, credits)).await;
    assert!(
        matches!(error, FinanceError::RateLimited { retry_after: Some(wait), .. } if wait == Duration::from_secs(60))
    );
    let wrong = format!("**apikey** parameter is incorrect: {KEY}");
    for status in [200, 401] {
        let error = error_of(status, "", &complaint(401, &wrong)).await;
        assert_eq!(error.code(), "finance_unauthorised", "{error}");
        assert!(error.to_string().contains("[key]"), "{error}");
    }
    for (code, said, wanted) in [
        (404, "**symbol** or **figi** parameter is missing or invalid.", "finance_unknown_symbol"),
        (400, "**symbol** not found: AAPL.", "finance_unknown_symbol"),
        (400, "No data is available on the specified dates.", "finance_nothing_in_range"),
        (404, "This symbol is available starting with the Grow plan.", "finance_unauthorised"),
        (400, "Invalid **interval** provided: 7min.", "finance_rejected"),
    ] {
        for status in [200, code] {
            let error = error_of(status, "", &complaint(code, said)).await;
            assert_eq!(error.code(), wanted, "{status} {error}");
        }
    }
    assert_eq!(error_of(200, "", &complaint(500, "oops")).await.code(), "finance_server_fault");
}

#[tokio::test]
async fn what_is_not_prices_is_malformed() {
    let whole = prices();
    let empty = json!({"meta": {"symbol": "AAPL"}, "values": [], "status": "ok"}).to_string();
    assert_eq!(error_of(200, "", &empty).await.code(), "finance_nothing_in_range");
    assert_eq!(error_of(502, "", "<html>Bad gateway</html>").await.code(), "finance_server_fault");
    for body in [
        &whole[..whole.len() / 2],
        "",
        "null",
        "[]",
        "{}",
        "<html><body>Cloudflare</body></html>",
        &whole.replace("80.9", "NaN"),
        &whole.replace("80.9", "abc"),
        &whole.replace("2020-01-30", "yesterday"),
        &"[".repeat(200_000),
    ] {
        let error = error_of(200, "", body).await;
        assert_eq!(error.code(), "finance_malformed", "{error}");
        assert!(error.to_string().len() < 400);
    }
    let error = error_of(200, "", &whole.replace("126743300", "-5")).await;
    assert_eq!(error.code(), "finance_bad_price", "{error}");
}

#[tokio::test]
async fn a_key_is_never_sent_in_clear_text() {
    let error = TwelveData::new("http://api.twelvedata.com", ApiKey::new(KEY)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the key for http://api.twelvedata.com would be sent in clear text"
    );
    assert!(TwelveData::new(TwelveData::URL, ApiKey::new(KEY)).is_ok());
    let error = TwelveData::new("https://api.twelvedata.com/?apikey=canary-42", None).unwrap_err();
    assert!(
        !error.to_string().contains(KEY) && error.hint().contains("TWELVE_DATA_API_KEY"),
        "{error:?} {}",
        error.hint()
    );
}
