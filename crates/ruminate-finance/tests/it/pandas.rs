//! Every sum, beside pandas. See `tests/pandas`.

use std::path::Path;
use std::process::Command;

use ruminate_charts::Cell;
use ruminate_finance::{
    Average, FinanceTableService, Interval, SummaryOptions, TimeSeries, correlations,
};
use serde_json::Value;

use crate::sample::sample;

/// None, loudly, where pandas is neither installed nor to be had.
fn pandas() -> Option<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let installed = Command::new(here.join("tests/pandas/install")).output().expect("the script");
    if !installed.status.success() {
        let why = String::from_utf8_lossy(&installed.stderr);
        eprintln!("SKIPPED: pandas is not installed and cannot be now:\n{why}");
        return None;
    }
    let python = String::from_utf8(installed.stdout).unwrap();
    let mut command = Command::new(python.trim());
    command.arg(here.join("tests/pandas/measure.py"));
    command.args([here.join("sample/SP500.csv"), here.join("sample/stocks.csv")]);
    let told = command.output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    Some(serde_json::from_slice(&told.stdout).unwrap())
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1e-3)
}

fn check(series: &TimeSeries, told: &Value) {
    let averages = vec![Average::sma(5), Average::sma(50), Average::ema(12), Average::ema(50)];
    let table = FinanceTableService
        .summary(std::slice::from_ref(series), &SummaryOptions { averages })
        .unwrap();
    let mut checked = 0;
    for (column, cell) in table.columns.iter().zip(&table.rows[0]) {
        let Some(wanted) = told.get(&column.name) else { continue };
        let is_same = match cell {
            Cell::Number(value) => is_near(*value, wanted.as_f64().unwrap()),
            Cell::Text(text) => Some(text.as_str()) == wanted.as_str(),
            Cell::Empty => wanted.is_null(),
        };
        assert!(is_same, "{} {}: {cell:?}, pandas says {wanted}", series.symbol, column.name);
        checked += 1;
    }
    assert_eq!(checked, 17, "all that pandas measured but for the lines");
    for (average, name) in
        [(Average::sma(20), "all of SMA 20"), (Average::ema(20), "all of EMA 20")]
    {
        let line = average.line(series).unwrap();
        let wanted = told[name].as_array().unwrap();
        assert_eq!(line.points.len(), wanted.len(), "{name}");
        for (point, wanted) in line.points.iter().zip(wanted) {
            assert!(is_near(point.value, wanted.as_f64().unwrap()), "{name} {point:?} {wanted}");
        }
    }
}

#[tokio::test]
async fn pandas_comes_to_the_same() {
    let Some(told) = pandas() else { return };
    let index = sample("SP500").await;
    check(&index, &told["SP500 1d"]);
    check(&index.by(Interval::Week).unwrap(), &told["SP500 1wk"]);
    let mut stocks = Vec::new();
    for symbol in ["AAPL", "AMZN", "GOOG", "IBM", "MSFT"] {
        let series = sample(symbol).await;
        check(&series, &told[format!("{symbol} 1mo")]);
        stocks.push(series);
    }
    let matrix = correlations(&stocks).unwrap();
    for (row, values) in matrix.rows.iter().zip(&matrix.values) {
        for (column, value) in matrix.columns.iter().zip(values) {
            let wanted = told["correlations"][format!("{row} {column}")].as_f64().unwrap();
            assert!(
                is_near(value.unwrap(), wanted),
                "{row} {column}: {value:?}, pandas says {wanted}"
            );
        }
    }
}
