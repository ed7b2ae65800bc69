//! Single behaviours, each on sentences as they stand in the corpora.

use ruminate_mind::facts::{concept, relation, statements, tells_cause};

use crate::lines;

#[track_caller]
fn check(title: &str, text: &str, expected: &[&str]) {
    assert_eq!(lines(title, text), expected);
}

#[test]
fn the_agent_comes_first_in_either_voice() {
    check(
        "The Golden Calf (1930 film)",
        "The Golden Calf is a 1930 American pre-Code comedy film directed by Millard Webb and written by \
         Marion Orth and Harold R. Atteridge. The film was released on March 16, 1930, by Fox Film Corporation.",
        &[
            "The Golden Calf | be | 1930 American pre-Code comedy film",
            "Millard Webb | direct | The Golden Calf",
            "Marion Orth | write | The Golden Calf",
            "Harold R. Atteridge | write | The Golden Calf",
            "The Golden Calf | be released on | March 16, 1930",
            "Fox Film Corporation | release | The Golden Calf",
        ],
    );
    check(
        "Acid rain",
        "Acid rain is caused by emissions of sulfur dioxide and nitrogen oxide, which react with the water \
         molecules in the atmosphere to produce acids.",
        &["emissions of sulfur dioxide | cause | Acid rain", "nitrogen oxide | cause | Acid rain"],
    );
}

#[test]
fn what_is_denied_is_marked() {
    check(
        "Australia's Got Talent",
        "Burlinson and Symons did not return for season four and were replaced by Brian McFadden and Kyle Sandilands.",
        &[
            "not Burlinson | return for | season four",
            "not Symons | return for | season four",
            "Brian McFadden | replace | Burlinson",
            "Brian McFadden | replace | Symons",
            "Kyle Sandilands | replace | Burlinson",
            "Kyle Sandilands | replace | Symons",
        ],
    );
}

#[test]
fn what_is_not_asserted_is_not_said() {
    for text in [
        "Bentley allegedly used state resources to facilitate and conceal an extramarital affair with a former staffer.",
        "If the baby is born in a hospital in another place, that place is the place of birth.",
        "If Queens were its own city, it would be the fourth most-populous in the U.S. after the rest of New York City.",
        "This Christian use of eggs may have been influenced by practices in \"pre-dynastic period in Egypt, as well \
         as amid the early cultures of Mesopotamia and Crete\".",
        "Whatever Happened to Benny Santini?",
    ] {
        check("Robert J. Bentley", text, &[]);
    }
}

#[test]
fn lists_are_taken_apart() {
    check(
        "Betrayed (1917 film)",
        "Betrayed (1917) is a silent drama film directed and written by Raoul Walsh, starring Hobart Bosworth, \
         Miriam Cooper, and Monte Blue, and released by Fox Film Corporation.",
        &[
            "Betrayed | be | silent drama film",
            "Raoul Walsh | direct | Betrayed",
            "Raoul Walsh | write | Betrayed",
            "Betrayed | star | Hobart Bosworth",
            "Betrayed | star | Miriam Cooper",
            "Betrayed | star | Monte Blue",
            "Fox Film Corporation | release | Betrayed",
        ],
    );
}

#[test]
fn brackets_tell_lives() {
    check(
        "Alfred Mombert",
        "Alfred Mombert (6 February 1872, in Karlsruhe – 8 April 1942, in Winterthur) was a German poet.",
        &[
            "Alfred Mombert | be born on | 6 February 1872",
            "Alfred Mombert | be born in | Karlsruhe",
            "Alfred Mombert | die on | 8 April 1942",
            "Alfred Mombert | die in | Winterthur",
            "Alfred Mombert | be | German poet",
        ],
    );
    check(
        "Ann Lee",
        "Ann Lee, OBE, FRS (Oslo, 5 May 1950 – Bergen, Norway, 4 June 2001) was a campaigner.",
        &[
            "Ann Lee | be born on | 5 May 1950",
            "Ann Lee | be born in | Oslo",
            "Ann Lee | die on | 4 June 2001",
            "Ann Lee | die in | Bergen, Norway",
            "Ann Lee | be | campaigner",
        ],
    );
    check(
        "Ann Lee",
        "Ann Lee (born Anna Roe, 5 May 1950) is a poet.",
        &["Ann Lee | be born on | 5 May 1950", "Ann Lee | be | poet"],
    );
    check(
        "Todd Sieben",
        "Todd Sieben (born July 11, 1945) was a Republican member of the Illinois Senate who represented northwestern \
         Illinois from 1993 until his resignation in March 2008.\nSieben was born in Geneseo, Illinois on July 11, 1945.",
        &[
            "Todd Sieben | be born on | July 11, 1945",
            "Todd Sieben | be republican member of | Illinois Senate",
            "Todd Sieben | be born in | Geneseo, Illinois [on July 11, 1945]",
        ],
    );
}

#[test]
fn pronouns_and_shorter_names_mean_the_title() {
    check(
        "Holly Williams (musician)",
        "Holly Audrey Williams (born March 12, 1981) is an American singer-songwriter and musician. She is the \
         granddaughter of Hank Williams, Sr., the daughter of Hank Williams, Jr. and half-sister of Hank Williams III. \
         Williams has released three studio albums: \"The Ones We Never Knew\" in 2004.",
        &[
            "Holly Williams | be born on | March 12, 1981",
            "Holly Williams | be | American singer-songwriter",
            "Holly Williams | be | musician",
            "Holly Williams | be granddaughter of | Hank Williams, Sr.",
            "Holly Williams | be daughter of | Hank Williams, Jr.",
            "Holly Williams | be half-sister of | Hank Williams III",
            "Holly Williams | release | three studio albums",
        ],
    );
    check(
        "Barbara Engel",
        "Barbara Engel (born 17 September 1952 in Hamburg) is a German fashion designer.\nHer father, Werner Engel, \
         was European Rally Champion in 1955.",
        &[
            "Barbara Engel | be born on | 17 September 1952",
            "Barbara Engel | be born in | Hamburg",
            "Barbara Engel | be | German fashion designer",
            "Werner Engel | be father of | Barbara Engel",
            "Werner Engel | be | European Rally Champion",
        ],
    );
}

#[test]
fn a_title_is_one_name() {
    for (title, text, fact) in [
        (
            "For Whom the Bell Tolls",
            "For Whom the Bell Tolls is a novel.",
            "For Whom the Bell Tolls | be | novel",
        ),
        ("12 Monkeys", "12 Monkeys is a 1995 film.", "12 Monkeys | be | 1995 film"),
        (
            "Cheer Up! (TV series)",
            "Cheer Up! is a comedy series.",
            "Cheer Up! | be | comedy series",
        ),
        (
            "The Day They Robbed the Bank of England",
            "The Day They Robbed the Bank of England is a crime film.",
            "The Day They Robbed the Bank of England | be | crime film",
        ),
        (
            "Karl, Prince of Leiningen",
            "Karl, Prince of Leiningen, was a nobleman.",
            "Karl, Prince of Leiningen | be | nobleman",
        ),
        (
            "Edward Stanley, 3rd Earl of Derby",
            "Edward Stanley, 3rd Earl of Derby KG was a politician.",
            "Edward Stanley, 3rd Earl of Derby | be | politician",
        ),
        (
            "William II of the Netherlands",
            "William II was married to Anna Pavlovna of Russia.",
            "William II of the Netherlands | marry | Anna Pavlovna of Russia",
        ),
        ("Bedford, Ohio", "Bedford is a suburban city.", "Bedford, Ohio | be | suburban city"),
        (
            "Audrey Williams (archaeologist)",
            "Audrey Williams or Audrey Davies was a Welsh archaeologist.",
            "Audrey Williams | be | Welsh archaeologist",
        ),
    ] {
        check(title, text, &[fact]);
    }
}

#[test]
fn a_title_may_be_a_question() {
    let title = "What Ever Happened to My Car? (film)";
    let film = "What Ever Happened to My Car?";
    for text in [
        "What Ever Happened to My Car? is a 1962 film directed by Ann Hui.",
        "What Ever Happened to My Car? (1962) is a 1962 film directed by Ann Hui.",
    ] {
        check(
            title,
            text,
            &[&format!("{film} | be | 1962 film"), &format!("Ann Hui | direct | {film}")],
        );
    }
    check(
        title,
        "Ann Hui directed What Ever Happened to My Car?",
        &[&format!("Ann Hui | direct | {film}")],
    );
    check(title, "What ever happened to my car?", &[]);
}

#[test]
fn nothing_is_cut_so_that_it_means_something_else() {
    let film =
        |text: &str| lines("Boat Home", &format!("Boat Home is a film. {text}"))[1..].to_vec();
    for (text, facts) in [
        ("It is a sequel to Big Ship.", &["Boat Home | be sequel to | Big Ship"][..]),
        ("It is a leader in finance and trade.", &["Boat Home | be | leader in finance and trade"]),
        ("It is a first film produced by Ann Lee.", &["Ann Lee | produce | Boat Home"]),
        (
            "It was the last film for actor Bob Ott.",
            &["Boat Home | be | last film for actor Bob Ott"],
        ),
        ("It stayed at number one for a week.", &[]),
        (
            "It was made into law on 7 June 2005.",
            &["Boat Home | be made into | law [on 7 June 2005]"],
        ),
        ("It is a journal covering research on law.", &["Boat Home | be | journal"]),
        ("It is the center of the Polish minority in Ukraine.", &[]),
        ("It was the Head of State of Norway.", &["Boat Home | be head of state of | Norway"]),
        (
            "It is located at the junction of Elm Street, Oak Street and Main Street.",
            &["Boat Home | be located at | junction of Elm Street, Oak Street and Main Street"],
        ),
        ("It won a number of nominations and wins.", &["Boat Home | win | number of nominations"]),
        ("It has added new members.", &["Boat Home | add | new members"]),
    ] {
        assert_eq!(film(text), facts, "{text}");
    }
}

#[test]
fn what_is_of_the_thing_of_the_title_is_told_so() {
    check(
        "Boat Home",
        "Boat Home is a film. Film is directed by Ann Hui. Trailer of the film was launched on 5 May 2014. \
         Co-stars include Donnie Yen and Daniel Wu. It lies in the northern part of the county.",
        &[
            "Boat Home | be | film",
            "Ann Hui | direct | Boat Home",
            "Trailer of Boat Home | be launched on | 5 May 2014",
        ],
    );
}

#[test]
fn films_star_people() {
    check(
        "Boat Home",
        "Boat Home is a surviving 1918 film based on the novel \"Fanny\" by Ann Lee and directed by Bob Ott. \
         The film stars Carl Ray and Ed Lam as two brothers.",
        &[
            "Boat Home | be | surviving 1918 film",
            "Boat Home | be based on | novel \"Fanny\"",
            "Bob Ott | direct | Boat Home",
            "Boat Home | star | Carl Ray",
            "Boat Home | star | Ed Lam",
        ],
    );
}

#[test]
fn a_rank_belongs_to_its_name() {
    check(
        "Elizabeth Capell, Countess of Essex",
        "Elizabeth Capell, Countess of Essex was an English noblewoman, the daughter of Algernon Percy, 10th Earl of \
         Northumberland.",
        &[
            "Elizabeth Capell, Countess of Essex | be | English noblewoman",
            "Elizabeth Capell, Countess of Essex | be daughter of | Algernon Percy, 10th Earl of Northumberland",
        ],
    );
    check(
        "Petronilla of Lorraine",
        "Petronilla of Lorraine was a daughter of Theodoric II, Duke of Lorraine and Hedwig of Formbach.",
        &[
            "Petronilla of Lorraine | be daughter of | Theodoric II, Duke of Lorraine",
            "Petronilla of Lorraine | be daughter of | Hedwig of Formbach",
        ],
    );
    check(
        "Ann of Opole",
        "Ann of Opole was the oldest daughter of Bolesław I the Tall, by his wife Zvenislava.",
        &["Ann of Opole | be daughter of | Bolesław I the Tall"],
    );
}

#[test]
fn marriages_and_parents() {
    let ann =
        |text: &str| lines("Ann Lee", &format!("Ann Lee is an actress. {text}"))[1..].to_vec();
    assert_eq!(ann("She was married to Bob Ott (1918–1923)."), ["Ann Lee | marry | Bob Ott"]);
    assert_eq!(
        ann("She was married to Bob Ott from 1918 until 1923."),
        ["Ann Lee | marry | Bob Ott [from 1918 until 1923] (over)"]
    );
    assert_eq!(
        ann("She was married to director Bob Ott."),
        ["Ann Lee | marry | Bob Ott", "Bob Ott | be | director"]
    );
    assert_eq!(ann("She is married to a musicologist."), [""; 0]);
    assert_eq!(
        ann("She was married to Bob Ott (1951–1960) and actor Carl Ray (1962–1970)."),
        ["Ann Lee | marry | Bob Ott", "Ann Lee | marry | Carl Ray"]
    );
    assert_eq!(
        ann("She was married to Bob Ott and Carl Ray was her son."),
        ["Ann Lee | marry | Bob Ott"]
    );
    for text in [
        "She was born to Ole Lee and Eva Roe.",
        "She was born to Ole Lee and his wife Eva Roe.",
        "She was born to Ole Lee (1920–1980), a teacher, and Eva Roe.",
    ] {
        assert_eq!(
            ann(text),
            ["Ann Lee | be child of | Ole Lee", "Ann Lee | be child of | Eva Roe"]
        );
    }
    assert_eq!(
        ann("She was born in Oslo, Norway, to Ole Lee and Eva Roe."),
        [
            "Ann Lee | be born in | Oslo, Norway",
            "Ann Lee | be child of | Ole Lee",
            "Ann Lee | be child of | Eva Roe"
        ]
    );
    assert_eq!(
        ann("She was born to a family of miners."),
        ["Ann Lee | be born to | family of miners"]
    );
    assert_eq!(
        ann("She was born in Bergen, Norway, as the daughter of Ole Lee and Eva Roe."),
        [
            "Ann Lee | be born in | Bergen, Norway",
            "Ann Lee | be daughter of | Ole Lee",
            "Ann Lee | be daughter of | Eva Roe"
        ]
    );
}

#[test]
fn a_torn_hyphen_joins() {
    check(
        "My Cousin from Warsaw (film)",
        "My Cousin from Warsaw is a 1931 French- German comedy film directed by Carmine Gallone.",
        &[
            "My Cousin from Warsaw | be | 1931 French- German comedy film",
            "Carmine Gallone | direct | My Cousin from Warsaw",
        ],
    );
}

#[test]
fn a_life_in_brackets_introduces_the_person_of_the_title() {
    check(
        "Bill Condon",
        "William Condon (born October 22, 1955) is an American screenwriter. He wrote Kinsey.",
        &[
            "Bill Condon | be born on | October 22, 1955",
            "Bill Condon | be | American screenwriter",
            "Bill Condon | write | Kinsey",
        ],
    );
    check(
        "Bill Condon",
        "Ann Lee (born October 22, 1955) is a screenwriter.",
        &["Ann Lee | be born on | October 22, 1955", "Ann Lee | be | screenwriter"],
    );
    check("Bill Condon", "Ann Condon is a screenwriter.", &["Ann Condon | be | screenwriter"]);
    check(
        "Ann Lee",
        "Ann Lee (1904 – 2000) born in Portsmouth, Ohio, was an American artist.",
        &[
            "Ann Lee | be born in | 1904",
            "Ann Lee | die in | 2000",
            "Ann Lee | be born in | Portsmouth, Ohio",
            "Ann Lee | be | American artist",
        ],
    );
}

#[test]
fn a_pronoun_after_another_subject_means_nobody() {
    check(
        "Bygones (film)",
        "Jasperina de Jong also won the Golden Calf for Best Actress for her role in the film. She starred in four films in 1926.",
        &["Jasperina de Jong | win | Golden Calf"],
    );
}

#[test]
fn one_shape_for_what_is_of_what() {
    let expected = &["Paris | be capital of | France"];
    check("", "Paris is the capital of France.", expected);
    check("", "The capital of France is Paris.", expected);
    check("", "France's capital is Paris.", expected);
    check(
        "Cardiff",
        "Cardiff (; Welsh: Caerdydd [kairˈdiːð, kaːɨrˈdɨːð] ) is the capital and largest city of Wales.",
        &["Cardiff | be capital of | Wales", "Cardiff | be largest city of | Wales"],
    );
}

#[test]
fn arguments_tell_causes() {
    check(
        "",
        "Disk pressure is high because consolidation produces temp files. The outage happened because of a bad deploy. \
         Smoking leads to lung cancer. A cell consists of a nucleus, a membrane and cytoplasm. \
         The service requires Redis and PostgreSQL. Caffeine never causes sleep.",
        &[
            "consolidation produces temp files | cause | Disk pressure is high",
            "consolidation | produce | temp files",
            "bad deploy | cause | outage",
            "Smoking | lead to | lung cancer",
            "nucleus | be part of | cell",
            "membrane | be part of | cell",
            "cytoplasm | be part of | cell",
            "service | require | Redis",
            "service | require | PostgreSQL",
            "not Caffeine | cause | sleep",
        ],
    );
    assert!(tells_cause("cause") && !tells_cause("be"));
}

#[test]
fn what_was_asked_and_what_was_read_meet() {
    let read = &statements("", "Temp files are produced by consolidation.")[0];
    let asked = relation("produced_by");
    assert_eq!((asked.name.as_str(), asked.is_inverse), (read.relation.as_str(), true));
    assert_eq!(concept("temp_file"), concept(&read.object));
}

#[test]
fn statements_know_their_sentence() {
    let text = "Tom Creek is a creek located in the Omineca Country region of British Columbia. \
                The creek flows into Kenny Creek.";
    let found = statements("Tom Creek", text);
    assert_eq!(found.len(), 3);
    assert_eq!(&text[found[2].sentence.clone()], "The creek flows into Kenny Creek.");
}
