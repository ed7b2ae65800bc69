//! Texts that nobody wrote for reading.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use ruminate_mind::facts::{concept, relation, statements};

/// Pieces that the rules look at, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "The",
        "film",
        "was",
        "directed",
        "by",
        "Ann Hui",
        ",",
        "and",
        "of",
        "(",
        ")",
        "\"",
        "born",
        "5 May 1979",
        "–",
        "1990",
        "in",
        "Oslo",
        "is",
        "a",
        "not",
        "who",
        "because",
        "due to",
        "'s",
        "its",
        "He",
        ".",
        ";",
        "starring",
        "to",
        "be",
        "Jr.",
        "é",
        "İ",
        "’s",
        "c.",
        "-",
        "no longer",
        "both",
        "has",
        "mixed",
        "one",
        "&",
        "\u{301}",
        "\n",
        "\n\n",
        "\n- ",
        ":",
        "Owner: ",
        "Teams",
        "›",
        "can cause",
        "lives",
        "They",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

fn check(title: &str, text: &str) {
    for found in statements(title, text) {
        assert!(
            !found.subject.is_empty() && !found.relation.is_empty() && !found.object.is_empty()
        );
        assert!((0.0..=1.0).contains(&found.confidence));
        assert!(text.get(found.sentence).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_can_be_read(title in "\\PC{0,20}", text in "\\PC{0,300}") {
        check(&title, &text);
        concept(&text);
        relation(&text);
    }

    #[test]
    fn any_words_can_be_read(title in pieces(), text in pieces()) {
        check(&title, &text);
        concept(&text);
        relation(&text);
    }
}

#[test]
fn long_texts_take_as_long_as_they_are() {
    for piece in [
        "x",
        "(",
        "\"",
        "a, ",
        "of the ",
        "A, B and C ",
        "was by ",
        "1,",
        ". ",
        "The film was made by Ann Hui. ",
        "é’s ",
        "Owner: Ann Lee\n",
        "Owner: Ann Lee; ",
        "- Team:\n",
        "Team:\n- Ann Lee\n",
        "Teams\n\n",
        "Ann Lee\n\nShe left.\n\n",
        "1. \n",
        "Ann Lee Bob Ott ",
    ] {
        let text = piece.repeat((1 << 20) / piece.len());
        let start = Instant::now();
        check("The film", &text);
        check("Teams", &text);
        assert!(start.elapsed() < Duration::from_secs(20), "{piece:?} took {:?}", start.elapsed());
    }
}
