//! What short texts are about, for comparing them without a model. A text is looked at once and
//! becomes a [`Gist`]; comparing gists touches no text again, since every new thought and question is
//! held against everything in the window.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that say nothing about what a sentence is about.
const STOP: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because",
    "been", "being", "between", "both", "but", "by", "can", "could", "did", "do", "does", "each",
    "else", "for", "from", "get", "had", "has", "have", "he", "her", "here", "his", "how", "i",
    "if", "in", "into", "is", "it", "its", "just", "like", "make", "many", "may", "me", "might",
    "more", "most", "much", "must", "my", "of", "on", "one", "only", "or", "other", "our", "out",
    "over", "same", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "through", "to", "too", "two", "under",
    "up", "upon", "us", "very", "was", "we", "were", "what", "when", "where", "whether", "which",
    "while", "who", "whom", "whose", "why", "will", "with", "within", "would", "you", "your",
];

const NEGATIONS: &[&str] =
    &["not", "no", "never", "none", "nothing", "neither", "nor", "without", "cannot", "nobody"];

/// After these, "not" adds and does not deny: "not only".
const ADDING: &[&str] = &["only", "just", "merely", "simply", "necessarily"];

static STOPS: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP.iter().copied().collect());

fn is_stop(word: &str) -> bool {
    STOPS.contains(word)
}

fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// What a text is about, in hashes of its words' stems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gist {
    /// The words that carry meaning, negations among them, in order.
    sequence: Vec<u64>,
    /// The words that carry meaning, sorted, each once, without negations.
    words: Vec<u64>,
    /// Whether an odd number of negations turns the sentence round.
    is_negated: bool,
}

impl Gist {
    pub(crate) fn of(text: &str) -> Self {
        let mut gist = Self { sequence: Vec::new(), words: Vec::new(), is_negated: false };
        let mut word = String::new();
        let mut was_negation = false;
        for token in tokens(text) {
            lower_into(token, &mut word);
            // "Not only" takes the denial back.
            gist.is_negated ^= was_negation && ADDING.contains(&word.as_str());
            was_negation = is_negation(&word);
            gist.is_negated ^= was_negation;
            if !was_negation && is_stop(&word) {
                continue;
            }
            let stem = hash(stem(&word));
            gist.sequence.push(stem);
            if !was_negation {
                gist.words.push(stem);
            }
        }
        gist.words.sort_unstable();
        gist.words.dedup();
        gist
    }

    /// What it says that the other does not.
    pub(crate) fn beyond(&self, other: &Self) -> Self {
        let is_new = |word: &&u64| other.words.binary_search(word).is_err();
        Self {
            sequence: self.sequence.iter().filter(is_new).copied().collect(),
            words: self.words.iter().filter(is_new).copied().collect(),
            is_negated: self.is_negated,
        }
    }

    /// Shared words over all words, in `[0, 1]`.
    pub(crate) fn overlap(&self, other: &Self) -> f64 {
        let shared = self.shared(other);
        let all = self.words.len() + other.words.len() - shared;
        if all == 0 { 0.0 } else { shared as f64 / all as f64 }
    }

    /// How much of the shorter one is in the longer one; nothing where only one of them denies.
    pub(crate) fn likeness(&self, other: &Self) -> f64 {
        if self.is_negated != other.is_negated {
            return 0.0;
        }
        match self.len().min(other.len()) {
            0 => f64::from(self.len() == other.len()),
            shorter => self.shared(other) as f64 / shorter as f64,
        }
    }

    /// How many words they have in common.
    pub(crate) fn shared(&self, other: &Self) -> usize {
        self.words.iter().filter(|word| other.words.binary_search(word).is_ok()).count()
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Nearly the same words, but one of them denies what the other says.
    pub(crate) fn denies(&self, other: &Self) -> bool {
        /// Two sentences share so many of their words that one negation makes them opposites.
        const SAME_CLAIM: f64 = 0.6;
        const LEAST_WORDS: usize = 3;
        self.is_negated != other.is_negated
            && self.len() >= LEAST_WORDS
            && self.overlap(other) >= SAME_CLAIM
    }

    /// Whether they speak of something in common.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        const LEAST: f64 = 0.1;
        self.overlap(other) >= LEAST
    }

    /// Whether one of them denies and the other does not.
    pub(crate) fn is_opposed_to(&self, other: &Self) -> bool {
        self.is_negated != other.is_negated
    }

    /// The same again. Of a long text one word in five may differ; in a short one another word is another
    /// thought.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        const LONG: usize = 12;
        let is_long = self.sequence.len().min(other.sequence.len()) >= LONG;
        let same = if is_long { 0.8 } else { 0.92 };
        self.is_negated == other.is_negated && self.shares_its_order(other, same)
    }

    /// The same words in nearly the same order. The order matters: "can A exist without B" is not
    /// "can B exist without A".
    pub(crate) fn is_rewording_of(&self, other: &Self) -> bool {
        const SAME: f64 = 0.8;
        self.shares_its_order(other, SAME)
    }

    /// Whether so much of the longer one is in both, in the same order.
    fn shares_its_order(&self, other: &Self, same: f64) -> bool {
        // A question longer than this is told apart by its beginning.
        const MOST: usize = 64;
        let (a, b) = (&self.sequence[..], &other.sequence[..]);
        let (a, b) = (&a[..a.len().min(MOST)], &b[..b.len().min(MOST)]);
        let needed = same * a.len().max(b.len()) as f64;
        // No more can be common than the shorter one has: most pairs end here.
        !a.is_empty()
            && a.len().min(b.len()) as f64 >= needed
            && common_subsequence(a, b) as f64 >= needed
    }
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
}

fn lower_into(token: &str, word: &mut String) {
    word.clear();
    if token.is_ascii() {
        word.push_str(token);
        word.make_ascii_lowercase();
    } else {
        word.extend(
            token.chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase),
        );
    }
}

/// Endings are cut off so that "layer" and "layers" meet; nothing finer is needed here.
fn stem(word: &str) -> &str {
    let word = word.trim_matches('\'').trim_end_matches("'s");
    ["ies", "es", "s", "ing", "ed"]
        .iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|stem| stem.chars().nth(2).is_some() && !stem.ends_with('s'))
        .unwrap_or(word)
}

/// FNV-1a: the same on every machine, and enough to tell words apart.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn common_subsequence(a: &[u64], b: &[u64]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// Phrases of neighbouring words that carry meaning, as written and in order, each once.
pub(crate) fn phrases(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for clause in text.split(|c: char| ",.;:!?()\"“”".contains(c)) {
        let mut phrase: Vec<&str> = Vec::new();
        for word in clause.split_whitespace().chain([""]) {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let lower = bare.to_lowercase();
            if !bare.is_empty() && !is_stop(&lower) && !is_negation(&lower) {
                phrase.push(bare);
                continue;
            }
            if !phrase.is_empty() {
                let phrase = std::mem::take(&mut phrase).join(" ");
                if !found.iter().any(|known| known.eq_ignore_ascii_case(&phrase)) {
                    found.push(phrase);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_rewording(a: &str, b: &str) -> bool {
        Gist::of(a).is_rewording_of(&Gist::of(b))
    }

    fn is_negated(text: &str) -> bool {
        Gist::of(text).is_negated
    }

    #[test]
    fn phrases_are_what_a_question_turns_on() {
        assert_eq!(
            phrases("What is the relationship between consciousness and intelligence?"),
            ["relationship", "consciousness", "intelligence"]
        );
        assert_eq!(
            phrases("Should we move our 2 TB PostgreSQL to a column store?"),
            ["move", "2 TB PostgreSQL", "column store"]
        );
    }

    #[test]
    fn forms_of_a_word_meet() {
        let overlap = |a: &str, b: &str| Gist::of(a).overlap(&Gist::of(b));
        assert_eq!(overlap("layers of awareness", "The LAYER, awareness"), 1.0);
        assert!(overlap("cats chase mice", "the cat chased a dog") > 0.0);
        assert_eq!(overlap("", ""), 0.0);
    }

    #[test]
    fn a_question_turned_round_is_another_question() {
        assert!(!is_rewording(
            "Can minds exist without bodies?",
            "Can bodies exist without minds?"
        ));
        assert!(is_rewording(
            "How do layers of awareness interact?",
            "How does the layer of awareness interact?"
        ));
        assert!(!is_rewording("Is it alive?", "Is it not alive?"));
        assert!(!is_rewording("", ""));
    }

    #[test]
    fn two_negations_cancel() {
        assert!(is_negated("It does not explain origins"));
        assert!(is_negated("It doesn’t explain origins"));
        assert!(!is_negated("It is not without reason"));
        assert!(!is_negated("It is not just about memory"));
    }
}
