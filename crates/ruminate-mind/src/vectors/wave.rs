//! Cosine and sine of the 256 angles, as whole numbers.

use std::f64::consts::TAU;
use std::sync::LazyLock;

/// What 1 is in a cleanup memory and in a key: the most that a byte holds.
pub(super) const FINE: i16 = 127;
/// The most that one vector adds to a number of a bundle.
pub(super) const COARSE_MOST: i16 = 32;
/// What 1 is in a bundle, where parabolas stand for waves: they go along with a wave of this height.
pub(super) const COARSE: f32 = 33.05;

/// Cosine and sine.
pub(super) static FINE_WAVE: LazyLock<[(i16, i16); 256]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let angle = step as f64 / 256.0 * TAU;
        let round = |value: f64| (value * f64::from(FINE)).round() as i16;
        (round(angle.cos()), round(angle.sin()))
    })
});

/// The sine, as a parabola for each half turn. A table would be closer, but is looked into one angle at a time, where
/// this is done for sixteen at once; what it is off adds a noise of 1/650 of the vector's own.
#[inline(always)]
pub(super) fn coarse_sine(angle: u8) -> i16 {
    let signed = i16::from(angle.cast_signed());
    let arc = signed.abs() * (128 - signed.abs());
    let height = (arc + 64) >> 7;
    if signed < 0 { -height } else { height }
}

#[inline(always)]
pub(super) fn coarse_cosine(angle: u8) -> i16 {
    coarse_sine(angle.wrapping_add(64))
}
