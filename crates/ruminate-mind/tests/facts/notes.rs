//! Notes as people write them: headings, lines "Owner: Ann Lee", lists, tables, first names and pronouns.

use ruminate_mind::facts::{concept, statements};

use crate::lines;

#[track_caller]
fn check(title: &str, text: &str, expected: &[&str]) {
    assert_eq!(lines(title, text), expected);
}

#[test]
fn who_does_what_at_work() {
    for (text, fact) in [
        ("Ann Lee works for Acme.", "Ann Lee | work for | Acme"),
        ("Ann Lee lives in Oslo.", "Ann Lee | live in | Oslo"),
        ("Ann Lee reports to Bob Ott.", "Ann Lee | report to | Bob Ott"),
        (
            "Ann Lee is responsible for the on-call rota.",
            "Ann Lee | be responsible for | on-call rota",
        ),
        ("Ann Lee owns the release plan.", "Ann Lee | own | release plan"),
        ("Ann Lee joined Acme in 2019.", "Ann Lee | join | Acme [in 2019]"),
        ("`ledger` runs on Kubernetes.", "ledger | run on | Kubernetes"),
        ("ledger depends on postgres.", "ledger | depend on | postgres"),
    ] {
        check("Notes", text, &[fact]);
    }
    check(
        "Notes",
        "Ann Lee, Bob Ott and Carl Ray work for Acme.",
        &["Ann Lee | work for | Acme", "Bob Ott | work for | Acme", "Carl Ray | work for | Acme"],
    );
    // Nouns as often.
    check(
        "Notes",
        "The collected works at the museum were sold. Nine lives in one book is many.",
        &[],
    );
}

#[test]
fn what_may_cause_something_is_less_sure() {
    let found =
        statements("Runbook", "A full disk causes write errors. A hot disk can cause a crash.");
    assert_eq!(
        lines("Runbook", "A full disk causes write errors. A hot disk can cause a crash."),
        ["full disk | cause | write errors", "hot disk | cause | crash"]
    );
    assert!(found[1].confidence < found[0].confidence);
    check(
        "Aphids",
        "Aphids cause leaf curl and can cause sooty mould. Heat might lead to drought. Rain may not cause rot. It can fly.",
        &["Aphids | cause | leaf curl", "Aphids | cause | sooty mould", "Heat | lead to | drought"],
    );
}

#[test]
fn any_of_a_kind_does_what_its_kind_does() {
    check(
        "Aphids",
        "A ladybird eats aphids, mites and whiteflies.",
        &["ladybird | eat | aphids", "ladybird | eat | mites", "ladybird | eat | whiteflies"],
    );
    // One that nobody named, in a text about a work.
    check(
        "Boat Home",
        "Boat Home is a film. A detective follows thieves.",
        &["Boat Home | be | film"],
    );
    check("Aphids", "A ladybird eats the aphids of Oslo.", &[]);
}

#[test]
fn a_first_name_means_the_person_of_the_full_name() {
    check(
        "Minutes",
        "Ann Lee leads the support team. Ann owns the release plan. Ott is ill. Bob Ott joined Acme. Ott left Acme. \
         Carl Ray reports to Ann.",
        &[
            "Ann Lee | lead | support team",
            "Ann Lee | own | release plan",
            "Bob Ott | join | Acme",
            "Bob Ott | leave | Acme",
            "Carl Ray | report to | Ann Lee",
        ],
    );
    // Two who may be meant, and a place.
    check(
        "Minutes",
        "Ann Lee and Ann Ott joined Acme. Ann owns the release plan. Bergen Line hired Ole Moe. He moved to Bergen.",
        &[
            "Ann Lee | join | Acme",
            "Ann Ott | join | Acme",
            "Ann | own | release plan",
            "Bergen Line | hire | Ole Moe",
        ],
    );
}

#[test]
fn pronouns_stay_with_whom_the_text_is_about() {
    check(
        "Ann Lee",
        "Background\n\nShe joined Acme in 2019.\n\nBob Ott is a friend of Carl Ray.\n\nShe moved to Oslo in 2021.",
        &[
            "Ann Lee | join | Acme [in 2019]",
            "Bob Ott | be friend of | Carl Ray",
            "Ann Lee | move to | Oslo [in 2021]",
        ],
    );
    check(
        "Ann Lee",
        "Her father was Ole Lee. Her mother was Eva Roe.",
        &["Ole Lee | be father of | Ann Lee", "Eva Roe | be mother of | Ann Lee"],
    );
    check(
        "ledger",
        "ledger is the service of payments.\n\nOrigin\n\nIt was written by Ann Lee.",
        &["ledger | be | service of payments", "Ann Lee | write | ledger"],
    );
}

#[test]
fn pronouns_mean_the_person_or_the_thing_just_told_of() {
    check(
        "Acme",
        "Ann Lee studied at Yale. She lives in Oslo.",
        &["Ann Lee | study at | Yale", "Ann Lee | live in | Oslo"],
    );
    check(
        "Roses",
        "Black spot is a fungal disease. It is caused by spores. Mycorrhizae are fungi. They inhabit roots.",
        &[
            "Black spot | be | fungal disease",
            "spores | cause | Black spot",
            "Mycorrhizae | be | fungi",
            "Mycorrhizae | inhabit | roots",
        ],
    );
    // Either of two.
    check("Acme", "Ann Lee met Eva Roe. She lives in Oslo.", &["Ann Lee | meet | Eva Roe"]);
}

#[test]
fn headings_say_whom_the_text_is_about() {
    check(
        "People",
        "Ann Lee\n\nShe leads the support team.\n\nBob Ott\n\nBob lives in Oslo. He reports to Ann Lee.",
        &[
            "Ann Lee | lead | support team",
            "Bob Ott | live in | Oslo",
            "Bob Ott | report to | Ann Lee",
        ],
    );
    check("People › Ann Lee", "She leads the support team.", &["Ann Lee | lead | support team"]);
    check("Services › Notes", "It was written by Ann Lee.", &[]);
}

#[test]
fn lines_with_a_colon_speak_of_their_heading() {
    check(
        "ledger",
        "Owner: Ann Lee\nDepends on: postgres, kafka\nLanguage: Rust\nFounded: 2019\nType: web service\nNote: to be moved\n\
         Contact: none\nUsed by: checkout",
        &[
            "Ann Lee | own | ledger",
            "ledger | depend on | postgres",
            "ledger | depend on | kafka",
            "Rust | be language of | ledger",
            "ledger | be founded in | 2019",
            "ledger | be | web service",
            "checkout | use | ledger",
        ],
    );
    check(
        "Einar Moe (1898-1971)",
        "Born: 3 May 1898, Tromsø\nDied: 1971\nSpouse: Eva Roe\nChildren: Ole Moe, Ida Moe",
        &[
            "Einar Moe | be born on | 3 May 1898",
            "Einar Moe | be born in | Tromsø",
            "Einar Moe | die in | 1971",
            "Eva Roe | marry | Einar Moe",
            "Ole Moe | be child of | Einar Moe",
            "Ida Moe | be child of | Einar Moe",
        ],
    );
    // A key that may be a thing itself, and a heading that may be about anything.
    check("Cellar", "Boiler: Vito 200\nPackages: three of them", &[]);
    check("Trip", "Cars\n\nOwner: Ann Lee", &[]);
    check(
        "Trip",
        "Trip, May\n\nLocation: Bled, Slovenia",
        &["Trip | be located in | Bled, Slovenia"],
    );
    check("Trip", "Details\n\nOwner: Ann Lee", &["Ann Lee | own | Trip"]);
    check("Strain collection", "PAO1\n\nFrozen by: Ann Lee", &["Ann Lee | freeze | PAO1"]);
    // A letter's head, what somebody said, and what is to be done.
    check("Mail", "From: Ann Lee <ann@example.org>\nTo: Bob Ott\nSubject: disk", &[]);
    check("Talk", "Ann Lee: the disk is full", &[]);
    check("Talk", "- [ ] Owner: Ann Lee", &[]);
    check("", "Owner: Ann Lee", &[]);
}

#[test]
fn a_list_is_what_its_line_announces() {
    check(
        "Teams",
        "Payments\n\nThe team:\n- Ann Lee, lead\n- Bob Ott (since May)\n\nThe payments team owns ledger.",
        &[
            "Ann Lee | be member of | payments team",
            "Bob Ott | be member of | payments team [since May]",
            "payments team | own | ledger",
        ],
    );
    check(
        "Aphids",
        "Predators:\n- ladybirds\n- lacewings",
        &["ladybirds | be predator of | Aphids", "lacewings | be predator of | Aphids"],
    );
    check(
        "ledger",
        "Failure modes:\n- A full disk causes write errors.\n- It restarts.",
        &["full disk | cause | write errors"],
    );
}

#[test]
fn a_row_speaks_of_its_first_column() {
    check(
        "Services",
        "Service: ledger; Owner: Ann Lee; Runs on: Kubernetes\n\nDate: 5 May 2024; Owner: Bob Ott",
        &["Ann Lee | own | ledger", "ledger | run on | Kubernetes"],
    );
}

#[test]
fn small_names_keep_their_s() {
    for name in ["kubernetes", "postgres", "atlas", "redis"] {
        assert_eq!(concept(name), name);
    }
}

#[test]
fn too_much_is_not_much() {
    check("Soil", "Too much nitrogen can cause soft growth.", &[]);
}
