//! How late things came: every one of them is kept, so that no percentile is an estimate.

use serde::Serialize;

#[derive(Default)]
pub(crate) struct Lags(Vec<u32>);

/// In milliseconds.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub(crate) count: usize,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) most: f64,
}

impl Lags {
    pub(crate) fn add(&mut self, nanoseconds: i64) {
        // What is told to the millisecond may seem to come before it happened.
        self.0.push(u32::try_from(nanoseconds.max(0) / 1000).unwrap_or(u32::MAX));
    }

    pub(crate) fn summary(&mut self) -> Summary {
        self.0.sort_unstable();
        let at = |share: f64| {
            let index = (share * self.0.len() as f64).ceil() as usize;
            self.0.get(index.saturating_sub(1)).map_or(0.0, |lag| f64::from(*lag) / 1000.0)
        };
        Summary { count: self.0.len(), p50: at(0.5), p99: at(0.99), most: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_among_what_came() {
        let mut lags = Lags::default();
        (1..=100).rev().for_each(|ms| lags.add(ms * 1_000_000));
        let Summary { p50, p99, most, .. } = lags.summary();
        assert_eq!((p50, p99, most), (50.0, 99.0, 100.0));
    }
}
