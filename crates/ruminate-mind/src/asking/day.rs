//! Times as they can be compared, whatever their form: "6 December 1893", "December 6, 1893", "c. 1893".

use std::cmp::Ordering;

use crate::text::times::MONTHS;
use crate::text::words::each_word;

/// A year, as far as it is told with its month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

const SHORT: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Day {
    /// What is nothing but a time.
    pub(crate) fn of(written: &str) -> Option<Self> {
        let (mut year, mut month, mut day) = (None, None, None);
        let mut is_time = true;
        each_word(written, |word, _| {
            let named = MONTHS.iter().position(|name| *name == word);
            let named = named.or_else(|| SHORT.iter().position(|name| *name == word));
            let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
            if let Some(at) = named {
                is_time &= month.replace(at as u8 + 1).is_none();
            } else if let Ok(number) = digits.parse::<u16>() {
                is_time &= match number {
                    1..=31 if digits.len() <= 2 => day.replace(number as u8).is_none(),
                    32..=2999 if digits == word => year.replace(number).is_none(),
                    _ => false,
                };
            } else {
                is_time &= is_around(word);
            }
        });
        Some(Self { year: year.filter(|_| is_time)?, month, day })
    }

    /// Whether something tells a time, though perhaps no year: "9 October".
    pub(crate) fn is_in(written: &str) -> bool {
        let (mut has_digit, mut is_time) = (false, true);
        each_word(written, |word, _| {
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            has_digit |= is_number;
            is_time &=
                is_number || MONTHS.contains(&word) || SHORT.contains(&word) || is_around(word);
        });
        has_digit && is_time
    }

    /// Which is earlier, if both tell it.
    pub(super) fn order(self, other: Self) -> Option<Ordering> {
        let finer = |a: Option<u8>, b: Option<u8>| a.zip(b).map(|(a, b)| a.cmp(&b));
        match self.year.cmp(&other.year) {
            Ordering::Equal => match finer(self.month, other.month)? {
                Ordering::Equal => finer(self.day, other.day),
                order => Some(order),
            },
            order => Some(order),
        }
    }

    /// Whether both can be meant.
    pub(crate) fn agrees(self, other: Self) -> bool {
        let finer = |a: Option<u8>, b: Option<u8>| a.zip(b).is_none_or(|(a, b)| a == b);
        self.year == other.year && finer(self.month, other.month) && finer(self.day, other.day)
    }

    /// How much it tells.
    pub(super) fn detail(self) -> u8 {
        u8::from(self.month.is_some()) + u8::from(self.day.is_some())
    }

    /// Days since the year 0, roughly: for how long somebody lived.
    pub(super) fn days(self) -> (f64, f64) {
        let month = f64::from(self.month.unwrap_or(1) - 1);
        let day = f64::from(self.day.unwrap_or(1));
        let start = f64::from(self.year) * 365.25 + month * 30.44 + day;
        let unsure = match (self.month, self.day) {
            (Some(_), Some(_)) => 2.0,
            (Some(_), None) => 31.0,
            _ => 366.0,
        };
        (start, start + unsure)
    }
}

/// Words that stand around a time and change nothing.
fn is_around(word: &str) -> bool {
    matches!(word, "c" | "ca" | "circa" | "in" | "on" | "of")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_day_meet() {
        let day = |written: &str| Day::of(written);
        assert_eq!(day("6 December 1893"), day("December 6, 1893"));
        assert_eq!(day("in 1893"), day("c. 1893"));
        assert_eq!(day("6 December"), None);
        assert_eq!(day("1893 film"), None);
        assert_eq!(day("between 1962 and 1987"), None);
        assert_eq!(day(""), None);
    }

    #[test]
    fn a_year_tells_nothing_about_its_days() {
        let order = |a: &str, b: &str| Day::of(a)?.order(Day::of(b)?);
        assert_eq!(order("1893", "1894"), Some(Ordering::Less));
        assert_eq!(order("1893", "May 1893"), None);
        assert_eq!(order("2 May 1893", "May 1, 1893"), Some(Ordering::Greater));
        assert_eq!(order("1893", "1893"), None);
    }
}
