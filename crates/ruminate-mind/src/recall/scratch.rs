//! Room to work in. A question needs a number for every passage, name and word; making and clearing
//! that room anew would cost more than the question.

use super::exact::Exact;

#[derive(Default)]
pub(crate) struct Scratch {
    /// Of each row its score by words, zero for all that are not `scored`.
    pub(super) scores: Vec<f32>,
    pub(super) scored: Vec<u32>,
    /// Of each word the part that it has in the question, zero for none.
    pub(super) parts: Vec<u8>,
    pub(super) row_mass: Mass,
    pub(super) name_mass: Mass,
}

impl Scratch {
    pub(super) fn fit(&mut self, rows: usize, names: usize, words: usize) {
        grow(&mut self.scores, rows);
        grow(&mut self.parts, words);
        self.row_mass.fit(rows);
        self.name_mass.fit(names);
    }

    /// Leaves it as it was before a question; `words` are those that it marked.
    pub(super) fn clear(&mut self, words: impl IntoIterator<Item = u32>) {
        for row in self.scored.drain(..) {
            self.scores[row as usize] = 0.0;
        }
        for word in words {
            self.parts[word as usize] = 0;
        }
        self.row_mass.clear();
        self.name_mass.clear();
    }
}

/// A number for each of many, of which few are not zero.
#[derive(Default)]
pub(crate) struct Mass {
    amounts: Vec<Exact>,
    touched: Vec<u32>,
}

impl Mass {
    fn fit(&mut self, length: usize) {
        grow(&mut self.amounts, length);
    }

    pub(crate) fn add(&mut self, at: u32, amount: f32) {
        let amount = Exact::from(amount);
        if amount.is_zero() {
            return;
        }
        let held = &mut self.amounts[at as usize];
        if held.is_zero() {
            self.touched.push(at);
        }
        *held += amount;
    }

    pub(crate) fn get(&self, at: u32) -> f32 {
        self.amounts[at as usize].get()
    }

    /// All that is not zero.
    pub(crate) fn held(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.touched.iter().map(|at| (*at, self.get(*at)))
    }

    /// Takes everything out.
    pub(crate) fn drain(&mut self, into: &mut Vec<(u32, f32)>) {
        into.clear();
        for at in self.touched.drain(..) {
            into.push((at, std::mem::take(&mut self.amounts[at as usize]).get()));
        }
    }

    pub(crate) fn clear(&mut self) {
        for at in self.touched.drain(..) {
            self.amounts[at as usize] = Exact::default();
        }
    }
}

fn grow<T: Clone + Default>(items: &mut Vec<T>, length: usize) {
    if items.len() < length {
        items.resize(length, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_left_clean() {
        let mut mass = Mass::default();
        mass.fit(3);
        mass.add(2, 0.5);
        mass.add(2, 0.25);
        assert_eq!(mass.held().collect::<Vec<_>>(), [(2, 0.75)]);
        let mut out = vec![(9, 9.0)];
        mass.drain(&mut out);
        assert_eq!((out, mass.get(2)), (vec![(2, 0.75)], 0.0));
    }
}
