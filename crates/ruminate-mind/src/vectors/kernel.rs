//! The loop that all the time goes into: products of one probe with many rows.
//!
//! A plain loop, compiled for each level of vector instructions that a machine may have and chosen when it runs: the
//! oldest of them has none that multiply bytes, and would take four times as long as memory does to deliver them.

use fearless_simd::{Level, Simd, dispatch};

/// The sum of products of a probe with each row of `probe.len()` bytes.
pub(super) fn products(rows: &[i8], probe: &[i16], sums: &mut [i32]) {
    debug_assert_eq!(rows.len(), sums.len() * probe.len());
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || each_row(rows, probe, sums)
    ));
}

#[inline(always)]
fn each_row(rows: &[i8], probe: &[i16], sums: &mut [i32]) {
    for (row, sum) in rows.chunks_exact(probe.len()).zip(sums) {
        *sum = row.iter().zip(probe).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
    }
}
