//! Moving averages of closes.

use std::fmt;

use ruminate_charts::{Point, Series};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TimeSeries;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Average {
    pub kind: AverageKind,
    /// Over how many points.
    pub window: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AverageKind {
    /// The mean of the last `window` closes; nothing before there are as many.
    Sma,
    /// Each close counts for 2/(window + 1), what was before for the rest. It begins with the first close, as
    /// pandas' `ewm(span=window, adjust=False)` does.
    Ema,
}

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            AverageKind::Sma => "SMA",
            AverageKind::Ema => "EMA",
        };
        write!(f, "{kind} {}", self.window)
    }
}

impl Average {
    pub fn sma(window: usize) -> Self {
        Self { kind: AverageKind::Sma, window }
    }

    pub fn ema(window: usize) -> Self {
        Self { kind: AverageKind::Ema, window }
    }

    /// One for each close. A window of nothing has no average.
    pub fn of(&self, closes: &[f64]) -> Vec<Option<f64>> {
        match self.kind {
            _ if self.window == 0 => vec![None; closes.len()],
            AverageKind::Sma => simple(closes, self.window),
            AverageKind::Ema => exponential(closes, self.window),
        }
    }

    /// As a line to draw, where there is any of it.
    pub fn line(&self, series: &TimeSeries) -> Option<Series> {
        let closes: Vec<f64> = series.closes().collect();
        let values = series.points.iter().zip(self.of(&closes));
        let points = values.filter_map(|(at, value)| Some(Point { time: at.time, value: value? }));
        let points: Vec<Point> = points.collect();
        (!points.is_empty()).then(|| Series { name: self.to_string(), points })
    }
}

/// Each window is summed anew: a sum that is carried along gathers the rests of all that went through it.
fn simple(closes: &[f64], window: usize) -> Vec<Option<f64>> {
    let missing = closes.len().min(window - 1);
    let means = closes.windows(window).map(|part| Some(part.iter().sum::<f64>() / window as f64));
    std::iter::repeat_n(None, missing).chain(means).collect()
}

fn exponential(closes: &[f64], window: usize) -> Vec<Option<f64>> {
    let share = 2.0 / (window as f64 + 1.0);
    let mut average = None;
    let mut next = |close: f64| {
        average = Some(average.map_or(close, |before: f64| before + share * (close - before)));
        average
    };
    closes.iter().map(|close| next(*close)).collect()
}
