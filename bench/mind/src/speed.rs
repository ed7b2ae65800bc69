//! How fast binding and cleanup are, and how much of what memory delivers cleanup takes.

use std::hint::black_box;

use fearless_simd::{Level, Simd, dispatch};
use ruminate_mind::vectors::{Bundle, Cleanup, Phases, Probe, Space};

use crate::stopwatch::time;

/// Vectors that are bound in one go.
const PAIRS: usize = 64;
/// Words that are added up in one go, as many as a row of 2 KiB has.
const ROW: usize = 256;
/// Probes that share one pass.
const TOGETHER: usize = 32;

pub(crate) fn measure(dimension: usize, known: usize) {
    let space = Space::new(dimension, 5);
    let vectors: Vec<Phases> = (0..known).map(|at| space.named(&format!("known {at}"))).collect();
    let table = Table { dimension, known };

    let binding = time(|| {
        for pair in vectors[..=PAIRS].windows(2) {
            black_box(pair[0].clone().bind(&pair[1]));
        }
    });
    table.row("Ruminate, bind", binding, PAIRS, "");

    let mut page = Bundle::new(dimension);
    let adding = time(|| {
        for pair in vectors[..=PAIRS].windows(2) {
            page.add(&pair[0].clone().bind(&pair[1]));
        }
        black_box(&page);
    });
    table.row("Ruminate, bind and bundle", adding, PAIRS, "");

    let mut cleanup = Cleanup::new(dimension);
    let mut page = Bundle::new(dimension);
    vectors.iter().for_each(|vector| cleanup.push(vector));
    vectors[..=30].windows(2).for_each(|pair| page.add(&pair[0].clone().bind(&pair[1])));
    let keys = vectors.iter().take(TOGETHER);
    let probes: Vec<Probe> = keys.map(|key| page.unbind(key)).collect();
    drop(vectors);

    let bytes = known * 2 * dimension;
    let words = vec![1_u64; bytes / 8];
    let stream = || time(|| _ = black_box(sum(black_box(&words))));
    let before = stream();
    let one = time(|| _ = black_box(cleanup.nearest(&probes[..1], 1)));
    let together = time(|| _ = black_box(cleanup.nearest(&probes, 1)));
    let after = stream();
    let streaming = (before.0.min(after.0), f64::midpoint(before.1, after.1));

    let rate = |seconds: f64| format!("{:.1} GB/s", bytes as f64 / seconds / 1e9);
    let share = format!(
        "{}, {:.0} % of streaming (medians: {:.0} %)",
        rate(one.0),
        100.0 * streaming.0 / one.0,
        100.0 * streaming.1 / one.1
    );
    table.row("Ruminate, cleanup of 1 query", one, 1, &share);
    let what = format!("Ruminate, cleanup of {TOGETHER} queries together");
    table.row(&what, together, TOGETHER, "");
    table.row("streaming sum of the same bytes", streaming, 1, &rate(streaming.0));
}

/// All that memory can deliver to one core: the same walk as cleanup's, with nothing to do but to add.
fn sum(words: &[u64]) -> u64 {
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || words.chunks(ROW).fold(0, |sum: u64, row| {
            sum.wrapping_add(row.iter().fold(0, |sum: u64, word| sum.wrapping_add(*word)))
        })
    ))
}

struct Table {
    dimension: usize,
    known: usize,
}

impl Table {
    #[allow(clippy::print_stdout)]
    fn row(&self, what: &str, (best, median): (f64, f64), each: usize, note: &str) {
        let [best, median] = [best, median].map(|seconds| seconds * 1e6 / each as f64);
        let Self { dimension, known } = self;
        println!("| {dimension} | {known} | {what} | {best:.2} | {median:.2} | {note} |");
    }
}
