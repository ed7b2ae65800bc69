//! What a block shows, read back from its specification. A block may have gone around the world as JSON, so
//! its data is looked at as closely as when it was made.

use serde::Deserialize;
use serde_json::Value;

use crate::clean::{LONGEST_NAME, LONGEST_TITLE, clean};
use crate::data::{Candle, Category, Matrix, Point, Series};
use crate::{ChartBlock, ChartError, Format, tidy};

/// Far more than any diagram of ours has.
const MOST_ROWS: usize = 100_000;
const MOST_NOTES: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
    pub(crate) value_title: Option<String>,
    pub(crate) format: Option<Format>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Candles {
        candles: Vec<Candle>,
        overlays: Vec<Series>,
    },
    Lines {
        series: Vec<Series>,
        is_filled: bool,
    },
    Bars(Vec<Category>),
    /// With the total as the last of them.
    Waterfall(Vec<Step>),
    Heat {
        matrix: Matrix,
        is_correlation: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) is_total: bool,
}

#[derive(Deserialize)]
struct SeriesRow {
    #[serde(deserialize_with = "crate::when::deserialize")]
    time: jiff::Timestamp,
    series: String,
    value: f64,
}

#[derive(Deserialize)]
struct CellRow {
    row: String,
    column: String,
    value: Option<f64>,
}

#[derive(Deserialize)]
struct StepRow {
    name: String,
    value: f64,
    step: String,
}

impl Figure {
    pub(crate) fn of(block: &ChartBlock) -> Result<Self, ChartError> {
        let meta = |name: &str| block.spec.get("usermeta")?.get(name)?.as_str();
        Ok(Self {
            title: clean(&block.title, LONGEST_TITLE),
            notes: block
                .notes
                .iter()
                .take(MOST_NOTES)
                .map(|note| clean(note, LONGEST_TITLE))
                .collect(),
            value_title: meta("valueTitle").map(|title| clean(title, LONGEST_NAME)),
            format: meta("format").and_then(Format::parse),
            shape: Shape::of(block)?,
        })
    }

    pub(crate) fn write(&self, value: f64) -> String {
        self.format.map_or_else(|| crate::format::plain(value), |format| format.write(value))
    }
}

impl Shape {
    fn of(block: &ChartBlock) -> Result<Self, ChartError> {
        let values = block.spec.pointer("/data/values").unwrap_or(&Value::Null);
        let bad = |why: String| ChartError::BadSpec { kind: clean(&block.kind, LONGEST_NAME), why };
        match block.kind.as_str() {
            "candlestick" => {
                let candles = tidy::candles(read(values, &bad)?, &mut Vec::new())?;
                let overlays = block.spec.pointer("/datasets/overlays");
                let overlays = overlays.map_or(Ok(Vec::new()), |rows| series(rows, &bad))?;
                Ok(Self::Candles { candles, overlays })
            }
            "line" | "area" => {
                let series = series(values, &bad)?;
                Ok(Self::Lines { series, is_filled: block.kind == "area" })
            }
            "bar" => Ok(Self::Bars(tidy::categories(read(values, &bad)?)?)),
            "waterfall" => waterfall(read(values, &bad)?),
            "heatmap" | "correlation-matrix" => {
                let matrix = tidy::matrix(matrix(read(values, &bad)?))?;
                Ok(Self::Heat { matrix, is_correlation: block.kind == "correlation-matrix" })
            }
            _ => Err(bad("there is no picture for this kind here; Vega can draw it".into())),
        }
    }
}

type Bad<'a> = &'a dyn Fn(String) -> ChartError;

fn read<T: serde::de::DeserializeOwned>(
    values: &Value,
    bad: Bad<'_>,
) -> Result<Vec<T>, ChartError> {
    let rows = values.as_array().ok_or_else(|| bad("it has no data.values".into()))?;
    if rows.len() > MOST_ROWS {
        return Err(bad(format!("it has {} rows, and {MOST_ROWS} is the most", rows.len())));
    }
    let row = |(index, row): (usize, &Value)| {
        T::deserialize(row).map_err(|error| bad(format!("row {}: {error}", index + 1)))
    };
    rows.iter().enumerate().map(row).collect()
}

/// Rows of one series may lie anywhere among the others.
fn series(values: &Value, bad: Bad<'_>) -> Result<Vec<Series>, ChartError> {
    let mut all: Vec<Series> = Vec::new();
    for SeriesRow { time, series, value } in read(values, bad)? {
        let point = Point { time, value };
        // More than can be shown are refused anyhow, and would take long to tell apart.
        if all.len() > 100 {
            return Err(bad("it has too many series".into()));
        }
        match all.iter_mut().rev().find(|one| one.name == series) {
            Some(one) => one.points.push(point),
            None => all.push(Series { name: series, points: vec![point] }),
        }
    }
    tidy::some_series(all, &mut Vec::new())
}

/// Where bars begin and end follows from the amounts.
fn waterfall(rows: Vec<StepRow>) -> Result<Shape, ChartError> {
    let totals: Vec<bool> = rows.iter().map(|row| row.step == "total").collect();
    let amounts = rows.into_iter().map(|row| Category::new(row.name, row.value)).collect();
    let mut sum = 0.0;
    let step = |(Category { name, value }, is_total): (Category, bool)| {
        let start = if is_total { 0.0 } else { sum };
        sum = start + value;
        Step { name, value, start, end: sum, is_total }
    };
    Ok(Shape::Waterfall(tidy::categories(amounts)?.into_iter().zip(totals).map(step).collect()))
}

fn matrix(cells: Vec<CellRow>) -> Matrix {
    let rows = in_order_of_appearance(cells.iter().map(|cell| &cell.row));
    let columns = in_order_of_appearance(cells.iter().map(|cell| &cell.column));
    // A matrix that nobody could read is refused by its size, before there is memory for it.
    if rows.len().saturating_mul(columns.len()) > MOST_ROWS {
        return Matrix { values: Vec::new(), rows, columns };
    }
    let place = |names: &[String]| -> std::collections::HashMap<String, usize> {
        names.iter().cloned().zip(0..).collect()
    };
    let (row_at, column_at) = (place(&rows), place(&columns));
    let mut values = vec![vec![None; columns.len()]; rows.len()];
    for cell in cells {
        values[row_at[&cell.row]][column_at[&cell.column]] = cell.value;
    }
    Matrix { rows, columns, values }
}

fn in_order_of_appearance<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.filter(|name| seen.insert(*name)).cloned().collect()
}
