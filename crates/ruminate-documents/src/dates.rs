//! Dates as documents write them for programs, in words: that is how they are asked for.

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    /// From 1.
    month: u8,
    day: u8,
}

impl Date {
    /// "1 May 2024".
    pub(crate) fn in_words(self) -> String {
        let name = MONTHS[usize::from(self.month) - 1];
        format!("{} {name} {}", self.day, self.year)
    }

    /// "2024-05-01".
    pub(crate) fn in_numbers(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// "2024-05-01T10:00:00Z", "2024/05/01" and "D:20240501100000" become "1 May 2024"; what is written in
/// another way stays as it is.
pub(crate) fn in_words(date: &str) -> String {
    of(date).map_or_else(|| date.trim().to_owned(), Date::in_words)
}

/// The date that a program wrote.
pub(crate) fn of(date: &str) -> Option<Date> {
    let date = date.trim();
    let bare = date.strip_prefix("D:").unwrap_or(date);
    // Digits alone may be a date too, but not if there are as many as seconds since 1970 have.
    let is_number = date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_number && date.len() >= 9 {
        return date.split('.').next().and_then(|seconds| from_seconds(seconds.parse().ok()?));
    }
    from_iso(bare).map(|(date, _)| date)
}

/// Seconds or thousandths since the beginning of 1970.
fn from_seconds(seconds: u64) -> Option<Date> {
    let seconds = match seconds {
        100_000_000..10_000_000_000 => seconds,
        10_000_000_000..10_000_000_000_000 => seconds / 1000,
        _ => return None,
    };
    // Years of the calendar that begin in March, so that a leap day is the last.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    Some(Date { year: 400 * era + year + next, month: month as u8, day: day as u8 })
}

/// The date that a text begins with, and what comes after it.
pub(crate) fn from_iso(text: &str) -> Option<(Date, &str)> {
    let (year, rest) = number(text, 4)?;
    let divided = rest.starts_with(['-', '/', '_', '.']);
    let skip = |rest| if divided { rest_after_mark(rest) } else { Some(rest) };
    let (month, rest) = number(skip(rest)?, 2)?;
    let (day, rest) = number(skip(rest)?, 2)?;
    // Eight digits are a date only if more do not follow, but a PDF writes the time right after.
    let is_date =
        (1000..=2999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    let date = Date { year: year.into(), month: month as u8, day: day as u8 };
    is_date.then_some((date, rest))
}

fn rest_after_mark(text: &str) -> Option<&str> {
    text.strip_prefix(['-', '/', '_', '.'])
}

fn number(text: &str, digits: usize) -> Option<(u16, &str)> {
    let number = text.get(..digits)?;
    let all = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((all.then(|| number.parse().ok())??, &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_for_programs_become_dates_for_people() {
        assert_eq!(in_words("2024-05-01T10:00:00Z"), "1 May 2024");
        assert_eq!(in_words("D:20241231235959+01'00'"), "31 December 2024");
        assert_eq!(in_words(" 1:56 pm on 8 May, 2023 "), "1:56 pm on 8 May, 2023");
        assert_eq!(in_words("2024-13-01"), "2024-13-01");
        assert_eq!(in_words("日本"), "日本");
        assert_eq!(in_words("951782400"), "29 February 2000");
        assert_eq!(in_words("1714557600.123"), "1 May 2024");
        assert_eq!(in_words("1735689599000"), "31 December 2024");
        assert_eq!(in_words("20240501"), "1 May 2024");
        assert_eq!(of("951782400").unwrap().in_numbers(), "2000-02-29");
    }
}
