//! What people jot down: documents named by their kind, remarks in brackets, families, questions with their answers; and
//! what only looks like a statement.

use crate::lines;

#[track_caller]
fn check(title: &str, text: &str, expected: &[&str]) {
    assert_eq!(lines(title, text), expected);
}

#[test]
fn the_kind_of_a_document_is_no_part_of_what_it_is_about() {
    check(
        "Runbook: mail-queue",
        "Owner: Ann Lee\n\nIt listens on port 9000.",
        &["Ann Lee | own | mail-queue", "mail-queue | listen on | port 9000"],
    );
    check(
        "Post-mortem: print delays, 2 June 2025",
        "Severity: SEV2\n\nThe delay was caused by a memory leak. A full disk caused the delay.",
        &["SEV2 | be severity of | print delays", "memory leak | cause | print delays"],
    );
    check(
        "ADR 9: Use Postgres",
        "Author: Ann Lee\nSupersedes: ADR 4",
        &["Ann Lee | write | ADR 9", "ADR 9 | supersede | ADR 4"],
    );
    check(
        "Search team — Acme",
        "The team:\n- Ann Lee — lead",
        &["Ann Lee | be member of | Search team"],
    );
    // One name.
    check(
        "Rush 2: Racing USA",
        "Rush 2: Racing USA is a game.",
        &["Rush 2: Racing USA | be | game"],
    );
}

#[test]
fn brackets_say_since_when_and_until_when() {
    check(
        "web-01",
        "Vendor: Acme (until 2019), Hansen (since 2019)\nDepends on: redis (planned), mysql\nReviewers: Ann Lee, Bob Ott (former)",
        &[
            "Acme | be vendor of | web-01 [until 2019] (over)",
            "Hansen | be vendor of | web-01 [since 2019]",
            "web-01 | depend on | mysql",
            "Ann Lee | review | web-01",
            "Bob Ott | review | web-01 (over)",
        ],
    );
    // Years behind a person are a life.
    check(
        "Ole Moe",
        "Siblings: Ann Moe (1890–1918), Ida Moe",
        &["Ann Moe | be sibling of | Ole Moe", "Ida Moe | be sibling of | Ole Moe"],
    );
}

#[test]
fn a_status_may_name_who_brought_it_about() {
    check("ADR 9: Use Postgres", "Status: superseded by ADR 12", &["ADR 12 | supersede | ADR 9"]);
    check("ADR 9: Use Postgres", "Status: accepted", &["accepted | be status of | ADR 9"]);
}

#[test]
fn keys_of_a_life_are_its_days_and_places() {
    check(
        "Ole Moe",
        "Birthplace: Oslo\nDate of birth: 5 May 1950\nPlace of death: Rome",
        &[
            "Ole Moe | be born in | Oslo",
            "Ole Moe | be born on | 5 May 1950",
            "Ole Moe | die in | Rome",
        ],
    );
}

#[test]
fn children_are_whose_they_are_said_to_be() {
    check(
        "Family",
        "Eva Roe and Ole Lee have one daughter, Ida Lee. Max Orr had two sons: Tom and Jon.",
        &[
            "Eva Roe | have | one daughter",
            "Ole Lee | have | one daughter",
            "Ida Lee | be daughter of | Eva Roe",
            "Ida Lee | be daughter of | Ole Lee",
            "Max Orr | have | two sons",
            "Tom | be son of | Max Orr",
            "Jon | be son of | Max Orr",
        ],
    );
    check("Farm", "Max Orr has two dogs: Rex and Bello.", &["Max Orr | have | two dogs"]);
}

#[test]
fn kin_may_be_called_by_a_first_name() {
    check(
        "Ole Moe",
        "Ole Moe was born in Graz. His brother Otto was born in Linz.",
        &[
            "Ole Moe | be born in | Graz",
            "Otto | be brother of | Ole Moe",
            "Otto | be born in | Linz",
        ],
    );
    // After his wife "he" is still he, and after his brother it may be either.
    check(
        "Ole Moe",
        "Ole Moe was born in Graz. His wife was Ida Lund. He moved to Rome. His brother was Jan Moe. He moved to Bonn.",
        &[
            "Ole Moe | be born in | Graz",
            "Ida Lund | be wife of | Ole Moe",
            "Ole Moe | move to | Rome",
            "Jan Moe | be brother of | Ole Moe",
        ],
    );
    check(
        "Ole Moe",
        "Ole Moe was born in Graz. His first wife was Ida Lund.",
        &["Ole Moe | be born in | Graz", "Ida Lund | be wife of | Ole Moe (over)"],
    );
}

#[test]
fn he_and_another_are_two() {
    check(
        "Ole Moe",
        "Ole Moe was born in Graz. He and Ida Lund met in 1946. They married in 1947.",
        &[
            "Ole Moe | be born in | Graz",
            "Ole Moe | meet in | 1946",
            "Ida Lund | meet in | 1946",
            "Ole Moe | marry | Ida Lund [in 1947]",
        ],
    );
}

#[test]
fn who_never_married_is_not_married() {
    check(
        "Family",
        "Ole Moe was not married. Jan Moe never married.",
        &["not Ole Moe | be | married", "not Jan Moe | be | married"],
    );
    check("Family", "Ole Moe was not married to Ida Lund.", &["not Ole Moe | marry | Ida Lund"]);
}

#[test]
fn who_was_killed_died() {
    check(
        "War",
        "Ole Moe was killed in Verdun on 3 May 1916.",
        &[
            "Ole Moe | be killed in | Verdun [on 3 May 1916]",
            "Ole Moe | be killed on | 3 May 1916",
            "Ole Moe | die in | Verdun [on 3 May 1916]",
            "Ole Moe | die on | 3 May 1916",
        ],
    );
}

#[test]
fn a_question_may_be_answered_right_behind_it() {
    check(
        "FAQ",
        "Who signs invoices? Ann Lee. Who is the head of Acme? Bob Ott.",
        &["Ann Lee | sign | invoices", "Bob Ott | be head of | Acme"],
    );
    check("FAQ", "Who signs invoices? Nobody. Where is the key? Oslo.", &[]);
}

#[test]
fn ours_is_ours() {
    check(
        "Vendors",
        "Acme hosts our Berlin office. Acme hosts their Rome office.",
        &["Acme | host | Berlin office"],
    );
    check(
        "Handover",
        "The search-service depends on lucene. It is run by the security team.",
        &["search-service | depend on | lucene"],
    );
    check("Vendors", "mail-queue is run by Acme.", &["Acme | run | mail-queue"]);
}

#[test]
fn sentences_may_begin_with_a_name_in_small_letters() {
    check(
        "Notes",
        "Ann Lee joined Acme in 2019. route-planner depends on postgres.",
        &["Ann Lee | join | Acme [in 2019]", "route-planner | depend on | postgres"],
    );
}

#[test]
fn lives_are_written_in_many_ways() {
    check(
        "Jane Roe",
        "Jane Roe, aka Janey, grew up in Oslo. She moved from Rome to Bonn aboard the SS Elm.",
        &[
            "Jane Roe | be known as | Janey",
            "Jane Roe | grow up in | Oslo",
            "Jane Roe | move from | Rome",
            "Jane Roe | move to | Bonn",
        ],
    );
    check(
        "Jane Roe",
        "Jane Roe (12 May 1920 3 June 2001) was an American singer.",
        &[
            "Jane Roe | be born on | 12 May 1920",
            "Jane Roe | die on | 3 June 2001",
            "Jane Roe | be | American singer",
        ],
    );
    check(
        "Jane Roe",
        "Jane \"Jay\" Roe, the eldest of nine children, grew up in Oslo.",
        &["Jane Roe | grow up in | Oslo"],
    );
    check(
        "Elm Falls",
        "Elm Falls (also known as Elmer Falls) is a waterfall.",
        &["Elm Falls | be known as | Elmer Falls", "Elm Falls | be | waterfall"],
    );
}

#[test]
fn what_nobody_says_is_no_statement() {
    for text in [
        "Nobody of theirs sailed on the Elm.",
        "Some say Ole Moe was born in 1864.",
        "Many people believe Ole Moe lived in Oslo.",
        "Replaced squid in 2021.",
        "Removed the proxy in 2021.",
    ] {
        check("Notes", text, &[]);
    }
    // A name may look like a verb, and a participle may open a sentence.
    check("Notes", "Alfred Moe lived in Oslo.", &["Alfred Moe | live in | Oslo"]);
}
