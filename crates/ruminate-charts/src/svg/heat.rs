//! A matrix as colours.

use super::page::{Anchor, Frame, Page, fitted, text_width};
use super::{DARK, LABEL_SIZE, MUTED};
use crate::colour::HeatScale;
use crate::data::Matrix;
use crate::figure::Figure;

/// The bar that tells which colour is what, and its labels.
const LEGEND: f64 = 78.0;
const MOST_NAME: f64 = 140.0;
const BELOW: f64 = 24.0;

pub(super) fn draw(
    page: &mut Page,
    mut frame: Frame,
    figure: &Figure,
    matrix: &Matrix,
    is_correlation: bool,
) {
    let scale = if is_correlation {
        HeatScale::correlations()
    } else {
        HeatScale::of(matrix.values.iter().flatten().flatten().copied())
    };
    let widest = matrix.rows.iter().map(|name| text_width(name, LABEL_SIZE)).fold(0.0, f64::max);
    frame.left += widest.min(MOST_NAME) + 8.0;
    frame.bottom -= BELOW;
    let right = frame.right;
    frame.right -= LEGEND;
    let each =
        (frame.width() / matrix.columns.len() as f64, frame.height() / matrix.rows.len() as f64);
    cells(page, frame, figure, matrix, scale, each);
    row_names(page, frame, matrix, each.1);
    column_names(page, frame, matrix, each.0);
    legend(page, Frame { left: right - LEGEND + 18.0, right, ..frame }, figure, scale);
}

fn cells(
    page: &mut Page,
    frame: Frame,
    figure: &Figure,
    matrix: &Matrix,
    scale: HeatScale,
    (width, height): (f64, f64),
) {
    let gap = if width.min(height) > 8.0 { 1.0 } else { 0.0 };
    for (i, row) in matrix.values.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            let (x, y) = (frame.left + j as f64 * width, frame.top + i as f64 * height);
            let Some(value) = value else {
                page.rect(x, y, width - gap, height - gap, "#f3f4f6");
                continue;
            };
            let colour = scale.colour(*value);
            page.rect(x, y, width - gap, height - gap, &colour.hex());
            let text = figure.write(*value);
            let size = LABEL_SIZE.min(height * 0.7);
            if size >= 7.0 && text_width(&text, size) < width - 4.0 {
                let fill = if colour.is_light() { DARK } else { "#ffffff" };
                page.text(
                    x + width / 2.0,
                    y + height / 2.0 + size * 0.35,
                    size,
                    fill,
                    Anchor::Middle,
                    &text,
                );
            }
        }
    }
}

fn row_names(page: &mut Page, frame: Frame, matrix: &Matrix, height: f64) {
    let every = (LABEL_SIZE * 1.2 / height).ceil().max(1.0) as usize;
    for (index, name) in matrix.rows.iter().enumerate().filter(|(index, _)| index % every == 0) {
        let y = frame.top + height * (index as f64 + 0.5) + LABEL_SIZE * 0.35;
        let name = fitted(name, LABEL_SIZE, MOST_NAME);
        page.text(frame.left - 8.0, y, LABEL_SIZE, MUTED, Anchor::End, &name);
    }
}

fn column_names(page: &mut Page, frame: Frame, matrix: &Matrix, width: f64) {
    let widest = matrix.columns.iter().map(|name| text_width(name, LABEL_SIZE)).fold(0.0, f64::max);
    let every = ((widest.min(MOST_NAME) + 6.0) / width).ceil().max(1.0) as usize;
    for (index, name) in matrix.columns.iter().enumerate().filter(|(index, _)| index % every == 0) {
        let x = frame.left + width * (index as f64 + 0.5);
        let name = fitted(name, LABEL_SIZE, MOST_NAME.max(width));
        page.text(x, frame.bottom + 17.0, LABEL_SIZE, MUTED, Anchor::Middle, &name);
    }
}

fn legend(page: &mut Page, frame: Frame, figure: &Figure, scale: HeatScale) {
    const PIECES: usize = 48;
    const WIDTH: f64 = 12.0;
    let (low, high) = scale.ends();
    let each = frame.height() / PIECES as f64;
    for piece in 0..PIECES {
        let value = high - (high - low) * (piece as f64 + 0.5) / PIECES as f64;
        // A little taller than its share, so that no line shows between.
        page.rect(
            frame.left,
            frame.top + each * piece as f64,
            WIDTH,
            each + 0.5,
            &scale.colour(value).hex(),
        );
    }
    for (share, value) in [(0.0, high), (0.5, (low + high) / 2.0), (1.0, low)] {
        let y = frame.top + frame.height() * share + LABEL_SIZE * (0.8 - 0.8 * share);
        page.text(
            frame.left + WIDTH + 6.0,
            y,
            LABEL_SIZE - 1.0,
            MUTED,
            Anchor::Start,
            &figure.write(value),
        );
    }
}
