//! From a word or a name to the rows that hold it: flat lists, with what came lately beside them until
//! there is enough of it to be worth laying everything out anew.

use rustc_hash::FxHashMap;

use crate::arrays::NONE;

#[derive(Clone, Default)]
pub(crate) struct Inverted {
    /// Where the list of each key begins; the end of the last one at the end.
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
    /// How often the row holds the key, up to 255 times.
    pub(super) counts: Vec<u8>,
    recent: FxHashMap<u32, Vec<(u32, u8)>>,
    recent_len: usize,
}

impl Inverted {
    pub(super) fn from_parts(starts: Vec<u32>, rows: Vec<u32>, counts: Vec<u8>) -> Self {
        Self { starts, rows, counts, ..Self::default() }
    }

    pub(crate) fn push(&mut self, key: u32, row: u32, count: u8) {
        self.recent.entry(key).or_default().push((row, count));
        self.recent_len += 1;
    }

    /// The rows with a key, and how often each holds it. Rows that are gone may be among them.
    pub(crate) fn of(&self, key: u32) -> impl Iterator<Item = (u32, u8)> + '_ {
        let key_at = key as usize;
        let range = match self.starts.get(key_at + 1) {
            Some(end) => self.starts[key_at] as usize..*end as usize,
            None => 0..0,
        };
        let old = self.rows[range.clone()].iter().copied().zip(self.counts[range].iter().copied());
        old.chain(self.recent.get(&key).into_iter().flatten().copied())
    }

    /// Whether the lists are worth laying out anew: a step costs as much as everything, so there must be
    /// a good part of everything to gain.
    pub(crate) fn is_scattered(&self) -> bool {
        self.recent_len > self.rows.len() / 4
    }

    /// Lays the lists out in one piece. `now` tells the new number of a row, or `NONE` if it is gone.
    pub(crate) fn flatten(&mut self, keys: usize, now: &[u32]) {
        let mut starts = vec![0_u32; keys + 1];
        for key in 0..keys as u32 {
            let kept = self.of(key).filter(|(row, _)| now[*row as usize] != NONE).count();
            starts[key as usize + 1] = starts[key as usize] + kept as u32;
        }
        let total = starts[keys] as usize;
        let (mut rows, mut counts) = (Vec::with_capacity(total), Vec::with_capacity(total));
        for key in 0..keys as u32 {
            for (row, count) in self.of(key) {
                if now[row as usize] != NONE {
                    rows.push(now[row as usize]);
                    counts.push(count);
                }
            }
        }
        *self = Self::from_parts(starts, rows, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lists: &Inverted, key: u32) -> Vec<(u32, u8)> {
        lists.of(key).collect()
    }

    #[test]
    fn lists_are_the_same_flat_and_recent() {
        let mut lists = Inverted::default();
        lists.push(3, 0, 1);
        lists.push(1, 0, 2);
        lists.push(3, 1, 9);
        assert_eq!(rows(&lists, 3), [(0, 1), (1, 9)]);
        assert!(lists.is_scattered());
        lists.flatten(5, &[0, 1]);
        assert_eq!(rows(&lists, 3), [(0, 1), (1, 9)]);
        lists.push(3, 2, 4);
        lists.flatten(5, &[NONE, 0, 1]);
        assert_eq!((rows(&lists, 3), rows(&lists, 1)), (vec![(0, 9), (1, 4)], vec![]));
        assert_eq!(rows(&lists, 77), []);
    }
}
