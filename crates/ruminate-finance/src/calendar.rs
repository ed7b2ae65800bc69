//! Returns by year and by month, for bars, waterfalls and heatmaps.

use std::collections::BTreeMap;

use ruminate_charts::{Category, Matrix, when};

use crate::measures::changes;
use crate::{FinanceError, Interval, TimeSeries};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn with_returns(series: &TimeSeries) -> Result<(), FinanceError> {
    if series.closes().all(|close| close > 0.0) {
        return Ok(());
    }
    let why =
        format!("{} has prices at zero or below, of which there are no returns", series.symbol);
    Err(FinanceError::TooLittle(why))
}

/// The return of each year, from the last close of the year before. Of the first year only what there is.
pub(crate) fn yearly_returns(series: &TimeSeries) -> Result<Vec<Category>, FinanceError> {
    yearly(series, |before, after| after / before - 1.0)
}

/// What each year added to the price.
pub(crate) fn yearly_changes(series: &TimeSeries) -> Result<Vec<Category>, FinanceError> {
    yearly(series, |before, after| after - before)
}

fn yearly(
    series: &TimeSeries,
    between: fn(f64, f64) -> f64,
) -> Result<Vec<Category>, FinanceError> {
    with_returns(series)?;
    let Some(first) = series.points.first() else {
        return Err(FinanceError::TooLittle(format!("there are no prices of {}", series.symbol)));
    };
    let mut ends: BTreeMap<i16, f64> = BTreeMap::new();
    for point in &series.points {
        ends.insert(when::utc(point.time).year(), point.close);
    }
    let mut before = first.close;
    let year = |(year, close): (i16, f64)| {
        let value = between(before, close);
        before = close;
        Category::new(year.to_string(), value)
    };
    Ok(ends.into_iter().map(year).collect())
}

/// A row for each year, a column for each month.
pub(crate) fn monthly_returns(series: &TimeSeries) -> Result<Matrix, FinanceError> {
    with_returns(series)?;
    let months = series.clone().by(Interval::Month)?;
    let mut years: BTreeMap<i16, Vec<Option<f64>>> = BTreeMap::new();
    for change in changes(&months) {
        let date = when::utc(change.time).date();
        let row = years.entry(date.year()).or_insert_with(|| vec![None; MONTHS.len()]);
        row[usize::from(date.month().unsigned_abs()) - 1] = Some(change.share);
    }
    if years.is_empty() {
        let why = format!("{} has prices of one month only", series.symbol);
        return Err(FinanceError::TooLittle(why));
    }
    let (rows, values) = years.into_iter().map(|(year, row)| (year.to_string(), row)).unzip();
    Ok(Matrix { rows, columns: MONTHS.map(String::from).to_vec(), values })
}
