//! Data that nobody should send, and that is sent.

use jiff::Timestamp;
use proptest::prelude::*;
use ruminate_charts::{
    Candle, Category, ChartBlock, DiagramData, DiagramOptions, Diagrams, Matrix, Point, Series,
    Size, TextStyle,
};
use serde_json::{Value, json};

use crate::gallery::{blocks, candles, correlations, day, make, series};

fn refused(kind: &str, data: DiagramData) -> String {
    let refusal = Diagrams::default().to_chart_block(kind, data, &DiagramOptions::default());
    let error = refusal.unwrap_err();
    assert!(!error.hint().is_empty());
    error.to_string()
}

fn changed(change: impl Fn(&mut Candle)) -> DiagramData {
    let mut candles = candles(3);
    change(&mut candles[1]);
    DiagramData::Candles { candles, overlays: vec![] }
}

#[test]
fn what_is_no_number_is_refused_with_its_place() {
    let told = refused("candlestick", changed(|candle| candle.close = f64::NAN));
    assert_eq!(told, "the close of 2020-01-02 is NaN, which cannot be drawn");
    let told = refused("candlestick", changed(|candle| candle.high = f64::INFINITY));
    assert_eq!(told, "the high of 2020-01-02 is inf, which cannot be drawn");
    let mut one = series("a", 5, 1.0);
    one.points[3].value = f64::NEG_INFINITY;
    assert_eq!(
        refused("line", DiagramData::Series(vec![one])),
        "a at 2020-01-04 is -inf, which cannot be drawn"
    );
    let told = refused("bar", DiagramData::Categories(vec![Category::new("x", f64::NAN)]));
    assert_eq!(told, "x is NaN, which cannot be drawn");
    assert!(
        refused("bar", DiagramData::Categories(vec![Category::new("x", 1e300)]))
            .contains("cannot be drawn")
    );
}

#[test]
fn candles_that_cannot_be_are_refused() {
    let told = refused("candlestick", changed(|candle| candle.volume = Some(-1.0)));
    assert_eq!(told, "the candle of 2020-01-02 has a volume below zero");
    let told = refused("candlestick", changed(|candle| candle.high = candle.low - 1.0));
    assert_eq!(told, "the candle of 2020-01-02 has a high below its low");
}

#[test]
fn nothing_is_refused() {
    let nothing = || DiagramData::Candles { candles: vec![], overlays: vec![] };
    assert_eq!(refused("candlestick", nothing()), "there is nothing to show: there are no candles");
    assert!(refused("line", DiagramData::Series(vec![])).contains("no series"));
    let empty = Series { name: "a".into(), points: vec![] };
    assert_eq!(
        refused("line", DiagramData::Series(vec![empty])),
        "there is nothing to show: a has no points"
    );
    assert!(refused("bar", DiagramData::Categories(vec![])).contains("no categories"));
    let nothing = Matrix { rows: vec![], columns: vec![], values: vec![] };
    assert!(refused("heatmap", DiagramData::Matrix(nothing)).contains("no cells"));
    let unknown =
        Matrix { rows: vec!["a".into()], columns: vec!["b".into()], values: vec![vec![None]] };
    assert!(
        refused("heatmap", DiagramData::Matrix(unknown)).contains("no cell of the matrix is known")
    );
}

#[test]
fn too_many_are_refused() {
    let many = (0..13).map(|nth| series(&nth.to_string(), 2, 1.0)).collect();
    assert_eq!(
        refused("line", DiagramData::Series(many)),
        "13 series are too many to be read; 12 is the most"
    );
    let many = (0..201).map(|nth| Category::new(nth.to_string(), 1.0)).collect();
    assert!(refused("bar", DiagramData::Categories(many)).contains("201 categories"));
}

#[test]
fn matrices_that_are_none_are_refused() {
    let check = |change: fn(&mut Matrix), told: &str| {
        let mut matrix = correlations();
        change(&mut matrix);
        assert_eq!(refused("correlation-matrix", DiagramData::Matrix(matrix)), told);
    };
    check(
        |matrix| {
            matrix.values.pop();
        },
        "the matrix has 3 names of rows and 2 rows",
    );
    check(
        |matrix| {
            matrix.values[1].pop();
        },
        "the matrix has 3 columns, and 2 cells in AMZN",
    );
    check(
        |matrix| matrix.values[0][1] = Some(1.5),
        "the matrix of correlations has values beyond -1 and 1",
    );
    check(
        |matrix| matrix.values[0][1] = Some(0.5),
        "the matrix of correlations is not the same in both directions",
    );
    check(
        |matrix| matrix.rows[0] = "X".into(),
        "the matrix of correlations has other rows than columns",
    );
}

#[test]
fn what_is_out_of_order_or_doubled_is_put_right_and_told() {
    let mut candles = candles(4);
    candles.swap(0, 3);
    candles.push(Candle { close: candles[1].open, ..candles[1] });
    candles[2].open = candles[2].high + 1.0;
    let block = make("candlestick", DiagramData::Candles { candles, overlays: vec![] }, "", None);
    let rows = block.spec["data"]["values"].as_array().unwrap();
    let times: Vec<&str> = rows.iter().map(|row| &row["time"].as_str().unwrap()[..10]).collect();
    assert_eq!(times, ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-04"]);
    assert_eq!(rows[1]["open"], rows[1]["close"], "the later of two counts");
    assert_eq!(rows[2]["open"], rows[2]["high"]);
    let told = [
        "1 candles opened or closed beyond their high or low, which was widened",
        "candles: put in the order of time",
        "candles: of 1 doubled times, the later entry was taken",
    ];
    assert_eq!(block.notes, told);
}

#[test]
fn names_cannot_command_a_terminal_or_break_a_picture() {
    let evil = "\u{1b}]0;owned\u{7}</svg><script>alert(1)</script>\u{202e}&\"";
    let named = |name: &str| Series { name: name.into(), ..series("", 5, 1.0) };
    let data = DiagramData::Series(vec![named(evil), named(evil), named("")]);
    let block = make("line", data, evil, None);
    let text = block.to_text(&TextStyle::of_width(80)).unwrap();
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    assert!(text.contains("series 3"), "{text}");
    let svg = block.to_svg(Size::default()).unwrap();
    assert!(!svg.contains("<script") && svg.contains("&lt;script"), "{svg}");
    assert!(block.to_png(Size::default()).is_ok());
}

#[test]
fn a_spec_that_was_changed_is_refused_and_never_a_panic() {
    let good = blocks();
    let mut spoilt: Vec<ChartBlock> = Vec::new();
    for block in &good {
        for (pointer, value) in [
            ("/data/values", json!(null)),
            ("/data/values", json!([])),
            ("/data/values", json!([[]])),
            ("/data/values/0", json!({})),
            (
                "/data/values/0",
                json!({"time": "soon", "series": 3, "value": "x", "name": null, "row": {}, "column": 1}),
            ),
            ("/data", json!(7)),
            ("", json!("spec")),
        ] {
            let mut block = block.clone();
            *block.spec.pointer_mut(pointer).unwrap() = value;
            spoilt.push(block);
        }
    }
    for block in spoilt {
        let error = block.to_svg(Size::default()).unwrap_err();
        assert!(["chart_bad_spec", "chart_empty"].contains(&error.code()), "{error}");
        assert!(block.to_text(&TextStyle::of_width(60)).is_err());
    }
    // A block may also claim to be of another kind.
    for (block, other) in good.iter().flat_map(|block| good.iter().map(move |other| (block, other)))
    {
        let block = ChartBlock { kind: other.kind.clone(), ..block.clone() };
        let _ = block.to_svg(Size::default());
        let _ = block.to_text(&TextStyle::of_width(60));
    }
}

#[test]
fn many_names_in_a_matrix_take_no_memory() {
    let rows: Vec<Value> = (0..20_000)
        .map(|nth| json!({"row": nth.to_string(), "column": nth.to_string(), "value": 1}))
        .collect();
    let block = ChartBlock {
        kind: "heatmap".into(),
        title: String::new(),
        spec: json!({"data": {"values": rows}}),
        notes: vec![],
    };
    assert_eq!(block.to_svg(Size::default()).unwrap_err().code(), "chart_too_many");
}

fn any_value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -1e3..1e3f64,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, 1e18, -1e18, 1e-300, f64::MIN_POSITIVE])
    ]
}

fn any_time() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        4 => (0..400i64).prop_map(day),
        1 => prop::sample::select(vec![Timestamp::MIN, Timestamp::MAX, Timestamp::UNIX_EPOCH]),
        1 => any::<i32>().prop_map(|second| Timestamp::from_second(second.into()).unwrap())
    ]
}

fn any_data() -> impl Strategy<Value = DiagramData> {
    let point = (any_time(), any_value()).prop_map(|(time, value)| Point { time, value });
    let points = prop::collection::vec(point, 0..30);
    let one = (any::<String>(), points).prop_map(|(name, points)| Series { name, points });
    let all = prop::collection::vec(one, 0..4).boxed();
    let volume = prop::option::of(any_value());
    let candle = (any_time(), any_value(), any_value(), any_value(), any_value(), volume);
    let candle = candle.prop_map(|(time, open, a, b, close, volume)| Candle {
        time,
        open,
        high: a.max(b),
        low: a.min(b),
        close,
        volume,
    });
    let candles = (prop::collection::vec(candle, 0..60), all.clone());
    let category =
        (any::<String>(), any_value()).prop_map(|(name, value)| Category { name, value });
    let names = prop::collection::vec(any::<String>(), 0..5);
    let cells =
        prop::collection::vec(prop::collection::vec(prop::option::of(any_value()), 0..5), 0..5);
    prop_oneof![
        candles.prop_map(|(candles, overlays)| DiagramData::Candles { candles, overlays }),
        all.prop_map(DiagramData::Series),
        prop::collection::vec(category, 0..40).prop_map(DiagramData::Categories),
        (names.clone(), names, cells).prop_map(|(rows, columns, values)| DiagramData::Matrix(
            Matrix { rows, columns, values }
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever comes is drawn or refused, and what is drawn fits.
    #[test]
    fn anything_is_drawn_or_refused(
        data in any_data(), kind in 0..7usize, title in any::<String>(), width in 0..130usize,
        colour in any::<bool>(), ascii in any::<bool>()
    ) {
        let diagrams = Diagrams::default();
        let kind = diagrams.kinds()[kind].to_owned();
        let options = DiagramOptions { value_title: Some(title.clone()), ..DiagramOptions::titled(title) };
        let Ok(block) = diagrams.to_chart_block(&kind, data, &options) else { return Ok(()) };
        let svg = block.to_svg(Size::default()).unwrap();
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{}", svg);
        let style = TextStyle { height: 8, colour, ascii, ..TextStyle::of_width(width) };
        let text = block.to_text(&style).unwrap();
        crate::terminal::check_width(&text, width.max(20));
        prop_assert!(!ascii || text.is_ascii());
    }
}
