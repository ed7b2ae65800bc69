//! The plainer means: sets of three letters, compared by how many they share (Jaccard).

use std::collections::{HashMap, HashSet};

pub(crate) struct Trigrams {
    sizes: Vec<usize>,
    holders: HashMap<[char; 3], Vec<u32>>,
}

impl Trigrams {
    pub(crate) fn new(names: &[String]) -> Self {
        let mut holders: HashMap<[char; 3], Vec<u32>> = HashMap::new();
        let mut sizes = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let parts = parts(name);
            sizes.push(parts.len());
            for part in parts {
                holders.entry(part).or_default().push(at as u32);
            }
        }
        Self { sizes, holders }
    }

    /// The `k` names that share most, the first ones first.
    pub(crate) fn nearest(&self, name: &str, k: usize) -> Vec<(usize, f32)> {
        let parts = parts(name);
        let mut shared = vec![0_u32; self.sizes.len()];
        for part in &parts {
            for at in self.holders.get(part).into_iter().flatten() {
                shared[*at as usize] += 1;
            }
        }
        let mut found: Vec<(usize, f32)> = shared
            .iter()
            .enumerate()
            .filter(|(_, shared)| **shared > 0)
            .map(|(at, shared)| {
                let both = parts.len() + self.sizes[at] - *shared as usize;
                (at, *shared as f32 / both as f32)
            })
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(k);
        found
    }
}

fn parts(name: &str) -> HashSet<[char; 3]> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let folded = words.map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    let letters: Vec<char> = format!("  {folded} ").chars().collect();
    letters.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}
