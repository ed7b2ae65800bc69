//! Prices over time: from low to high a thin line, from open to close a body; volumes below, where there are any.

use serde_json::{Value, json};

use super::line::{MOST_POINTS, colour_of, rows, thinned};
use super::spec::{block, time_axis, value_axis, value_title};
use crate::colour::{FALLING, RISING};
use crate::data::{Candle, Series};
use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, thin, tidy};

/// More have no room for a body each.
const MOST_CANDLES: usize = 500;

pub(super) struct Candlestick;

impl DiagramSpecAdapter for Candlestick {
    fn kind(&self) -> &str {
        "candlestick"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let DiagramData::Candles { candles, overlays } = data else {
            return Err(data.wrong_for("candlestick", "candles"));
        };
        let mut notes = Vec::new();
        let candles = tidy::candles(candles, &mut notes)?;
        let overlays = tidy::all_series(overlays, &mut notes)?;
        let kept = thin::candles(&candles, options.most_points_or(MOST_CANDLES));
        if kept.len() < candles.len() {
            let each = candles.len().div_ceil(kept.len());
            let (from, to) = (candles.len(), kept.len());
            notes.push(format!("{from} candles drawn as {to}, up to {each} in each"));
        }
        let overlays = thinned(overlays, MOST_POINTS, &mut notes);
        let values = kept.iter().map(|candle| json!(candle)).collect();
        Ok(block("candlestick", options, notes, values, layers(&kept, &overlays, options)))
    }
}

fn layers(candles: &[Candle], overlays: &[Series], options: &DiagramOptions) -> Value {
    let size = options.size.within_reason();
    let has_volume = candles.iter().any(|candle| candle.volume.is_some_and(|volume| volume > 0.0));
    let below = if has_volume { size.height / 5 } else { 0 };
    let mut prices = json!({
        "width": size.width, "height": size.height - below,
        "layer": price_layers(candles.len(), overlays, options)
    });
    if has_volume {
        let volumes = json!({
            "width": size.width, "height": below,
            "mark": {"type": "bar", "size": body_width(candles.len(), size.width)},
            "encoding": {
                "x": time_axis(), "color": rising_or_falling(),
                "y": {"field": "volume", "type": "quantitative", "title": "Volume",
                    "axis": {"format": "~s", "tickCount": 2, "gridColor": "#e5e7eb", "domain": false}}
            }
        });
        prices = json!({"vconcat": [prices, volumes], "resolve": {"scale": {"x": "shared"}}});
    }
    if !overlays.is_empty() {
        prices["datasets"] = json!({"overlays": rows(overlays)});
    }
    prices
}

fn price_layers(count: usize, overlays: &[Series], options: &DiagramOptions) -> Value {
    let y = |field: &str| {
        json!({"field": field, "type": "quantitative", "scale": {"zero": false},
            "title": value_title(options), "axis": value_axis(options)})
    };
    let wick = json!({
        "mark": "rule",
        "encoding": {"x": time_axis(), "y": y("low"), "y2": {"field": "high"}, "color": rising_or_falling()}
    });
    let width = body_width(count, options.size.within_reason().width);
    let body = json!({
        "mark": {"type": "bar", "size": width},
        "encoding": {"x": time_axis(), "y": y("open"), "y2": {"field": "close"}, "color": rising_or_falling()}
    });
    let lines = json!({
        "data": {"name": "overlays"}, "mark": {"type": "line", "strokeWidth": 1.5},
        "encoding": {"x": time_axis(), "y": y("value"), "color": named(overlays)}
    });
    if overlays.is_empty() { json!([wick, body]) } else { json!([wick, body, lines]) }
}

/// One line over candles is not told by its place, so it is always named.
fn named(overlays: &[Series]) -> Value {
    let mut colour = colour_of(overlays);
    colour["legend"] = json!({"title": null, "orient": "top"});
    colour
}

fn rising_or_falling() -> Value {
    json!({"condition": {"test": "datum.open <= datum.close", "value": RISING}, "value": FALLING})
}

fn body_width(count: usize, width: u32) -> f64 {
    (f64::from(width) / count as f64 * 0.5).clamp(1.0, 20.0)
}
