//! Time of what is done over and over.

use std::time::{Duration, Instant};

/// So many repetitions at least, and so long at least.
const LEAST: usize = 9;
const LONG: Duration = Duration::from_millis(1_500);

/// Seconds that one call takes: the best and the median. Others use the machine; the best is when they did not.
pub(crate) fn time(mut work: impl FnMut()) -> (f64, f64) {
    work();
    let began = Instant::now();
    let mut all = Vec::new();
    while all.len() < LEAST || began.elapsed() < LONG {
        let start = Instant::now();
        work();
        all.push(start.elapsed().as_secs_f64());
    }
    all.sort_by(f64::total_cmp);
    (all[0], all[all.len() / 2])
}
