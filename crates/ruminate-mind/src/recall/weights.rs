//! What each feature counts for. The numbers come from fitting (`bench/recall/fit`), and are in a file that is part of the program.

use std::sync::LazyLock;

use super::feature::{FEATURES, Feature, Features};

const SHIPPED: &str = include_str!("weights.toml");

/// A weight for each feature: for the first pick, which has only the question to go by, and for later ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub first: [f32; FEATURES],
    pub later: [f32; FEATURES],
}

impl Weights {
    /// Reads lines of `name = number` under the headings `[first]` and `[later]`; without a heading they
    /// are for both. What is not there weighs nothing; a name that is no feature's and a line that cannot be read are
    /// told in the error.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut weights = Self { first: [0.0; FEATURES], later: [0.0; FEATURES] };
        let (mut for_first, mut for_later) = (true, true);
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            if line.starts_with('[') {
                (for_first, for_later) = (line == "[first]", line == "[later]");
                continue;
            }
            let (name, number) =
                line.split_once('=').ok_or_else(|| format!("no weight: {line}"))?;
            let feature = Feature::ALL.iter().find(|feature| feature.name() == name.trim());
            let feature = feature.ok_or_else(|| format!("no feature: {}", name.trim()))?;
            let number = number.trim().parse().map_err(|_| format!("no number: {line}"))?;
            if for_first {
                weights.first[*feature as usize] = number;
            }
            if for_later {
                weights.later[*feature as usize] = number;
            }
        }
        Ok(weights)
    }

    /// The lines that [`Weights::parse`] reads.
    pub fn print(&self) -> String {
        let lines = |weights: &[f32]| -> String {
            let named = Feature::ALL.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
            named.map(|(feature, weight)| format!("{} = {weight:.3}\n", feature.name())).collect()
        };
        format!("[first]\n{}\n[later]\n{}", lines(&self.first), lines(&self.later))
    }

    /// What a passage is worth as the next pick.
    pub fn judge(&self, features: &Features, is_first: bool) -> f32 {
        let weights = if is_first { &self.first } else { &self.later };
        weights.iter().zip(features.0).map(|(weight, feature)| weight * feature).sum()
    }
}

impl Weights {
    /// Those that are part of the program.
    pub fn shipped() -> &'static Self {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(Weights::default);
        &WEIGHTS
    }
}

impl Default for Weights {
    /// Those that are part of the program. A test reads them, so that they can be read.
    fn default() -> Self {
        Self::parse(SHIPPED).unwrap_or(Self { first: [0.0; FEATURES], later: [0.0; FEATURES] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read() {
        let weights = Weights::parse(SHIPPED).unwrap();
        assert_eq!(Weights::parse(&weights.print()).unwrap(), weights);
        assert!(weights.later.iter().any(|weight| *weight != 0.0));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        assert!(Weights::parse("nonsense = 1").unwrap_err().contains("nonsense"));
        assert!(Weights::parse("words = x").is_err() && Weights::parse("words").is_err());
    }
}
