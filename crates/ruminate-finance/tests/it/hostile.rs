//! Anything, read as prices.

use proptest::prelude::*;
use ruminate_charts::DiagramOptions;
use ruminate_finance::{
    FinanceChartService, FinanceTableService, SummaryOptions, Symbol, correlations, read_csv,
};

fn any_field() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "null",
        "-",
        "1e308",
        "-1",
        "0",
        "1,234.5",
        "\"",
        "2020-01-01",
        "31.12.1999",
        "1/2/03",
        "9999-12-31",
        "-009999-01-01",
        "é",
        ";",
    ];
    prop_oneof![
        3 => (1..2000i32).prop_map(|value| (f64::from(value) / 7.0).to_string()),
        3 => (1..29u8, 1..13u8).prop_map(|(day, month)| format!("2020-{month:02}-{day:02}")),
        2 => prop::sample::select(odd.to_vec()).prop_map(String::from),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn anything_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let symbol = Symbol::parse("ABC").unwrap();
        let _ = read_csv("x", &symbol, bytes.as_slice());
    }

    /// What is read can be summed up and drawn, or is refused there, and nothing panics.
    #[test]
    fn whatever_looks_like_prices_is_summed_up_or_refused(
        rows in prop::collection::vec(prop::collection::vec(any_field(), 6), 0..20),
        dates in prop::collection::vec((1..29u8, 1..13u8), 20),
    ) {
        let symbol = Symbol::parse("ABC").unwrap();
        let mut text = "Date,Open,High,Low,Close,Volume\n".to_owned();
        for (row, (day, month)) in rows.iter().zip(dates) {
            let date = format!("2020-{month:02}-{day:02}");
            text += &format!("{},{}\n", date, row[1..].join(","));
        }
        let Ok(series) = read_csv("x", &symbol, text.as_bytes()) else { return Ok(()) };
        prop_assert!(series.points.is_sorted_by(|a, b| a.time < b.time));
        let table = FinanceTableService.summary(std::slice::from_ref(&series), &SummaryOptions::default());
        prop_assert!(table.is_ok(), "{:?}", table);
        let charts = FinanceChartService::default();
        for kind in ["candlestick", "line", "area", "bar", "heatmap", "waterfall", "correlation-matrix"] {
            let _ = charts.draw_kind(kind, &series, &DiagramOptions::default());
        }
        let _ = correlations(&[series.clone(), series]);
    }
}
