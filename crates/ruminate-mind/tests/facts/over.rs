//! What was so and is no more.

use ruminate_mind::facts::{Statement, statements};

use crate::lines;

#[track_caller]
fn check(title: &str, text: &str, expected: &[&str]) {
    assert_eq!(lines(title, text), expected);
}

fn over(text: &str) -> Vec<Statement> {
    statements("Notes", text).into_iter().filter(|said| said.is_over).collect()
}

#[test]
fn a_time_that_ends_ends_what_is_said() {
    for (text, fact) in [
        (
            "Ann Lee worked for Esso from 1970 to 1975.",
            "Ann Lee | work for | Esso [from 1970 to 1975] (over)",
        ),
        (
            "Ann Lee was a member of the Green Party until 1990.",
            "Ann Lee | be member of | Green Party [until 1990] (over)",
        ),
        (
            "Ann Lee was CEO of Lee Optik until 1999.",
            "Ann Lee | be ceo of | Lee Optik [until 1999] (over)",
        ),
        (
            "Ann Lee was the owner of print-queue until August 2025, when Bob Ott took over.",
            "Ann Lee | be owner of | print-queue [until August 2025] (over)",
        ),
        (
            "Until 2019 the Cork depot was run by Hansen Freight.",
            "Hansen Freight | run | Cork depot [Until 2019] (over)",
        ),
    ] {
        check("Notes", text, &[fact]);
    }
}

#[test]
fn words_and_clauses_end_it_too() {
    for (text, fact) in [
        ("Ann Lee formerly worked for Esso.", "Ann Lee | work for | Esso (over)"),
        ("Ann Lee used to work for Esso.", "Ann Lee | work for | Esso (over)"),
        ("Ann Lee used to be the head of Esso.", "Ann Lee | be head of | Esso (over)"),
        ("Ann Lee owned the Royal Inn until it burned down.", "Ann Lee | own | Royal Inn (over)"),
        (
            "Ann Lee was the owner of the Savoy before Bob Ott bought it.",
            "Ann Lee | be owner of | Savoy (over)",
        ),
    ] {
        check("Notes", text, &[fact]);
    }
}

#[test]
fn what_is_not_said_to_have_ended_is_not_over() {
    for text in [
        "Ann Lee was the owner of the Savoy.",
        "Ann Lee rents the Savoy until 2031.",
        "Ann Lee joined Esso before Bob Ott joined it.",
        "The Savoy was built by Ann Lee from 1883 to 1890.",
        "Ann Lee did not work for Esso from 1970 to 1975.",
        "Ann Lee worked for Esso in 1970.",
    ] {
        assert_eq!(over(text), [], "{text}");
    }
}

#[test]
fn since_then_goes_on_with_what_ended() {
    check(
        "Depots",
        "Until 2019 the Cork depot was run by Hansen Freight. Hansen Freight went bankrupt. Since then it has been run by Lee Cargo.",
        &["Hansen Freight | run | Cork depot [Until 2019] (over)", "Lee Cargo | run | Cork depot"],
    );
    check(
        "Jobs",
        "index-job used to depend on solr. It now depends on lucene.",
        &["index-job | depend on | solr (over)", "index-job | depend on | lucene"],
    );
    // Nothing ended: what "it" is stays open.
    check(
        "Depots",
        "Hansen Freight hired Ann Lee. Since then it has been run by Bob Ott.",
        &["Hansen Freight | hire | Ann Lee"],
    );
}

#[test]
fn who_divorced_was_married_until_then() {
    check(
        "Family",
        "Ann Ray and Bob Ott lived in Fargo. They divorced in 1961.",
        &[
            "Ann Ray | live in | Fargo",
            "Bob Ott | live in | Fargo",
            "Ann Ray | divorce | Bob Ott [in 1961]",
            "Ann Ray | marry | Bob Ott [until 1961] (over)",
        ],
    );
    check(
        "Family",
        "Eva Roe divorced Ole Lee in 1970.",
        &["Eva Roe | divorce | Ole Lee [in 1970]", "Eva Roe | marry | Ole Lee [until 1970] (over)"],
    );
    check("Family", "Eva Roe did not divorce Ole Lee.", &["not Eva Roe | divorce | Ole Lee"]);
}

#[test]
fn they_are_the_two_who_married() {
    check(
        "Family",
        "Eva Roe married Ole Lee in 1947. They had two sons.",
        &[
            "Eva Roe | marry | Ole Lee [in 1947]",
            "Eva Roe | have | two sons",
            "Ole Lee | have | two sons",
        ],
    );
    check(
        "Family",
        "Eva Roe and Ole Lee married in 1947.",
        &["Eva Roe | marry | Ole Lee [in 1947]"],
    );
    check(
        "Family",
        "Eva Roe met Ole Lee in 1947. They had two sons.",
        &["Eva Roe | meet | Ole Lee [in 1947]"],
    );
}
