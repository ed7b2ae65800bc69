//! How much it says that a word or a name is somewhere: the more, the fewer passages have it.

/// Counts up to this are looked up instead of computed.
const TABLE: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    total: f32,
    /// The logarithm of all passages and one, by which names are measured.
    log_total: f32,
    idf: Vec<f32>,
    names: Vec<f32>,
}

impl Rarity {
    pub(crate) fn among(total: u32) -> Self {
        let mut rarity =
            Self { total: total as f32, log_total: (total as f32 + 1.0).ln(), ..Self::default() };
        let counts = 0..TABLE.min(total as usize + 1) as u32;
        rarity.idf = counts.clone().map(|count| rarity.compute_word(count)).collect();
        rarity.names = counts.map(|count| rarity.compute_name(count)).collect();
        rarity
    }

    /// A word's weight by the number of passages that have it: BM25's.
    pub(crate) fn word(&self, count: u32) -> f32 {
        self.idf.get(count as usize).copied().unwrap_or_else(|| self.compute_word(count))
    }

    /// The most that any word can weigh.
    pub(crate) fn most(&self) -> f32 {
        self.compute_word(1)
    }

    /// A name's weight by the number of passages that mention it.
    pub(crate) fn name(&self, count: u32) -> f32 {
        self.names.get(count as usize).copied().unwrap_or_else(|| self.compute_name(count))
    }

    /// The same, as a share of the most that it can be.
    pub(crate) fn name_share(&self, count: u32) -> f32 {
        if self.log_total > 0.0 { self.name(count) / self.log_total } else { 0.0 }
    }

    fn compute_word(&self, count: u32) -> f32 {
        let count = count as f32;
        (1.0 + (self.total - count + 0.5).max(0.0) / (count + 0.5)).ln()
    }

    fn compute_name(&self, count: u32) -> f32 {
        ((self.total + 1.0) / (count as f32).max(1.0)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rare_weighs_more() {
        let rarity = Rarity::among(10_000);
        assert!(rarity.word(1) > rarity.word(100) && rarity.word(100) > rarity.word(9_999));
        assert!(rarity.word(10_000) > 0.0 && rarity.name(10_000) > 0.0);
        assert_eq!(rarity.word(1), rarity.most());
        assert!((rarity.name_share(1) - 1.0).abs() < 1e-6);
        assert_eq!(Rarity::among(0).name_share(0), 0.0);
    }
}
