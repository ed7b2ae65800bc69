//! Questions that take more than one passage, on texts made for this test.

use ruminate_mind::{Hop, Index, Passage};

use super::{ids, index};

const LIBRARY: &[(&str, &str)] = &[
    (
        "The Glass Orchard",
        "The Glass Orchard is a 1974 film directed by Marta Veldhuis. It was shot on an island.",
    ),
    (
        "Marta Veldhuis",
        "Marta Veldhuis was a director from Utrecht. She studied at Leiden University.",
    ),
    ("Leiden University", "Leiden University is the oldest university in the Netherlands."),
    ("The Iron Harvest", "The Iron Harvest is a 1981 film directed by Jonas Pell."),
    ("Jonas Pell", "Jonas Pell was born in Antwerp and studied at Ghent University."),
    ("Orchard", "An orchard is a place where fruit trees grow."),
    ("University", "A university is a place of learning; a director leads it in some countries."),
];

#[test]
fn the_second_passage_is_found_through_the_first() {
    let library = index(LIBRARY);
    let found = ids(&library, "Where did the director of The Glass Orchard study?", 3);
    assert_eq!(found[..2], ["The Glass Orchard", "Marta Veldhuis"]);
}

#[test]
fn a_hit_says_what_led_to_it() {
    let library = index(LIBRARY);
    let hits = library.recall("Where did the director of The Glass Orchard study?", 2);
    assert!(hits[0].why.contains(&Hop::Named { name: "The Glass Orchard".into() }), "{hits:?}");
    let hop = Hop::MentionedBy { from: "The Glass Orchard".into(), name: "marta veldhuis".into() };
    assert!(hits[1].why.contains(&hop), "{hits:?}");
    assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score <= 1.0));
}

#[test]
fn at_most_k_and_no_passage_twice() {
    let library = index(LIBRARY);
    for k in [0, 1, 5, 100] {
        let mut found = ids(&library, "Which university did Jonas Pell attend?", k);
        assert!(found.len() <= k);
        found.sort();
        found.dedup();
        assert!(k < 100 || found.len() >= 3);
    }
}

#[test]
fn more_passages_change_nothing_about_the_first_ones() {
    let library = index(LIBRARY);
    let all = ids(&library, "Which director studied at a university?", 7);
    for k in 1..all.len() {
        assert_eq!(ids(&library, "Which director studied at a university?", k), all[..k]);
    }
}

#[test]
fn nothing_is_recalled_from_nothing() {
    assert!(Index::new().recall("What is there?", 5).is_empty());
    let library = index(LIBRARY);
    assert!(library.recall("", 5).is_empty());
    assert!(library.recall("zzz qqq", 5).is_empty());
}

#[test]
fn notes_without_titles_and_other_languages_are_found_by_their_words() {
    let mut notes = Index::new();
    notes.add([
        Passage::new("milk", "", "buy oat milk and two lemons"),
        Passage::new(
            "rust",
            "",
            "fn parse_header(line: &str) -> Option<Header> { line.split_once(':') }",
        ),
        Passage::new("ru", "", "Кошка спит на тёплой печи."),
        Passage::new("ja", "", "東京都は日本の首都である。"),
        Passage::new("de", "", "Der Zug nach Nürnberg fährt um acht Uhr."),
    ]);
    for (question, id) in [
        ("how many lemons?", "milk"),
        ("parse_header", "rust"),
        ("где спит кошка", "ru"),
        ("日本の首都", "ja"),
        ("wann fährt der Zug nach Nurnberg", "de"),
    ] {
        assert_eq!(ids(&notes, question, 1), [id], "{question}");
    }
}

#[test]
fn loose_notes_are_ranked_by_their_words() {
    let mut notes = Index::new();
    let texts = ["pay the rent", "rent a boat in May", "call Ann about the boat", "boats, boats"];
    notes.add(texts.iter().zip(0..).map(|(text, at)| Passage::new(at.to_string(), "", *text)));
    let by_words: Vec<_> = notes.search("rent a boat", 9).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids(&notes, "rent a boat", 9), by_words);
}

#[test]
fn the_same_id_again_replaces_the_passage() {
    let mut library = index(LIBRARY);
    library.add([Passage::new("Orchard", "Orchard", "Now it is about submarines.")]);
    assert_eq!(library.len(), LIBRARY.len());
    assert_eq!(ids(&library, "submarines", 1), ["Orchard"]);
    assert!(library.search("fruit trees", 5).is_empty());
    assert_eq!(library.remove(["Orchard", "nobody"]), 1);
    assert!(!library.contains("Orchard"));
    assert!(ids(&library, "submarines", 1).is_empty());
}
