//! Many lists of numbers that grow, in three flat arrays: where each list begins, and for each item its number and
//! the item after it. The newest comes first.

use crate::arrays::NONE;

#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    pub(super) heads: Vec<u32>,
    /// The number, and where the next item is.
    pub(super) items: Vec<[u32; 2]>,
}

impl Chains {
    pub(super) fn push(&mut self, list: u32, number: u32) {
        if self.heads.len() <= list as usize {
            self.heads.resize(list as usize + 1, NONE);
        }
        let head = &mut self.heads[list as usize];
        let next = std::mem::replace(head, self.items.len() as u32);
        self.items.push([number, next]);
    }

    pub(super) fn of(&self, list: u32) -> impl Iterator<Item = u32> + use<'_> {
        let mut at = self.heads.get(list as usize).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let [number, next] = *self.items.get(at as usize)?;
            at = next;
            Some(number)
        })
    }

    /// Empties a list. What was in it takes room until all are laid out anew.
    pub(super) fn clear(&mut self, list: u32) {
        if let Some(head) = self.heads.get_mut(list as usize) {
            *head = NONE;
        }
    }
}
