//! Cross-validation: each question is judged by weights that were fitted on others.

use ruminate_mind::Index;
use ruminate_mind::recall::Weights;

use super::fit::{Settings, fit};
use super::sets::Question;

const FOLDS: usize = 4;

/// Weights for each part of the questions, fitted on the other parts.
pub(crate) struct Crossed(Vec<Weights>);

impl Crossed {
    /// Fits on the questions of several sets over one index.
    pub(crate) fn fit(
        index: &Index,
        asked: &[(&str, Vec<Question>)],
        split: usize,
        settings: &Settings,
    ) -> Self {
        let folds = (0..FOLDS).map(|fold| {
            let others = asked.iter().map(|(_, questions)| {
                let numbered = questions.iter().enumerate();
                let others = numbered.filter(|(at, _)| fold_of(*at, split) != fold);
                (index, others.map(|(_, question)| question).collect())
            });
            fit(&others.collect::<Vec<_>>(), settings)
        });
        Self(folds.collect())
    }

    /// The weights for a question by its place in its set.
    pub(crate) fn weights(&self, at: usize, split: usize) -> &Weights {
        &self.0[fold_of(at, split)]
    }
}

/// Which part a question is in. Neighbours are often alike, and in different parts.
fn fold_of(at: usize, split: usize) -> usize {
    (at.wrapping_mul(2_654_435_761 + 97 * split) >> 7) % FOLDS
}
