//! How good what was recalled is.

/// The share of the gold passages among the first `k`, between 0 and 1.
pub(crate) fn recall_at(k: usize, gold: &[String], found: &[String]) -> f64 {
    let among = &found[..found.len().min(k)];
    let hits = gold.iter().filter(|gold| among.contains(gold)).count();
    hits as f64 / gold.len() as f64
}

/// Sums over questions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    pub(crate) questions: usize,
    at_2: f64,
    at_5: f64,
    at_10: f64,
    all_at_5: f64,
}

impl Score {
    pub(crate) fn count(&mut self, gold: &[String], found: &[String]) {
        let at_5 = recall_at(5, gold, found);
        self.questions += 1;
        self.at_2 += recall_at(2, gold, found);
        self.at_5 += at_5;
        self.at_10 += recall_at(10, gold, found);
        self.all_at_5 += if at_5 == 1.0 { 1.0 } else { 0.0 };
    }

    fn percent(&self, sum: f64) -> f64 {
        100.0 * sum / self.questions.max(1) as f64
    }

    pub(crate) fn at_2(&self) -> f64 {
        self.percent(self.at_2)
    }

    pub(crate) fn at_5(&self) -> f64 {
        self.percent(self.at_5)
    }

    pub(crate) fn at_10(&self) -> f64 {
        self.percent(self.at_10)
    }

    pub(crate) fn all_at_5(&self) -> f64 {
        self.percent(self.all_at_5)
    }

    /// As a cell of a table.
    pub(crate) fn hops(&self) -> String {
        format!("{:.1} / {:.1} / {:.1}", self.at_2(), self.at_5(), self.all_at_5())
    }
}
