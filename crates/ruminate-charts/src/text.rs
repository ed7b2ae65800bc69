//! Charts and tables in letters, for terminals: with colours or without, in Unicode or in plain ASCII.

mod bars;
mod candles;
mod heat;
mod lines;
mod plot;
mod sheet;
mod table;
mod width;

use crate::figure::{Figure, Shape};
use sheet::{Ink, Painter};
use width::{ascii, cut, wrapped};

pub(crate) use table::table;

/// How a terminal wants its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Columns of the terminal. Fewer than 20 are taken as 20.
    pub width: usize,
    /// Lines of a plot, without its title and axis.
    pub height: usize,
    /// Whether to write colours, as ANSI escapes.
    pub colour: bool,
    /// Nothing but ASCII.
    pub ascii: bool,
}

impl TextStyle {
    pub fn of_width(width: usize) -> Self {
        Self { width, height: 16, colour: false, ascii: false }
    }

    fn within_reason(self) -> Self {
        Self { width: self.width.clamp(20, 500), height: self.height.clamp(4, 200), ..self }
    }
}

pub(crate) fn chart(figure: &Figure, style: &TextStyle) -> String {
    let style = style.within_reason();
    let mut painter = Painter::new(style.colour);
    for title in [Some(&figure.title), figure.value_title.as_ref()].into_iter().flatten() {
        if !title.is_empty() {
            painter.line(&[(&cut(title, style.width), Ink::default())]);
        }
    }
    match &figure.shape {
        Shape::Candles { candles, overlays } => {
            candles::draw(&mut painter, &style, figure, candles, overlays);
        }
        Shape::Lines { series, is_filled } => {
            lines::draw(&mut painter, &style, figure, series, *is_filled)
        }
        Shape::Bars(bars) => bars::draw(&mut painter, &style, figure, &bars::of_categories(bars)),
        Shape::Waterfall(steps) => bars::draw(&mut painter, &style, figure, &bars::of_steps(steps)),
        Shape::Heat { matrix, is_correlation } => {
            heat::draw(&mut painter, &style, figure, matrix, *is_correlation);
        }
    }
    for line in figure.notes.iter().flat_map(|note| wrapped(&format!("({note})"), style.width)) {
        painter.line(&[(&line, Ink::MUTED)]);
    }
    finished(painter.finish(), style.ascii)
}

fn finished(text: String, is_ascii: bool) -> String {
    if is_ascii { ascii(&text) } else { text }
}
