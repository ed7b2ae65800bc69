//! How often a provider is asked, and when it wants to be left alone.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Nobody is left alone for longer: what says so may be broken.
const LONGEST_REST: Duration = Duration::from_secs(3600);
/// For those who do not say for how long.
const USUAL_REST: Duration = Duration::from_secs(60);

/// Turns at even distances.
#[derive(Debug)]
pub(super) struct Pace {
    gap: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    next: Option<Instant>,
    rests_until: Option<Instant>,
}

/// Why there is no turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoTurn {
    /// It rests for so many more seconds.
    Rests(u64),
    /// Too many wait already.
    Crowded,
}

impl Pace {
    /// A pace of nothing at all is one in an hour.
    pub(super) fn new(per_minute: f64) -> Self {
        let gap = Duration::try_from_secs_f64(60.0 / per_minute).unwrap_or(LONGEST_REST);
        Self { gap: gap.min(LONGEST_REST), state: Mutex::default() }
    }

    /// When the next turn is, if that is within `patience`. It is taken then.
    pub(super) fn turn(&self, patience: Duration) -> Result<Instant, NoTurn> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(until) = state.rests_until.filter(|until| *until > now) {
            return Err(NoTurn::Rests((until - now).as_secs().max(1)));
        }
        let at = state.next.unwrap_or(now).max(now);
        if at > now + patience {
            return Err(NoTurn::Crowded);
        }
        state.next = Some(at + self.gap);
        Ok(at)
    }

    /// It wants to be left alone. Tells for how many seconds it is.
    pub(super) fn rest(&self, wanted: Option<Duration>) -> u64 {
        let rest = wanted.unwrap_or(USUAL_REST).clamp(Duration::from_secs(1), LONGEST_REST);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.rests_until = Some(Instant::now() + rest);
        rest.as_secs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn turns_are_even_and_rests_are_kept() {
        let pace = Pace::new(60.0);
        let patience = Duration::from_secs(2);
        let now = Instant::now();
        let turns: Vec<_> =
            (0..4).map(|_| pace.turn(patience).map(|at| (at - now).as_secs())).collect();
        assert_eq!(turns, [Ok(0), Ok(1), Ok(2), Err(NoTurn::Crowded)]);
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(pace.turn(patience), Ok(Instant::now()));
        assert_eq!(pace.rest(Some(Duration::from_secs(5))), 5);
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(pace.turn(patience), Err(NoTurn::Rests(1)));
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(pace.turn(patience).is_ok());
        assert_eq!(pace.rest(Some(Duration::from_secs(1_000_000))), 3600);
        for nonsense in [0.0, -1.0, f64::NAN] {
            assert!(Pace::new(nonsense).turn(patience).is_ok());
        }
    }
}
