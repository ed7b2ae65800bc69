//! Dates as people write them. Whether 01/02/2020 is in January or in February only the whole file can tell.

use jiff::Timestamp;
use jiff::civil::{self, Time};
use jiff::tz::TimeZone;
use ruminate_charts::when;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Date {
    At(Timestamp),
    /// Two numbers, of which one is the day and one is the month.
    Either {
        first: i8,
        second: i8,
        year: i16,
        time: Time,
    },
}

/// What is known of the order of days and months.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Order {
    #[default]
    Unseen,
    /// Seen, but nothing above 12.
    Unknown,
    DayFirst {
        line: u64,
    },
    MonthFirst {
        line: u64,
    },
}

impl Order {
    pub(super) fn learn(&mut self, date: &Date, line: u64) -> Result<(), String> {
        let Date::Either { first, second, .. } = date else { return Ok(()) };
        let told = match (*first > 12, *second > 12) {
            (true, true) => return Err("neither number can be a month".into()),
            (true, false) => Self::DayFirst { line },
            (false, true) => Self::MonthFirst { line },
            (false, false) if *self == Self::Unseen => Self::Unknown,
            (false, false) => return Ok(()),
        };
        match (*self, told) {
            (Self::DayFirst { line }, Self::MonthFirst { .. }) => {
                Err(format!("the month comes first here, and the day in line {line}"))
            }
            (Self::MonthFirst { line }, Self::DayFirst { .. }) => {
                Err(format!("the day comes first here, and the month in line {line}"))
            }
            (Self::DayFirst { .. } | Self::MonthFirst { .. }, _) => Ok(()),
            _ => {
                *self = told;
                Ok(())
            }
        }
    }

    pub(super) fn is_guessed(self) -> bool {
        self == Self::Unknown
    }
}

impl Date {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(time) = by_digits(text).or_else(|| when::parse(text)) {
            return Some(Self::At(time));
        }
        let (time, date): (Vec<&str>, Vec<&str>) = text
            .split([' ', 'T'])
            .filter(|part| !part.is_empty())
            .partition(|part| part.contains(':'));
        let time = match time.as_slice() {
            [] => Time::midnight(),
            [time] => time.parse().ok()?,
            _ => return None,
        };
        let date = date.join(" ");
        let parts: Vec<&str> =
            date.split([' ', '-', '/', '.', ',']).filter(|part| !part.is_empty()).collect();
        let [a, b, c] = parts.as_slice() else { return None };
        match (month(a), month(b)) {
            (Some(month), None) => on(year(c)?, month, b.parse().ok()?, time),
            (None, Some(month)) if a.len() == 4 => on(year(a)?, month, c.parse().ok()?, time),
            (None, Some(month)) => on(year(c)?, month, a.parse().ok()?, time),
            _ if a.len() == 4 => on(year(a)?, b.parse().ok()?, c.parse().ok()?, time),
            _ if date.contains('.') => on(year(c)?, b.parse().ok()?, a.parse().ok()?, time),
            _ => either(a.parse().ok()?, b.parse().ok()?, year(c)?, time),
        }
    }

    pub(super) fn time(self, order: Order) -> Option<Timestamp> {
        let (first, second, year, time) = match self {
            Self::At(time) => return Some(time),
            Self::Either { first, second, year, time } => (first, second, year, time),
        };
        let (day, month) =
            if matches!(order, Order::DayFirst { .. }) { (first, second) } else { (second, first) };
        match on(year, month, day, time)? {
            Self::At(time) => Some(time),
            Self::Either { .. } => None,
        }
    }
}

/// 20200131, or seconds or milliseconds since 1970.
fn by_digits(text: &str) -> Option<Timestamp> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match text.len() {
        8 => when::midnight(
            civil::Date::new(
                text[..4].parse().ok()?,
                text[4..6].parse().ok()?,
                text[6..].parse().ok()?,
            )
            .ok()?,
        ),
        9 | 10 => Timestamp::from_second(text.parse().ok()?).ok(),
        12 | 13 => Timestamp::from_millisecond(text.parse().ok()?).ok(),
        _ => None,
    }
}

fn at(date_time: civil::DateTime) -> Option<Date> {
    date_time.to_zoned(TimeZone::UTC).ok().map(|zoned| Date::At(zoned.timestamp()))
}

fn on(year: i16, month: i8, day: i8, time: Time) -> Option<Date> {
    at(civil::Date::new(year, month, day).ok()?.to_datetime(time))
}

fn either(first: i8, second: i8, year: i16, time: Time) -> Option<Date> {
    let is_day = |number: i8| (1..=31).contains(&number);
    (is_day(first) && is_day(second)).then_some(Date::Either { first, second, year, time })
}

/// Of two digits those up to 69 are of this century.
fn year(text: &str) -> Option<i16> {
    let year: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some(year),
        2 if year < 70 => Some(2000 + year),
        2 => Some(1900 + year),
        _ => None,
    }
}

fn month(text: &str) -> Option<i8> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start: String = text.chars().take(3).collect::<String>().to_ascii_lowercase();
    MONTHS.iter().zip(1..).find(|(name, _)| **name == start).map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for text in [
            "2020-01-31",
            "2020/01/31",
            "2020/1/31",
            "20200131",
            "31.01.2020",
            "31.1.20",
            "Jan 31 2020",
            "Jan 31, 2020",
            "January 31, 2020",
            "31 Jan 2020",
            "31-Jan-20",
            "31-Jan-2020",
            "1580428800",
            "1580428800000",
            "2020-01-31 00:00:00",
            "2020-01-31T00:00:00Z",
            "2020-01-31 00:00:00+00:00",
            "2020-Jan-31",
        ] {
            let wanted = when::parse("2020-01-31").map(Date::At);
            assert_eq!(Date::parse(text), wanted, "{text}");
        }
        let afternoon = when::parse("2020-01-31T14:30:00Z").map(Date::At);
        assert_eq!(Date::parse("2020-01-31 14:30"), afternoon);
        assert_eq!(Date::parse("31.01.2020 14:30:00"), afternoon);
        for text in [
            "",
            "soon",
            "2020-13-01",
            "31.31.2020",
            "1/2",
            "Jan 2020",
            "99/99/2020",
            "32 Jan 2020",
            "2020-01-31 25:00",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_date_tells_the_order_of_all() {
        let read = |texts: &[&str]| -> Result<String, String> {
            let mut order = Order::default();
            let dates: Vec<Date> = texts.iter().map(|text| Date::parse(text).unwrap()).collect();
            for (date, line) in dates.iter().zip(1..) {
                order.learn(date, line)?;
            }
            Ok(when::show(dates[0].time(order).unwrap()))
        };
        assert_eq!(read(&["01/02/2020", "13/02/2020"]).unwrap(), "2020-02-01");
        assert_eq!(read(&["01/02/2020", "02/13/2020"]).unwrap(), "2020-01-02");
        assert_eq!(read(&["01/02/2020"]).unwrap(), "2020-01-02");
        assert!(read(&["13/02/2020", "02/13/2020"]).unwrap_err().contains("in line 1"));
    }
}
