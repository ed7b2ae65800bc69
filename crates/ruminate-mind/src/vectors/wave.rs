//! Cosine and sine of the 256 angles, as whole numbers.

use std::f64::consts::TAU;
use std::sync::LazyLock;

/// What 1 is in a cleanup memory and in a key: the most that a byte holds.
pub(super) const FINE: i16 = 127;
/// What 1 is in a bundle. Rounding adds a noise of 1/5,700 of one vector's, and a thousand fit into 16 bits.
pub(super) const COARSE: i16 = 31;

pub(super) type Table = [(i16, i16); 256];

pub(super) static FINE_WAVE: LazyLock<Table> = LazyLock::new(|| table(FINE));
pub(super) static COARSE_WAVE: LazyLock<Table> = LazyLock::new(|| table(COARSE));

fn table(one: i16) -> Table {
    std::array::from_fn(|step| {
        let angle = step as f64 / 256.0 * TAU;
        let round = |value: f64| (value * f64::from(one)).round() as i16;
        (round(angle.cos()), round(angle.sin()))
    })
}
