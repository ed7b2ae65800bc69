//! Questions about what is so now, and about what was.

use ruminate_mind::Graph;
use ruminate_mind::asking::answer;
use ruminate_mind::facts::statements;

fn read(notes: &[&str]) -> Graph {
    let mut graph = Graph::default();
    for (number, text) in notes.iter().enumerate() {
        graph.learn(&number.to_string(), "general", 0.9, &statements("Notes", text));
    }
    graph
}

#[track_caller]
fn check(notes: &[&str], questions: &[(&str, &str)]) {
    let graph = read(notes);
    for (question, expected) in questions {
        let told = answer(&graph, question).map(|answer| answer.text);
        assert_eq!(told.as_deref().unwrap_or("-"), *expected, "{question}");
    }
}

const DEPOTS: &[&str] = &[
    "Until 2019 the Cork depot was run by Hansen Freight. Since then it has been run by Lee Cargo.",
    "Ann Lee was the owner of the Savoy until 1999.",
    "Ann Lee used to work for Esso. Ann Lee works for Acme.",
    "Lee Cargo is headquartered in Bonn. Hansen Freight is headquartered in Hull.",
];

#[test]
fn the_present_is_asked_for_what_is_so_now() {
    check(
        DEPOTS,
        &[
            ("Who runs the Cork depot?", "Lee Cargo"),
            ("Who does Ann Lee work for?", "Acme"),
            ("Does Ann Lee work for Esso?", "no"),
            ("Does Ann Lee work for Acme?", "yes"),
            ("Where is the company that runs the Cork depot headquartered?", "Bonn"),
        ],
    );
}

#[test]
fn what_is_over_is_told_with_its_end() {
    check(DEPOTS, &[("Who is the owner of the Savoy?", "Ann Lee (until 1999)")]);
    check(
        &["Ann Lee formerly worked for Esso."],
        &[("Who works for Esso?", "Ann Lee (no longer)")],
    );
}

#[test]
fn the_past_is_asked_for_what_was() {
    check(
        DEPOTS,
        &[
            ("Who was the owner of the Savoy?", "Ann Lee"),
            ("Did Ann Lee work for Esso?", "yes"),
            ("Who ran the Cork depot?", "Hansen Freight and Lee Cargo"),
        ],
    );
}

/// One note says it, a later one that it ended; who married whom is the same from either end.
#[test]
fn who_says_that_it_ended_knows_more() {
    check(
        &["Ann Ray married Bob Ott in 1947.", "Bob Ott divorced Ann Ray in 1961."],
        &[
            ("Who is the husband of Ann Ray?", "Bob Ott (until 1961)"),
            ("Who did Ann Ray marry?", "Bob Ott"),
        ],
    );
}

#[test]
fn what_a_model_thought_ends_nothing_that_was_read() {
    let mut graph = read(&["Ann Lee works for Esso."]);
    graph.learn("run:1", "thoughts", 0.45, &statements("", "Ann Lee formerly worked for Esso."));
    assert_eq!(answer(&graph, "Who does Ann Lee work for?").unwrap().text, "Esso");
}
