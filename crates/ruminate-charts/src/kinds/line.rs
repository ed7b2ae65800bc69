//! Values over time, as lines or with the area below them filled.

use serde_json::{Value, json};

use super::spec::{block, time_axis, value_axis, value_title};
use crate::colour::SERIES;
use crate::data::Series;
use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, thin, tidy};

/// As many as a wide picture has columns, twice.
pub(super) const MOST_POINTS: usize = 2000;

pub(super) struct Line;
pub(super) struct Area;

impl DiagramSpecAdapter for Line {
    fn kind(&self) -> &str {
        "line"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let mark = json!({"type": "line", "strokeWidth": 1.5});
        over_time("line", data, options, mark, json!({"zero": false}))
    }
}

impl DiagramSpecAdapter for Area {
    fn kind(&self) -> &str {
        "area"
    }

    /// Areas lie one behind the other and are not stacked: a stack of prices means nothing.
    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let mark = json!({"type": "area", "line": true, "opacity": 0.35});
        over_time("area", data, options, mark, json!({"zero": true}))
    }
}

fn over_time(
    kind: &'static str,
    data: DiagramData,
    options: &DiagramOptions,
    mark: Value,
    scale: Value,
) -> Result<ChartBlock, ChartError> {
    let DiagramData::Series(series) = data else {
        return Err(data.wrong_for(kind, "series over time"));
    };
    let mut notes = Vec::new();
    let series = tidy::some_series(series, &mut notes)?;
    let series = thinned(series, options.most_points_or(MOST_POINTS), &mut notes);
    let mut y = json!({
        "field": "value", "type": "quantitative", "scale": scale,
        "title": value_title(options), "axis": value_axis(options)
    });
    if kind == "area" {
        y["stack"] = Value::Null;
    }
    let particular = json!({
        "width": options.size.within_reason().width,
        "height": options.size.within_reason().height,
        "mark": mark,
        "encoding": {"x": time_axis(), "y": y, "color": colour_of(&series)}
    });
    Ok(block(kind, options, notes, rows(&series), particular))
}

pub(super) fn thinned(all: Vec<Series>, most: usize, notes: &mut Vec<String>) -> Vec<Series> {
    let thin = |Series { name, points }: Series| {
        let kept = thin::points(&points, most);
        if kept.len() < points.len() {
            let (from, to) = (points.len(), kept.len());
            notes.push(format!("{name}: thinned from {from} points to {to}, highs and lows kept"));
        }
        Series { name, points: kept }
    };
    all.into_iter().map(thin).collect()
}

pub(super) fn rows(all: &[Series]) -> Vec<Value> {
    let row = |series: &Series| {
        let name = series.name.clone();
        let one = move |point: &crate::Point| json!({"time": point.time, "series": name, "value": point.value});
        series.points.iter().map(one).collect::<Vec<_>>()
    };
    all.iter().flat_map(row).collect()
}

/// A legend only where there is something to tell apart.
pub(super) fn colour_of(series: &[Series]) -> Value {
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let legend =
        if names.len() > 1 { json!({"title": null, "orient": "top"}) } else { Value::Null };
    json!({
        "field": "series", "type": "nominal", "legend": legend,
        "scale": {"domain": names, "range": &SERIES[..names.len().min(SERIES.len())]}
    })
}
