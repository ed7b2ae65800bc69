//! A candle in each column: its body in blocks, its reach as a thin line.

use std::collections::BTreeMap;

use super::TextStyle;
use super::lines::{LETTERS, ink, legend};
use super::plot::{BETWEEN_TIMES, Plot};
use super::sheet::{Ink, Painter, Sheet};
use super::width::wrapped;
use crate::colour::{FALLING_TERMINAL, RISING_TERMINAL};
use crate::data::{Candle, Series};
use crate::figure::Figure;
use crate::thin;
use crate::times::TimeScale;

pub(super) fn draw(
    painter: &mut Painter,
    style: &TextStyle,
    figure: &Figure,
    candles: &[Candle],
    overlays: &[Series],
) {
    let over = overlays.iter().flat_map(|series| &series.points).map(|point| point.value);
    let values = candles.iter().flat_map(|candle| [candle.low, candle.high]).chain(over);
    let plot = Plot::of(values, figure, style);
    let shown = thin::candles(candles, plot.width);
    key(painter, style, candles.len().div_ceil(shown.len().max(1)));
    if !overlays.is_empty() {
        legend(painter, style, overlays, true);
    }
    // Few candles stand apart, so that they can be told apart.
    let apart = (plot.width / shown.len().max(1)).clamp(1, 3);
    let mut sheet = Sheet::new(plot.width, plot.height);
    for (index, candle) in shown.iter().enumerate() {
        draw_one(&mut sheet, style, &plot, index * apart, candle);
    }
    let column =
        |time| shown.partition_point(|candle| candle.time <= time).saturating_sub(1) * apart;
    for (index, series) in overlays.iter().enumerate() {
        draw_over(&mut sheet, &plot, series, index, column);
    }
    plot.draw(painter, style, &sheet);
    volumes(painter, style, &plot, &shown, apart);
    plot.times(painter, style, &ticks(&shown, &plot, apart));
}

/// Without colours, rising and falling need letters of their own.
fn letters(style: &TextStyle) -> (char, char) {
    match style {
        TextStyle { ascii: true, .. } => ('O', '#'),
        TextStyle { colour: true, .. } => ('█', '█'),
        _ => ('▒', '█'),
    }
}

fn key(painter: &mut Painter, style: &TextStyle, in_each: usize) {
    let (up, down) = letters(style);
    let (up, down) = (format!("{up} rising  "), format!("{down} falling"));
    painter.line(&[(&up, Ink::of(RISING_TERMINAL)), (&down, Ink::of(FALLING_TERMINAL))]);
    if in_each > 1 {
        for line in wrapped(&format!("{in_each} of these candles in each column"), style.width) {
            painter.line(&[(&line, Ink::MUTED)]);
        }
    }
}

fn draw_one(sheet: &mut Sheet, style: &TextStyle, plot: &Plot, x: usize, candle: &Candle) {
    let (up, down) = letters(style);
    let (body, ink) = if candle.is_rising() {
        (up, Ink::of(RISING_TERMINAL))
    } else {
        (down, Ink::of(FALLING_TERMINAL))
    };
    let wick = if style.ascii { '|' } else { '│' };
    let row = |value: f64| plot.row_of(value, sheet.height);
    let (high, low) = (row(candle.high), row(candle.low));
    let (top, bottom) = (row(candle.open.max(candle.close)), row(candle.open.min(candle.close)));
    for y in high..=low {
        sheet.set(x, y, if (top..=bottom).contains(&y) { body } else { wick }, ink);
    }
    if candle.open == candle.close {
        sheet.set(x, top, if style.ascii { '-' } else { '─' }, ink);
    }
}

/// Where no candle is: prices matter more than their averages.
fn draw_over(
    sheet: &mut Sheet,
    plot: &Plot,
    series: &Series,
    index: usize,
    column: impl Fn(jiff::Timestamp) -> usize,
) {
    // Of several in a column the last, as with closes.
    let columns: BTreeMap<usize, f64> =
        series.points.iter().map(|point| (column(point.time), point.value)).collect();
    for (x, value) in columns {
        let y = plot.row_of(value, sheet.height);
        if sheet.get(x, y) == ' ' {
            sheet.set(x, y, LETTERS[index % LETTERS.len()], ink(index));
        }
    }
}

fn volumes(painter: &mut Painter, style: &TextStyle, plot: &Plot, shown: &[Candle], apart: usize) {
    let most = shown.iter().filter_map(|candle| candle.volume).fold(0.0, f64::max);
    if most <= 0.0 {
        return;
    }
    let steps: &[char] = if style.ascii {
        &['.', ':', '-', '=', '+', '*', '#', '@']
    } else {
        &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
    };
    let mut letters = vec![' '; plot.width];
    for (index, candle) in shown.iter().enumerate() {
        let share = candle.volume.unwrap_or(0.0) / most;
        let step = (share * (steps.len() - 1) as f64).round() as usize;
        if let Some(letter) = letters.get_mut(index * apart) {
            *letter = steps[step.min(steps.len() - 1)];
        }
    }
    plot.extra_row(painter, "Vol ", &letters.into_iter().collect::<String>());
}

/// Columns are candles and not time, so a moment is where the first candle after it is.
fn ticks(shown: &[Candle], plot: &Plot, apart: usize) -> Vec<(usize, String)> {
    let times = TimeScale::around(shown.iter().map(|candle| candle.time));
    let used = shown.len() * apart;
    let ticks = times.ticks((used.min(plot.width) / BETWEEN_TIMES).max(1)).into_iter();
    let column = |moment| shown.partition_point(|candle| candle.time < moment) * apart;
    ticks.map(|(moment, label)| (column(moment), label)).collect()
}
