//! What all specifications have in common.

use serde_json::{Map, Value, json};

use crate::clean::{LONGEST_NAME, LONGEST_TITLE, clean};
use crate::{ChartBlock, DiagramOptions, Format};

pub(super) const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// A block around `values` and what is particular to its kind.
pub(super) fn block(
    kind: &'static str,
    options: &DiagramOptions,
    notes: Vec<String>,
    values: Vec<Value>,
    particular: Value,
) -> ChartBlock {
    let title = clean(&options.title, LONGEST_TITLE);
    let mut spec = Map::new();
    spec.insert("$schema".into(), SCHEMA.into());
    let subtitle = json!({"text": title, "subtitle": notes, "anchor": "start"});
    spec.insert("title".into(), subtitle);
    spec.insert("background".into(), "white".into());
    // For whoever draws it without Vega: the same words and numbers at one place in all kinds.
    let meta = json!({"valueTitle": value_title(options), "format": format(options)});
    spec.insert("usermeta".into(), meta);
    spec.insert("data".into(), json!({ "values": values }));
    if let Value::Object(particular) = particular {
        spec.extend(particular);
    }
    ChartBlock { kind: kind.into(), title, spec: spec.into(), notes }
}

pub(super) fn value_title(options: &DiagramOptions) -> Option<String> {
    options.value_title.as_deref().map(|title| clean(title, LONGEST_NAME))
}

/// Only what both Vega and this crate understand.
pub(super) fn format(options: &DiagramOptions) -> Option<&str> {
    options.format.as_deref().filter(|format| Format::parse(format).is_some())
}

/// The axis of values.
pub(super) fn value_axis(options: &DiagramOptions) -> Value {
    let mut axis = json!({"gridColor": "#e5e7eb", "domain": false, "ticks": false});
    if let Some(format) = format(options) {
        axis["format"] = format.into();
    }
    axis
}

/// The axis of times. Vega would show them in the reader's time zone, where a day may begin a day early.
pub(super) fn time_axis() -> Value {
    json!({
        "field": "time", "type": "temporal", "scale": {"type": "utc"}, "title": null,
        "axis": {"grid": false, "labelOverlap": true}
    })
}
