//! Prices from text in columns, as exchanges, banks and web sites write them. Read line by line, so a file may be
//! larger than memory; what is kept is the prices of one symbol.

mod columns;
mod dates;
mod lines;
mod numbers;

use std::io::BufRead;

use jiff::Timestamp;

use crate::series::{OhlcPoint, TimeSeries};
use crate::{FinanceError, Interval, Symbol};
use columns::{Columns, Separator};
use dates::{Date, Order};
use lines::Lines;

/// Twenty years of minutes, or 128 MB.
const MOST_POINTS: usize = 2_000_000;

/// Prices of one symbol. Where there is a column of symbols, other symbols are passed over; `name` is for
/// errors, and becomes the source.
pub fn read_csv(
    name: &str,
    symbol: &Symbol,
    text: impl BufRead,
) -> Result<TimeSeries, FinanceError> {
    let mut lines = Lines::of(name, text);
    let Some((_, header)) = lines.next().transpose()? else {
        return Err(FinanceError::BadFile { file: name.into(), why: "it is empty".into() });
    };
    let separator = Separator::of(&header);
    let columns = Columns::of(&separator.split(&header))
        .map_err(|why| FinanceError::BadFile { file: name.into(), why })?;
    let mut reading = Reading::default();
    for line in lines {
        let (number, line) = line?;
        let bad = |why: String| FinanceError::BadLine { file: name.into(), line: number, why };
        reading.take(number, &separator.split(&line), &columns, separator, symbol).map_err(bad)?;
    }
    reading.finish(name, symbol, &columns)
}

#[derive(Debug, Default)]
struct Reading {
    rows: Vec<(Date, OhlcPoint)>,
    order: Order,
    without_prices: usize,
    of_others: usize,
}

impl Reading {
    fn take(
        &mut self,
        line: u64,
        fields: &[String],
        columns: &Columns,
        separator: Separator,
        symbol: &Symbol,
    ) -> Result<(), String> {
        if let Some(other) = columns.symbol.and_then(|at| fields.get(at))
            && !other.trim().eq_ignore_ascii_case(symbol.as_str())
        {
            self.of_others += 1;
            return Ok(());
        }
        let date = fields.get(columns.date).ok_or("there is no date")?;
        let date = Date::parse(date).ok_or_else(|| format!("{:?} is no date", shown(date)))?;
        self.order.learn(&date, line)?;
        let Some(point) = point(fields, columns, separator)? else {
            self.without_prices += 1;
            return Ok(());
        };
        if self.rows.len() == MOST_POINTS {
            return Err(format!("there are more than {MOST_POINTS} prices of {symbol}"));
        }
        self.rows.push((date, point));
        Ok(())
    }

    fn finish(
        self,
        name: &str,
        symbol: &Symbol,
        columns: &Columns,
    ) -> Result<TimeSeries, FinanceError> {
        let (provider, symbol_name) = (name.to_owned(), symbol.to_string());
        if self.rows.is_empty() && self.of_others > 0 {
            return Err(FinanceError::UnknownSymbol { provider, symbol: symbol_name });
        }
        if self.rows.is_empty() {
            return Err(FinanceError::BadFile { file: provider, why: "it has no prices".into() });
        }
        let mut notes = Vec::new();
        if self.without_prices > 0 {
            notes.push(format!("{} lines without prices were left out", self.without_prices));
        }
        if self.order.is_guessed() {
            notes.push("dates such as 01/02/2020 were read with the month first".into());
        }
        let mut points = Vec::with_capacity(self.rows.len());
        for (date, point) in self.rows {
            let time = date.time(self.order).ok_or_else(|| {
                let why = format!("{date:?} is no date");
                FinanceError::BadFile { file: name.into(), why }
            })?;
            points.push(OhlcPoint { time, ..point });
        }
        let series = TimeSeries {
            symbol: symbol.clone(),
            interval: Interval::Day,
            currency: None,
            source: provider,
            close_only: columns.is_close_only(),
            points,
            notes,
        };
        let series = series.tidied()?;
        let interval = Interval::between(series.points.iter().map(|point| point.time));
        Ok(TimeSeries { interval, ..series })
    }
}

/// Nothing for a line without prices, which some write for holidays.
fn point(
    fields: &[String],
    columns: &Columns,
    separator: Separator,
) -> Result<Option<OhlcPoint>, String> {
    let number = |name: &str, at: Option<usize>| -> Result<Option<f64>, String> {
        let Some(text) = at.and_then(|at| fields.get(at)) else { return Ok(None) };
        if numbers::is_missing(text) {
            return Ok(None);
        }
        let value = numbers::parse(text, separator == Separator::Semicolon);
        value.map(Some).ok_or_else(|| format!("{name} is {:?}, which is no number", shown(text)))
    };
    let Some(close) = number("close", Some(columns.close))? else { return Ok(None) };
    let volume = number("volume", columns.volume)?;
    let mut point = OhlcPoint {
        time: Timestamp::UNIX_EPOCH,
        open: close,
        high: close,
        low: close,
        close,
        volume,
    };
    if let Some((open, high, low)) = columns.open_high_low {
        let parts =
            (number("open", Some(open))?, number("high", Some(high))?, number("low", Some(low))?);
        let (Some(open), Some(high), Some(low)) = parts else { return Ok(None) };
        (point.open, point.high, point.low) = (open, high, low);
    }
    check(&point)?;
    Ok(Some(point))
}

/// What the series would refuse later too, but without the line.
fn check(point: &OhlcPoint) -> Result<(), String> {
    if point.high < point.low {
        return Err(format!("the high, {}, is below the low, {}", point.high, point.low));
    }
    match point.volume {
        Some(volume) if volume < 0.0 => Err(format!("the volume, {volume}, is below zero")),
        _ => Ok(()),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
