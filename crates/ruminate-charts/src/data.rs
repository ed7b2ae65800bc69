//! What diagrams are drawn of.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ChartError;

/// The data of a diagram, in the shape that its kind needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DiagramData {
    /// `candlestick`
    #[serde(rename_all = "camelCase")]
    Candles {
        candles: Vec<Candle>,
        /// Lines over the candles, such as moving averages.
        #[serde(default)]
        overlays: Vec<Series>,
    },
    /// `line`, `area`
    Series(Vec<Series>),
    /// `bar`, `waterfall` (where they are amounts that add up)
    Categories(Vec<Category>),
    /// `heatmap`, `correlation-matrix`
    Matrix(Matrix),
}

impl DiagramData {
    /// The error for a kind that shows something else.
    pub(crate) fn wrong_for(&self, kind: &'static str, wanted: &'static str) -> ChartError {
        ChartError::WrongData { kind, wanted, got: self.name() }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Candles { .. } => "candles",
            Self::Series(_) => "series over time",
            Self::Categories(_) => "categories",
            Self::Matrix(_) => "a matrix",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candle {
    #[serde(deserialize_with = "crate::when::deserialize")]
    #[schemars(with = "String")]
    pub time: Timestamp,
    pub open: f64,
    pub high: f64,
    pub low: f64,
    pub close: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
}

impl Candle {
    pub(crate) fn is_rising(&self) -> bool {
        self.close >= self.open
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    #[serde(deserialize_with = "crate::when::deserialize")]
    #[schemars(with = "String")]
    pub time: Timestamp,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Category {
    pub name: String,
    pub value: f64,
}

impl Category {
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Matrix {
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    /// One list for each row; what is not known is null.
    pub values: Vec<Vec<Option<f64>>>,
}
