//! Thoughts that cannot both hold: the later one says so itself, or it says the opposite of an
//! earlier one in nearly the same words.

use ruminate_types::{Run, Thought};

use crate::words::{is_negated, overlap, stems};

/// Two sentences share so many of their words that one negation makes them opposites.
const SAME_CLAIM: f64 = 0.6;
const LEAST_WORDS: usize = 3;

/// The sequence number of the newest earlier thought that `text` contradicts.
pub(crate) fn with(earlier: &[Thought], text: &str, named: Option<u32>) -> Option<u32> {
    if let Some(number) = named
        && earlier.iter().any(|thought| thought.sequence_number == number)
    {
        return Some(number);
    }
    let words = stems(text);
    if words.len() < LEAST_WORDS {
        return None;
    }
    let negated = is_negated(text);
    let recent = &earlier[earlier.len().saturating_sub(Run::WINDOW)..];
    recent
        .iter()
        .rev()
        .find(|thought| {
            is_negated(&thought.thought_text) != negated
                && overlap(&words, &stems(&thought.thought_text)) >= SAME_CLAIM
        })
        .map(|thought| thought.sequence_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruminate_types::{Confidence, ThoughtType};

    fn thought(sequence_number: u32, text: &str) -> Thought {
        Thought {
            sequence_number,
            thought_text: text.into(),
            thought_type: ThoughtType::Exploration,
            confidence: Confidence::UNSAID,
            time_offset_seconds: 0.0,
            related_to_question_id: None,
            flagged: false,
        }
    }

    #[test]
    fn a_denial_in_the_same_words_is_found() {
        let earlier = [
            thought(0, "Consciousness requires self-reflection in every animal"),
            thought(1, "Bats navigate by echo"),
        ];
        let denial = "Consciousness does not require self-reflection in every animal";
        assert_eq!(with(&earlier, denial, None), Some(0));
        assert_eq!(with(&earlier, "Consciousness requires language", None), None);
        assert_eq!(with(&earlier, "Bats do not like rain on cold evenings", None), None);
    }

    #[test]
    fn what_the_reply_names_counts_if_it_exists() {
        let earlier = [thought(4, "All swans are white")];
        assert_eq!(with(&earlier, "A black swan was seen", Some(4)), Some(4));
        assert_eq!(with(&earlier, "A black swan was seen", Some(99)), None);
    }
}
