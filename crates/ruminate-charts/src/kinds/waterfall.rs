//! Amounts that add up: each begins where the one before ended, and the last bar is what they come to.

use serde_json::{Value, json};

use super::bar::category_axis;
use super::spec::{block, value_axis, value_title};
use crate::colour::{FALLING, RISING, TOTAL};
use crate::data::Category;
use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, tidy};

pub(super) struct Waterfall;

impl DiagramSpecAdapter for Waterfall {
    fn kind(&self) -> &str {
        "waterfall"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let DiagramData::Categories(amounts) = data else {
            return Err(data.wrong_for("waterfall", "categories with amounts"));
        };
        let amounts = with_total(tidy::categories(amounts)?)?;
        let size = options.size.within_reason();
        let ends = json!({"field": "start", "type": "quantitative", "title": value_title(options), "axis": value_axis(options)});
        let particular = json!({
            "width": size.width, "height": size.height, "mark": "bar",
            "encoding": {
                "x": category_axis(), "y": ends, "y2": {"field": "end"},
                "color": {"field": "step", "type": "nominal", "legend": null,
                    "scale": {"domain": ["rise", "fall", "total"], "range": [RISING, FALLING, TOTAL]}}
            }
        });
        Ok(block("waterfall", options, Vec::new(), steps(&amounts), particular))
    }
}

/// The total is an amount like the others, and has to be fit to be drawn like them.
fn with_total(mut amounts: Vec<Category>) -> Result<Vec<Category>, ChartError> {
    let total = amounts.iter().map(|amount| amount.value).sum();
    amounts.push(Category::new("Total", total));
    tidy::categories(amounts)
}

fn steps(amounts: &[Category]) -> Vec<Value> {
    let mut sum = 0.0;
    let mut rows: Vec<Value> = Vec::new();
    for (index, Category { name, value }) in amounts.iter().enumerate() {
        let is_total = index + 1 == amounts.len();
        let start = if is_total { 0.0 } else { sum };
        sum = start + value;
        let step = match value {
            _ if is_total => "total",
            value if *value < 0.0 => "fall",
            _ => "rise",
        };
        rows.push(json!({"name": name, "value": value, "start": start, "end": sum, "step": step}));
    }
    rows
}
