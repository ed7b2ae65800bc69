//! Times as people write them into JSON: RFC 3339, or without an offset, which is UTC then; a date alone is its
//! midnight.

use jiff::civil::{Date, DateTime};
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
    let without_offset = || {
        // Parsing as a civil time would pass over the name of a zone.
        let civil: DateTime = (!text.contains('[')).then(|| text.parse().ok())??;
        civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
    };
    text.parse().ok().or_else(without_offset)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_an_offset() {
        let read = |text: &str| parse(text).map(|time| time.to_string());
        assert_eq!(read("2020-01-31").as_deref(), Some("2020-01-31T00:00:00Z"));
        assert_eq!(read("2020-01-31 14:30").as_deref(), Some("2020-01-31T14:30:00Z"));
        assert_eq!(read("2020-01-31T14:30:00+02:00").as_deref(), Some("2020-01-31T12:30:00Z"));
        assert_eq!(read("2020-01-31T14:30:00[Europe/Berlin]"), None);
        assert_eq!(read("soon"), None);
    }
}
