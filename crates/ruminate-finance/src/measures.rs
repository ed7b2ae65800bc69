//! What a series comes to.

use jiff::Timestamp;

use crate::{OhlcPoint, TimeSeries};

/// A return from one close to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub time: Timestamp,
    pub share: f64,
}

/// The deepest fall from a close to a later one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawdown {
    /// 0 where nothing ever fell, -0.3 where 30 % were lost.
    pub share: f64,
    pub peak: Timestamp,
    pub trough: Timestamp,
    /// When the close was back at its peak, if it ever was.
    pub recovered: Option<Timestamp>,
}

/// What is not known is what has no meaning: of one point there is no return, and of prices at zero or below
/// none either.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    pub first: OhlcPoint,
    pub last: OhlcPoint,
    pub total_return: Option<f64>,
    /// What the total comes to in a year of 365.25 days; not for less than four weeks, which say nothing
    /// about a year.
    pub annualized_return: Option<f64>,
    /// The standard deviation of the returns, times the root of how many a year has of them.
    pub volatility: Option<f64>,
    pub drawdown: Option<Drawdown>,
    pub best: Option<Change>,
    pub worst: Option<Change>,
}

const LEAST_DAYS: f64 = 28.0;
const DAYS_PER_YEAR: f64 = 365.25;
const SECONDS_PER_DAY: f64 = 24.0 * 60.0 * 60.0;

impl Measures {
    /// Nothing of an empty series.
    pub fn of(series: &TimeSeries) -> Option<Self> {
        let (first, last) = (*series.points.first()?, *series.points.last()?);
        let has_returns = series.closes().all(|close| close > 0.0);
        let changes = if has_returns { changes(series) } else { Vec::new() };
        let total_return = (!changes.is_empty()).then(|| last.close / first.close - 1.0);
        let days = last.time.duration_since(first.time).as_secs_f64() / SECONDS_PER_DAY;
        let in_a_year = |total: f64| (1.0 + total).powf(DAYS_PER_YEAR / days) - 1.0;
        let by_share = |a: &&Change, b: &&Change| a.share.total_cmp(&b.share);
        Some(Self {
            first,
            last,
            total_return,
            annualized_return: total_return.filter(|_| days >= LEAST_DAYS).map(in_a_year),
            volatility: deviation(&changes)
                .map(|one| one * series.interval.periods_per_year().sqrt()),
            drawdown: has_returns.then(|| drawdown(series)).flatten(),
            best: changes.iter().max_by(by_share).copied(),
            worst: changes.iter().min_by(by_share).copied(),
        })
    }
}

pub(crate) fn changes(series: &TimeSeries) -> Vec<Change> {
    let change = |pair: &[OhlcPoint]| Change {
        time: pair[1].time,
        share: pair[1].close / pair[0].close - 1.0,
    };
    series.points.windows(2).map(change).collect()
}

/// Of a sample: divided by one less than there are.
fn deviation(changes: &[Change]) -> Option<f64> {
    if changes.len() < 2 {
        return None;
    }
    let mean = changes.iter().map(|change| change.share).sum::<f64>() / changes.len() as f64;
    let squares: f64 = changes.iter().map(|change| (change.share - mean).powi(2)).sum();
    Some((squares / (changes.len() - 1) as f64).sqrt())
}

fn drawdown(series: &TimeSeries) -> Option<Drawdown> {
    let mut peak = series.points.first()?;
    let mut deepest = Drawdown { share: 0.0, peak: peak.time, trough: peak.time, recovered: None };
    let mut height = peak.close;
    for point in &series.points {
        if point.close > peak.close {
            peak = point;
        }
        let share = point.close / peak.close - 1.0;
        if share < deepest.share {
            deepest = Drawdown { share, peak: peak.time, trough: point.time, recovered: None };
            height = peak.close;
        }
    }
    let is_back = |point: &&OhlcPoint| point.time > deepest.trough && point.close >= height;
    let recovered = series.points.iter().find(is_back).map(|point| point.time);
    Some(Drawdown { recovered: recovered.filter(|_| deepest.share < 0.0), ..deepest })
}
