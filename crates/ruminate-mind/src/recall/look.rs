//! What of a question is in a passage, seen in one pass over its words. Sets of the question's words are bits.

use super::index::Index;
use super::question::{OTHER_PART, Question, TELLING_PART};
use super::rows::plain;
use super::scratch::Scratch;

#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The question's words in the title, outside of its parentheses.
    pub(crate) title: u64,
    /// The question's words anywhere, and the telling words anywhere.
    pub(crate) holds: u64,
    pub(crate) telling: u64,
    /// The question's words and the telling words of each sentence.
    pub(crate) sentences: Vec<[u64; 2]>,
    /// Of each word of the question how often it is there, as BM25 counts it: between 0 and 1.
    pub(crate) matched: Vec<f32>,
    /// What all words of the title weigh, each once.
    pub(crate) title_weight: f32,
    /// The weight of the question's pairs of neighbours that are neighbours here.
    pub(crate) pairs: f32,
}

impl Look {
    /// Looks at a row. The scratch has the parts of the question's words.
    pub(crate) fn at(row: u32, question: &Question, index: &Index, scratch: &Scratch) -> Self {
        let mut look = Self { matched: vec![0.0; question.stems.len()], ..Self::default() };
        let mut last = Last::default();
        let [head, _] = index.rows.heads[row as usize];
        look.read(&index.rows.words.get(row)[..head as usize], question, index, scratch, &mut last);
        for sentence in index.rows.sentence_words(row) {
            let seen = look.read(sentence, question, index, scratch, &mut last);
            look.sentences.push(seen);
        }
        look.read_title(row, index, scratch);
        let norm = index.norm(row);
        for count in &mut look.matched {
            *count /= *count + norm;
        }
        look
    }

    /// Reads words and tells which of the question's are among them.
    fn read(
        &mut self,
        words: &[u32],
        question: &Question,
        index: &Index,
        scratch: &Scratch,
        last: &mut Last,
    ) -> [u64; 2] {
        let mut seen = [0, 0];
        for word in words {
            let stem = index.words.stem(plain(*word));
            let part = scratch.parts[stem as usize];
            if part == 0 {
                last.part = 0;
                continue;
            }
            if part <= TELLING_PART {
                seen[0] |= 1 << (part - 1);
                self.matched[usize::from(part) - 1] += 1.0;
            } else if part <= OTHER_PART {
                seen[1] |= 1 << (part - TELLING_PART - 1);
            }
            if last.part != 0 {
                self.pairs += last.pair_with(stem, question);
            }
            *last = Last { part, stem, met: last.met };
        }
        self.holds |= seen[0];
        self.telling |= seen[1];
        seen
    }

    fn read_title(&mut self, row: u32, index: &Index, scratch: &Scratch) {
        let title = index.rows.title_words(row);
        for (at, word) in title.iter().enumerate() {
            let Some(stem) = index.words.content(plain(*word)) else { continue };
            let is_repeated =
                title[..at].iter().any(|before| index.words.content(plain(*before)) == Some(stem));
            if is_repeated {
                continue;
            }
            self.title_weight += index.weight(stem);
            let part = scratch.parts[stem as usize];
            if (1..=TELLING_PART).contains(&part) {
                self.title |= 1 << (part - 1);
            }
        }
    }
}

/// The word before, and which pairs were met.
#[derive(Clone, Copy, Default)]
struct Last {
    part: u8,
    stem: u32,
    met: u128,
}

impl Last {
    /// The weight of the pair that this word makes with the one before, the first time it is met.
    fn pair_with(&mut self, stem: u32, question: &Question) -> f32 {
        let pair = [self.stem, stem];
        let pairs = question.pairs.iter().take(u128::BITS as usize).enumerate();
        for (at, (known, weight)) in pairs {
            if *known == pair && self.met & (1 << at) == 0 {
                self.met |= 1 << at;
                return *weight;
            }
        }
        0.0
    }
}

/// The sum of the weights of the set's members.
pub(crate) fn weigh(mut set: u64, weights: &[f32]) -> f32 {
    let mut sum = 0.0;
    while set != 0 {
        sum += weights[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::weigh;

    #[test]
    fn sets_weigh_what_their_members_weigh() {
        assert_eq!(weigh(0b101, &[1.0, 2.0, 4.0]), 5.0);
        assert_eq!(weigh(0, &[]), 0.0);
    }
}
