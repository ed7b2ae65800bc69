//! Answers that say nothing: whoever gave one did not know, and may know another time.

use crate::text::words::each_word;

/// A longer one says something besides.
const MOST_WORDS: usize = 30;

/// As words come, one after the other.
const PHRASES: &[&str] = &[
    " do not know ",
    " don t know ",
    " dont know ",
    " am not sure ",
    " m not sure ",
    " no idea ",
    " cannot answer ",
    " can not answer ",
    " can t answer ",
    " unable to answer ",
    " unable to determine ",
    " cannot be determined ",
    " not enough information ",
    " insufficient information ",
    " no information ",
    " don t have that information ",
    " don t have information ",
    " do not have information ",
    " don t have access ",
    " do not have access ",
];

/// Whether an answer only says that there is none.
pub(crate) fn says_nothing(answer: &str) -> bool {
    let mut words = 0;
    let mut said = " ".to_owned();
    each_word(answer, |word, _| {
        words += 1;
        said.push_str(word);
        said.push(' ');
    });
    words == 0
        || said == " unknown "
        || words <= MOST_WORDS && PHRASES.iter().any(|phrase| said.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::says_nothing;

    #[test]
    fn answers_that_say_nothing_are_told_from_others() {
        for nothing in [
            "",
            "…",
            "I do not know.",
            "I'm sorry, but I don’t know.",
            "Unknown.",
            "There is not enough information to say.",
            "I don't have access to real-time data, so I can't tell the time.",
        ] {
            assert!(says_nothing(nothing), "{nothing}");
        }
        for something in [
            "Bern.",
            "No.",
            "It is unknown who built it, but Ann Lee owned it.",
            "Socrates said that he knew that he knew nothing.",
        ] {
            assert!(!says_nothing(something), "{something}");
        }
    }
}
