//! Charts of real prices.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use ruminate_charts::{ChartBlock, DiagramOptions, Size, TextStyle};
use ruminate_finance::{Average, FinanceChartService, FinanceError};

use crate::sample::sample;

async fn all() -> Vec<ChartBlock> {
    let (charts, options) = (FinanceChartService::default(), DiagramOptions::default());
    let index = sample("SP500").await;
    let mut stocks = Vec::new();
    for symbol in ["MSFT", "AMZN", "IBM", "GOOG", "AAPL"] {
        stocks.push(sample(symbol).await);
    }
    let averages = [Average::sma(20), Average::ema(50)];
    let made: Result<Vec<ChartBlock>, FinanceError> = [
        charts.candlestick(&index, &averages, &options),
        charts.line(&index, &averages, &options),
        charts.compare(&stocks, &options),
        charts.area(&index, &options),
        charts.bar(&stocks[4], &options),
        charts.heatmap(&index, &options),
        charts.waterfall(&stocks[0], &options),
        charts.correlation_matrix(&stocks, &options),
    ]
    .into_iter()
    .collect();
    made.unwrap()
}

/// With `CHARTS_DIR` set, pictures are kept there, to be looked at.
#[tokio::test]
async fn real_prices_become_pictures_and_texts() {
    for (index, block) in all().await.iter().enumerate() {
        let text = block.to_text(&TextStyle::of_width(80)).unwrap();
        assert!(text.starts_with(&block.title), "{text}");
        let svg = block.to_svg(Size::default()).unwrap();
        assert!(svg.contains(&block.title));
        if let Some(dir) = std::env::var_os("CHARTS_DIR") {
            let name = format!("{index}-{}", block.kind);
            let png = block.to_png(Size::default()).unwrap();
            std::fs::write(Path::new(&dir).join(format!("{name}.png")), png).unwrap();
            std::fs::write(Path::new(&dir).join(format!("{name}.txt")), text).unwrap();
        }
    }
}

#[tokio::test]
async fn titles_units_and_formats_come_from_the_series() {
    let all = all().await;
    assert_eq!(all[0].title, "SP500, daily");
    assert_eq!(all[0].spec["usermeta"]["valueTitle"], "USD");
    assert_eq!(all[4].spec["usermeta"]["format"], ".1%");
    let mine = DiagramOptions { format: Some(",.1f".into()), ..DiagramOptions::titled("Mine") };
    let block = FinanceChartService::default().area(&sample("IBM").await, &mine).unwrap();
    assert_eq!((block.title.as_str(), &block.spec["usermeta"]["format"]), ("Mine", &",.1f".into()));
}

#[tokio::test]
async fn closes_alone_make_no_candles() {
    let charts = FinanceChartService::default();
    let error =
        charts.candlestick(&sample("IBM").await, &[], &DiagramOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "of IBM only closes are known, which make no candles");
    let error =
        charts.draw_kind("pie", &sample("IBM").await, &DiagramOptions::default()).unwrap_err();
    assert_eq!(error.code(), "chart_unknown_kind");
}

#[tokio::test]
async fn vega_takes_the_charts_of_real_prices() {
    let vega = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ruminate-charts/tests/vega");
    let installed = Command::new(vega.join("install")).output().expect("the script");
    if !installed.status.success() {
        let why = String::from_utf8_lossy(&installed.stderr);
        eprintln!("SKIPPED: Vega is not installed and cannot be now:\n{why}");
        return;
    }
    let modules = String::from_utf8(installed.stdout).unwrap();
    let mut command = Command::new("node");
    command.arg(vega.join("check.mjs")).arg(modules.trim());
    let mut node = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut specs, all) = (node.stdin.take().unwrap(), all().await);
    for block in &all {
        writeln!(specs, "{}", block.spec).unwrap();
    }
    drop(specs);
    let told = String::from_utf8(node.wait_with_output().unwrap().stdout).unwrap();
    let told: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(told.len(), all.len());
    for (verdict, block) in told.iter().zip(&all) {
        let problems = (&verdict["errors"], &verdict["warnings"]);
        assert_eq!(problems, (&serde_json::json!([]), &serde_json::json!([])), "{}", block.title);
        assert!(verdict["svg"].as_str().unwrap().contains(&block.title));
    }
}
