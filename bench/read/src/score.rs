//! The benchmark's own measure: groups of words in a row, as often as they occur. Precision and recall
//! are means over the pages, and F1 is of these means.

use std::collections::HashMap;

pub(crate) struct Score {
    pub(crate) precision: f64,
    pub(crate) recall: f64,
}

impl Score {
    /// Of what was found beside what was marked, in groups of `size` words.
    pub(crate) fn of<'a>(pairs: impl Iterator<Item = (&'a str, &'a String)>, size: usize) -> Self {
        let scores: Vec<_> = pairs.map(|(gold, found)| compare(gold, found, size)).collect();
        let mean = |sum: f64| sum / scores.len() as f64;
        Self {
            precision: mean(scores.iter().map(|(precision, _)| precision).sum()),
            recall: mean(scores.iter().map(|(_, recall)| recall).sum()),
        }
    }

    pub(crate) fn f1(&self) -> f64 {
        2.0 * self.precision * self.recall / (self.precision + self.recall)
    }
}

fn compare(gold: &str, found: &str, size: usize) -> (f64, f64) {
    let (gold, found) = (groups(gold, size), groups(found, size));
    if gold == found {
        return (1.0, 1.0);
    }
    let common = |(group, count): (_, &usize)| *count.min(found.get(group).unwrap_or(&0));
    let common: usize = gold.iter().map(common).sum();
    let share = |all: &HashMap<Vec<&str>, usize>| match all.values().sum::<usize>() {
        0 => 0.0,
        total => common as f64 / total as f64,
    };
    (share(&found), share(&gold))
}

fn groups(text: &str, size: usize) -> HashMap<Vec<&str>, usize> {
    let is_between = |c: char| !c.is_alphanumeric() && c != '_';
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    let mut groups = HashMap::new();
    for group in words.windows(size.min(words.len()).max(1)) {
        *groups.entry(group.to_vec()).or_insert(0) += 1;
    }
    groups
}
