//! A chart as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::figure::Figure;
use crate::{ChartError, Size, TextStyle, png, svg, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChartBlock {
    /// `candlestick`, `line`, `area`, `bar`, `heatmap`, `correlation-matrix`, `waterfall`
    pub kind: String,
    pub title: String,
    /// A Vega-Lite specification (version 6) with its data inside.
    pub spec: Value,
    /// What was done to the data so that it can be drawn: thinned, sorted, left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ChartBlock {
    /// For a terminal. No line is wider than the style says.
    pub fn to_text(&self, style: &TextStyle) -> Result<String, ChartError> {
        Ok(text::chart(&Figure::of(self)?, style))
    }

    pub fn to_svg(&self, size: Size) -> Result<String, ChartError> {
        Ok(svg::chart(&Figure::of(self)?, size.within_reason()))
    }

    /// Twice as many pixels each way as `size` says, for sharp screens.
    pub fn to_png(&self, size: Size) -> Result<Vec<u8>, ChartError> {
        png::of_svg(&self.to_svg(size)?)
    }
}
