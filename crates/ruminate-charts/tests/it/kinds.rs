//! Adapters, by kind.

use ruminate_charts::{
    Category, ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, Diagrams,
};
use serde_json::json;

use crate::gallery::{blocks, candles, correlations, make, series, years};

#[test]
fn the_seven_kinds_are_there() {
    let kinds =
        ["area", "bar", "candlestick", "correlation-matrix", "heatmap", "line", "waterfall"];
    assert_eq!(Diagrams::default().kinds(), kinds);
    let made: std::collections::BTreeSet<String> =
        blocks().into_iter().map(|block| block.kind).collect();
    assert_eq!(made.into_iter().collect::<Vec<_>>(), kinds);
}

#[test]
fn an_unknown_kind_is_told_with_those_there_are() {
    let data = DiagramData::Categories(years());
    let error =
        Diagrams::default().to_chart_block("pie", data, &DiagramOptions::default()).unwrap_err();
    assert_eq!(error.code(), "chart_unknown_kind");
    let told = "there is no diagram of the kind \"pie\"; there are area, bar, candlestick, correlation-matrix, heatmap, line, waterfall";
    assert_eq!(error.to_string(), told);
}

#[test]
fn kinds_are_understood_as_people_write_them() {
    let data = DiagramData::Matrix(correlations());
    assert_eq!(make("Correlation_Matrix", data, "", None).kind, "correlation-matrix");
}

#[test]
fn data_of_another_shape_is_told() {
    let data = DiagramData::Series(vec![series("a", 3, 1.0)]);
    let error = Diagrams::default()
        .to_chart_block("candlestick", data, &DiagramOptions::default())
        .unwrap_err();
    assert_eq!(error.to_string(), "a candlestick diagram shows candles, not series over time");
}

#[test]
fn another_domain_can_add_a_kind() {
    struct Gauge;
    impl DiagramSpecAdapter for Gauge {
        fn kind(&self) -> &str {
            "gauge"
        }
        fn to_chart_block(
            &self,
            _: DiagramData,
            options: &DiagramOptions,
        ) -> Result<ChartBlock, ChartError> {
            let title = options.title.clone();
            Ok(ChartBlock { kind: "gauge".into(), title, spec: json!({}), notes: vec![] })
        }
    }
    let mut diagrams = Diagrams::default();
    diagrams.register(Box::new(Gauge));
    assert!(diagrams.kinds().contains(&"gauge"));
    let data = DiagramData::Categories(vec![Category::new("a", 1.0)]);
    let block = diagrams.to_chart_block("gauge", data, &DiagramOptions::default()).unwrap();
    let error = block.to_svg(Default::default()).unwrap_err();
    assert_eq!(error.code(), "chart_bad_spec", "{error}");
}

#[test]
fn a_block_survives_json() {
    for block in blocks() {
        let again: ChartBlock =
            serde_json::from_str(&serde_json::to_string(&block).unwrap()).unwrap();
        assert_eq!(
            (&again.kind, &again.title, &again.notes),
            (&block.kind, &block.title, &block.notes)
        );
        assert_eq!(again.to_svg(Default::default()), block.to_svg(Default::default()));
    }
}

#[test]
fn a_waterfall_adds_up() {
    let amounts = vec![
        Category::new("sales", 100.0),
        Category::new("costs", -60.0),
        Category::new("Total", 5.0),
    ];
    let block = make("waterfall", DiagramData::Categories(amounts), "", None);
    let rows = block.spec["data"]["values"].as_array().unwrap();
    let ends: Vec<_> = rows.iter().map(|row| (&row["name"], &row["start"], &row["end"])).collect();
    let wanted = json!([
        ["sales", 0.0, 100.0],
        ["costs", 100.0, 40.0],
        ["Total", 40.0, 45.0],
        ["Total (2)", 0.0, 45.0]
    ]);
    assert_eq!(json!(ends), wanted);
}

#[test]
fn data_comes_as_json_with_dates_or_times() {
    let data: DiagramData = serde_json::from_value(json!({"candles": {"candles": [
        {"time": "2020-01-31", "open": 1, "high": 3, "low": 0.5, "close": 2},
        {"time": "2020-02-01T14:30:00Z", "open": 2, "high": 3, "low": 1, "close": 1.5, "volume": 7}
    ]}}))
    .unwrap();
    let block = make("candlestick", data, "", None);
    assert_eq!(block.spec["data"]["values"][0]["time"], "2020-01-31T00:00:00Z");
}

#[test]
fn a_million_points_are_thinned_and_told() {
    let data = DiagramData::Series(vec![series("long", 1_000_000, 0.001)]);
    let block = make("line", data, "", None);
    let rows = block.spec["data"]["values"].as_array().unwrap();
    assert!(rows.len() <= 2000, "{}", rows.len());
    assert!(block.notes[0].contains("thinned from 1000000 points to"), "{:?}", block.notes);

    let data = DiagramData::Candles { candles: candles(1_000_000), overlays: vec![] };
    let block = make("candlestick", data, "", None);
    assert_eq!(block.spec["data"]["values"].as_array().unwrap().len(), 500);
    assert_eq!(block.notes, ["1000000 candles drawn as 500, up to 2000 in each"]);
}

#[test]
fn who_wants_more_points_gets_as_many_as_can_be_read_back() {
    let all = (0..12).map(|nth| series(&nth.to_string(), 9000, 0.1)).collect();
    let options = DiagramOptions { most_points: Some(usize::MAX), ..DiagramOptions::default() };
    let block =
        Diagrams::default().to_chart_block("line", DiagramData::Series(all), &options).unwrap();
    let rows = block.spec["data"]["values"].as_array().unwrap().len();
    assert!((50_000..=60_000).contains(&rows), "{rows}");
    assert!(block.to_svg(Default::default()).is_ok());
}
