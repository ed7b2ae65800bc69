//! Lines of dots: eight in each letter by braille, one in plain ASCII. Without colours, several lines are told
//! apart by their letters.

use super::TextStyle;
use super::plot::{BETWEEN_TIMES, Plot};
use super::sheet::{Ink, Painter, Sheet};
use super::width::{cut, width};
use crate::colour::SERIES_TERMINAL;
use crate::data::Series;
use crate::figure::Figure;
use crate::times::TimeScale;

pub(super) const LETTERS: [char; 12] = ['*', '+', 'o', 'x', '#', '@', '%', '&', '=', '~', '^', '$'];

pub(super) fn draw(
    painter: &mut Painter,
    style: &TextStyle,
    figure: &Figure,
    all: &[Series],
    is_filled: bool,
) {
    let points = || all.iter().flat_map(|series| &series.points);
    let base = is_filled.then_some(0.0);
    let plot = Plot::of(points().map(|point| point.value).chain(base), figure, style);
    let times = TimeScale::around(points().map(|point| point.time));
    let by_letters = style.ascii || (all.len() > 1 && !style.colour);
    if all.len() > 1 {
        legend(painter, style, all, by_letters);
    }
    let mut dots = Dots::new(plot.width, plot.height, by_letters);
    for (index, series) in all.iter().enumerate() {
        dots.begin(index);
        let place = |point: &crate::Point| {
            let x = (times.share(point.time) * (dots.width() - 1) as f64).round() as usize;
            (x, plot.row_of(point.value, dots.height()))
        };
        let places: Vec<_> = series.points.iter().map(place).collect();
        let ground = base.map(|base| plot.row_of(base, dots.height()));
        dots.connect(&places, ground);
    }
    plot.draw(painter, style, &dots.sheet);
    let column = |moment| (times.share(moment) * (plot.width - 1) as f64).round() as usize;
    let ticks = times.ticks((plot.width / BETWEEN_TIMES).max(1));
    let ticks: Vec<_> = ticks.into_iter().map(|(moment, label)| (column(moment), label)).collect();
    plot.times(painter, style, &ticks);
}

pub(super) fn ink(index: usize) -> Ink {
    Ink::of(SERIES_TERMINAL[index % SERIES_TERMINAL.len()])
}

pub(super) fn legend(painter: &mut Painter, style: &TextStyle, all: &[Series], by_letters: bool) {
    let mut line: Vec<(String, Ink)> = Vec::new();
    let mut taken = 0;
    for (index, series) in all.iter().enumerate() {
        let sign = if by_letters { LETTERS[index % LETTERS.len()] } else { '━' };
        let entry = cut(&format!("{sign} {}", series.name), style.width);
        let wide = width(&entry);
        if taken > 0 && taken + 2 + wide > style.width {
            write(painter, &line);
            (line, taken) = (Vec::new(), 0);
        }
        if taken > 0 {
            line.push(("  ".into(), Ink::default()));
            taken += 2;
        }
        line.push((entry, ink(index)));
        taken += wide;
    }
    write(painter, &line);
}

fn write(painter: &mut Painter, line: &[(String, Ink)]) {
    let parts: Vec<_> = line.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    painter.line(&parts);
}

/// A field of dots over a field of letters.
#[derive(Debug)]
struct Dots {
    sheet: Sheet,
    by_letters: bool,
    letter: char,
    ink: Ink,
}

impl Dots {
    fn new(width: usize, height: usize, by_letters: bool) -> Self {
        Self {
            sheet: Sheet::new(width, height),
            by_letters,
            letter: LETTERS[0],
            ink: Ink::default(),
        }
    }

    fn begin(&mut self, series: usize) {
        (self.letter, self.ink) = (LETTERS[series % LETTERS.len()], ink(series));
    }

    fn width(&self) -> usize {
        self.sheet.width * if self.by_letters { 1 } else { 2 }
    }

    fn height(&self) -> usize {
        self.sheet.height * if self.by_letters { 1 } else { 4 }
    }

    fn dot(&mut self, x: usize, y: usize) {
        if self.by_letters {
            self.sheet.set(x, y, self.letter, self.ink);
            return;
        }
        // The bit of each dot of a braille letter, by column and row.
        const BITS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        const EMPTY: u32 = 0x2800;
        let there = self.sheet.get(x / 2, y / 4);
        let dots = if there == ' ' { EMPTY } else { u32::from(there) } | BITS[x % 2][y % 4];
        self.sheet.set(x / 2, y / 4, char::from_u32(dots).unwrap_or('?'), self.ink);
    }

    /// A line through all places, and down to the ground where there is one.
    fn connect(&mut self, places: &[(usize, usize)], ground: Option<usize>) {
        if let [(x, y)] = places {
            self.column(*x, *y, ground);
        }
        for pair in places.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            // As many steps as the longer side has dots, so that no gap is left.
            let steps = x0.abs_diff(x1).max(y0.abs_diff(y1)).max(1);
            let between = |a: usize, b: usize, step: usize| {
                (a as f64 + (b as f64 - a as f64) * step as f64 / steps as f64).round() as usize
            };
            for step in 0..=steps {
                self.column(between(x0, x1, step), between(y0, y1, step), ground);
            }
        }
    }

    fn column(&mut self, x: usize, y: usize, ground: Option<usize>) {
        let ground = ground.unwrap_or(y);
        for y in y.min(ground)..=y.max(ground) {
            self.dot(x, y);
        }
    }
}
