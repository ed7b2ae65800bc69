//! Pictures of lines: what Vega would draw, near enough, without a browser. Axes at round numbers, a light
//! background, and no more ink than the data needs.

mod axes;
mod bars;
mod candles;
mod heat;
mod lines;
mod page;

use crate::Size;
use crate::colour::{FALLING, RISING, SERIES};
use crate::figure::{Figure, Shape};
use page::{Anchor, Frame, Page, text_width};

const MARGIN: f64 = 20.0;
const TITLE_SIZE: f64 = 17.0;
const LABEL_SIZE: f64 = 11.5;
const NOTE_SIZE: f64 = 10.0;
const MOST_NOTES: usize = 2;

const DARK: &str = "#1f2937";
const MUTED: &str = "#6b7280";
const GRID: &str = "#e5e7eb";
const AXIS: &str = "#9ca3af";

pub(crate) fn chart(figure: &Figure, size: Size) -> String {
    let mut page = Page::new(size, &figure.title);
    let frame = around(&mut page, figure, size);
    match &figure.shape {
        Shape::Candles { candles, overlays } => {
            candles::draw(&mut page, frame, figure, candles, overlays);
        }
        Shape::Lines { series, is_filled } => {
            lines::draw(&mut page, frame, figure, series, *is_filled)
        }
        Shape::Bars(bars) => bars::draw(&mut page, frame, figure, &bars::of_categories(bars)),
        Shape::Waterfall(steps) => bars::draw(&mut page, frame, figure, &bars::of_steps(steps)),
        Shape::Heat { matrix, is_correlation } => {
            heat::draw(&mut page, frame, figure, matrix, *is_correlation);
        }
    }
    page.finish()
}

/// Title, legend, what the values are, and notes; gives back what is left for the diagram.
fn around(page: &mut Page, figure: &Figure, size: Size) -> Frame {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let mut top = MARGIN;
    if !figure.title.is_empty() {
        let title = page::fitted(&figure.title, TITLE_SIZE, width - 2.0 * MARGIN);
        page.text(MARGIN, top + TITLE_SIZE * 0.8, TITLE_SIZE, DARK, Anchor::Start, &title);
        top += TITLE_SIZE + 10.0;
    }
    top = legend(page, figure, top, width - MARGIN);
    if let Some(title) = figure.value_title.as_deref().filter(|title| !title.is_empty()) {
        page.text(MARGIN, top + LABEL_SIZE, LABEL_SIZE, MUTED, Anchor::Start, title);
        top += LABEL_SIZE + 12.0;
    }
    let bottom = notes(page, figure, width, height - MARGIN * 0.6);
    Frame { left: MARGIN, top: top + 4.0, right: width - MARGIN, bottom }
}

fn notes(page: &mut Page, figure: &Figure, width: f64, mut bottom: f64) -> f64 {
    for note in figure.notes.iter().take(MOST_NOTES).rev() {
        let note = page::fitted(note, NOTE_SIZE, width - 2.0 * MARGIN);
        page.text(MARGIN, bottom - 2.0, NOTE_SIZE, MUTED, Anchor::Start, &note);
        bottom -= NOTE_SIZE + 4.0;
    }
    bottom
}

/// A swatch and a name for each series, in as many lines as it takes.
fn legend(page: &mut Page, figure: &Figure, top: f64, right: f64) -> f64 {
    let series = match &figure.shape {
        Shape::Lines { series, .. } if series.len() > 1 => series,
        Shape::Candles { overlays, .. } if !overlays.is_empty() => overlays,
        _ => return top,
    };
    let mut entries: Vec<(&str, &str)> = Vec::new();
    if matches!(figure.shape, Shape::Candles { .. }) {
        entries.extend([(RISING, "rising"), (FALLING, "falling")]);
    }
    entries.extend(SERIES.iter().copied().zip(series.iter().map(|series| series.name.as_str())));
    let (mut x, mut y) = (MARGIN, top + LABEL_SIZE);
    for (colour, name) in entries {
        let taken = 18.0 + text_width(name, LABEL_SIZE) + 18.0;
        if x > MARGIN && x + taken > right {
            (x, y) = (MARGIN, y + LABEL_SIZE + 6.0);
        }
        page.rect(x, y - 9.0, 12.0, 10.0, colour);
        page.text(x + 18.0, y, LABEL_SIZE, DARK, Anchor::Start, name);
        x += taken;
    }
    y + 12.0
}
