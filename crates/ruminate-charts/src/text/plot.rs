//! A field of letters with an axis of values on its left and an axis of times below.

use super::TextStyle;
use super::sheet::{Ink, Painter, Sheet};
use super::width::{right, width};
use crate::figure::Figure;
use crate::format::on_axis;
use crate::scale::Scale;

/// Lines between two labels of values, and columns between two of times.
const BETWEEN_VALUES: usize = 4;
pub(super) const BETWEEN_TIMES: usize = 13;

/// The axis of values, and how much of the width is left.
#[derive(Debug)]
pub(super) struct Plot {
    pub(super) scale: Scale,
    labels: Vec<(f64, String)>,
    label_width: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Plot {
    pub(super) fn of(
        values: impl Iterator<Item = f64>,
        figure: &Figure,
        style: &TextStyle,
    ) -> Self {
        let scale = Scale::around(values, (style.height / BETWEEN_VALUES).max(2));
        let label = |tick| (tick, on_axis(tick, scale.step, figure.format));
        let labels: Vec<_> = scale.ticks().map(label).collect();
        // Half of the width is for the plot, whatever the labels are.
        let widest = labels.iter().map(|(_, label)| width(label)).max().unwrap_or(0);
        let label_width = widest.min(style.width / 2);
        Self {
            scale,
            labels,
            label_width,
            width: style.width - label_width - 2,
            height: style.height,
        }
    }

    /// The row, from the top, where a value lies among `rows`.
    pub(super) fn row_of(&self, value: f64, rows: usize) -> usize {
        ((1.0 - self.scale.share(value)) * (rows - 1) as f64).round() as usize
    }

    pub(super) fn draw(&self, painter: &mut Painter, style: &TextStyle, sheet: &Sheet) {
        let (tick_sign, line_sign) = if style.ascii { ("+", "|") } else { ("┤", "│") };
        for y in 0..sheet.height {
            let at_row = |tick: f64| self.row_of(tick, sheet.height) == y;
            let label = self.labels.iter().find(|(tick, _)| at_row(*tick));
            let text = right(label.map_or("", |(_, label)| label), self.label_width);
            let sign = if label.is_some() { tick_sign } else { line_sign };
            let pieces = sheet.row(y);
            let before = format!("{text} {sign}");
            let mut parts = vec![(before.as_str(), Ink::MUTED)];
            parts.extend(pieces.iter().map(|(text, ink)| (text.as_str(), *ink)));
            painter.line(&parts);
        }
    }

    /// A line with one letter for each column, such as volumes.
    pub(super) fn extra_row(&self, painter: &mut Painter, name: &str, letters: &str) {
        let name = right(name, self.label_width + 2);
        painter.line(&[(&name, Ink::MUTED), (letters, Ink::MUTED)]);
    }

    /// Labels at their columns, left out where they would touch.
    pub(super) fn times(
        &self,
        painter: &mut Painter,
        style: &TextStyle,
        ticks: &[(usize, String)],
    ) {
        let (corner, line, mark) =
            if style.ascii { ('+', '-', '+') } else { ('└', '─', '┬') };
        let mut axis = vec![line; self.width];
        let mut below = vec![' '; self.width];
        let mut free_from = 0;
        for (column, label) in ticks.iter().filter(|(column, _)| *column < self.width) {
            let length = label.chars().count();
            let start = column.saturating_sub(length / 2).min(self.width.saturating_sub(length));
            if start < free_from || length > self.width {
                continue;
            }
            axis[*column] = mark;
            below.splice(start..start + length, label.chars());
            free_from = start + length + 1;
        }
        let before = " ".repeat(self.label_width + 1);
        let axis: String = axis.into_iter().collect();
        painter.line(&[(&format!("{before}{corner}{axis}"), Ink::MUTED)]);
        let below: String = below.into_iter().collect();
        painter.line(&[(&format!("{before} {below}"), Ink::MUTED)]);
    }
}
