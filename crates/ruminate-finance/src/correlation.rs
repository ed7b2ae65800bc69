//! How far series move together.

use std::collections::HashMap;

use jiff::Timestamp;
use ruminate_charts::Matrix;

use crate::{FinanceError, TimeSeries};

/// Fewer returns than this always look related.
const LEAST: usize = 3;

/// Pearson's correlation of returns, pair by pair over the times that both have. What cannot be known (too few
/// times in common, a price that never moves) is empty.
pub fn correlations(all: &[TimeSeries]) -> Result<Matrix, FinanceError> {
    if all.len() < 2 {
        return Err(FinanceError::TooLittle("a correlation needs two series or more".into()));
    }
    let names: Vec<String> = all.iter().map(|series| series.symbol.to_string()).collect();
    let mut values = vec![vec![None; all.len()]; all.len()];
    for i in 0..all.len() {
        for j in 0..=i {
            let value = correlation(&all[i], &all[j]);
            (values[i][j], values[j][i]) = (value, value);
        }
    }
    Ok(Matrix { rows: names.clone(), columns: names, values })
}

fn correlation(one: &TimeSeries, other: &TimeSeries) -> Option<f64> {
    let closes: HashMap<Timestamp, f64> =
        other.points.iter().map(|point| (point.time, point.close)).collect();
    let pair = |point: &crate::OhlcPoint| Some((point.close, *closes.get(&point.time)?));
    let both: Vec<(f64, f64)> = one.points.iter().filter_map(pair).collect();
    if both.iter().any(|(a, b)| *a <= 0.0 || *b <= 0.0) {
        return None;
    }
    let returns = both.windows(2).map(|two| (two[1].0 / two[0].0 - 1.0, two[1].1 / two[0].1 - 1.0));
    pearson(&returns.collect::<Vec<_>>())
}

fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < LEAST {
        return None;
    }
    let count = pairs.len() as f64;
    let (mean_a, mean_b) = (
        pairs.iter().map(|p| p.0).sum::<f64>() / count,
        pairs.iter().map(|p| p.1).sum::<f64>() / count,
    );
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - mean_a, b - mean_b);
        (ab, aa, bb) = (ab + a * b, aa + a * a, bb + b * b);
    }
    let value = ab / (aa * bb).sqrt();
    value.is_finite().then(|| value.clamp(-1.0, 1.0))
}
