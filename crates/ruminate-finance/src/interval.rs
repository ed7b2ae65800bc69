//! How far apart prices are.

use std::fmt;

use jiff::{Timestamp, ToSpan};
use ruminate_charts::when;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Interval {
    #[serde(rename = "1m")]
    Minute,
    #[serde(rename = "5m")]
    FiveMinutes,
    #[serde(rename = "15m")]
    QuarterHour,
    #[serde(rename = "30m")]
    HalfHour,
    #[serde(rename = "1h")]
    Hour,
    #[default]
    #[serde(rename = "1d")]
    Day,
    #[serde(rename = "1wk")]
    Week,
    #[serde(rename = "1mo")]
    Month,
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Interval {
    pub const ALL: [Self; 8] = [
        Self::Minute,
        Self::FiveMinutes,
        Self::QuarterHour,
        Self::HalfHour,
        Self::Hour,
        Self::Day,
        Self::Week,
        Self::Month,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minute => "1m",
            Self::FiveMinutes => "5m",
            Self::QuarterHour => "15m",
            Self::HalfHour => "30m",
            Self::Hour => "1h",
            Self::Day => "1d",
            Self::Week => "1wk",
            Self::Month => "1mo",
        }
    }

    /// For titles.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Minute => "by the minute",
            Self::FiveMinutes => "by 5 minutes",
            Self::QuarterHour => "by 15 minutes",
            Self::HalfHour => "by 30 minutes",
            Self::Hour => "hourly",
            Self::Day => "daily",
            Self::Week => "weekly",
            Self::Month => "monthly",
        }
    }

    fn seconds(self) -> i64 {
        match self {
            Self::Minute => MINUTE,
            Self::FiveMinutes => 5 * MINUTE,
            Self::QuarterHour => 15 * MINUTE,
            Self::HalfHour => 30 * MINUTE,
            Self::Hour => HOUR,
            Self::Day => DAY,
            Self::Week => 7 * DAY,
            Self::Month => 30 * DAY,
        }
    }

    /// For volatility: a year of trading has 252 days of six and a half hours, 52 weeks, 12 months.
    pub fn periods_per_year(self) -> f64 {
        const DAYS: f64 = 252.0;
        const MINUTES: f64 = 390.0;
        match self {
            Self::Day => DAYS,
            Self::Week => 52.0,
            Self::Month => 12.0,
            shorter => DAYS * MINUTES * MINUTE as f64 / shorter.seconds() as f64,
        }
    }

    /// What these times are apart, by the gap in their middle: holidays and nights are gaps too, but rarer.
    pub(crate) fn between(times: impl Iterator<Item = Timestamp>) -> Self {
        let seconds: Vec<i64> = times.map(Timestamp::as_second).collect();
        let mut gaps: Vec<i64> = seconds.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_unstable();
        let Some(middle) = gaps.get(gaps.len() / 2) else { return Self::Day };
        let distance =
            |interval: &Self| (interval.seconds() as f64 / (*middle).max(1) as f64).ln().abs();
        let nearest = Self::ALL.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or_default()
    }

    /// The beginning of the interval that a time lies in; weeks begin on Mondays.
    pub(crate) fn start_of(self, time: Timestamp) -> Timestamp {
        let date = when::utc(time).date();
        let start = match self {
            Self::Month => Some(date.first_of_month()),
            Self::Week => {
                date.checked_sub(i64::from(date.weekday().to_monday_zero_offset()).days()).ok()
            }
            shorter => {
                let seconds = shorter.seconds();
                let start = time.as_second().div_euclid(seconds) * seconds;
                return Timestamp::from_second(start).unwrap_or(time);
            }
        };
        start.and_then(when::midnight).unwrap_or(time)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        when::parse(text).unwrap()
    }

    #[test]
    fn the_interval_is_seen_in_the_times() {
        let between = |times: &[&str]| Interval::between(times.iter().map(|time| at(time)));
        assert_eq!(
            between(&["2020-01-02", "2020-01-03", "2020-01-06", "2020-01-07"]),
            Interval::Day
        );
        assert_eq!(between(&["2020-01-01", "2020-02-01", "2020-03-01"]), Interval::Month);
        assert_eq!(between(&["2020-01-03", "2020-01-10"]), Interval::Week);
        assert_eq!(
            between(&["2020-01-03T10:00:00Z", "2020-01-03T10:05:00Z"]),
            Interval::FiveMinutes
        );
        assert_eq!(between(&["2020-01-03"]), Interval::Day);
    }

    #[test]
    fn weeks_begin_on_mondays_and_months_on_the_first() {
        assert_eq!(Interval::Week.start_of(at("2020-04-17")), at("2020-04-13"));
        assert_eq!(Interval::Month.start_of(at("2020-04-17T23:59:59Z")), at("2020-04-01"));
        assert_eq!(Interval::Hour.start_of(at("2020-04-17T23:59:59Z")), at("2020-04-17T23:00:00Z"));
    }
}
