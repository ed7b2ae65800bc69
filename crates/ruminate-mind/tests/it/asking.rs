//! Questions answered from facts: what is asked in which direction, what is left unanswered, and how often the answers
//! are right on the shared sets.

use std::fs::read_to_string;
use std::path::Path;

use proptest::prelude::*;
use ruminate_mind::Graph;
use ruminate_mind::asking::{Query, answer, parse};
use ruminate_mind::facts::{Statement, statements};
use ruminate_mind::thought::Towards;
use serde::Deserialize;
use serde_json::Value;

/// A graph of facts as "subject | relation | object"; one that begins with "not" is denied.
pub(crate) fn graph(facts: &[&str]) -> Graph {
    let mut graph = Graph::default();
    for (number, fact) in facts.iter().enumerate() {
        let parts: Vec<&str> = fact.split(" | ").collect();
        let [subject, relation, object] = parts[..] else { panic!("{fact}") };
        let said = Statement {
            subject: subject.into(),
            relation: relation.trim_start_matches("not ").into(),
            object: object.into(),
            is_negated: relation.starts_with("not "),
            is_over: false,
            when: None,
            sentence: 0..1,
            confidence: 0.9,
        };
        graph.learn(&number.to_string(), "general", 1.0, &[said]);
    }
    graph
}

fn ask(graph: &Graph, question: &str) -> Option<String> {
    answer(graph, question).map(|answer| answer.text)
}

/// Asks each question; "-" stands for no answer.
pub(crate) fn check(facts: &[&str], questions: &[(&str, &str)]) {
    let graph = graph(facts);
    for (question, expected) in questions {
        let found = ask(&graph, question);
        let read = parse(&graph, question);
        assert_eq!(found.as_deref().unwrap_or("-"), *expected, "{question} {read:?}");
    }
}

const FILMS: &[&str] = &[
    "Raoul Walsh | direct | Jump for Glory",
    "Raoul Walsh | direct | High Sierra",
    "Raoul Walsh | marry | Miriam Cooper",
    "Raoul Walsh | be born on | March 11, 1887",
    "Raoul Walsh | be born in | New York City",
    "Raoul Walsh | die in | Simi Valley, California",
    "Raoul Walsh | be | American film director",
    "Jump for Glory | be | 1937 British film",
    "High Sierra | be | 1941 American film",
    "The Golden Calf | be | 1930 American comedy film",
    "Millard Webb | direct | The Golden Calf",
    "Millard Webb | be born on | 6 December 1893",
    "Millard Webb | be | American screenwriter",
    "High Sierra | star | Ida Lupino",
    "Humphrey Bogart | star in | High Sierra",
    "Ida Lupino | play | piano",
    "Ida Lupino | attend | Yale",
    "Yale | be | private university",
];

#[test]
fn a_relation_is_asked_in_both_directions() {
    check(
        FILMS,
        &[
            ("Who directed Jump for Glory?", "Raoul Walsh"),
            ("Who was Jump for Glory directed by?", "Raoul Walsh"),
            ("Who is the director of the film Jump For Glory?", "Raoul Walsh"),
            ("The director of Jump for Glory is who?", "Raoul Walsh"),
            ("Which films did Raoul Walsh direct?", "Jump for Glory and High Sierra"),
            ("Which 1941 film did Raoul Walsh direct?", "High Sierra"),
            ("Which British films did Raoul Walsh direct?", "Jump for Glory"),
            ("Which 1999 film did Raoul Walsh direct?", "-"),
            ("Who did Jump for Glory direct?", "-"),
            ("Who starred in High Sierra?", "Ida Lupino and Humphrey Bogart"),
            ("Which film did Ida Lupino star in?", "High Sierra"),
            ("What instrument did Ida Lupino play?", "-"),
            ("What position did Ida Lupino play?", "-"),
            ("What did Ida Lupino play?", "piano"),
            ("Which university did Ida Lupino attend?", "Yale"),
            ("Which person directed High Sierra?", "Raoul Walsh"),
            ("Who directed Raoul Walsh?", "-"),
            ("Where was Raoul Walsh born?", "New York City"),
            ("Where did Raoul Walsh die?", "Simi Valley, California"),
            ("When was Raoul Walsh born?", "March 11, 1887"),
            ("When did Raoul Walsh die?", "-"),
            ("What year was Raoul Walsh born in?", "1887"),
            ("In which state did Raoul Walsh die?", "California"),
            ("Who is Raoul Walsh married to?", "Miriam Cooper"),
            ("Who is Miriam Cooper's husband?", "Raoul Walsh"),
            ("What is The Golden Calf?", "1930 American comedy film"),
            ("What nationality is Millard Webb?", "American"),
            ("Which country is Millard Webb from?", "United States"),
        ],
    );
}

#[test]
fn what_is_asked_may_lie_several_facts_away() {
    check(
        FILMS,
        &[
            ("Who is the spouse of the director of film Jump for Glory?", "Miriam Cooper"),
            ("What is the place of birth of the director of Jump for Glory?", "New York City"),
            ("When is Miriam Cooper's husband's birthday?", "March 11, 1887"),
            (
                "When was the person who directed The Golden Calf (1930 Film) born?",
                "6 December 1893",
            ),
            ("Where was the director of The Golden Calf (1999 film) born?", "-"),
            ("What is the name of the director of Jump for Glory?", "Raoul Walsh"),
            ("Who directed The Golden Calf (1999 film)?", "-"),
        ],
    );
    let graph = graph(FILMS);
    let found = answer(&graph, "Who is the spouse of the director of Jump for Glory?").unwrap();
    assert_eq!(found.way(&graph), "Jump for Glory ← direct ← Raoul Walsh → marry → Miriam Cooper");
    assert!((found.confidence - 0.81).abs() < 0.001, "{}", found.confidence);
}

const LIVES: &[&str] = &[
    "Ann Hui | direct | Boat Home",
    "Boat Home | be | 1982 film",
    "Boat Home | star | George Lam",
    "Ann Hui | be born in | Anshan, Liaoning",
    "Ann Hui | be born on | 23 May 1947",
    "Ann Hui | marry | Bob Ott",
    "Ann Hui | be wife of | Bob Ott",
    "Bob Ott | found | Ott Motors",
    "Bob Ott | win | Bear Medal",
    "Ott Motors | be | car maker",
    "Ott Motors | be located in | Bergen",
    "Ott Motors | be founded in | 1975",
    "Bergen | be city in | Norway",
    "Oslo | be capital of | Norway",
    "Pam Ray | be character in | Night Street",
    "Night Street | be | Australian soap opera",
    "Rob Bell | create | Night Street",
    "Dick Ham | play for | Eagles",
    "Dick Ham | graduate from | Hebron Academy",
    "Eagles | be based in | Philadelphia, Pennsylvania",
];

#[test]
fn what_things_have_to_do_with_each_other() {
    check(
        FILMS,
        &[
            ("How does Raoul Walsh relate to High Sierra?", "Raoul Walsh directs High Sierra."),
            (
                "What does High Sierra have to do with Raoul Walsh?",
                "Raoul Walsh directs High Sierra.",
            ),
            (
                "What is the connection between High Sierra and Jump for Glory?",
                "Raoul Walsh directs High Sierra; Raoul Walsh directs Jump for Glory.",
            ),
            ("How is Raoul Walsh related to Millard Webb?", "-"),
            ("How does Raoul Walsh relate to Nobody?", "-"),
            ("How does Raoul Walsh?", "-"),
        ],
    );
    check(&["A Corp | not own | B Corp"], &[("How does A Corp relate to B Corp?", "-")]);
}

#[test]
fn a_question_may_ask_where_it_ends() {
    check(
        LIVES,
        &[
            ("Dick Ham graduated from what school?", "Hebron Academy"),
            ("Boat Home was directed by whom?", "Ann Hui"),
            ("Boat Home stars which actor?", "George Lam"),
            ("Boat Home's director was born where?", "Anshan, Liaoning"),
            ("The director of Boat Home was born in which year?", "1947"),
            ("The founder of Ott Motors is married to who?", "Ann Hui"),
            ("The director of Boat Home is the wife of what man?", "Bob Ott"),
            ("The director of Boat Home was married to a man who won what medal?", "Bear Medal"),
            ("Dick Ham played for a team based in what state?", "Pennsylvania"),
            (
                "Dick Ham played for a team that is based in which city?",
                "Philadelphia, Pennsylvania",
            ),
            (
                "Pam Ray is a fictional character in an Australian soap opera created by who?",
                "Rob Bell",
            ),
            // Another kind than is known, another verb, another way round.
            ("Pam Ray is a character in a British soap opera created by who?", "-"),
            ("Dick Ham coached a team based in what state?", "-"),
            ("The director of Boat Home is the husband of what woman?", "-"),
            ("Boat Home directed whom?", "-"),
            ("Dick Ham did not graduate from what school?", "-"),
        ],
    );
}

#[test]
fn a_clause_tells_what_is_meant() {
    check(
        LIVES,
        &[
            ("What is the name of the company founded by Ann Hui's husband?", "Ott Motors"),
            ("When was the company Bob Ott founded established?", "1975"),
            ("Who is the founder of the company located in Bergen?", "Bob Ott"),
            ("What is the capital of the country Bergen is in?", "Oslo"),
            ("What is the capital of the country where Ott Motors is?", "Oslo"),
            ("In what state is the team based that Dick Ham played for?", "Pennsylvania"),
            ("Who stars in the film directed by Bob Ott's wife?", "George Lam"),
            ("Who directed the 1982 film Boat Home?", "Ann Hui"),
            ("Who directed the 1999 film Boat Home?", "-"),
            ("Who is the founder of the company located in Oslo?", "-"),
        ],
    );
}

#[test]
fn causes_run_one_way() {
    let facts = &[
        "disk pressure | cause | slow writes",
        "large files | cause | disk pressure",
        "engine | be part of | car",
        "index | require | memory",
        "smoking | not cause | rain",
    ];
    check(
        facts,
        &[
            ("What causes disk pressure?", "large files"),
            ("What does disk pressure cause?", "slow writes"),
            ("What is disk pressure caused by?", "large files"),
            ("What is the cause of disk pressure?", "large files"),
            ("What are the effects of disk pressure?", "slow writes"),
            ("What does a car consist of?", "engine"),
            ("What does the index require?", "memory"),
            ("What requires memory?", "index"),
            ("Does disk pressure cause slow writes?", "yes"),
            ("Does slow writes cause disk pressure?", "-"),
            ("Does smoking cause rain?", "no"),
            ("What causes slow reads?", "-"),
            ("What does not cause disk pressure?", "-"),
            ("What caused disk pressure in 1990?", "-"),
        ],
    );
    let graph = graph(facts);
    let cause = |question: &str| match parse(&graph, question) {
        Some(Query::Cause { concept, state, direction }) => Some((concept, state, direction)),
        _ => None,
    };
    let high = Some("high".to_owned());
    let expected = Some(("disk pressure".to_owned(), high, Towards::Causes));
    assert_eq!(cause("Why is the disk pressure high?"), expected);
    let expected = Some(("disk pressure".to_owned(), None, Towards::Causes));
    assert_eq!(cause("Why does disk pressure happen?"), expected);
    assert_eq!(cause("Why does disk pressure not happen?"), None);
}

#[test]
fn a_question_is_understood_to_its_end_or_not_at_all() {
    let graph = graph(FILMS);
    for question in [
        "Who directed High Sierra in 1941?",
        "Which silent films did Raoul Walsh direct?",
        "How many silent films did Raoul Walsh direct?",
        "Who directed the sequel to High Sierra?",
        "Who directed High Sierra 2?",
        "Who else directed High Sierra?",
        "Who wrote and directed High Sierra?",
        "Who directed neither High Sierra nor Jump for Glory?",
        "Who was the wife of Raoul Walsh when he died?",
        "Who did Raoul Walsh marry in 1916?",
        "Was Raoul Walsh never born in New York City?",
        "Did Raoul Walsh and Millard Webb direct High Sierra?",
        "Who was born earlier than Miriam Cooper, Raoul Walsh or Millard Webb?",
        "Who was born earlier than Millard Webb, Raoul Walsh or Millard Webb?",
        "Which film starring Miriam Cooper came out first, High Sierra or Jump for Glory?",
        "Who is the most famous director of High Sierra?",
        "Who is Raoul Walsh's first wife?",
        "Are Raoul Walsh and Millard Webb not both American?",
        "Where was the father of Raoul Walsh born?",
        "Who directed Raoul Walsh's Jump for Glory?",
        "Who directed Jump for Glory; drop table facts?",
        "Who directed $High Sierra?",
    ] {
        let found = ask(&graph, question);
        assert_eq!(found, None, "{question} {:?}", parse(&graph, question));
    }
}

#[test]
fn kin_is_told_from_either_end() {
    check(
        &[
            "Ann Lee | be daughter of | King Bob",
            "Ann Lee | be daughter of | Queen Cora",
            "Dan Lee | be son of | Eli Lee",
            "Dan Lee | be son of | Fay Lee",
            "Ann Lee | be wife of | Dan Lee",
            "Gil Lee | be father of | Eli Lee",
            "Hal Lee | be brother of | Dan Lee",
        ],
        &[
            ("Who is Ann Lee's father?", "King Bob"),
            ("Who is Ann Lee's mother?", "Queen Cora"),
            ("Who is the father of Dan Lee?", "Eli Lee"),
            ("Who is the mother of Dan Lee?", "Fay Lee"),
            ("Who is Eli Lee's father?", "Gil Lee"),
            ("Who is Gil Lee's father?", "-"),
            ("Who is the father-in-law of Ann Lee?", "Eli Lee"),
            ("Who is the paternal grandfather of Dan Lee?", "Gil Lee"),
            ("Who is the maternal grandfather of Dan Lee?", "-"),
            ("Who is Dan Lee's wife?", "Ann Lee"),
            ("Who is Hal Lee's sibling?", "Dan Lee"),
            ("How many children does Fay Lee have?", "at least 1 is known here: Dan Lee"),
            ("Who is King Bob's second child?", "-"),
            ("Who did Dan Lee marry first?", "-"),
        ],
    );
}

#[test]
fn what_only_looks_alike_is_no_answer() {
    check(
        &[
            "Helsinki | be capital of | Finland",
            "Ida Kay | be born in | Turku",
            "Ida Kay | marry | Jon Ott",
            "Ida Kay | marry | Kai Orr",
            "Ida Kay | write | Snow",
        ],
        &[
            ("What is the capital of Finland?", "Helsinki"),
            ("What is Finland's capital?", "Helsinki"),
            ("What is the capital of France?", "-"),
            ("What is the former capital of Finland?", "-"),
            ("What is the largest city of Finland?", "-"),
            ("Where did Ida Kay die?", "-"),
            ("When was Ida Kay born?", "-"),
            ("Who did Ida Kay marry first?", "-"),
            ("Who was the second person whom Ida Kay married?", "-"),
            ("Who wrote Snow?", "Ida Kay"),
            ("Who is the author of Snow?", "Ida Kay"),
            ("Who did not write Snow?", "-"),
            ("Who wrote Snow in 1990?", "-"),
            ("Who wrote Snow Queen?", "-"),
            ("Who was Ida Kay's teacher?", "-"),
            ("Is Helsinki the capital of Finland?", "yes"),
            ("Is Turku the capital of Finland?", "no"),
            ("Did Ida Kay marry Kai Orr?", "yes"),
            ("Did Ida Kay marry Helsinki?", "-"),
            ("Did Ida Kay write Helsinki?", "-"),
            ("", "-"),
            ("?", "-"),
            ("Who", "-"),
            ("Snow", "-"),
        ],
    );
}

#[test]
fn no_needs_a_reason() {
    check(
        &[
            "Lea Mann | be born on | 5 May 1950",
            "Lea Mann | be born in | Lyon",
            "Lyon | be city in | France",
            "Nice | be city in | France",
            "Lea Mann | be | French painter",
            "Lea Mann | not live in | Nice",
            "Max Nord | be born in | Oslo, Norway",
        ],
        &[
            ("Was Lea Mann born in 1950?", "yes"),
            ("Was Lea Mann born in 1951?", "no"),
            ("Was Lea Mann born on 5 May 1950?", "yes"),
            ("Was Lea Mann born on May 6, 1950?", "no"),
            ("Was Lea Mann born in Lyon?", "yes"),
            ("Was Lea Mann born in France?", "yes"),
            ("Was Lea Mann born in Nice?", "no"),
            ("Was Max Nord born in Oslo?", "-"),
            ("Was Max Nord born in France?", "no"),
            ("Did Lea Mann live in Nice?", "no"),
            ("Did Lea Mann live in Lyon?", "-"),
            ("Did Lea Mann die in Lyon?", "-"),
            ("Is Lea Mann a painter?", "yes"),
            ("Is Lea Mann French?", "yes"),
            ("Is Lea Mann a French painter?", "yes"),
            ("Is Lea Mann a sculptor?", "-"),
            ("Is Lea Mann Italian?", "no"),
            ("Is Lea Mann not a painter?", "-"),
        ],
    );
}

#[test]
fn places_lie_in_places() {
    check(
        &[
            "Lea Mann | be born in | Lyon",
            "Ada Roux | be born in | Lyon, France",
            "Bea Roux | be born in | Nice",
            "Max Nord | be born in | Oslo, Norway",
            "Lyon | be city in | Rhone County",
            "Rhone County | be located in | France",
            "Nice | be city in | France",
            "Acme | depend on | Zinc Works",
            "Ada Roux | found | Acme",
            "Paris | be capital of | France",
            "Cat Roux | be born on | 9 October",
        ],
        &[
            ("In what county is the city where Lea Mann was born?", "Rhone County"),
            ("Where was Cat Roux born?", "-"),
            ("In which country was Lea Mann born?", "France"),
            ("Which city was Lea Mann born in?", "Lyon"),
            ("What is the capital of the country where Ada Roux was born?", "Paris"),
            ("Where was the founder of Acme born?", "Lyon, France"),
            ("Where is Nice?", "France"),
            ("Were Lea Mann and Bea Roux born in the same country?", "yes"),
            ("Were Lea Mann and Max Nord born in the same country?", "no"),
            ("Were Lea Mann and Ada Roux born in the same city?", "yes"),
            ("Were Lea Mann and Bea Roux born in the same city?", "no"),
            ("Are Lyon and Nice located in the same country?", "yes"),
            ("What does Acme depend on?", "Zinc Works"),
            ("What depends on Zinc Works?", "Acme"),
            ("What does Zinc Works depend on?", "-"),
        ],
    );
}

#[test]
fn several_are_compared() {
    let more = [
        "Lea Mann | be born in | 1893",
        "Oslo | have | population of 700,000",
        "Bergen | have | population of 290,000",
        "Millard Webb | die on | 21 April 1935",
        "Raoul Walsh | die on | December 31, 1980",
    ];
    check(
        &[FILMS, &more].concat(),
        &[
            ("Who was born first, Millard Webb or Raoul Walsh?", "Raoul Walsh"),
            ("Who was born later, Raoul Walsh or Millard Webb?", "Millard Webb"),
            ("Was Raoul Walsh or Millard Webb born first?", "Raoul Walsh"),
            ("Who is younger, Millard Webb or Raoul Walsh?", "Millard Webb"),
            ("Who was born first, Millard Webb or Lea Mann?", "-"),
            ("Who died first, Millard Webb or Lea Mann?", "-"),
            ("Who was not born first, Millard Webb or Raoul Walsh?", "-"),
            ("Who lived longer, Millard Webb or Raoul Walsh?", "Raoul Walsh"),
            ("Which film came out earlier, High Sierra or Jump for Glory?", "Jump for Glory"),
            (
                "Which film was released more recently, High Sierra or Jump for Glory?",
                "High Sierra",
            ),
            (
                "Which film has the director who was born later, The Golden Calf or High Sierra?",
                "The Golden Calf",
            ),
            (
                "Which film whose director is younger, High Sierra or The Golden Calf?",
                "The Golden Calf",
            ),
            ("Which film has the producer who is older, High Sierra or The Golden Calf?", "-"),
            ("Was Raoul Walsh born before Millard Webb?", "yes"),
            ("Is Raoul Walsh younger than Millard Webb?", "no"),
            ("Which city has the larger population, Oslo or Bergen?", "Oslo"),
            ("Which is smaller by population, Oslo or Bergen?", "Bergen"),
            ("What is the population of Bergen?", "290,000"),
            ("Are Raoul Walsh and Millard Webb both American?", "yes"),
            ("Are Jump for Glory and High Sierra both American films?", "no"),
            ("Do Raoul Walsh and Millard Webb have the same nationality?", "yes"),
            ("Are Jump for Glory and High Sierra from the same country?", "no"),
            ("Do both films High Sierra and Jump for Glory have the same director?", "yes"),
            ("Which film is British, Jump for Glory or High Sierra?", "Jump for Glory"),
            ("Which film is American, High Sierra or The Golden Calf?", "-"),
            ("Which film is Italian, High Sierra or The Golden Calf?", "-"),
            ("Do High Sierra and The Golden Calf have the same director?", "-"),
            ("Are Oslo and Bergen located in the same country?", "-"),
            (
                "How many films did Raoul Walsh direct?",
                "at least 2 are known here: Jump for Glory and High Sierra",
            ),
            ("How many films did Lea Mann direct?", "-"),
        ],
    );
}

#[test]
fn sentences_are_asked_as_people_ask() {
    let mut graph = Graph::default();
    let text = "Ruminate was founded by Ann Lee in 2020. Ruminate acquired Foo Labs in 2023. The engine consists of \
        the scheduler and the planner. The scheduler is part of the engine. Paris is the capital of France. \
        Ann Lee studied at Oxford University. Aspirin does not cause cancer.";
    graph.learn("a", "general", 1.0, &statements("", text));
    for (question, expected) in [
        ("Who's the founder of Ruminate?", "Ann Lee"),
        ("What's the capital of France?", "Paris"),
        ("Please tell me who founded Ruminate.", "Ann Lee"),
        ("When was Ruminate founded?", "2020"),
        ("When did Ruminate acquire Foo Labs?", "2023"),
        ("When did Foo Labs acquire Ruminate?", "-"),
        ("When did Ruminate acquire Paris?", "-"),
        ("What does the engine consist of?", "scheduler and planner"),
        ("which university did the founder of ruminate attend", "Oxford University"),
        ("Does aspirin cause cancer?", "no"),
    ] {
        assert_eq!(ask(&graph, question).as_deref().unwrap_or("-"), expected, "{question}");
    }
}

#[test]
fn what_is_contradicted_says_so() {
    let graph = graph(&["Ann | be born on | 5 October 1979", "Ann | be born on | 6 October 1979"]);
    let found = answer(&graph, "When was Ann born?").unwrap();
    assert!(found.text.contains("against"), "{found:?}");
    assert!(found.confidence < 0.6, "{found:?}");
}

proptest! {
    #[test]
    fn any_string_may_be_asked(question in "\\PC{0,120}") {
        let graph = graph(FILMS);
        let _ = answer(&graph, &question);
    }

    #[test]
    fn any_words_may_be_asked(words in prop::collection::vec(prop::sample::select(WORDS), 0..24)) {
        let graph = graph(FILMS);
        if let Some(found) = answer(&graph, &words.join(" ")) {
            prop_assert!((0.0..=1.0).contains(&found.confidence));
            prop_assert!(!found.text.is_empty());
        }
    }
}

const WORDS: &[&str] = &[
    "Who",
    "what",
    "which",
    "film",
    "directed",
    "did",
    "was",
    "is",
    "the",
    "of",
    "director",
    "'s",
    ",",
    "or",
    "and",
    "Raoul Walsh",
    "Jump for Glory",
    "High Sierra (1941 film)",
    "born",
    "first",
    "same",
    "country",
    "both",
    "in",
    "1990",
    "where",
    "who",
    "that",
    "how",
    "many",
    "why",
    "father",
    "place of birth",
    "not",
    "(",
    ")",
    "marry",
    "?",
];

#[test]
fn no_question_takes_long() {
    let graph = graph(FILMS);
    let most = if cfg!(debug_assertions) { 1_000 } else { 50 };
    let parts = [
        "the director of ",
        "Raoul Walsh's ",
        "a b ",
        "(",
        "Who is x, ",
        "'",
        "the film that Raoul Walsh was ",
    ];
    for part in parts {
        for length in [900, 16_000] {
            let question = format!("Is {}High Sierra?", part.repeat(length / part.len()));
            let started = std::time::Instant::now();
            assert_eq!(ask(&graph, &question), None, "{question}");
            let took = started.elapsed().as_millis();
            assert!(took < most, "{took} ms for {length} times {part:?}");
        }
    }
}

#[derive(Deserialize)]
struct PassageLine {
    id: Value,
    title: String,
    text: String,
}

#[derive(Deserialize)]
struct QuestionLine {
    id: String,
    question: String,
    answer: String,
    #[serde(default)]
    aliases: Vec<String>,
    r#type: String,
}

#[derive(Default)]
struct Score {
    asked: usize,
    understood: usize,
    answered: usize,
    right: usize,
}

impl Score {
    fn add(&mut self, other: &Score) {
        self.asked += other.asked;
        self.understood += other.understood;
        self.answered += other.answered;
        self.right += other.right;
    }

    fn precision(&self) -> f64 {
        self.right as f64 / self.answered.max(1) as f64
    }

    fn coverage(&self) -> f64 {
        self.answered as f64 / self.asked.max(1) as f64
    }
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Rules are made on the questions whose id hashes even, and judged on the others.
fn is_for_judging(id: &str) -> bool {
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash >> 20) & 1 == 1
}

fn normal(text: &str) -> String {
    let spaced: String =
        text.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let words = spaced.split_whitespace().filter(|word| !matches!(*word, "the" | "a" | "an"));
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// Whether one contains the other, word by word.
fn is_right(found: &str, question: &QuestionLine) -> bool {
    let found = normal(found);
    let gold = [&question.answer].into_iter().chain(&question.aliases).map(|gold| normal(gold));
    gold.filter(|gold| gold.trim() != "").any(|gold| found.contains(&gold) || gold.contains(&found))
}

/// Asks the questions of a set of what its passages say, and tells each kind's score.
fn score(folder: &Path, set: &str, judged: bool) -> Score {
    let mut graph = Graph::default();
    for passage in lines::<PassageLine>(&folder.join(set).join("corpus.jsonl")) {
        let said = statements(&passage.title, &passage.text);
        graph.learn(&passage.id.to_string(), "general", 1.0, &said);
    }
    let mut kinds: std::collections::BTreeMap<String, Score> = Default::default();
    for question in lines::<QuestionLine>(&folder.join(set).join("questions.jsonl")) {
        if is_for_judging(&question.id) != judged {
            continue;
        }
        let found = ask(&graph, &question.question);
        let right = found.as_ref().is_some_and(|found| is_right(found, &question));
        kinds.entry(question.r#type).or_default().add(&Score {
            asked: 1,
            understood: usize::from(parse(&graph, &question.question).is_some()),
            answered: usize::from(found.is_some()),
            right: usize::from(right),
        });
    }
    let mut all = Score::default();
    for (kind, score) in &kinds {
        eprintln!(
            "  {set} {kind}: {} of {} answered, {} right",
            score.answered, score.asked, score.right
        );
        all.add(score);
    }
    eprintln!(
        "{set}: {} of {} understood, coverage {:.3}, precision {:.3}",
        all.understood,
        all.asked,
        all.coverage(),
        all.precision()
    );
    all
}

#[test]
fn given_answers_are_right() {
    let Some(data) = std::env::var_os("RUMINATE_BENCH_DATA") else {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA does not name the folder of the benchmarks' data");
        return;
    };
    let folder = Path::new(&data).join("recall");
    let mut all = Score::default();
    for set in ["2wiki", "hotpotqa", "musique"] {
        let judged = score(&folder, set, true);
        if set == "2wiki" {
            assert!(judged.precision() >= 0.92, "2wiki: precision {:.3}", judged.precision());
            assert!(judged.coverage() >= 0.37, "2wiki: coverage {:.3}", judged.coverage());
        }
        all.add(&judged);
    }
    assert!(all.precision() >= 0.92, "precision {:.3}", all.precision());
}
