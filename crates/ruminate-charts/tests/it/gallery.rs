//! One block of every kind, and some at the edges.

use jiff::Timestamp;
use ruminate_charts::{
    Candle, Category, ChartBlock, DiagramData, DiagramOptions, Diagrams, Matrix, Point, Series,
};

const DAY: i64 = 24 * 60 * 60;
/// 2020-01-01
const START: i64 = 1_577_836_800;

pub(crate) fn day(nth: i64) -> Timestamp {
    Timestamp::from_second(START + nth * DAY).unwrap()
}

pub(crate) fn candles(count: i64) -> Vec<Candle> {
    let price = |nth: i64| 100.0 + 10.0 * (nth as f64 / 9.0).sin() + nth as f64 / 10.0;
    let candle = |nth: i64| {
        let (open, close) = (price(nth), price(nth + 1) + (nth % 5) as f64 - 2.0);
        let (high, low) = (open.max(close) + 1.5, open.min(close) - 1.0 - (nth % 3) as f64);
        Candle {
            time: day(nth),
            open,
            high,
            low,
            close,
            volume: Some(1e6 + 1e5 * (nth % 7) as f64),
        }
    };
    (0..count).map(candle).collect()
}

pub(crate) fn series(name: &str, count: i64, slope: f64) -> Series {
    let value = |nth: i64| 50.0 + slope * nth as f64 + 5.0 * (nth as f64 / 6.0).sin();
    let points = (0..count).map(|nth| Point { time: day(nth), value: value(nth) }).collect();
    Series { name: name.into(), points }
}

pub(crate) fn years() -> Vec<Category> {
    let years =
        [("2015", -0.007), ("2016", 0.095), ("2017", 0.194), ("2018", -0.062), ("2019", 0.289)];
    years.map(|(name, value)| Category::new(name, value)).to_vec()
}

fn months() -> Matrix {
    let columns = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"].map(String::from).to_vec();
    let value = |i: usize, j: usize| ((i * 7 + j * 5) % 11) as f64 / 100.0 - 0.05;
    let row = |i: usize| (0..6).map(|j| (i + j != 7).then(|| value(i, j))).collect();
    Matrix {
        rows: (2016..2020).map(|year| year.to_string()).collect(),
        columns,
        values: (0..4).map(row).collect(),
    }
}

pub(crate) fn correlations() -> Matrix {
    let names = ["AAPL", "AMZN", "IBM"].map(String::from).to_vec();
    let values = [[1.0, 0.35, -0.62], [0.35, 1.0, 0.08], [-0.62, 0.08, 1.0]];
    let values = values.map(|row| row.map(Some).to_vec()).to_vec();
    Matrix { rows: names.clone(), columns: names, values }
}

pub(crate) fn make(kind: &str, data: DiagramData, title: &str, format: Option<&str>) -> ChartBlock {
    let options = DiagramOptions {
        format: format.map(String::from),
        value_title: Some("USD".into()),
        ..DiagramOptions::titled(title)
    };
    Diagrams::default().to_chart_block(kind, data, &options).unwrap()
}

/// Every kind, with and without what is optional, and with a single point.
pub(crate) fn blocks() -> Vec<ChartBlock> {
    let overlays = vec![series("SMA 20", 90, 0.6), series("EMA 50", 90, 0.5)];
    let quiet = |candle: Candle| Candle { volume: None, ..candle };
    let without_volume = candles(20).into_iter().map(quiet).collect();
    let several = vec![
        series("MSFT", 120, 0.2),
        series("AMZN", 120, 0.1),
        series("IBM <&> \"Co\"", 100, -0.2),
    ];
    vec![
        make(
            "candlestick",
            DiagramData::Candles { candles: candles(90), overlays },
            "Candles",
            Some(",.2f"),
        ),
        make(
            "candlestick",
            DiagramData::Candles { candles: without_volume, overlays: vec![] },
            "No volume",
            None,
        ),
        make(
            "candlestick",
            DiagramData::Candles { candles: candles(1), overlays: vec![] },
            "One",
            None,
        ),
        make("line", DiagramData::Series(several.clone()), "Several lines", None),
        make("line", DiagramData::Series(vec![series("one", 1, 0.0)]), "One point", None),
        make("area", DiagramData::Series(vec![series("area", 200, 0.3)]), "An area", None),
        make("area", DiagramData::Series(several), "Several areas", None),
        make("bar", DiagramData::Categories(years()), "Years", Some(".1%")),
        make("waterfall", DiagramData::Categories(years()), "How it adds up", Some(".1%")),
        make("heatmap", DiagramData::Matrix(months()), "Months", Some(".1%")),
        // A format that only somebody else understands is left out.
        make("heatmap", DiagramData::Matrix(months()), "Another format", Some("{:.2f}")),
        make("correlation-matrix", DiagramData::Matrix(correlations()), "Correlations", None),
    ]
}
