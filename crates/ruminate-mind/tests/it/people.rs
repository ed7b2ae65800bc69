//! People in notes: first names, two of one name, the dead, what somebody does.

use ruminate_mind::Graph;
use ruminate_mind::asking::answer;
use ruminate_mind::facts::statements;

use crate::asking::check;

/// A graph of notes, each a file of its own.
fn notes(files: &[(&str, &str)]) -> Graph {
    let mut graph = Graph::default();
    for (file, text) in files {
        graph.learn(&format!("{file}#1"), "general", 1.0, &statements("", text));
    }
    graph
}

fn ask(graph: &Graph, question: &str) -> String {
    answer(graph, question).map_or("-".to_owned(), |answer| answer.text)
}

#[test]
fn a_first_name_means_the_only_one_who_has_it() {
    let facts = &[
        "Mia Holm | live in | Lund",
        "Mia Holm | marry | Per Holm",
        "Eva Berg | live in | Oslo",
        "Eva Lind | live in | Rome",
        "Berlin Wall | be located in | Berlin Mitte",
    ];
    check(
        facts,
        &[
            ("Where does Mia live?", "Lund"),
            ("Who is Mia's husband?", "Per Holm"),
            ("Where does Eva live?", "-"),
            ("Where is Berlin?", "-"),
            ("Where does Mia Berg live?", "-"),
        ],
    );
}

#[test]
fn a_first_name_with_facts_of_its_own_is_followed_to_the_full_name() {
    let one = notes(&[("a.md", "Mia Holm was born in Lund."), ("b.md", "Mia works for Acme.")]);
    assert_eq!(ask(&one, "Where was Mia born?"), "-", "another file may mean another");
    let same = notes(&[("a.md", "Mia Holm was born in Lund."), ("a.md#1", "Mia works for Acme.")]);
    assert_eq!(ask(&same, "Where was Mia born?"), "-");
    let mut same = notes(&[("a.md", "Mia Holm was born in Lund.")]);
    same.learn("a.md#2", "general", 1.0, &statements("", "Mia works for Acme."));
    assert_eq!(ask(&same, "Where was Mia born?"), "Lund");
}

#[test]
fn two_of_one_name_are_told_apart_by_source() {
    let graph = notes(&[("work.md", "Tom lives in Oslo."), ("home.md", "Tom lives in Rome.")]);
    let told = answer(&graph, "Where does Tom live?").unwrap();
    let expected = "Oslo (work.md) or Rome (home.md); there may be two by the name of Tom";
    assert_eq!(told.text, expected);
    assert!(told.confidence < 0.6, "{told:?}");
    let graph = notes(&[("work.md", "Tom lives in Oslo. Tom lives in Rome.")]);
    assert_eq!(ask(&graph, "Where does Tom live?"), "Oslo and Rome");
}

#[test]
fn nobody_lives_anywhere_after_death() {
    let facts = &[
        "Karl Berg | live in | Lund",
        "Karl Berg | die in | 1950",
        "Nora Berg | live in | Lund",
        "Otto Berg | work for | Acme",
        "Otto Berg | be buried at | Hill Cemetery",
    ];
    check(
        facts,
        &[
            ("Where does Karl Berg live?", "Karl Berg died (1950); known from before: Lund"),
            ("Where did Karl Berg live?", "Lund"),
            ("Who lives in Lund?", "Nora Berg"),
            ("Who works for Acme?", "-"),
            ("Who does Otto Berg work for?", "Otto Berg has died; known from before: Acme"),
        ],
    );
}

#[test]
fn what_somebody_does_is_told_from_what_they_are() {
    let facts = &[
        "Mia Holm | be | retired nurse",
        "Per Holm | be ceo of | Acme",
        "Nora Berg | work as | carpenter",
        "Ida Berg | be | daughter of Karl Berg",
        "Otto Berg | be responsible for | billing",
        "Otto Berg | move to | Oslo",
    ];
    check(
        facts,
        &[
            ("What is Mia Holm's occupation?", "retired nurse"),
            ("What is the role of Per Holm?", "ceo of Acme"),
            ("What is the job of Nora Berg?", "carpenter"),
            ("What is Ida Berg's job?", "-"),
            ("Who is the CEO of Acme?", "Per Holm"),
            ("Is Per Holm the CEO of Acme?", "yes"),
            ("What is Otto Berg responsible for?", "billing"),
            ("Who is responsible for billing?", "Otto Berg"),
            ("Where did Otto Berg move to?", "Oslo"),
            ("Where did Otto Berg move?", "Oslo"),
        ],
    );
}

#[test]
fn a_child_is_the_daughter_that_is_asked_about() {
    let facts = &[
        "Ida Berg | be child of | Karl Berg",
        "Otto Berg | be child of | Karl Berg",
        "Otto Berg | be | businessman",
    ];
    check(
        facts,
        &[
            ("Is Ida Berg the daughter of Karl Berg?", "yes"),
            ("Is Otto Berg the daughter of Karl Berg?", "no"),
            ("Is Otto Berg the son of Karl Berg?", "yes"),
            ("Who is the daughter of Karl Berg?", "-"),
        ],
    );
}
