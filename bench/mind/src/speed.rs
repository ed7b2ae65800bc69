//! How fast binding and cleanup are, and how much of what memory delivers cleanup takes.

use std::hint::black_box;

use fearless_simd::{Level, Simd, dispatch};
use ruminate_mind::vectors::{Bundle, Cleanup, Phases, Probe, Space};

use crate::stopwatch::time;

/// Vectors that are bound in one go.
const PAIRS: usize = 64;
/// Words that are added up in one go.
const LINE: usize = 64;
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
    let before = streaming(&words);
    let one = time(|| _ = black_box(cleanup.nearest(&probes[..1], 1)));
    let together = time(|| _ = black_box(cleanup.nearest(&probes, 1)));
    let after = streaming(&words);
    let memory = (before.0.min(after.0), f64::midpoint(before.1, after.1));

    let rate = |seconds: f64| format!("{:.1} GB/s", bytes as f64 / seconds / 1e9);
    let share = format!(
        "{}, {:.0} % of streaming (medians: {:.0} %)",
        rate(one.0),
        100.0 * memory.0 / one.0,
        100.0 * memory.1 / one.1
    );
    table.row("Ruminate, cleanup of 1 query", one, 1, &share);
    let what = format!("Ruminate, cleanup of {TOGETHER} queries together");
    table.row(&what, together, TOGETHER, "");
    table.row("streaming sum of the same bytes", memory, 1, &rate(memory.0));
}

/// The least time, of four ways, that it takes to just add up as many bytes: from front to back, and from several
/// places side by side.
fn streaming(words: &[u64]) -> (f64, f64) {
    let times = [1, 2, 4, 8].map(|places| time(|| _ = black_box(sum(black_box(words), places))));
    times.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

fn sum(words: &[u64], places: usize) -> u64 {
    let part = words.len() / places;
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || (0..part).step_by(LINE).fold(0, |sum: u64, at| {
            (0..places).fold(sum, |sum, place| {
                let from = place * part + at;
                let line = words.get(from..from + LINE).unwrap_or_default();
                sum.wrapping_add(line.iter().fold(0, |sum: u64, word| sum.wrapping_add(*word)))
            })
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
