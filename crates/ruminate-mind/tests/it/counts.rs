//! "How many": a number that is stated, and no more than is known of what was asked for.

use ruminate_mind::asking::answer;

use crate::asking::{check, graph};

const FACTS: &[&str] = &[
    "ember-cache | run on | four nodes in Lyon",
    "tide-store | run on | three nodes in Oslo",
    "tide-store | run on | two nodes in Bergen",
    "Karl Berg | own | bakery in Lund",
    "Karl Berg | have | three daughters",
    "Karl Berg | be father of | Rosa Berg",
    "Otto Berg | be father of | Ida Berg",
    "Otto Berg | be father of | Nora Berg",
    "Ida Berg | live in | Lund",
    "Nora Berg | live in | Lund",
    "Ida Berg | have | two cats and a dog",
];

#[test]
fn a_stated_number_is_of_what_was_asked_for() {
    check(
        FACTS,
        &[
            ("How many nodes does ember-cache run on?", "4"),
            ("How many disks does ember-cache run on?", "-"),
            (
                "How many nodes does tide-store run on?",
                "three nodes in Oslo and two nodes in Bergen",
            ),
            ("How many daughters did Karl Berg have?", "3"),
            ("How many cats does Ida Berg have?", "-"),
        ],
    );
}

#[test]
fn what_is_known_in_part_is_the_least() {
    check(
        FACTS,
        &[
            ("How many children did Karl Berg have?", "at least 3 are known here: three daughters"),
            (
                "How many children did Otto Berg have?",
                "at least 2 are known here: Ida Berg and Nora Berg",
            ),
            ("How many people live in Lund?", "at least 2 are known here: Ida Berg and Nora Berg"),
            ("How many houses does Karl Berg own?", "-"),
            ("How many bakeries does Karl Berg own?", "at least 1 is known here: bakery in Lund"),
        ],
    );
    let told = answer(&graph(FACTS), "How many children did Otto Berg have?").unwrap();
    assert!(told.confidence < 0.7, "{told:?}");
}
