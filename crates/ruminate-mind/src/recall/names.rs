//! Names as paths of words in one tree: the longest name that begins at a word is found by walking down.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::vocabulary::Vocabulary;
use crate::arrays::NONE;

/// The longest name, in words.
pub(crate) const LONGEST: usize = 10;

const ROOT: u32 = 0;

#[derive(Clone)]
pub(crate) struct Names {
    /// Of each name the name that is one word shorter, and the word that it has more.
    pub(super) steps: Vec<[u32; 2]>,
    /// How many passages have it as their title, and how many are also called so.
    pub(super) defined: Vec<[u32; 2]>,
    /// How many passages mention it.
    pub(super) mentioned: Vec<u32>,
    children: FxHashMap<(u32, u32), u32>,
}

impl Default for Names {
    fn default() -> Self {
        Self::from_parts(vec![[NONE, NONE]], vec![[0, 0]], vec![0])
    }
}

impl Names {
    pub(super) fn from_parts(
        steps: Vec<[u32; 2]>,
        defined: Vec<[u32; 2]>,
        mentioned: Vec<u32>,
    ) -> Self {
        let named = steps.iter().zip(0..).skip(1);
        let children = named.map(|([parent, word], id)| ((*parent, *word), id)).collect();
        Self { steps, defined, mentioned, children }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn intern(&mut self, words: &[u32]) -> u32 {
        let mut name = ROOT;
        for word in words {
            let next = self.steps.len() as u32;
            let found = *self.children.entry((name, *word)).or_insert(next);
            if found == next {
                self.steps.push([name, *word]);
                self.defined.push([0, 0]);
                self.mentioned.push(0);
            }
            name = found;
        }
        name
    }

    pub(crate) fn find(&self, words: &[u32]) -> Option<u32> {
        words.iter().try_fold(ROOT, |name, word| self.children.get(&(name, *word)).copied())
    }

    /// The words of a name, in order.
    pub(crate) fn words(&self, name: u32) -> Vec<u32> {
        let mut words = Vec::new();
        let mut at = name;
        while at != ROOT {
            let [parent, word] = self.steps[at as usize];
            words.push(word);
            at = parent;
        }
        words.reverse();
        words
    }

    /// An order of names that does not depend on which was read first: by their words, from the last.
    pub(crate) fn compare(&self, mut a: u32, mut b: u32, words: &Vocabulary) -> Ordering {
        while a != b && a != ROOT && b != ROOT {
            let ([shorter_a, word_a], [shorter_b, word_b]) =
                (self.steps[a as usize], self.steps[b as usize]);
            if word_a != word_b {
                return words.get(word_a).cmp(words.get(word_b));
            }
            (a, b) = (shorter_a, shorter_b);
        }
        (a != ROOT).cmp(&(b != ROOT))
    }

    pub(crate) fn is_defined(&self, name: u32) -> bool {
        self.defined[name as usize] != [0, 0]
    }

    pub(crate) fn is_title(&self, name: u32) -> bool {
        self.defined[name as usize][0] > 0
    }

    pub(crate) fn mentioned(&self, name: u32) -> u32 {
        self.mentioned[name as usize]
    }

    /// The longest name with a passage about it that stands at the beginning of the words, and its length.
    pub(crate) fn longest(&self, words: &[u32], except: u32) -> Option<(u32, usize)> {
        let mut best = None;
        let mut name = ROOT;
        for (at, word) in words.iter().take(LONGEST).enumerate() {
            match self.children.get(&(name, *word)) {
                Some(next) => name = *next,
                None => break,
            }
            if name != except && self.is_defined(name) {
                best = Some((name, at + 1));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_known_name_is_found() {
        let mut names = Names::default();
        let york = names.intern(&[1, 2]);
        let city = names.intern(&[1, 2, 3]);
        assert_eq!(names.longest(&[1, 2, 3], NONE), None, "nothing is about them");
        names.defined[york as usize][0] = 1;
        names.defined[city as usize][1] = 1;
        assert_eq!(names.longest(&[1, 2, 3, 4], NONE), Some((city, 3)));
        assert_eq!(names.longest(&[1, 2, 3, 4], city), Some((york, 2)));
        assert_eq!(names.longest(&[2, 3], NONE), None);
        assert_eq!((names.words(city), names.find(&[1, 2])), (vec![1, 2, 3], Some(york)));
        assert!(names.is_title(york) && !names.is_title(city));
    }

    #[test]
    fn names_are_compared_by_their_words() {
        let compared = |first: &str, then: &str| {
            let (mut words, mut names) = (Vocabulary::default(), Names::default());
            for text in [first, then] {
                names.intern(&words.read(text));
            }
            let name = |text: &str, words: &mut Vocabulary| names.find(&words.read(text)).unwrap();
            let (york, city) = (name("york", &mut words), name("new york", &mut words));
            (names.compare(york, city, &words), names.compare(city, york, &words))
        };
        assert_eq!(compared("york", "new york"), (Ordering::Less, Ordering::Greater));
        assert_eq!(compared("york", "new york"), compared("new york", "york"));
    }
}
