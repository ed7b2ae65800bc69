//! The memory of clean vectors: which known one is nearest to a noisy one.
//!
//! An exact scan: every row is looked at, as bytes, in blocks that stay in the processor's cache while all
//! probes have their turn. Nothing faster is exact, and rows come and go without an index to mend.

use std::cmp::Ordering;

use super::bundle::Bundle;
use super::kernel::{Rows, products};
use super::phases::Phases;
use super::probe::Probe;
use super::wave::{FINE, FINE_WAVE};

/// Bytes of a block: two of them stay in the second-level cache of any processor of these years.
const BLOCK: usize = 128 * 1_024;

/// Known vectors, each in a row with a number.
#[derive(Clone, Debug)]
pub struct Cleanup {
    dimension: usize,
    blocks: Vec<Vec<i8>>,
    /// What a product with the row has to be multiplied by.
    scales: Vec<f32>,
}

/// A row, and how near it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    pub row: usize,
    pub score: f32,
}

impl Cleanup {
    pub fn new(dimension: usize) -> Self {
        Self { dimension, blocks: Vec::new(), scales: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.scales.len()
    }

    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// Bytes that the rows take.
    pub fn bytes(&self) -> usize {
        let blocks = self.blocks.iter().map(Vec::capacity).sum::<usize>();
        blocks + self.scales.capacity() * size_of::<f32>()
    }

    /// Adds a vector as the last row. Its score is the real part of the inner product, by dimension.
    pub fn push(&mut self, vector: &Phases) {
        debug_assert_eq!(self.dimension, vector.dimension());
        let wave = &*FINE_WAVE;
        let angles = vector.angles();
        let row = self.next_row();
        // Both parts are within ±127.
        row.extend(angles.iter().map(|angle| wave[usize::from(*angle)].0 as i8));
        row.extend(angles.iter().map(|angle| wave[usize::from(*angle)].1 as i8));
        self.scales.push(1.0 / (f32::from(FINE) * self.dimension as f32));
    }

    /// Adds a bundle as the last row. Its score is the cosine, since bundles are of different lengths.
    pub fn push_bundle(&mut self, bundle: &Bundle) {
        debug_assert_eq!(self.dimension, bundle.dimension());
        let planes = bundle.planes();
        let most = planes.iter().map(|part| part.unsigned_abs()).max().unwrap_or(0).max(1);
        let shrink = f32::from(FINE) / f32::from(most);
        let row = self.next_row();
        let before = row.len();
        row.extend(planes.iter().map(|part| (f32::from(*part) * shrink).round() as i8));
        let squares: i64 =
            row[before..].iter().map(|part| i64::from(*part) * i64::from(*part)).sum();
        self.scales.push(1.0 / (squares.max(1) as f32).sqrt());
    }

    /// Takes a row out; the last row gets its number. Without such a row nothing happens.
    pub fn swap_remove(&mut self, row: usize) {
        if row >= self.len() {
            return;
        }
        let width = self.width();
        let last = self.len() - 1;
        let (block, at) = self.place(last);
        let moved = self.blocks[block].split_off(at);
        if row < last {
            let (block, at) = self.place(row);
            self.blocks[block][at..at + width].copy_from_slice(&moved);
        }
        if self.blocks.last().is_some_and(Vec::is_empty) {
            self.blocks.pop();
        }
        self.scales.swap_remove(row);
    }

    /// The `k` nearest rows to each probe, the nearest first; of equal ones the earlier row.
    pub fn nearest(&self, probes: &[Probe], k: usize) -> Vec<Vec<Match>> {
        debug_assert!(probes.iter().all(|probe| probe.dimension() == self.dimension));
        let mut best: Vec<Best> = probes.iter().map(|_| Best::new(k)).collect();
        let each = self.rows_per_block();
        let (mut front_sums, mut back_sums) = (vec![0; each], vec![0; each]);
        let half = self.blocks.len().div_ceil(2);
        for at in 0..half {
            let (front, back) = (self.block(at), self.block(half + at));
            for (probe, best) in probes.iter().zip(&mut best) {
                let front = Rows { rows: front, sums: &mut front_sums };
                let back = Rows { rows: back, sums: &mut back_sums };
                products(probe.planes(), front, back);
                best.offer_all(at * each, &front_sums, &self.scales);
                best.offer_all((half + at) * each, &back_sums, &self.scales);
            }
        }
        let found = best.into_iter().zip(probes);
        found.map(|(best, probe)| best.finish(probe.step())).collect()
    }

    fn width(&self) -> usize {
        2 * self.dimension
    }

    fn rows_per_block(&self) -> usize {
        (BLOCK / self.width()).max(1)
    }

    /// The rows of a block; none where there is no such block.
    fn block(&self, at: usize) -> &[i8] {
        self.blocks.get(at).map_or(&[], Vec::as_slice)
    }

    /// The block of a row, and where in it the row begins.
    fn place(&self, row: usize) -> (usize, usize) {
        let each = self.rows_per_block();
        (row / each, row % each * self.width())
    }

    /// The block that has room for one more row.
    fn next_row(&mut self) -> &mut Vec<i8> {
        let block = self.place(self.len()).0;
        if block == self.blocks.len() {
            self.blocks.push(Vec::new());
        }
        &mut self.blocks[block]
    }
}

/// The best rows so far, the best first.
struct Best {
    k: usize,
    found: Vec<Match>,
    /// Less than this is not among the best.
    least: f32,
}

impl Best {
    fn new(k: usize) -> Self {
        let least = if k == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { k, found: Vec::with_capacity(k.min(64) + 1), least }
    }

    /// Offers the rows from `first` on, of which there are as many as there are scales left.
    fn offer_all(&mut self, first: usize, sums: &[i32], scales: &[f32]) {
        let scales = scales.get(first..).unwrap_or_default();
        for (at, (sum, scale)) in sums.iter().zip(scales).enumerate() {
            let score = *sum as f32 * scale;
            if score >= self.least {
                self.insert(Match { row: first + at, score });
            }
        }
    }

    fn insert(&mut self, one: Match) {
        let is_before = |other: &Match| match other.score.partial_cmp(&one.score) {
            Some(Ordering::Equal) => other.row < one.row,
            order => order == Some(Ordering::Greater),
        };
        let at = self.found.partition_point(is_before);
        self.found.insert(at, one);
        self.found.truncate(self.k);
        if let Some(last) = self.found.get(self.k - 1) {
            self.least = last.score;
        }
    }

    fn finish(mut self, step: f32) -> Vec<Match> {
        self.found.iter_mut().for_each(|one| one.score *= step);
        self.found
    }
}
