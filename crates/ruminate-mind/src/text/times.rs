//! When something happened, in words.

use super::spans::is_calendar;

/// In small letters, from January on.
pub(crate) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const TIMES: &[&str] = &[
    "yesterday",
    "today",
    "tonight",
    "tomorrow",
    "week",
    "weekend",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "ago",
    "last",
    "next",
    "recently",
    "summer",
    "winter",
    "spring",
    "fall",
    "autumn",
    "night",
    "morning",
    "since",
];

/// Whether people say by this word when something happened.
pub(crate) fn tells_time(word: &str) -> bool {
    is_calendar(word) || TIMES.contains(&word)
}

/// Whether a question asks for a time.
pub(crate) fn asks_for_time(question: &str) -> bool {
    let mut words = question.split_whitespace().map(str::to_lowercase);
    match words.next().as_deref() {
        Some("when") => true,
        Some("what" | "which") => {
            words.next().is_some_and(|word| matches!(&*word, "date" | "day" | "month" | "year"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_asked_for_and_told() {
        assert!(asks_for_time("When did she leave?") && asks_for_time("Which year was it?"));
        assert!(!asks_for_time("Who left when it rained?") && !asks_for_time(""));
        assert!(tells_time("yesterday") && tells_time("may") && !tells_time("boat"));
    }
}
