//! Programs, hosts and ships in notes: names in small letters, kinds that nothing says, columns of tables, failures.

use ruminate_mind::Graph;
use ruminate_mind::asking::{answer, understand};
use ruminate_mind::conclusion::conclude;
use ruminate_mind::facts::statements;
use ruminate_mind::thought::Facts;

use crate::asking::{check, graph};

const FACTS: &[&str] = &[
    "Ann Lee | own | pay-api",
    "Ann Lee | own | Ledger cluster",
    "pay-api | depend on | pg-main",
    "pay-api | depend on | kafka",
    "mail-hub | depend on | kafka",
    "Bo Ek | own | mail-hub",
    "Rust | be language of | mail-hub",
    "8090 | be port of | mail-hub",
    "host-01 | be located in | Graz",
    "host-03 | replace | host-01",
    "atlas service | depend on | redis",
    "atlas service | have | 64 GB of memory",
    "Lund Yard | build | MS Aurora",
    "MS Aurora | be built in | Bergen",
    "Lund Yard | own | dry dock in Bergen",
    "Mia Holm | work for | Acme",
];

#[test]
fn what_depends_on_something_is_asked_for_as_services() {
    check(
        FACTS,
        &[
            ("Which services depend on kafka?", "pay-api and mail-hub"),
            ("What services depend on kafka?", "pay-api and mail-hub"),
            ("Who owns the service that depends on pg-main?", "Ann Lee"),
            ("Who owns the services that depend on pg-main?", "Ann Lee"),
            ("Which services are written in Rust?", "mail-hub"),
            (
                "How many services depend on kafka?",
                "at least 2 are known here: pay-api and mail-hub",
            ),
        ],
    );
}

#[test]
fn a_kind_that_nothing_says_is_doubted() {
    check(
        FACTS,
        &[
            ("What ship did Lund Yard build?", "MS Aurora (whether that is a ship is not said)"),
            (
                "Which database does pay-api depend on?",
                "pg-main and kafka (whether those are databases is not said)",
            ),
            ("Which river is host-01 located in?", "-"),
            ("Which boat does Lund Yard own?", "-"),
            ("Which university does Mia Holm work for?", "-"),
            ("Which company does Mia Holm work for?", "Acme"),
        ],
    );
    let told = answer(&graph(FACTS), "What ship did Lund Yard build?").unwrap();
    assert!(told.confidence < 0.6, "{told:?}");
}

#[test]
fn names_of_programs_and_hosts_are_names() {
    check(
        FACTS,
        &[
            ("Where is host-01 located?", "Graz"),
            ("Where is host-01?", "Graz"),
            ("What replaced host-01?", "host-03"),
            ("What port does mail-hub use?", "8090"),
            ("Which port does pay-api use?", "-"),
            ("What language is mail-hub written in?", "Rust"),
            ("What does atlas depend on?", "redis"),
            ("How much memory does atlas have?", "64 GB"),
            ("Does Bo Ek own mail-hub?", "yes"),
        ],
    );
}

#[test]
fn all_that_is_believed_is_told_with_how_sure_it_is() {
    let mut graph = Graph::default();
    graph.learn("a", "general", 1.0, &statements("", "Ann Lee owns Harbour House."));
    graph.learn("b", "general", 0.7, &statements("", "Ann Lee owns Hill Farm."));
    let told = answer(&graph, "What does Ann Lee own?").unwrap();
    let [first, second] = told.text.split(" and ").collect::<Vec<_>>()[..] else {
        panic!("{told:?}")
    };
    assert!(first.starts_with("Harbour House (0."), "{told:?}");
    assert!(second.starts_with("Hill Farm (0."), "{told:?}");
    assert_eq!(told.others, []);
}

#[test]
fn why_something_happened_is_told_in_a_sentence() {
    let mut graph = Graph::default();
    let text = "The mixer stopped because the fuse was broken. The fuse was broken because the current was wrong.";
    graph.learn("a", "general", 1.0, &statements("", text));
    for (question, expected) in [
        (
            "Why did the mixer stop?",
            "Because fuse was broken, which is so because current was wrong.",
        ),
        ("Why was the fuse broken?", "Because current was wrong."),
    ] {
        let told = conclude(&graph, question, &Facts).map(|told| told.text);
        assert_eq!(told.as_deref(), Some(expected), "{question}");
    }
    assert_eq!(conclude(&graph, "Why did the fuse stop?", &Facts), None);
}

#[test]
fn what_is_not_known_is_told_in_english() {
    let graph = graph(FACTS);
    for (question, expected) in [
        ("Where is Ann Lee from?", "Where Ann Lee is from is not known."),
        ("Where is Ann Lee?", "Where Ann Lee can be found is not known."),
        ("What depends on Acme?", "What depends on Acme is not known."),
        ("Who depends on Acme?", "Who depends on Acme is not known."),
        ("Which tool does Ann Lee use?", "Which tool Ann Lee uses is not known."),
        (
            "Who owns the services that depend on Acme?",
            "Which service depends on Acme is not known.",
        ),
        (
            "Which is older, MS Aurora or Lund Yard?",
            "The age of MS Aurora is not known; the age of Lund Yard is not known.",
        ),
    ] {
        let so_far = understand(&graph, question).and_then(|asked| asked.so_far(&graph));
        assert_eq!(so_far.as_deref(), Some(expected), "{question}");
    }
}
