//! Charts in letters.

use ruminate_charts::{Category, DiagramData, Matrix, TextStyle};
use unicode_width::UnicodeWidthStr;

use crate::gallery::{blocks, candles, correlations, make, series, years};

/// Without the escapes of colours, no line is wider.
pub(crate) fn check_width(text: &str, most: usize) {
    for line in plain(text).lines() {
        assert!(line.width() <= most, "{} > {most}: {line:?}", line.width());
    }
}

pub(crate) fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').expect("a colour").1).collect::<String>()
}

fn style(width: usize, height: usize) -> TextStyle {
    TextStyle { height, ..TextStyle::of_width(width) }
}

#[test]
fn every_kind_fits_every_terminal_in_every_style() {
    for block in blocks() {
        for width in [20, 40, 80, 200] {
            for (colour, ascii) in [(false, false), (true, false), (false, true), (true, true)] {
                let style = TextStyle { colour, ascii, ..style(width, 10) };
                let text = block.to_text(&style).unwrap();
                check_width(&text, width);
                assert_eq!(text.contains('\u{1b}'), colour, "{text}");
                assert!(!ascii || text.is_ascii(), "{text}");
                assert!(text.starts_with(block.title.split(' ').next().unwrap()), "{text}");
            }
        }
    }
}

#[test]
fn a_line_is_drawn_in_braille() {
    let block = make("line", DiagramData::Series(vec![series("a", 60, 0.5)]), "Line", None);
    let text = block.to_text(&style(50, 8)).unwrap();
    assert!(text.starts_with("Line\nUSD\n"), "{text}");
    assert!(text.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c)), "{text}");
    assert!(text.contains("2020"), "{text}");
}

#[test]
fn candles_rise_and_fall_without_colours() {
    let data = DiagramData::Candles { candles: candles(12), overlays: vec![] };
    let block = make("candlestick", data, "Candles", None);
    let text = block.to_text(&style(50, 10)).unwrap();
    assert!(text.contains("▒ rising  █ falling"), "{text}");
    assert!(text.matches('▒').count() > 3 && text.matches('█').count() > 3, "{text}");
    assert!(text.contains("Vol "), "{text}");
    let ascii = block.to_text(&TextStyle { ascii: true, ..style(50, 10) }).unwrap();
    assert!(ascii.contains("O rising  # falling"), "{ascii}");
}

#[test]
fn several_lines_are_told_apart_without_colours() {
    let data = || DiagramData::Series(vec![series("up", 40, 1.0), series("down", 40, -1.0)]);
    let block = make("line", data(), "", None);
    let text = block.to_text(&style(60, 10)).unwrap();
    assert!(text.contains("* up  + down"), "{text}");
    assert!(text.matches('*').count() > 20 && text.matches('+').count() > 20, "{text}");
    let coloured = block.to_text(&TextStyle { colour: true, ..style(60, 10) }).unwrap();
    assert!(
        coloured.contains("\u{1b}[38;5;39m━ up") && coloured.contains("\u{1b}[38;5;214m━ down"),
        "{coloured}"
    );
}

#[test]
fn bars_have_a_zero_and_values() {
    let block = make("bar", DiagramData::Categories(years()), "Years", Some(".1%"));
    let text = block.to_text(&TextStyle { ascii: true, ..style(40, 10) }).unwrap();
    let wanted = "\
Years
USD
2015 |     #                       -0.7%
2016 |      #######                 9.5%
2017 |      ##############         19.4%
2018 | #####                       -6.2%
2019 |      #####################  28.9%
";
    assert_eq!(text, wanted);
}

#[test]
fn a_matrix_shows_its_numbers_or_else_shades() {
    let block = make("correlation-matrix", DiagramData::Matrix(correlations()), "", None);
    let wanted = "\
USD
       AAPL  AMZN   IBM
AAPL   1.00  0.35 -0.62
AMZN   0.35  1.00  0.08
IBM   -0.62  0.08  1.00
";
    assert_eq!(block.to_text(&style(40, 10)).unwrap(), wanted);

    let columns: Vec<String> = (1..=60).map(|day| format!("day {day}")).collect();
    let values = vec![(0..60).map(|nth| Some(f64::from(nth))).collect()];
    let block = make(
        "heatmap",
        DiagramData::Matrix(Matrix { rows: vec!["r".into()], columns, values }),
        "",
        None,
    );
    let text = block.to_text(&style(40, 10)).unwrap();
    assert!(text.contains('░') && text.contains('▓'), "{text}");
    assert!(text.contains("22 more"), "{text}");
}

#[test]
fn shares_lose_their_fraction_before_they_become_shades() {
    let columns: Vec<String> = (1..=12).map(|month| month.to_string()).collect();
    let values = vec![(0..12).map(|nth| Some(f64::from(nth) / 100.0 - 0.125)).collect()];
    let matrix = Matrix { rows: vec!["2020".into()], columns, values };
    let block = make("heatmap", DiagramData::Matrix(matrix), "", Some(".1%"));
    assert!(block.to_text(&style(100, 10)).unwrap().contains("-12.5%"));
    assert!(block.to_text(&style(80, 10)).unwrap().contains("-12%"));
    let narrow = block.to_text(&style(40, 10)).unwrap();
    assert!(narrow.replace('\n', " ").contains("shades from -12.5% to -1.5%"), "{narrow}");
}

#[test]
fn lines_over_candles_hide_none_of_them() {
    let candles = candles(40);
    let over = candles
        .iter()
        .map(|candle| ruminate_charts::Point { time: candle.time, value: candle.close });
    let overlays = vec![ruminate_charts::Series { name: "close".into(), points: over.collect() }];
    let text = |overlays| {
        let data = DiagramData::Candles { candles: candles.clone(), overlays };
        make("candlestick", data, "", None).to_text(&style(60, 10)).unwrap()
    };
    let with = text(overlays).replacen("* close\n", "", 1);
    assert_eq!(with, text(vec![]));
}

#[test]
fn a_waterfall_floats() {
    let amounts = vec![Category::new("in", 10.0), Category::new("out", -4.0)];
    let block = make("waterfall", DiagramData::Categories(amounts), "", None);
    let text = block.to_text(&TextStyle { ascii: true, ..style(24, 10) }).unwrap();
    let wanted = "\
USD
in    | ############  10
out   |        #####  -4
Total | #######        6
";
    assert_eq!(text, wanted);
}
