//! The loops that the time goes into: products of one probe with many rows, and adding vectors to bundles.
//!
//! Plain loops, compiled for each level of vector instructions that a machine may have and chosen when it runs: the
//! oldest of them has none that multiply bytes, and would take four times as long as memory does to deliver them.

use fearless_simd::{Level, Simd, dispatch};

use super::wave::{coarse_cosine, coarse_sine};

/// Rows of one width, and where the sums of their products go.
pub(crate) struct Rows<'a> {
    pub(crate) rows: &'a [i8],
    pub(crate) sums: &'a mut [i32],
}

/// Sums the products of a probe with each row of two blocks, by turns: memory delivers a fifth more from two
/// places than from one.
pub(crate) fn products(probe: &[i16], front: Rows<'_>, back: Rows<'_>) {
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || by_turns(probe, front, back)
    ));
}

#[inline(always)]
fn by_turns(probe: &[i16], front: Rows<'_>, back: Rows<'_>) {
    let width = probe.len();
    let mut front = front.rows.chunks_exact(width).zip(front.sums);
    let mut back = back.rows.chunks_exact(width).zip(back.sums);
    loop {
        let (one, other) = (front.next(), back.next());
        if one.is_none() && other.is_none() {
            return;
        }
        for (row, sum) in [one, other].into_iter().flatten() {
            *sum = row.iter().zip(probe).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        }
    }
}

/// Adds the complex numbers of these angles, so many times.
pub(super) fn add_waves(angles: &[u8], weight: i16, real: &mut [i16], imaginary: &mut [i16]) {
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || {
            for ((angle, real), imaginary) in angles.iter().zip(real).zip(imaginary) {
                *real = real.wrapping_add(weight * coarse_cosine(*angle));
                *imaginary = imaginary.wrapping_add(weight * coarse_sine(*angle));
            }
        }
    ));
}
