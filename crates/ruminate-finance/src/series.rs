//! Prices of one symbol over time.

use jiff::Timestamp;
use ruminate_charts::when;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{FinanceError, Interval, SeriesRequest, Symbol};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OhlcPoint {
    /// When the interval began; a day is its midnight in UTC.
    #[serde(deserialize_with = "when::deserialize")]
    #[schemars(with = "String")]
    pub time: Timestamp,
    pub open: f64,
    pub high: f64,
    pub low: f64,
    pub close: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeSeries {
    pub symbol: Symbol,
    pub interval: Interval,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Where the prices come from.
    pub source: String,
    /// Whether only closes are known. Open, high and low are the close then, and candles would lie.
    #[serde(default)]
    pub close_only: bool,
    /// By rising time, each time once.
    #[serde(deserialize_with = "points")]
    pub points: Vec<OhlcPoint>,
    /// What was left out or put right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl TimeSeries {
    /// Puts points in order and looks at each. Of two at the same time the later entry counts.
    pub(crate) fn tidied(mut self) -> Result<Self, FinanceError> {
        let before = self.points.len();
        self.points = tidy(self.points).map_err(|fault| fault.of(&self.symbol))?;
        let doubled = before - self.points.len();
        if doubled > 0 {
            self.notes.push(format!("{doubled} times were there twice; the later entry was taken"));
        }
        Ok(self)
    }

    pub fn closes(&self) -> impl Iterator<Item = f64> + '_ {
        self.points.iter().map(|point| point.close)
    }

    /// What a request asks of all there is: its dates, and its interval where that is longer.
    pub(crate) fn for_request(mut self, request: &SeriesRequest) -> Result<Self, FinanceError> {
        if let Some(wanted) = request.interval {
            self = self.by(wanted)?;
        }
        let inside = |point: &OhlcPoint| {
            request.from.is_none_or(|from| point.time >= from)
                && request.to.is_none_or(|to| point.time <= to)
        };
        self.points.retain(inside);
        if self.points.is_empty() {
            let (provider, symbol) = (self.source, self.symbol.to_string());
            return Err(FinanceError::NothingInRange { provider, symbol });
        }
        Ok(self)
    }

    /// The same prices by a longer interval.
    pub fn by(self, interval: Interval) -> Result<Self, FinanceError> {
        if interval == self.interval {
            return Ok(self);
        }
        if interval < self.interval {
            return Err(FinanceError::NoSuchInterval {
                provider: self.source,
                symbol: self.symbol.to_string(),
                wanted: interval.to_string(),
                finest: Some(self.interval.to_string()),
            });
        }
        let is_together =
            |a: &OhlcPoint, b: &OhlcPoint| interval.start_of(a.time) == interval.start_of(b.time);
        let points =
            self.points.chunk_by(is_together).filter_map(|part| together(part, interval)).collect();
        Ok(Self { interval, points, ..self })
    }
}

/// What is wrong with a point.
#[derive(Debug)]
struct Fault {
    at: String,
    what: &'static str,
    value: f64,
    why: &'static str,
}

impl Fault {
    fn of(self, symbol: &Symbol) -> FinanceError {
        let Self { at, what, value, why } = self;
        FinanceError::BadPrice { symbol: symbol.to_string(), at, what, value, why }
    }
}

/// A series that comes as JSON is no better than one from a file.
fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<OhlcPoint>, D::Error> {
    tidy(Vec::deserialize(from)?).map_err(|Fault { at, what, value, why }| {
        de::Error::custom(format!("the {what} at {at} is {value}: {why}"))
    })
}

fn tidy(mut points: Vec<OhlcPoint>) -> Result<Vec<OhlcPoint>, Fault> {
    points.iter().try_for_each(check)?;
    if !points.is_sorted_by_key(|point| point.time) {
        points.sort_by_key(|point| point.time);
    }
    points.dedup_by(|later, kept| {
        let is_same = later.time == kept.time;
        if is_same {
            *kept = *later;
        }
        is_same
    });
    Ok(points)
}

fn check(point: &OhlcPoint) -> Result<(), Fault> {
    let bad = |what, value, why| Err(Fault { at: when::show(point.time), what, value, why });
    let OhlcPoint { open, high, low, close, volume, .. } = *point;
    let prices = [("open", open), ("high", high), ("low", low), ("close", close)];
    for (what, value) in prices.into_iter().chain(volume.map(|volume| ("volume", volume))) {
        if !value.is_finite() {
            return bad(what, value, "that is no number");
        }
    }
    if high < low {
        return bad("high", high, "the low is above it");
    }
    match volume {
        Some(volume) if volume < 0.0 => bad("volume", volume, "it cannot be below zero"),
        _ => Ok(()),
    }
}

fn together(part: &[OhlcPoint], interval: Interval) -> Option<OhlcPoint> {
    let (first, last) = (part.first()?, part.last()?);
    Some(OhlcPoint {
        time: interval.start_of(first.time),
        open: first.open,
        high: part.iter().map(|point| point.high).fold(first.high, f64::max),
        low: part.iter().map(|point| point.low).fold(first.low, f64::min),
        close: last.close,
        volume: part.iter().filter_map(|point| point.volume).reduce(|a, b| a + b),
    })
}
