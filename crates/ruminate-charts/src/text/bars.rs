//! Bars that lie on their side, so that names can be read.

use super::TextStyle;
use super::sheet::{Ink, Painter, Sheet};
use super::width::{left, right, width};
use crate::colour::{FALLING_TERMINAL, RISING_TERMINAL, SERIES_TERMINAL, TOTAL_TERMINAL};
use crate::data::Category;
use crate::figure::{Figure, Step};

#[derive(Debug)]
pub(super) struct Bar<'a> {
    name: &'a str,
    value: f64,
    start: f64,
    end: f64,
    colour: u8,
}

pub(super) fn of_categories(all: &[Category]) -> Vec<Bar<'_>> {
    let bar = |category: &'_ Category| {
        if category.value < 0.0 { FALLING_TERMINAL } else { SERIES_TERMINAL[0] }
    };
    let made = all.iter().map(|category| Bar {
        name: &category.name,
        value: category.value,
        start: 0.0,
        end: category.value,
        colour: bar(category),
    });
    made.collect()
}

pub(super) fn of_steps(all: &[Step]) -> Vec<Bar<'_>> {
    let colour = |step: &Step| match step {
        Step { is_total: true, .. } => TOTAL_TERMINAL,
        Step { value, .. } if *value < 0.0 => FALLING_TERMINAL,
        _ => RISING_TERMINAL,
    };
    let made = all.iter().map(|step| Bar {
        name: &step.name,
        value: step.value,
        start: step.start,
        end: step.end,
        colour: colour(step),
    });
    made.collect()
}

pub(super) fn draw(painter: &mut Painter, style: &TextStyle, figure: &Figure, bars: &[Bar<'_>]) {
    let values: Vec<String> = bars.iter().map(|bar| figure.write(bar.value)).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let name_width = widest(&mut bars.iter().map(|bar| width(bar.name))).min(style.width / 3);
    let value_width = widest(&mut values.iter().map(|value| width(value))).min(style.width / 3);
    let room = style.width.saturating_sub(name_width + value_width + 5).max(1);
    let ends = || bars.iter().flat_map(|bar| [bar.start, bar.end]);
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let sign = if style.ascii { " | " } else { " │ " };
    for (bar, value) in bars.iter().zip(&values) {
        let mut sheet = Sheet::new(room, 1);
        fill(&mut sheet, style, bar, low, high);
        let pieces = sheet.row(0);
        let (name, value) = (left(bar.name, name_width), right(value, value_width));
        let mut parts = vec![(name.as_str(), Ink::default()), (sign, Ink::MUTED)];
        parts.extend(pieces.iter().map(|(text, ink)| (text.as_str(), *ink)));
        parts.extend([("  ", Ink::default()), (value.as_str(), Ink::default())]);
        painter.line(&parts);
    }
}

/// From where a bar starts to where it ends, to an eighth of a letter at its right.
fn fill(sheet: &mut Sheet, style: &TextStyle, bar: &Bar<'_>, low: f64, high: f64) {
    let span = if high > low { high - low } else { 1.0 };
    let place = |value: f64| (value - low) / span * sheet.width as f64;
    let (from, to) = (place(bar.start.min(bar.end)), place(bar.start.max(bar.end)));
    let ink = Ink::of(bar.colour);
    let first = from.round() as usize;
    if style.ascii {
        for x in first..to.round() as usize {
            sheet.set(x, 0, '#', ink);
        }
        return;
    }
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let whole = to.floor() as usize;
    for x in first..whole {
        sheet.set(x, 0, '█', ink);
    }
    let rest = ((to - to.floor()) * 8.0) as usize;
    if rest > 0 && whole >= first {
        sheet.set(whole, 0, EIGHTHS[rest], ink);
    }
}
