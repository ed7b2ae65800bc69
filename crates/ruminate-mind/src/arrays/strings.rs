//! Strings that are numbered as they come, in two flat arrays and a table: as they are in memory they
//! are written to disk.

/// A number that stands for no string, no name and no row.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Default)]
pub(crate) struct Strings {
    pub(crate) text: String,
    /// Where each string ends in `text`.
    pub(crate) ends: Vec<u32>,
    /// Open addressing: numbers, at the place of their string's hash or after it. Its length is a power
    /// of two, and at least twice the strings' number.
    pub(crate) table: Vec<u32>,
}

impl Strings {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, id: u32) -> &str {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] as usize };
        &self.text[start..self.ends[id] as usize]
    }

    pub(crate) fn find(&self, string: &str) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let found = self.table[self.place(string)];
        (found != NONE).then_some(found)
    }

    /// The string's number, and whether it is new.
    pub(crate) fn intern(&mut self, string: &str) -> (u32, bool) {
        if self.table.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let place = self.place(string);
        if self.table[place] != NONE {
            return (self.table[place], false);
        }
        let id = self.len() as u32;
        self.text.push_str(string);
        self.ends.push(self.text.len() as u32);
        self.table[place] = id;
        (id, true)
    }

    /// Where the string is in the table, or where it would be.
    fn place(&self, string: &str) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(string) as usize & mask;
        while self.table[place] != NONE && self.get(self.table[place]) != string {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(64);
        self.table = vec![NONE; size];
        for id in 0..self.len() as u32 {
            let place = self.place(self.get(id));
            self.table[place] = id;
        }
    }
}

/// FNV-1a with its halves mixed: the same on every machine, since tables are saved.
fn hash(string: &str) -> u64 {
    let hash = string.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_keeps_its_number() {
        let mut strings = Strings::default();
        assert_eq!(strings.find("a"), None);
        for n in 0..1000 {
            assert_eq!(strings.intern(&format!("word {n}")), (n, true));
        }
        assert_eq!(strings.intern("word 7"), (7, false));
        assert_eq!(strings.intern(""), (1000, true));
        assert_eq!((strings.get(999), strings.get(1000)), ("word 999", ""));
        assert_eq!(strings.find("word 1001"), None);
    }
}
