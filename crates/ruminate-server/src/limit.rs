//! How often somebody may ask.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::StatusCode;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ruminate_types::Owner;

use crate::problem::Problem;
use crate::settings::Limits;

pub(crate) struct Limiter {
    owners: DefaultKeyedRateLimiter<Owner>,
    /// Whoever comes with keys that are not known to be right.
    strangers: DefaultKeyedRateLimiter<IpAddr>,
}

/// Keys that one address may try, in a second and at once.
const TRIES_PER_SECOND: u32 = 2;
const TRIES_AT_ONCE: u32 = 20;
/// Past so many addresses, those that were quiet are forgotten.
const STRANGERS: usize = 10_000;

impl Limiter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            owners: RateLimiter::keyed(quota(limits.requests_per_second, limits.request_burst)),
            strangers: RateLimiter::keyed(quota(TRIES_PER_SECOND, TRIES_AT_ONCE)),
        }
    }

    pub(crate) fn admit(&self, owner: &Owner) -> Result<(), Problem> {
        check(&self.owners, owner)
    }

    /// Counts a key that is tried. An error when there were too many.
    pub(crate) fn count_try(&self, from: IpAddr) -> Result<(), Problem> {
        if self.strangers.len() > STRANGERS {
            self.strangers.retain_recent();
        }
        check(&self.strangers, &from)
    }
}

fn quota(per_second: u32, at_once: u32) -> Quota {
    let positive = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(positive(per_second)).allow_burst(positive(at_once))
}

fn check<K: Clone + Eq + Hash>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), Problem> {
    limiter.check_key(key).map_err(|not_yet| {
        let wait: Duration = not_yet.wait_time_from(DefaultClock::default().now());
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", "that is too often")
            .hint("wait as long as `Retry-After` says")
            .retry_after(wait)
    })
}
