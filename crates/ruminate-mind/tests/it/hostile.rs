//! Text that nobody would write.

use proptest::prelude::*;
use ruminate_mind::{Index, Passage};

fn survives(title: &str, text: &str) {
    let mut index = Index::new();
    index.add([
        Passage::new("hostile", title, text),
        Passage::new("tame", "Oslo", "Oslo is the capital of Norway."),
    ]);
    for question in [text, title, "capital of Norway"] {
        let hits = index.recall(question, 5);
        assert!(hits.iter().all(|hit| hit.score.is_finite()));
    }
    assert_eq!(index.recall("What is the capital of Norway?", 2)[0].source_id, "tame");
}

#[test]
fn endless_and_empty_texts_are_read_safely() {
    let megabyte = 1 << 20;
    for text in [
        String::new(),
        " ".repeat(megabyte),
        "x".repeat(megabyte),
        "é".repeat(megabyte),
        "A b. ".repeat(megabyte / 5),
        "(".repeat(megabyte),
        "known as ".repeat(megabyte / 9),
        "Of The ".repeat(megabyte / 7),
        "&#".repeat(megabyte / 2),
        "😀🏳️‍🌈 ".repeat(10_000),
        "東".repeat(100_000),
        "\u{0}\u{7f}\u{feff}\u{202e}".repeat(1_000),
        "Ann: ".repeat(10_000),
        "\n".repeat(megabyte),
    ] {
        survives("", &text);
        survives(&text, "a text");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_safely(title in any::<String>(), text in any::<String>()) {
        survives(&title, &text);
    }

    #[test]
    fn any_bytes_are_read_safely(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survives("binary", &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_marks_are_read_safely(text in "[A-C .,:;()'’\"&#x0-9-]{0,300}") {
        survives(&text, &text);
    }
}
