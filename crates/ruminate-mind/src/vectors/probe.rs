//! A noisy vector that is looked for among known ones.

/// The most that one of its numbers can be: with more, the sum of products could leave 32 bits.
const MOST: f32 = 1_023.0;

/// A vector that is like a known one, but for noise; in eleven bits, which add less noise than anything else does.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    planes: Box<[i16]>,
    /// What one step of the numbers is worth.
    step: f32,
}

impl Probe {
    /// Brings numbers into range, where `unit` is what one of them is worth.
    pub(super) fn fit(planes: &[i32], unit: f32) -> Self {
        let most = planes.iter().map(|part| part.unsigned_abs()).max().unwrap_or(0).max(1) as f32;
        let shrink = MOST / most;
        let planes = planes.iter().map(|part| (*part as f32 * shrink).round() as i16).collect();
        Self { planes, step: unit / shrink }
    }

    pub fn dimension(&self) -> usize {
        self.planes.len() / 2
    }

    /// Undoes [`turn`](super::Phases::turn) on what is looked for.
    #[must_use]
    pub fn turn_back(mut self) -> Self {
        let (real, imaginary) = self.planes.split_at_mut(self.planes.len() / 2);
        real.rotate_right(1);
        imaginary.rotate_right(1);
        self
    }

    pub(super) fn planes(&self) -> &[i16] {
        &self.planes
    }

    pub(super) fn step(&self) -> f32 {
        self.step
    }

    /// The root of the sum of its squares.
    pub(super) fn length(&self) -> f32 {
        let squares = self.planes.iter().map(|part| i64::from(*part) * i64::from(*part));
        (squares.sum::<i64>() as f32).sqrt() * self.step
    }
}
