//! How much one bundle can hold.
//!
//! Of `k` bundled vectors one is looked for among `m` known ones. With `n` complex dimensions the right one scores
//! 1, plus noise from the `k − 1` others: each adds the mean of `n` cosines of random angles, whose variance is 1/(2n). A wrong
//! one scores noise from all `k`. The right one wins when it is above the highest of `m − 1` wrong ones, so
//!
//! ```text
//! P = ∫ φ(h) · Φ[(1 + h·√((k−1)/N)) / √(k/N)]^(m−1) dh,   N = 2n
//! ```
//!
//! The law is often written with `N = n`. That is the law of vectors whose similarity has the variance 1/n: of n real numbers, as in
//! MAP and HRR. A complex dimension is worth two of those. Measured against bundles of facts: `bench/mind`.

use std::f64::consts::{PI, SQRT_2};

use super::bundle::MOST_LOAD;

/// How far from the mean, in standard deviations, the integral goes, and in which steps.
const REACH: f64 = 8.0;
const STEP: f64 = 0.02;

/// The share of right answers when `load` vectors of `dimension` are bundled and `known` are candidates.
pub fn accuracy(dimension: usize, load: usize, known: usize) -> f64 {
    if load <= 1 || known <= 1 {
        return 1.0;
    }
    let real_dimensions = 2.0 * dimension as f64;
    let own_noise = ((load - 1) as f64 / real_dimensions).sqrt();
    let noise = (load as f64 / real_dimensions).sqrt();
    let rivals = (known - 1) as f64;
    let steps = (2.0 * REACH / STEP) as usize;
    let sum: f64 = (0..=steps)
        .map(|at| {
            let h = at as f64 * STEP - REACH;
            density(h) * above_all((1.0 + h * own_noise) / noise, rivals)
        })
        .sum();
    (sum * STEP).min(1.0)
}

/// How many vectors may be bundled so that the share of right answers is at least `accuracy`: at least 1, at most
/// [`MOST_LOAD`].
pub fn capacity(dimension: usize, known: usize, wanted: f64) -> usize {
    let (mut enough, mut too_many) = (1, MOST_LOAD + 1);
    while too_many - enough > 1 {
        let middle = enough.midpoint(too_many);
        match accuracy(dimension, middle, known) >= wanted {
            true => enough = middle,
            false => too_many = middle,
        }
    }
    enough
}

fn density(h: f64) -> f64 {
    (-h * h / 2.0).exp() / (2.0 * PI).sqrt()
}

/// The probability that so many standard normal numbers are all below `x`.
fn above_all(x: f64, rivals: f64) -> f64 {
    (rivals * (-tail(x)).ln_1p()).exp()
}

/// The probability that a standard normal number is above `x`: by Chebyshev's approximation of the complementary
/// error function, whose relative error is below 1.2e-7 everywhere (Numerical Recipes, 6.2).
fn tail(x: f64) -> f64 {
    const TERMS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + z / 2.0);
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let beyond = t * (sum - z * z).exp() / 2.0;
    if x < 0.0 { 1.0 - beyond } else { beyond }
}

#[cfg(test)]
mod tests {
    use super::{accuracy, capacity, tail};

    #[test]
    fn tails_are_those_of_tables() {
        for (x, beyond) in
            [(0.0, 0.5), (1.0, 0.158_655_254), (-1.0, 0.841_344_746), (5.0, 2.866_516e-7)]
        {
            assert!((tail(x) / beyond - 1.0).abs() < 1e-6, "{x}: {}", tail(x));
        }
    }

    #[test]
    fn a_rival_more_is_a_coin_toss_at_most() {
        // With noise alone the right one of two wins half of the time.
        assert!((accuracy(1, 1_000_000, 2) - 0.5).abs() < 0.001);
        assert_eq!(accuracy(1_024, 1, 1_000_000), 1.0);
    }

    #[test]
    fn pages_have_room_for_dozens() {
        assert_eq!(capacity(1_024, 10_000, 0.99), 51);
    }
}
