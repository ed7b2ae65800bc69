//! How long an answer is good for.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use ruminate_types::ports::answers::Answered;
use ruminate_types::{Confidence, Verdict};

use crate::no_answer::says_nothing;
use crate::text::words::each_word;

/// Words of questions whose answers change from day to day.
const FLEETING: &[&str] = &[
    "now",
    "today",
    "tonight",
    "tomorrow",
    "yesterday",
    "current",
    "currently",
    "latest",
    "newest",
    "recent",
    "recently",
    "lately",
    "weather",
    "price",
    "prices",
    "news",
    "live",
    "ongoing",
    "upcoming",
    "week",
    "month",
    "temperature",
    "forecast",
    "traffic",
    "stock",
    "score",
];
/// Questions for the clock and the calendar, as their words come; and how they end.
const NOW: &[&str] =
    &[" time is it ", " day is it ", " date is it ", " month is it ", " year is it "];
const NOW_AT_THE_END: &[&str] = &[" is the time ", " s the time ", " is the date ", " s the date "];

/// Which earlier answers are given again.
#[derive(Clone)]
pub struct Freshness {
    /// Older ones are not.
    pub most: Duration,
    /// The same for questions about what changes.
    pub fleeting: Duration,
    /// Less sure ones are not.
    pub least: Confidence,
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl Freshness {
    /// The newest of these answers, newest first, that is good for another time. One that was called wrong is not
    /// mended by an older one, which often says the same.
    pub(crate) fn good(&self, answered: Vec<Answered>, question: &str) -> Option<Answered> {
        let most = if is_fleeting(question) { self.fleeting } else { self.most };
        let now = (self.clock)();
        let is_fresh = |at: Timestamp| now.duration_since(at).unsigned_abs() <= most;
        answered.into_iter().take_while(|answered| answered.verdict != Some(Verdict::Wrong)).find(
            |answered| {
                answered.confidence >= self.least
                    && is_fresh(answered.at)
                    && !says_nothing(&answered.answer)
            },
        )
    }
}

fn is_fleeting(question: &str) -> bool {
    let mut is_fleeting = false;
    let mut asked = " ".to_owned();
    each_word(question, |word, _| {
        is_fleeting |= FLEETING.contains(&word);
        asked.push_str(word);
        asked.push(' ');
    });
    is_fleeting
        || NOW.iter().any(|phrase| asked.contains(phrase))
        || NOW_AT_THE_END.iter().any(|phrase| asked.ends_with(phrase))
}

#[cfg(test)]
mod tests {
    use super::is_fleeting;

    #[test]
    fn questions_about_now_are_told_from_others() {
        for fleeting in [
            "What time is it?",
            "What's the time?",
            "What day is it today?",
            "temperature in Oslo",
            "Who is the current president?",
        ] {
            assert!(is_fleeting(fleeting), "{fleeting}");
        }
        for lasting in ["Who founded Basel?", "What is the time complexity of quicksort?"] {
            assert!(!is_fleeting(lasting), "{lasting}");
        }
    }
}
