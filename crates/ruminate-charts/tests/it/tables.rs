//! Tables in letters, and as JSON.

use ruminate_charts::{Cell, Column, ColumnType, TableBlock, TextStyle};
use serde_json::json;

use crate::terminal::check_width;

fn table() -> TableBlock {
    let columns = vec![
        Column::new("symbol", ColumnType::Text),
        Column::new("last close", ColumnType::Number).unit(Some("USD".into())).format(",.2f"),
        Column::new("return", ColumnType::Percent),
        Column::new("since", ColumnType::Date),
    ];
    let mut table = TableBlock::new("Summary", columns);
    let text = |text: &str| Cell::Text(text.into());
    table
        .push(vec![text("SP500"), Cell::Number(2874.56), Cell::Number(0.0663), text("2018-01-02")])
        .unwrap();
    table.push(vec![text("東京"), Cell::Number(12.0), Cell::Empty, Cell::Empty]).unwrap();
    table
}

#[test]
fn columns_are_aligned_by_their_type() {
    let wanted = "\
Summary
symbol  last close (USD)  return  since
──────  ────────────────  ──────  ──────────
SP500           2,874.56   6.63%  2018-01-02
東京               12.00       –  –
";
    assert_eq!(table().to_text(&TextStyle::of_width(60)), wanted);
    let ascii = table().to_text(&TextStyle { ascii: true, ..TextStyle::of_width(60) });
    assert!(ascii.is_ascii() && ascii.contains("????               12.00       -  -"), "{ascii}");
}

#[test]
fn what_is_too_wide_becomes_a_list_for_each_row() {
    let wanted = "\
Summary
symbol            SP500
last close (USD)  2,874.56
return            6.63%
since             2018-01-02

symbol            東京
last close (USD)  12.00
return            –
since             –
";
    assert_eq!(table().to_text(&TextStyle::of_width(40)), wanted);
    for width in 0..60 {
        check_width(&table().to_text(&TextStyle::of_width(width)), width.max(20));
    }
}

#[test]
fn a_table_is_typed_in_json() {
    let json = serde_json::to_value(table()).unwrap();
    assert_eq!(
        json["columns"][1],
        json!({"name": "last close", "type": "number", "unit": "USD", "format": ",.2f"})
    );
    assert_eq!(json["rows"][1], json!(["東京", 12.0, null, null]));
    assert_eq!(serde_json::from_value::<TableBlock>(json).unwrap(), table());
}

#[test]
fn a_row_that_does_not_fit_is_refused() {
    let mut table = table();
    let error = table.push(vec![Cell::Empty]).unwrap_err();
    assert_eq!(error.to_string(), "the table has 4 columns, and a row of 1");
    let text = || Cell::Text("x".into());
    let error = table.push(vec![text(), text(), Cell::Empty, Cell::Empty]).unwrap_err();
    assert_eq!(error.to_string(), "the table has a cell in \"last close\" that is not of its type");
    let error =
        table.push(vec![text(), Cell::Number(f64::NAN), Cell::Empty, Cell::Empty]).unwrap_err();
    assert_eq!(error.code(), "chart_bad_table");
}

#[test]
fn a_table_from_elsewhere_may_lack_cells() {
    let mut table = table();
    table.rows = vec![vec![], vec![Cell::Number(1.0); 9]];
    check_width(&table.to_text(&TextStyle::of_width(30)), 30);
}
