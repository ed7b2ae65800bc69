//! Which of two answers with a date in it is earlier.

use std::cmp::Ordering;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A year, and how much more is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Day {
    /// The first date in a text.
    pub(super) fn in_text(text: &str) -> Option<Self> {
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let at = words.iter().position(|word| is_year(word))?;
        let around = words[at.saturating_sub(2)..at].iter();
        let month = around.clone().find_map(|word| month(word));
        let day = month.and_then(|_| {
            around.clone().find_map(|word| word.trim_end_matches(char::is_alphabetic).parse().ok())
        });
        Some(Self {
            year: words[at].parse().ok()?,
            month,
            day: day.filter(|day| (1..=31).contains(day)),
        })
    }

    /// Days, about, since the first year.
    pub(super) fn about(self) -> u32 {
        let part = |part: Option<u8>, of: u32| part.map_or(of / 2, |part| u32::from(part) - 1);
        (u32::from(self.year) * 12 + part(self.month, 12)) * 31 + part(self.day, 31)
    }

    /// None where what is known of both does not tell.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let finer = |left: Option<u8>, right: Option<u8>| Some(left?.cmp(&right?));
        match self.year.cmp(&other.year) {
            Ordering::Equal => match finer(self.month, other.month)? {
                Ordering::Equal => finer(self.day, other.day).filter(|order| order.is_ne()),
                order => Some(order),
            },
            order => Some(order),
        }
    }
}

fn is_year(word: &str) -> bool {
    matches!(word.len(), 3 | 4) && word.chars().all(|c| c.is_ascii_digit())
}

fn month(word: &str) -> Option<u8> {
    let at = MONTHS
        .iter()
        .position(|month| word.starts_with(month) && word.chars().all(char::is_alphabetic))?;
    u8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_compared_as_far_as_they_are_told() {
        let compare =
            |left, right| Day::in_text(left).unwrap().compare(Day::in_text(right).unwrap());
        assert_eq!(compare("27 October 1964", "6 September 1930"), Some(Ordering::Greater));
        assert_eq!(compare("on March 9, 1939.", "in 1940"), Some(Ordering::Less));
        assert_eq!(compare("March 9th, 1939", "8 March 1939"), Some(Ordering::Greater));
        assert_eq!(compare("May 1939", "June 1939"), Some(Ordering::Less));
        assert_eq!(compare("1939", "June 1939"), None);
        assert_eq!(compare("1939", "1939"), None);
        assert_eq!(Day::in_text("unknown, at 12"), None);
    }
}
