//! Fitting the weights: at each pick the probability of the right passages among all in reach is made as large as possible. The
//! picks are those of the weights themselves, now and then set right, in rounds: what they meet when they are used is
//! what they are fitted on.

use ruminate_mind::Index;
use ruminate_mind::recall::{FEATURES, Feature, Features, Walk, Weights};

use super::descent::minimise;
use super::sets::Question;

/// Of those that were tried, the one with the best recall by cross-validation.
pub(crate) const HOLD: f64 = 0.003;

pub(crate) struct Settings {
    /// How strongly large weights are held down.
    pub(crate) hold: f64,
    pub(crate) rounds: usize,
    /// How many picks are looked at.
    pub(crate) picks: usize,
    /// Features that are to weigh nothing.
    pub(crate) without: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hold: HOLD, rounds: 3, picks: 5, without: Vec::new() }
    }
}

/// The passages in reach at one pick, and which are right.
struct Situation {
    weight: f64,
    is_first: bool,
    features: Vec<Features>,
    is_right: Vec<bool>,
}

/// Questions of several sets over their indexes. Each set counts the same.
pub(crate) fn fit(sets: &[(&Index, Vec<&Question>)], settings: &Settings) -> Weights {
    let mut weights = Weights::beginning();
    let mut situations = Vec::new();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..settings.rounds {
        let teaching = if round == 0 { 0.6 } else { 0.3 };
        for (index, questions) in sets {
            for question in questions {
                let mut seen =
                    watch(index, question, &weights, settings.picks, teaching, &mut dice);
                let count = seen.len() as f64;
                for situation in &mut seen {
                    situation.weight = 1.0 / (questions.len() as f64 * count);
                }
                situations.append(&mut seen);
            }
        }
        weights.first = descend(&situations, true, &weights.first, settings);
        weights.later = descend(&situations, false, &weights.later, settings);
    }
    weights
}

trait Beginning {
    fn beginning() -> Self;
}

impl Beginning for Weights {
    /// Something sensible to make the first picks by.
    fn beginning() -> Self {
        let text = "words_of_best = 1\nspread = 2\nnamed = 1\nlinked = 1";
        Self::parse(text).unwrap_or_default()
    }
}

fn watch(
    index: &Index,
    question: &Question,
    weights: &Weights,
    picks: usize,
    teaching: f64,
    dice: &mut Dice,
) -> Vec<Situation> {
    let mut walk = Walk::begin(index, &question.text);
    let mut seen = Vec::new();
    for pick in 0..picks {
        let Some((mut at, mut sureness)) = walk.best(weights) else { break };
        let open = walk.candidates().iter().filter(|candidate| !candidate.is_picked());
        let is_right: Vec<bool> =
            open.clone().map(|one| question.gold.iter().any(|id| id == walk.id(one))).collect();
        if is_right.contains(&true) && is_right.contains(&false) {
            let features = open.map(|candidate| *candidate.features()).collect();
            seen.push(Situation { weight: 0.0, is_first: pick == 0, features, is_right });
        }
        if dice.roll() < teaching {
            let right = walk.candidates().iter().enumerate().filter(|(_, candidate)| {
                !candidate.is_picked() && question.gold.iter().any(|id| id == walk.id(candidate))
            });
            let worth = |at: usize| weights.judge(walk.candidates()[at].features(), pick == 0);
            let best = right.map(|(at, _)| at).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
            if let Some(best) = best {
                sureness *= (worth(best) - worth(at)).exp();
                at = best;
            }
        }
        walk.pick(at, sureness);
    }
    seen
}

/// Situations in flat arrays, scaled by nothing.
fn descend(
    situations: &[Situation],
    is_first: bool,
    from: &[f32; FEATURES],
    settings: &Settings,
) -> [f32; FEATURES] {
    let situations: Vec<&Situation> =
        situations.iter().filter(|situation| situation.is_first == is_first).collect();
    let situations = &situations[..];
    let hold = settings.hold;
    let scale = scale(situations, settings);
    let all: f64 = situations.iter().map(|situation| situation.weight).sum();
    let loss = |weights: &[f64], slope: &mut [f64]| {
        slope.fill(0.0);
        let mut loss = 0.0;
        let small: Vec<f32> =
            weights.iter().zip(&scale).map(|(weight, scale)| (weight * scale) as f32).collect();
        let mut worth: Vec<f64> = Vec::new();
        for situation in situations {
            worth.clear();
            let judge = |features: &Features| {
                f64::from(features.0.iter().zip(&small).map(|(f, w)| f * w).sum::<f32>())
            };
            worth.extend(situation.features.iter().map(judge));
            let highest = worth.iter().copied().fold(f64::MIN, f64::max);
            let (mut total, mut right) = (0.0, 1e-30);
            for (worth, is_right) in worth.iter_mut().zip(&situation.is_right) {
                *worth = (*worth - highest).exp();
                total += *worth;
                right += if *is_right { *worth } else { 0.0 };
            }
            let share = situation.weight / all;
            loss -= share * (right / total).ln();
            for ((features, worth), is_right) in
                situation.features.iter().zip(&worth).zip(&situation.is_right)
            {
                let pull = share * (worth / total - if *is_right { worth / right } else { 0.0 });
                if pull.abs() > 1e-12 {
                    for (slope, feature) in slope.iter_mut().zip(features.0) {
                        *slope += pull * f64::from(feature);
                    }
                }
            }
        }
        for ((slope, weight), scale) in slope.iter_mut().zip(weights).zip(&scale) {
            *slope *= scale;
            *slope += hold * weight;
            loss += hold * weight * weight / 2.0;
        }
        loss
    };
    let start: Vec<f64> = from
        .iter()
        .zip(&scale)
        .map(|(weight, scale)| if *scale > 0.0 { f64::from(*weight) / scale } else { 0.0 })
        .collect();
    let found = minimise(start, loss);
    let mut weights = [0.0; FEATURES];
    for ((weight, found), scale) in weights.iter_mut().zip(found).zip(&scale) {
        *weight = (found * scale) as f32;
    }
    weights
}

/// What a weight is multiplied with, so that all features vary alike; zero for those that are left out.
fn scale(situations: &[&Situation], settings: &Settings) -> Vec<f64> {
    let mut squares = vec![0.0; FEATURES];
    let mut count = 0.0;
    for situation in situations {
        let mut means = vec![0.0; FEATURES];
        for features in &situation.features {
            means.iter_mut().zip(features.0).for_each(|(mean, f)| *mean += f64::from(f));
        }
        means.iter_mut().for_each(|mean| *mean /= situation.features.len() as f64);
        for features in &situation.features {
            for ((square, f), mean) in squares.iter_mut().zip(features.0).zip(&means) {
                *square += (f64::from(f) - mean).powi(2);
            }
        }
        count += situation.features.len() as f64;
    }
    let scale = squares.iter().zip(Feature::ALL).map(|(square, feature)| {
        let deviation = (square / count).sqrt();
        let is_left_out = settings.without.iter().any(|name| name == feature.name());
        if is_left_out || deviation < 1e-6 { 0.0 } else { 1.0 / deviation.max(0.01) }
    });
    scale.collect()
}

/// Xorshift: the same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
