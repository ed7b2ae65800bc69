//! Stooq, as it answers and as it fails.

use std::time::Duration;

use ruminate_finance::{FinanceError, Interval, MarketData, SeriesRequest, Stooq, Symbol};

use crate::sample::{at, request};
use crate::service::{Service, answer};

const CSV: &str = "Date,Open,High,Low,Close,Volume\r\n2020-01-30,80.1,81.0,79.7,80.9,126743300\r\n2020-01-31,80.2,80.7,77.1,77.4,199588400\r\n";

async fn asked(service: &Service) -> Result<(), FinanceError> {
    Stooq::new(&service.url).unwrap().series(&request("AAPL.US")).await.map(drop)
}

async fn error_of(status: u16, headers: &str, body: &str) -> FinanceError {
    asked(&Service::with(status, headers, body).await).await.unwrap_err()
}

#[tokio::test]
async fn prices_are_read_and_dates_are_asked_for() {
    let service = Service::with(200, "content-type: text/csv\r\n", CSV).await;
    let stooq = Stooq::new(&service.url).unwrap();
    let wanted = SeriesRequest {
        from: Some(at("2020-01-01")),
        to: Some(at("2020-02-01")),
        ..request("AAPL.US")
    };
    let series = stooq.series(&wanted).await.unwrap();
    assert_eq!(series.closes().collect::<Vec<_>>(), [80.9, 77.4]);
    assert_eq!((series.interval, series.source.as_str()), (Interval::Day, "Stooq"));
    assert!(
        service.heard().starts_with("GET /q/d/l/?s=aapl.us&i=d&d1=20200101&d2=20200201 "),
        "{}",
        service.heard()
    );

    let weekly = SeriesRequest { interval: Some(Interval::Week), ..request("^SPX") };
    assert_eq!(stooq.series(&weekly).await.unwrap().interval, Interval::Week);
    assert!(service.heard().starts_with("GET /q/d/l/?s=%5Espx&i=w "), "{}", service.heard());
    let quote = stooq.quote(&Symbol::parse("AAPL.US").unwrap()).await.unwrap();
    assert_eq!((quote.price, quote.previous_close), (77.4, Some(80.9)));
    assert_eq!(stooq.symbols().await.unwrap(), None);

    let hourly = SeriesRequest { interval: Some(Interval::Hour), ..request("AAPL.US") };
    assert_eq!(stooq.series(&hourly).await.unwrap_err().code(), "finance_no_such_interval");
}

#[tokio::test]
async fn what_it_says_in_words_is_understood() {
    assert_eq!(error_of(200, "", "No data").await.to_string(), "Stooq knows no AAPL.US");
    assert_eq!(error_of(200, "", "").await.code(), "finance_unknown_symbol");
    let only_names = "Date,Open,High,Low,Close,Volume\r\n";
    assert_eq!(error_of(200, "", only_names).await.code(), "finance_nothing_in_range");
    let error = error_of(200, "", "Exceeded the daily hits limit").await;
    assert_eq!(error.code(), "finance_rate_limited");
    assert!(
        error.to_string().ends_with("was asked too often: Exceeded the daily hits limit"),
        "{error}"
    );
    assert_eq!(
        error_of(200, "", "Get your apikey:\n1. Open …").await.code(),
        "finance_unauthorised"
    );
}

#[tokio::test]
async fn failures_have_names() {
    let error = error_of(429, "retry-after: 7\r\n", "slow down").await;
    let FinanceError::RateLimited { retry_after, .. } = &error else { panic!("{error:?}") };
    assert_eq!(*retry_after, Some(Duration::from_secs(7)));
    assert!(error.may_pass());
    let error =
        error_of(200, "content-type: text/html\r\n", "\n<!DOCTYPE html><html>Down</html>").await;
    assert!(
        error.to_string().ends_with("sent something else than prices: it is a web page"),
        "{error}"
    );
    assert_eq!(error_of(500, "", "<html>oops</html>").await.code(), "finance_server_fault");
    assert_eq!(
        error_of(302, "location: http://169.254.169.254/\r\n", "").await.code(),
        "finance_server_fault"
    );
    assert_eq!(error_of(404, "", "nothing").await.code(), "finance_rejected");
    let error = error_of(200, "", "Date,Open,High,Low,Close,Volume\n2020-01-30,80.1,81.").await;
    assert_eq!(error.code(), "finance_malformed", "{error}");
    let error = error_of(200, "", "Date,Open,High,Low,Close\n2020-01-30,1,1,1,\u{1b}[31mx").await;
    assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
}

#[tokio::test]
async fn half_an_answer_and_silence_are_failures() {
    let whole = answer(200, "", CSV);
    let error =
        asked(&Service::saying(&whole.as_bytes()[..whole.len() - 30]).await).await.unwrap_err();
    assert_eq!(error.code(), "finance_unreachable", "{error}");
    let error = asked(&Service::saying("").await).await.unwrap_err();
    assert_eq!(error.code(), "finance_unreachable", "{error}");

    let slow = Service::slowly(whole, Duration::from_secs(60)).await;
    let stooq = Stooq::new(&slow.url).unwrap().with_limit(Duration::from_millis(200));
    assert_eq!(stooq.series(&request("A")).await.unwrap_err().code(), "finance_timed_out");
    let nobody = Stooq::new("http://127.0.0.1:1").unwrap();
    assert_eq!(nobody.series(&request("A")).await.unwrap_err().code(), "finance_unreachable");
    let error = Stooq::new("ftp://stooq.com").unwrap_err();
    assert_eq!(error.code(), "finance_misconfigured");
}

#[tokio::test]
async fn more_than_can_be_prices_is_not_read() {
    let endless = "Date,Close\n".to_owned() + &"2020-01-30,1\n".repeat(3_000_000);
    let error = error_of(200, "", &endless).await;
    assert!(error.to_string().ends_with("larger than 33554432 bytes"), "{error}");
}
