//! Values on an axis: from where to where it goes, and which round numbers stand on it.

/// An axis from `low` to `high`, both round, with a tick every `step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) step: f64,
}

impl Scale {
    /// That holds all values with about `wanted` ticks. A single value gets some room around it.
    pub(crate) fn around(values: impl Iterator<Item = f64>, wanted: usize) -> Self {
        let (mut low, mut high) =
            values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let room = (low.abs().max(high.abs()) * 1e-9).max(f64::MIN_POSITIVE);
        if high - low <= room {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.05 };
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / wanted.max(1) as f64);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    pub(crate) fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let first = (self.low / self.step).round();
        let count = ((self.high - self.low) / self.step).round().clamp(0.0, 100.0) as usize;
        (0..=count).map(move |nth| (first + nth as f64) * self.step)
    }

    /// 0 at the low end, 1 at the high end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// 1, 2 or 5 times a power of ten, and at least what is asked for.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= least * 0.999_999);
    times.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], ticks: &[f64]) {
        let scale = Scale::around(values.iter().copied(), 5);
        let found: Vec<f64> = scale.ticks().collect();
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * scale.step.abs().max(b.abs());
        assert!(found.len() == ticks.len() && found.iter().zip(ticks).all(is_near), "{found:?}");
    }

    #[test]
    fn ticks_are_round_and_hold_everything() {
        check(&[0.0, 100.0], &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        check(&[1432.0, 2874.0], &[1000.0, 1500.0, 2000.0, 2500.0, 3000.0]);
        check(&[-0.12, 0.31], &[-0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4]);
        check(&[5.0], &[4.7, 4.8, 4.9, 5.0, 5.1, 5.2, 5.3]);
        check(&[], &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    }

    #[test]
    fn extremes_are_no_trouble() {
        for values in [&[-1e18, 1e18][..], &[1e18, 1e18], &[1e-300, 2e-300], &[1e18, 1e18 + 256.0]]
        {
            let scale = Scale::around(values.iter().copied(), 5);
            assert!(scale.ticks().count() < 102 && scale.low < scale.high, "{scale:?}");
            assert!(values.iter().all(|value| scale.share(*value).is_finite()));
        }
    }
}
