//! A matrix of values as colours, and the same for correlations, which lie between -1 and 1.

use serde_json::{Value, json};

use super::spec::{block, format, value_title};
use crate::colour::HeatScale;
use crate::data::Matrix;
use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, DiagramSpecAdapter, tidy};

/// In more cells than this, numbers cannot be read.
const MOST_WRITTEN: usize = 400;

pub(super) struct Heatmap;
pub(super) struct CorrelationMatrix;

impl DiagramSpecAdapter for Heatmap {
    fn kind(&self) -> &str {
        "heatmap"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let matrix = matrix_of("heatmap", data)?;
        let scale = HeatScale::of(matrix.values.iter().flatten().flatten().copied());
        Ok(heat("heatmap", &matrix, scale, options))
    }
}

impl DiagramSpecAdapter for CorrelationMatrix {
    fn kind(&self) -> &str {
        "correlation-matrix"
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let matrix = matrix_of("correlation-matrix", data)?;
        check_correlations(&matrix)?;
        let options = DiagramOptions {
            format: Some(options.format.clone().unwrap_or(".2f".into())),
            ..options.clone()
        };
        Ok(heat("correlation-matrix", &matrix, HeatScale::correlations(), &options))
    }
}

fn matrix_of(kind: &'static str, data: DiagramData) -> Result<Matrix, ChartError> {
    let DiagramData::Matrix(matrix) = data else {
        return Err(data.wrong_for(kind, "a matrix"));
    };
    tidy::matrix(matrix)
}

fn check_correlations(matrix: &Matrix) -> Result<(), ChartError> {
    let bad = |why: &str| Err(ChartError::BadMatrix { why: why.into() });
    if matrix.rows != matrix.columns {
        return bad("of correlations has other rows than columns");
    }
    let is_correlation = |value: &f64| value.abs() <= 1.0 + 1e-9;
    if !matrix.values.iter().flatten().flatten().all(is_correlation) {
        return bad("of correlations has values beyond -1 and 1");
    }
    let is_mirrored = |i: usize, j: usize| match (matrix.values[i][j], matrix.values[j][i]) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one == other,
    };
    let mut pairs = (0..matrix.rows.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    if !pairs.all(|(i, j)| is_mirrored(i, j)) {
        return bad("of correlations is not the same in both directions");
    }
    Ok(())
}

fn heat(
    kind: &'static str,
    matrix: &Matrix,
    scale: HeatScale,
    options: &DiagramOptions,
) -> ChartBlock {
    let size = options.size.within_reason();
    let place = |field: &str, names: &[String]| json!({"field": field, "type": "nominal", "sort": names, "title": null, "axis": {"ticks": false, "domain": false, "labelAngle": 0}});
    let layer = if matrix.rows.len() * matrix.columns.len() > MOST_WRITTEN {
        json!([cells(scale, options)])
    } else {
        json!([cells(scale, options), numbers(scale, options)])
    };
    let particular = json!({
        "width": size.width, "height": size.height, "layer": layer,
        "encoding": {"x": place("column", &matrix.columns), "y": place("row", &matrix.rows)}
    });
    block(kind, options, Vec::new(), rows(matrix), particular)
}

fn cells(scale: HeatScale, options: &DiagramOptions) -> Value {
    let (low, high) = scale.ends();
    let middle = (low + high) / 2.0;
    let stops = [low, (low + middle) / 2.0, middle, (middle + high) / 2.0, high];
    let range = stops.map(|value| scale.colour(value).hex());
    json!({
        "mark": "rect",
        "encoding": {"color": {
            "field": "value", "type": "quantitative",
            "scale": {"domain": stops, "range": range},
            "legend": {"title": value_title(options), "format": format(options).unwrap_or("~g")}
        }}
    })
}

fn numbers(scale: HeatScale, options: &DiagramOptions) -> Value {
    let (low, high) = scale.ends();
    let (quarter, rest) = ((high - low) / 5.0, high - (high - low) / 5.0);
    let is_dark = if scale.is_diverging() {
        format!("datum.value !== null && (datum.value < {} || datum.value > {rest})", low + quarter)
    } else {
        format!("datum.value !== null && datum.value > {}", (low + high) / 2.0)
    };
    json!({
        "mark": {"type": "text", "fontSize": 10},
        "encoding": {
            "text": {"field": "value", "type": "quantitative", "format": format(options).unwrap_or(".3~g")},
            "color": {"condition": {"test": is_dark, "value": "white"}, "value": "#1f2937"}
        }
    })
}

fn rows(matrix: &Matrix) -> Vec<Value> {
    let cells = matrix.rows.iter().zip(&matrix.values).flat_map(|(row, values)| {
        let one = move |(column, value): (&String, &Option<f64>)| json!({"row": row, "column": column, "value": value});
        matrix.columns.iter().zip(values).map(one)
    });
    cells.collect()
}
