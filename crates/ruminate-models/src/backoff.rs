//! How long to wait before asking again.
//!
//! A loop of our own rather than a retry crate: the wait depends on the error (`Retry-After`), on a
//! deadline shared with queueing and reading, and a wait that cannot help must not be begun.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use ruminate_types::ports::model::ModelError;

use crate::Retry;

/// The wait after the `nth` failure, counted from 1, or nothing when it would not end within `left`.
pub(crate) fn pause(
    retry: &Retry,
    error: &ModelError,
    nth: u32,
    left: Duration,
) -> Option<Duration> {
    let least = match error {
        ModelError::Overloaded { retry_after, .. } => retry_after.unwrap_or_default(),
        _ => Duration::ZERO,
    };
    (least < left).then(|| least + jitter(retry, nth)).filter(|pause| *pause < left)
}

/// The random part of the wait after the `nth` failure, counted from 1.
pub(crate) fn jitter(retry: &Retry, nth: u32) -> Duration {
    let doubled = retry.base.saturating_mul(1 << nth.saturating_sub(1).min(16));
    doubled.min(retry.longest).mul_f64(fastrand::f64())
}

/// What `Retry-After` asks for: seconds, or a date. A date that is over asks for nothing.
pub fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = rfc2822::DateTimeParser::new().parse_timestamp(value).ok()?;
    Some(Duration::try_from(now.duration_until(date).max(SignedDuration::ZERO)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(value: &str) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, value.parse().unwrap());
        let now = "1994-11-06T08:49:07Z".parse().unwrap();
        retry_after(&headers, now)
    }

    #[test]
    fn retry_after_is_read_as_seconds_and_as_a_date() {
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("0.25"), Some(Duration::from_millis(250)));
        assert_eq!(asked("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(asked("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(asked("-3"), None);
        assert_eq!(asked("soon"), None);
    }

    fn overloaded(retry_after: u64) -> ModelError {
        let retry_after = Some(Duration::from_secs(retry_after));
        ModelError::Overloaded { url: String::new(), message: String::new(), retry_after }
    }

    #[test]
    fn a_wait_that_cannot_help_is_not_begun() {
        let left = Duration::from_secs(5);
        assert_eq!(pause(&Retry::default(), &overloaded(5), 1, left), None);
        let quick = Retry { base: Duration::ZERO, ..Retry::default() };
        assert_eq!(pause(&quick, &overloaded(4), 1, left), Some(Duration::from_secs(4)));
        let patient = Retry { base: Duration::from_secs(30), ..Retry::default() };
        let waits = (0..200).filter_map(|_| pause(&patient, &overloaded(0), 1, left));
        assert!(waits.into_iter().all(|wait| wait < left));
    }

    #[test]
    fn waits_double_up_to_the_longest() {
        let retry = Retry::default();
        let fault = ModelError::ServerFault { url: String::new(), message: String::new() };
        for (nth, most) in [(1, 500), (2, 1000), (3, 2000), (30, 30_000)] {
            for _ in 0..50 {
                let pause = pause(&retry, &fault, nth, Duration::from_secs(60)).unwrap();
                assert!(pause <= Duration::from_millis(most), "{nth}: {pause:?}");
            }
        }
    }
}
