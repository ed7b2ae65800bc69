//! How sure a thought, a synthesis or an answer is, and how that moves over a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number in `[0, 1]`. It cannot be anything else: what is outside is brought to the nearest end,
/// and what is not a number has no confidence to speak of.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(from = "f64", into = "f64")]
#[schemars(with = "f64", extend("minimum" = 0, "maximum" = 1))]
pub struct Confidence(f64);

impl Confidence {
    /// What is assumed where nobody said anything.
    pub const UNSAID: Self = Self(0.5);

    pub fn new(value: f64) -> Self {
        if value.is_nan() { Self::UNSAID } else { Self(value.clamp(0.0, 1.0)) }
    }

    /// As sure as can be: somebody said so who may.
    pub const CERTAIN: Self = Self(1.0);

    /// A number that the program itself is sure lies in the range.
    pub const fn literal(value: f64) -> Self {
        assert!(value >= 0.0 && value <= 1.0);
        Self(value)
    }

    pub fn get(self) -> f64 {
        self.0
    }

    /// The mean of several, or nothing for none.
    pub fn mean(values: impl IntoIterator<Item = Confidence>) -> Option<Confidence> {
        let (sum, count) = values.into_iter().fold((0.0, 0u32), |(s, n), c| (s + c.0, n + 1));
        (count > 0).then(|| Self::new(sum / f64::from(count)))
    }
}

impl From<f64> for Confidence {
    fn from(value: f64) -> Self {
        Self::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> f64 {
        confidence.0
    }
}

/// What a series of confidences says about the understanding behind it (seed A, "Confidence Evolution").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// Rising: understanding is converging.
    Converging,
    /// Falling: more complexity is being discovered.
    DiscoveringComplexity,
    /// Steady: understanding has reached a plateau.
    Plateau,
    /// Fewer than two values: nothing to read yet.
    TooEarly,
}

impl Reading {
    /// A change smaller than this, over the values looked at, is a plateau.
    const STEADY: f64 = 0.05;
    /// How many of the newest values are looked at: the question is where it goes now.
    const RECENT: usize = 4;

    pub fn of(evolution: &[Confidence]) -> Self {
        let recent = &evolution[evolution.len().saturating_sub(Self::RECENT)..];
        let (Some(first), Some(last)) = (recent.first(), recent.last()) else {
            return Self::TooEarly;
        };
        if recent.len() < 2 {
            return Self::TooEarly;
        }
        match last.get() - first.get() {
            change if change >= Self::STEADY => Self::Converging,
            change if change <= -Self::STEADY => Self::DiscoveringComplexity,
            _ => Self::Plateau,
        }
    }

    pub fn as_text(self) -> &'static str {
        match self {
            Self::Converging => "converging",
            Self::DiscoveringComplexity => "discovering complexity",
            Self::Plateau => "plateau",
            Self::TooEarly => "too early to say",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(values: &[f64]) -> Reading {
        Reading::of(&values.iter().copied().map(Confidence::new).collect::<Vec<_>>())
    }

    #[test]
    fn a_series_reads_as_the_seed_says() {
        assert_eq!(reading(&[0.4, 0.55, 0.65, 0.75]), Reading::Converging);
        assert_eq!(reading(&[0.8, 0.7, 0.6]), Reading::DiscoveringComplexity);
        assert_eq!(reading(&[0.7, 0.72, 0.71]), Reading::Plateau);
        assert_eq!(reading(&[0.7]), Reading::TooEarly);
        assert_eq!(reading(&[]), Reading::TooEarly);
    }

    #[test]
    fn only_the_newest_values_count() {
        assert_eq!(reading(&[0.1, 0.7, 0.7, 0.71, 0.7]), Reading::Plateau);
    }

    #[test]
    fn nothing_is_outside_the_range() {
        assert_eq!(Confidence::new(1.3).get(), 1.0);
        assert_eq!(Confidence::new(-2.0).get(), 0.0);
        assert_eq!(Confidence::new(f64::NAN), Confidence::UNSAID);
    }
}
