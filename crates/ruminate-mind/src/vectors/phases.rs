//! A vector of unit complex numbers, kept as their angles.
//!
//! One byte is an angle: 256 steps make a whole turn. Products of unit numbers are then sums of bytes that wrap, so
//! binding is exact and sixteen dimensions and more are one instruction. Nothing is lost by the coarse angles: what other
//! vectors add as noise has the same mean and variance as with all angles, so a bundle holds as many.

use super::wave::{FINE, FINE_WAVE};

/// A vector with one angle for each dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phases(Box<[u8]>);

impl From<Vec<u8>> for Phases {
    fn from(angles: Vec<u8>) -> Self {
        Self(angles.into())
    }
}

impl Phases {
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    pub fn angles(&self) -> &[u8] {
        &self.0
    }

    /// Both at once: like neither, and with either of them the other one can be had back.
    #[must_use]
    pub fn bind(mut self, other: &Self) -> Self {
        self.bind_with(other);
        self
    }

    /// Binds in place.
    pub fn bind_with(&mut self, other: &Self) {
        debug_assert_eq!(self.dimension(), other.dimension());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = mine.wrapping_add(*theirs);
        }
    }

    /// Takes out what was bound.
    #[must_use]
    pub fn unbind(mut self, other: &Self) -> Self {
        debug_assert_eq!(self.dimension(), other.dimension());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = mine.wrapping_sub(*theirs);
        }
        self
    }

    /// What undoes binding with this one: the conjugate.
    #[must_use]
    pub fn inverse(mut self) -> Self {
        self.0.iter_mut().for_each(|angle| *angle = angle.wrapping_neg());
        self
    }

    /// The same vector in another role: every angle moves to the dimension before.
    ///
    /// Binding does not know which came first; whoever is turned is the one who something is done to.
    #[must_use]
    pub fn turn(mut self) -> Self {
        self.0.rotate_left(1);
        self
    }

    /// Undoes [`turn`](Self::turn).
    #[must_use]
    pub fn turn_back(mut self) -> Self {
        self.0.rotate_right(1);
        self
    }

    /// How alike two vectors are: 1 for the same, about 0 for any two others.
    pub fn similarity(&self, other: &Self) -> f32 {
        debug_assert_eq!(self.dimension(), other.dimension());
        let between = self.0.iter().zip(&other.0).map(|(a, b)| a.wrapping_sub(*b));
        let sum: i32 = between.map(|angle| i32::from(FINE_WAVE[usize::from(angle)].0)).sum();
        sum as f32 / (f32::from(FINE) * self.dimension() as f32)
    }
}
