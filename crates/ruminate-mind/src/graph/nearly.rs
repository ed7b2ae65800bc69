//! Names that are nearly as somebody wrote them. Every change of one letter is tried: nothing that is known is gone over.

use super::{ConceptId, Graph};
use crate::facts::concept;

/// In shorter words another letter makes another word.
const SHORTEST: usize = 4;
const LONGEST: usize = 24;
/// Names that are looked at for one that ends as what is written.
const ENDING: usize = 8;

impl Graph {
    /// The name that is known and has one letter more, less, another, or two changed in place; or the only one that ends
    /// so, where a surname was written.
    pub(crate) fn nearly(&self, written: &str) -> Option<ConceptId> {
        let normal = concept(written);
        let words: Vec<&str> = normal.split(' ').collect();
        let respelled = (0..words.len()).find_map(|at| {
            let known =
                changed(words[at]).into_iter().filter(|word| self.words.find(word).is_some());
            let mut names = known
                .map(|word| [&words[..at], &[word.as_str()], &words[at + 1..]].concat().join(" "));
            names.find_map(|name| {
                self.concepts.find(&name).map(ConceptId).filter(|near| self.is_name(*near))
            })
        });
        respelled.or_else(|| self.only_ending(&normal))
    }

    fn only_ending(&self, normal: &str) -> Option<ConceptId> {
        let ends = |near: &ConceptId| {
            let before = self.normal(*near).strip_suffix(normal);
            before.is_some_and(|before| before.ends_with(' ')) && self.is_name(*near)
        };
        let alike = self.alike(normal, ENDING).into_iter().map(|alike| alike.concept);
        let mut ending = alike.filter(ends);
        ending.next().filter(|_| ending.next().is_none())
    }

    fn is_name(&self, concept: ConceptId) -> bool {
        self.is_known(concept) && self.spelling(concept).starts_with(char::is_uppercase)
    }
}

/// The words that are one change of a letter away.
fn changed(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if !(SHORTEST..=LONGEST).contains(&letters.len()) {
        return Vec::new();
    }
    let mut changed = Vec::new();
    for at in 0..=letters.len() {
        let (before, after) = letters.split_at(at);
        let joined =
            |middle: &[char], after: &[char]| [before, middle, after].concat().iter().collect();
        changed.extend(('a'..='z').map(|letter| joined(&[letter], after)));
        if let [first, rest @ ..] = after {
            changed.push(joined(&[], rest));
            changed.extend(
                ('a'..='z').filter(|letter| letter != first).map(|letter| joined(&[letter], rest)),
            );
            if let [second, rest @ ..] = rest {
                changed.push(joined(&[*second, *first], rest));
            }
        }
    }
    changed
}
