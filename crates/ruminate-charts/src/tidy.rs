//! Data from anywhere, made fit to be drawn. What has no meaning is refused; what has one, but in the wrong
//! order or twice, is put right and told. Afterwards times rise, names differ, and every number is finite.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::clean::{LONGEST_NAME, clean};
use crate::data::{Candle, Category, Matrix, Point, Series};
use crate::{ChartError, when};

/// Beyond this, differences between values cannot be told apart any more.
const LARGEST: f64 = 1e18;
/// There are as many colours that can be told apart.
const MOST_SERIES: usize = 12;
const MOST_CATEGORIES: usize = 200;
const MOST_CELLS: usize = 40_000;

fn not_empty(what: &str, length: usize) -> Result<(), ChartError> {
    if length == 0 { Err(ChartError::Empty { what: what.into() }) } else { Ok(()) }
}

fn not_too_many(what: &'static str, got: usize, most: usize) -> Result<(), ChartError> {
    if got > most { Err(ChartError::TooMany { what, got, most }) } else { Ok(()) }
}

fn drawable(value: f64, what: impl FnOnce() -> String) -> Result<(), ChartError> {
    // The comparison is false for NaN.
    if value.abs() <= LARGEST {
        Ok(())
    } else {
        Err(ChartError::NotDrawable { what: what(), value })
    }
}

pub(crate) fn candles(
    mut candles: Vec<Candle>,
    notes: &mut Vec<String>,
) -> Result<Vec<Candle>, ChartError> {
    not_empty("there are no candles", candles.len())?;
    let mut widened = 0;
    for candle in &mut candles {
        check_candle(candle)?;
        let (low, high) = (candle.open.min(candle.close), candle.open.max(candle.close));
        if low < candle.low || high > candle.high {
            (candle.low, candle.high) = (candle.low.min(low), candle.high.max(high));
            widened += 1;
        }
    }
    if widened > 0 {
        notes.push(format!(
            "{widened} candles opened or closed beyond their high or low, which was widened"
        ));
    }
    Ok(in_order(candles, |candle| candle.time, "candles", notes))
}

fn check_candle(candle: &Candle) -> Result<(), ChartError> {
    let at = || when::show(candle.time);
    let Candle { open, high, low, close, volume, .. } = *candle;
    for (name, value) in [("open", open), ("high", high), ("low", low), ("close", close)] {
        drawable(value, || format!("the {name} of {}", at()))?;
    }
    if high < low {
        return Err(ChartError::BadCandle { at: at(), why: "a high below its low" });
    }
    let Some(volume) = volume else { return Ok(()) };
    drawable(volume, || format!("the volume of {}", at()))?;
    if volume < 0.0 {
        return Err(ChartError::BadCandle { at: at(), why: "a volume below zero" });
    }
    Ok(())
}

/// At least one of them.
pub(crate) fn some_series(
    all: Vec<Series>,
    notes: &mut Vec<String>,
) -> Result<Vec<Series>, ChartError> {
    not_empty("there are no series", all.len())?;
    all_series(all, notes)
}

/// Any number of them, none included.
pub(crate) fn all_series(
    all: Vec<Series>,
    notes: &mut Vec<String>,
) -> Result<Vec<Series>, ChartError> {
    not_too_many("series", all.len(), MOST_SERIES)?;
    let names = distinct(all.iter().map(|series| series.name.as_str()), "series");
    all.into_iter()
        .zip(names)
        .map(|(series, name)| one_series(name, series.points, notes))
        .collect()
}

fn one_series(
    name: String,
    points: Vec<Point>,
    notes: &mut Vec<String>,
) -> Result<Series, ChartError> {
    not_empty(&format!("{name} has no points"), points.len())?;
    for point in &points {
        drawable(point.value, || format!("{name} at {}", when::show(point.time)))?;
    }
    let points = in_order(points, |point| point.time, &name, notes);
    Ok(Series { name, points })
}

/// By time. Of two at the same time the one that came later counts, as with corrections.
fn in_order<T: Copy>(
    mut all: Vec<T>,
    time: impl Fn(&T) -> Timestamp,
    what: &str,
    notes: &mut Vec<String>,
) -> Vec<T> {
    if !all.is_sorted_by_key(&time) {
        all.sort_by_key(&time);
        notes.push(format!("{what}: put in the order of time"));
    }
    let before = all.len();
    all.dedup_by(|later, kept| {
        let same = time(later) == time(kept);
        if same {
            *kept = *later;
        }
        same
    });
    if all.len() < before {
        let doubled = before - all.len();
        notes.push(format!("{what}: of {doubled} doubled times, the later entry was taken"));
    }
    all
}

pub(crate) fn categories(categories: Vec<Category>) -> Result<Vec<Category>, ChartError> {
    not_empty("there are no categories", categories.len())?;
    not_too_many("categories", categories.len(), MOST_CATEGORIES)?;
    let names = distinct(categories.iter().map(|category| category.name.as_str()), "category");
    let tidied = categories.into_iter().zip(names).map(|(Category { value, .. }, name)| {
        drawable(value, || name.clone())?;
        Ok(Category { name, value })
    });
    tidied.collect()
}

pub(crate) fn matrix(Matrix { rows, columns, values }: Matrix) -> Result<Matrix, ChartError> {
    not_empty("the matrix has no cells", rows.len().min(columns.len()))?;
    not_too_many("cells", rows.len().saturating_mul(columns.len()), MOST_CELLS)?;
    if values.len() != rows.len() {
        let why = format!("has {} names of rows and {} rows", rows.len(), values.len());
        return Err(ChartError::BadMatrix { why });
    }
    let rows = distinct(rows.iter().map(String::as_str), "row");
    let columns = distinct(columns.iter().map(String::as_str), "column");
    for (row, name) in values.iter().zip(&rows) {
        if row.len() != columns.len() {
            let why = format!("has {} columns, and {} cells in {name}", columns.len(), row.len());
            return Err(ChartError::BadMatrix { why });
        }
        for (value, column) in row.iter().zip(&columns) {
            drawable(value.unwrap_or(0.0), || format!("{name}, {column}"))?;
        }
    }
    not_empty("no cell of the matrix is known", values.iter().flatten().flatten().count())?;
    Ok(Matrix { rows, columns, values })
}

/// Names fit to be shown, and a number behind those that were there already.
fn distinct<'a>(names: impl Iterator<Item = &'a str>, what: &str) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut given = Vec::new();
    for (index, name) in names.enumerate() {
        let cleaned = clean(name, LONGEST_NAME);
        let base = if cleaned.is_empty() { format!("{what} {}", index + 1) } else { cleaned };
        let numbered = (2..).map(|nth| format!("{base} ({nth})"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| !taken.contains(name));
        let name = free.unwrap_or(base);
        taken.insert(name.clone());
        given.push(name);
    }
    given
}
