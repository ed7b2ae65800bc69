//! How often somebody may ask.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
    /// When quiet strangers were forgotten last.
    forgot_at: Mutex<Instant>,
}

/// Keys that one address may try, in a second and at once.
const TRIES_PER_SECOND: u32 = 2;
const TRIES_AT_ONCE: u32 = 20;
/// Past so many addresses, those that were quiet are forgotten, but not more often than this: it takes
/// a look at each of them.
const STRANGERS: usize = 10_000;
const BETWEEN_FORGETTING: Duration = Duration::from_secs(1);

impl Limiter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            owners: RateLimiter::keyed(quota(limits.requests_per_second, limits.request_burst)),
            strangers: RateLimiter::keyed(quota(TRIES_PER_SECOND, TRIES_AT_ONCE)),
            forgot_at: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn admit(&self, owner: &Owner) -> Result<(), Problem> {
        check(&self.owners, owner)
    }

    /// Counts a key that is tried. An error when there were too many.
    pub(crate) fn count_try(&self, from: IpAddr) -> Result<(), Problem> {
        if self.strangers.len() > STRANGERS && self.is_time_to_forget() {
            self.strangers.retain_recent();
        }
        check(&self.strangers, &household(from))
    }

    fn is_time_to_forget(&self) -> bool {
        let mut forgot_at = self.forgot_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = forgot_at.elapsed() >= BETWEEN_FORGETTING;
        if is_time {
            *forgot_at = Instant::now();
        }
        is_time
    }
}

/// Whoever has one address of IPv6 has the 2^64 of its network: they count as one.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        v4 => v4,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_household_share_their_tries() {
        let limiter = Limiter::new(&Limits::default());
        let from = |address: String| address.parse::<IpAddr>().unwrap();
        let tries = (0..2 * TRIES_AT_ONCE)
            .map(|nth| limiter.count_try(from(format!("2001:db8:0:1:{nth:x}::1"))));
        assert!(tries.filter(Result::is_err).count() > 0);
        assert!(limiter.count_try(from("2001:db8:0:2::1".into())).is_ok());
        for nth in 0..2 * TRIES_AT_ONCE {
            let (v4, mapped) = (format!("192.0.2.{nth}"), format!("::ffff:198.51.100.{nth}"));
            assert!(limiter.count_try(from(v4)).is_ok());
            assert!(limiter.count_try(from(mapped)).is_ok());
        }
    }
}
