//! Words that carry meaning, for comparing short texts without a model.

use std::collections::BTreeSet;

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

fn tokens(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().replace('’', "'"))
}

fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// Endings are cut off so that "layer" and "layers" meet; nothing finer is needed here.
fn stem(word: &str) -> String {
    let word = word.trim_matches('\'').trim_end_matches("'s");
    for ending in ["ies", "es", "s", "ing", "ed"] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
            && !stem.ends_with('s')
        {
            return stem.to_owned();
        }
    }
    word.to_owned()
}

/// The stems of the words that carry meaning, negations left out.
pub(crate) fn stems(text: &str) -> BTreeSet<String> {
    tokens(text)
        .filter(|word| !is_negation(word) && !STOP.contains(&word.as_str()))
        .map(|word| stem(&word))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Whether two texts say the same words in nearly the same order. The order matters: "can A exist
/// without B" is not "can B exist without A".
pub(crate) fn is_rewording(a: &str, b: &str) -> bool {
    const SAME: f64 = 0.8;
    let (a, b) = (stem_sequence(a), stem_sequence(b));
    let longest = a.len().max(b.len());
    longest > 0 && common_subsequence(&a, &b) as f64 >= SAME * longest as f64
}

fn stem_sequence(text: &str) -> Vec<String> {
    // A question longer than this is told apart by its beginning.
    const MOST: usize = 64;
    let carries = |word: &String| is_negation(word) || !STOP.contains(&word.as_str());
    tokens(text).filter(carries).map(|word| stem(&word)).take(MOST).collect()
}

fn common_subsequence(a: &[String], b: &[String]) -> usize {
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

/// Whether an odd number of negations turns the sentence round. "Not only" adds; it does not deny.
pub(crate) fn is_negated(text: &str) -> bool {
    const ADDING: &[&str] = &["only", "just", "merely", "simply", "necessarily"];
    let words: Vec<String> = tokens(text).collect();
    let follows = |index: usize| words.get(index + 1).map_or("", String::as_str);
    let denies =
        |(index, word): &(usize, &String)| is_negation(word) && !ADDING.contains(&follows(*index));
    words.iter().enumerate().filter(denies).count() % 2 == 1
}

/// Shared words over all words, in `[0, 1]`.
pub(crate) fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// Phrases of neighbouring words that carry meaning, as written and in order, each once.
pub(crate) fn phrases(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for clause in text.split(|c: char| ",.;:!?()\"“”".contains(c)) {
        let mut phrase: Vec<&str> = Vec::new();
        for word in clause.split_whitespace().chain([""]) {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let lower = bare.to_lowercase();
            if !bare.is_empty() && !STOP.contains(&lower.as_str()) && !is_negation(&lower) {
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
        assert_eq!(stems("layers of awareness"), stems("The layer, awareness"));
        assert!(overlap(&stems("cats chase mice"), &stems("the cat chased a dog")) > 0.0);
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
