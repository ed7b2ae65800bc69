//! Sums that are the same in whatever order their terms come. Floats are not: their last digits depend on which passage was
//! learned first, and the last digits decide between passages that are almost equally good.

/// Terms are whole numbers of this part of one. Sums up to sixteen millions have room.
const UNITS: f32 = (1_u64 << 40) as f32;

/// A sum of terms that are not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exact(u64);

impl Exact {
    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn get(self) -> f32 {
        self.0 as f32 / UNITS
    }
}

impl From<f32> for Exact {
    fn from(term: f32) -> Self {
        Self((term * UNITS) as u64)
    }
}

impl std::ops::AddAssign for Exact {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

/// The sum of terms that are not negative.
pub(crate) fn sum(terms: impl Iterator<Item = f32>) -> f32 {
    let mut sum = Exact::default();
    terms.for_each(|term| sum += Exact::from(term));
    sum.get()
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn the_order_of_terms_does_not_matter() {
        let terms = [0.1, 3e-7, 12.3, 1e-3, 0.7, 5.5e-5];
        assert_eq!(sum(terms.into_iter()), sum(terms.into_iter().rev()));
        assert!((sum(terms.into_iter()) - 13.101_055).abs() < 1e-5);
    }
}
