//! A matrix as numbers on coloured ground, or as shades where numbers have no room.

use super::TextStyle;
use super::sheet::{Ink, Painter};
use super::width::{cut, left, right, width, wrapped};
use crate::colour::HeatScale;
use crate::data::Matrix;
use crate::figure::Figure;

const BLACK: u8 = 16;
const WHITE: u8 = 231;

pub(super) fn draw(
    painter: &mut Painter,
    style: &TextStyle,
    figure: &Figure,
    matrix: &Matrix,
    is_correlation: bool,
) {
    let scale = if is_correlation {
        HeatScale::correlations()
    } else {
        HeatScale::of(matrix.values.iter().flatten().flatten().copied())
    };
    let names = matrix.rows.iter().map(|name| width(name)).max().unwrap_or(0).min(style.width / 3);
    let room = style.width - names - 1;
    // Shares can do without their fraction; other numbers might all be 0 then.
    let percent = figure.format.filter(|format| format.is_percent());
    let shorter = percent.map(|format| Figure { format: Some(format.whole()), ..figure.clone() });
    for figure in std::iter::once(figure).chain(&shorter) {
        let values = matrix.values.iter().flatten().flatten();
        let widest = values.map(|value| width(&figure.write(*value))).max().unwrap_or(1);
        if (widest + 1) * matrix.columns.len() <= room {
            return numbers(painter, style, figure, matrix, scale, names, widest);
        }
    }
    shades(painter, style, figure, matrix, scale, names, room);
}

fn numbers(
    painter: &mut Painter,
    style: &TextStyle,
    figure: &Figure,
    matrix: &Matrix,
    scale: HeatScale,
    names: usize,
    widest: usize,
) {
    // Wider columns for their names, as far as there is room.
    let wanted = matrix.columns.iter().map(|name| width(name)).max().unwrap_or(0).max(widest) + 1;
    let most = (style.width - names - 1) / matrix.columns.len();
    let each = wanted.min(most);
    let heading = |name: &String| right(&cut(name, each - 1), each);
    let head: String = matrix.columns.iter().map(heading).collect();
    painter.line(&[(&left("", names + 1), Ink::default()), (&head, Ink::MUTED)]);
    for (row, values) in matrix.rows.iter().zip(&matrix.values) {
        let name = left(row, names) + " ";
        let cells: Vec<(String, Ink)> =
            values.iter().map(|value| cell(*value, figure, scale, each)).collect();
        let mut parts = vec![(name.as_str(), Ink::default())];
        parts.extend(cells.iter().map(|(text, ink)| (text.as_str(), *ink)));
        painter.line(&parts);
    }
}

fn cell(value: Option<f64>, figure: &Figure, scale: HeatScale, each: usize) -> (String, Ink) {
    let Some(value) = value else { return (right("–", each), Ink::MUTED) };
    (right(&figure.write(value), each), ink(value, scale))
}

fn ink(value: f64, scale: HeatScale) -> Ink {
    let ground = scale.colour(value);
    Ink::on(if ground.is_light() { BLACK } else { WHITE }, ground.terminal())
}

fn shades(
    painter: &mut Painter,
    style: &TextStyle,
    figure: &Figure,
    matrix: &Matrix,
    scale: HeatScale,
    names: usize,
    room: usize,
) {
    let steps: &[char] = if style.ascii {
        &['.', ':', '-', '=', '+', '*', '#', '@']
    } else {
        &['·', '░', '▒', '▓', '█']
    };
    let each = (room / matrix.columns.len()).clamp(1, 4);
    let shown = matrix.columns.len().min(room);
    let (low, high) = scale.ends();
    for (row, values) in matrix.rows.iter().zip(&matrix.values) {
        let name = left(row, names) + " ";
        let cell = |value: &Option<f64>| {
            let Some(value) = value else { return (" ".repeat(each), Ink::default()) };
            if style.colour && !style.ascii {
                return (" ".repeat(each), ink(*value, scale));
            }
            let share = if high > low { (value - low) / (high - low) } else { 0.5 };
            let step = (share * (steps.len() - 1) as f64).round() as usize;
            (steps[step.min(steps.len() - 1)].to_string().repeat(each), Ink::default())
        };
        let cells: Vec<(String, Ink)> = values.iter().take(shown).map(cell).collect();
        let mut parts = vec![(name.as_str(), Ink::default())];
        parts.extend(cells.iter().map(|(text, ink)| (text.as_str(), *ink)));
        painter.line(&parts);
    }
    for line in wrapped(&legend(figure, matrix, shown, (low, high)), style.width) {
        painter.line(&[(&line, Ink::MUTED)]);
    }
}

fn legend(figure: &Figure, matrix: &Matrix, shown: usize, (low, high): (f64, f64)) -> String {
    let (first, last) = (&matrix.columns[0], &matrix.columns[shown - 1]);
    let left_out = matrix.columns.len() - shown;
    let more =
        if left_out > 0 { format!(", {left_out} more are not shown") } else { String::new() };
    let (low, high) = (figure.write(low), figure.write(high));
    format!("columns from {first} to {last}{more}; shades from {low} to {high}")
}
