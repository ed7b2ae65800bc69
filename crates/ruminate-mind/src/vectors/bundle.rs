//! Many vectors in one: their sum as complex numbers.
//!
//! The sum is kept as it is. Normalising it would lose how many were added, and with it that removing undoes adding.

use super::kernel::add_waves;
use super::phases::Phases;
use super::probe::Probe;
use super::wave::{COARSE, COARSE_MOST, FINE, FINE_WAVE};

/// More vectors than this could overflow a bundle's numbers, and would be nothing but noise anyway.
pub const MOST_LOAD: usize = (i16::MAX / COARSE_MOST) as usize;

/// A sum of vectors, exact: adding and removing in any order leaves the same numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All real parts, then all imaginary parts.
    planes: Box<[i16]>,
    load: u32,
}

impl Bundle {
    pub fn new(dimension: usize) -> Self {
        Self { planes: vec![0; 2 * dimension].into(), load: 0 }
    }

    pub fn dimension(&self) -> usize {
        self.planes.len() / 2
    }

    /// How many vectors were added and not removed, each as often as it weighs.
    pub fn load(&self) -> usize {
        self.load as usize
    }

    /// Adds a vector. Beyond [`MOST_LOAD`] numbers wrap, which removing still undoes.
    pub fn add(&mut self, vector: &Phases) {
        self.add_weighted(vector, 1);
    }

    /// Adds a vector so many times.
    pub fn add_weighted(&mut self, vector: &Phases, weight: u8) {
        self.sum(vector, i16::from(weight));
        self.load = self.load.wrapping_add(u32::from(weight));
    }

    /// Takes a vector out that was added.
    pub fn remove(&mut self, vector: &Phases) {
        self.sum(vector, -1);
        self.load = self.load.wrapping_sub(1);
    }

    fn sum(&mut self, vector: &Phases, weight: i16) {
        debug_assert_eq!(self.dimension(), vector.dimension());
        let (real, imaginary) = self.planes.split_at_mut(vector.dimension());
        add_waves(vector.angles(), weight, real, imaginary);
    }

    /// How much of a vector is in the sum: about 1 for each time that it was added, and about 0 else.
    pub fn similarity(&self, vector: &Phases) -> f32 {
        let wave = &*FINE_WAVE;
        let (real, imaginary) = self.planes.split_at(vector.dimension());
        let parts = vector.angles().iter().zip(real).zip(imaginary);
        let sum: i64 = parts
            .map(|((angle, real), imaginary)| {
                let (cosine, sine) = wave[usize::from(*angle)];
                i64::from(
                    i32::from(*real) * i32::from(cosine) + i32::from(*imaginary) * i32::from(sine),
                )
            })
            .sum();
        sum as f32 * unit() / vector.dimension() as f32
    }

    /// The sum itself, to be compared with what is known.
    pub fn probe(&self) -> Probe {
        let planes: Vec<i32> = self.planes.iter().map(|part| i32::from(*part)).collect();
        Probe::fit(&planes, 1.0 / COARSE)
    }

    /// What the key was bound to, among noise from everything else in the sum.
    pub fn unbind(&self, key: &Phases) -> Probe {
        debug_assert_eq!(self.dimension(), key.dimension());
        let wave = &*FINE_WAVE;
        let (real, imaginary) = self.planes.split_at(key.dimension());
        let mut planes = vec![0_i32; self.planes.len()];
        let (to_real, to_imaginary) = planes.split_at_mut(key.dimension());
        for (at, angle) in key.angles().iter().enumerate() {
            let (cosine, sine) = wave[usize::from(*angle)];
            let (cosine, sine) = (i32::from(cosine), i32::from(sine));
            let (real, imaginary) = (i32::from(real[at]), i32::from(imaginary[at]));
            to_real[at] = real * cosine + imaginary * sine;
            to_imaginary[at] = imaginary * cosine - real * sine;
        }
        Probe::fit(&planes, unit())
    }

    /// The numbers, all real parts before all imaginary parts.
    pub fn planes(&self) -> &[i16] {
        &self.planes
    }
}

fn unit() -> f32 {
    1.0 / (COARSE * f32::from(FINE))
}
