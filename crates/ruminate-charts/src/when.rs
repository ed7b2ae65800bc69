//! Times as people write them into JSON: RFC 3339, or a date alone, which is its midnight in UTC.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Deserializer, de};

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
    let text = String::deserialize(from)?;
    parse(&text).ok_or_else(|| {
        let wanted = "a time as 2020-01-31 or 2020-01-31T14:30:00Z";
        de::Error::invalid_value(de::Unexpected::Str(&text), &wanted)
    })
}

/// For fields that may be missing (beside `#[serde(default)]`).
pub mod optional {
    use super::{Deserialize, Deserializer, Timestamp};

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
        #[derive(Deserialize)]
        struct One(#[serde(deserialize_with = "super::deserialize")] Timestamp);
        Ok(Option::<One>::deserialize(from)?.map(|One(time)| time))
    }
}

pub fn parse(text: &str) -> Option<Timestamp> {
    text.parse().ok().or_else(|| midnight(text.parse().ok()?))
}

pub fn midnight(date: Date) -> Option<Timestamp> {
    date.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

pub fn utc(time: Timestamp) -> Zoned {
    time.to_zoned(TimeZone::UTC)
}

/// A date where it is one, else date and time.
pub fn show(time: Timestamp) -> String {
    let zoned = utc(time);
    if zoned.time() == jiff::civil::Time::midnight() {
        zoned.date().to_string()
    } else {
        zoned.strftime("%Y-%m-%d %H:%M").to_string()
    }
}
