//! A bar for each category, above or below zero.

use serde_json::{Value, json};

use super::spec::{block, value_axis, value_title};
use crate::colour::{FALLING, SERIES};
use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, tidy};

pub(super) struct Bar;

impl DiagramSpecAdapter for Bar {
    fn kind(&self) -> &str {
        "bar"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let DiagramData::Categories(categories) = data else {
            return Err(data.wrong_for("bar", "categories"));
        };
        let categories = tidy::categories(categories)?;
        let size = options.size.within_reason();
        let particular = json!({
            "width": size.width, "height": size.height, "mark": "bar",
            "encoding": {
                "x": category_axis(),
                "y": {"field": "value", "type": "quantitative", "title": value_title(options), "axis": value_axis(options)},
                "color": {"condition": {"test": "datum.value < 0", "value": FALLING}, "value": SERIES[0]}
            }
        });
        let values = categories.iter().map(|category| json!(category)).collect();
        Ok(block("bar", options, Vec::new(), values, particular))
    }
}

/// In the order that they were given in.
pub(super) fn category_axis() -> Value {
    json!({"field": "name", "type": "nominal", "sort": null, "title": null,
        "axis": {"labelAngle": -35, "labelOverlap": true, "ticks": false}})
}
