//! Rows under headings; where they are too wide for the terminal, each row as a list of its own.

use super::sheet::{Ink, Painter};
use super::width::{cut, left, right, width, wrapped};
use super::{TextStyle, finished};
use crate::TableBlock;
use crate::clean::{LONGEST_TITLE, clean};

/// Between columns.
const GAP: usize = 2;

pub(crate) fn table(table: &TableBlock, style: &TextStyle) -> String {
    let style = style.within_reason();
    let mut painter = Painter::new(style.colour);
    let title = clean(&table.title, LONGEST_TITLE);
    if !title.is_empty() {
        painter.line(&[(&cut(&title, style.width), Ink::default())]);
    }
    let headings: Vec<String> = table.columns.iter().map(|column| column.heading()).collect();
    let written = |row: &Vec<crate::Cell>| -> Vec<String> {
        table.columns.iter().zip(row).map(|(column, cell)| column.write(cell)).collect()
    };
    let rows: Vec<Vec<String>> = table.rows.iter().map(written).collect();
    let widths = widths(&headings, &rows);
    let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    if total <= style.width {
        beside(&mut painter, &style, table, &headings, &rows, &widths);
    } else {
        below(&mut painter, &style, &headings, &rows);
    }
    for note in table.notes.iter().map(|note| clean(note, LONGEST_TITLE * 2)) {
        for line in wrapped(&format!("({note})"), style.width) {
            painter.line(&[(&line, Ink::MUTED)]);
        }
    }
    finished(painter.finish(), style.ascii)
}

fn widths(headings: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let widest = |(index, heading): (usize, &String)| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| width(cell));
        cells.max().unwrap_or(0).max(width(heading))
    };
    headings.iter().enumerate().map(widest).collect()
}

/// Numbers end below each other, texts begin so.
fn beside(
    painter: &mut Painter,
    style: &TextStyle,
    table: &TableBlock,
    headings: &[String],
    rows: &[Vec<String>],
    widths: &[usize],
) {
    let aligned = |cells: &[String]| -> String {
        let cells = cells.iter().zip(widths).zip(&table.columns);
        let cells =
            cells.map(
                |((cell, wide), column)| {
                    if column.is_number() { right(cell, *wide) } else { left(cell, *wide) }
                },
            );
        cells.collect::<Vec<_>>().join(&" ".repeat(GAP))
    };
    painter.line(&[(&aligned(headings), Ink::MUTED)]);
    let rule = if style.ascii { "-" } else { "─" };
    let rules: Vec<String> = widths.iter().map(|wide| rule.repeat(*wide)).collect();
    painter.line(&[(&rules.join(&" ".repeat(GAP)), Ink::MUTED)]);
    for row in rows {
        painter.line(&[(&aligned(row), Ink::default())]);
    }
}

fn below(painter: &mut Painter, style: &TextStyle, headings: &[String], rows: &[Vec<String>]) {
    let widest = headings.iter().map(|heading| width(heading)).max().unwrap_or(0);
    let names = widest.min(style.width / 2);
    let room = style.width - names - GAP;
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            painter.line(&[]);
        }
        for (heading, cell) in headings.iter().zip(row) {
            let heading = left(heading, names + GAP);
            painter.line(&[(&heading, Ink::MUTED), (&cut(cell, room), Ink::default())]);
        }
    }
}
