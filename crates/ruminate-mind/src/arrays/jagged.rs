//! Rows of different lengths, one after the other in a flat array.

#[derive(Clone, Debug)]
pub(crate) struct Jagged<T> {
    /// Where each row begins; the end of the last one at the end.
    pub(crate) starts: Vec<u32>,
    pub(crate) items: Vec<T>,
}

impl<T> Default for Jagged<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T: Copy> Jagged<T> {
    pub(crate) fn push(&mut self, row: &[T]) {
        self.items.extend_from_slice(row);
        self.starts.push(self.items.len() as u32);
    }

    pub(crate) fn get(&self, row: u32) -> &[T] {
        let row = row as usize;
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Keeps the rows for which `keep` is true, in their order.
    pub(crate) fn retain(&mut self, keep: &[bool]) {
        let mut kept = Self::default();
        for (row, _) in keep.iter().enumerate().filter(|(_, keep)| **keep) {
            kept.push(self.get(row as u32));
        }
        *self = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_items() {
        let mut rows = Jagged::default();
        rows.push(&[1, 2]);
        rows.push(&[]);
        rows.push(&[3]);
        assert_eq!((rows.get(0), rows.get(1), rows.get(2)), (&[1, 2][..], &[][..], &[3][..]));
        rows.retain(&[false, true, true]);
        assert_eq!((rows.len(), rows.get(1)), (2, &[3][..]));
    }
}
