//! What a question describes instead of naming it: "the spouse of *the director of Jump for Glory*", "in *the city
//! where the museum is*", "*Anna's father*'s birthday". Who is asked for the described one alone, and then about that
//! one by name, has two easy questions instead of a hard one. English only.

use std::ops::Range;

use super::roles::{is_person, is_relation, is_role};

/// The innermost description in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Described {
    /// Where it stands.
    pub(super) at: Range<usize>,
    /// "Who is the director of Jump for Glory?"
    pub(super) question: String,
}

/// A longer one is more than a description.
const MOST_WORDS: usize = 20;

/// None where everything is named, or the question asks for nothing but the described one.
pub(super) fn find(question: &str) -> Option<Described> {
    let words = words(question);
    let found = (0..words.len()).flat_map(|at| {
        [by_relation(&words, at), by_clause(&words, at), by_owner(&words, at)].into_iter().flatten()
    });
    let is_part = |found: &Found| {
        found.words.len() <= MOST_WORDS && !is_all_that_is_asked(&words, &found.words)
    };
    let innermost = found.filter(is_part).min_by_key(|found| found.words.len())?;
    let at = words[innermost.words.start].start..innermost.end;
    let asking = if innermost.is_person { "Who" } else { "What" };
    let described = match question[at.clone()].strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => question[at.clone()].to_owned(),
    };
    Some(Described { question: format!("{asking} is {described}?"), at })
}

struct Found {
    words: Range<usize>,
    /// The byte behind it: a possessive at its end is not part of it.
    end: usize,
    is_person: bool,
}

/// A word without the marks around it.
struct Word<'a> {
    text: &'a str,
    /// With the bracket that it ends with.
    whole: &'a str,
    /// The same in small letters, and without a possessive.
    plain: String,
    start: usize,
    ends_clause: bool,
}

impl Word<'_> {
    fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.plain.as_str())
    }

    fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
    }

    fn owner(&self) -> Option<&str> {
        self.text.strip_suffix("'s").or_else(|| self.text.strip_suffix("’s"))
    }

    /// The byte behind it, a possessive left out, a bracket or a quotation mark not.
    fn end(&self) -> usize {
        self.start + self.owner().unwrap_or(self.whole).len()
    }
}

fn words(question: &str) -> Vec<Word<'_>> {
    const MARKS: [char; 10] = ['?', ',', '.', ':', ';', '"', '“', '”', '(', ')'];
    let spread = question.split_whitespace();
    spread
        .map(|spread| {
            let text = spread.trim_matches(MARKS);
            let start = text.as_ptr() as usize - question.as_ptr() as usize;
            let whole =
                spread.trim_start_matches(MARKS).trim_end_matches(['?', ',', '.', ':', ';']);
            let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
            let plain = owner.unwrap_or(text).to_lowercase();
            Word { text, whole, plain, start, ends_clause: spread.ends_with(',') }
        })
        .filter(|word| !word.text.is_empty())
        .collect()
}

const BE: &[&str] = &["is", "was", "are", "were"];
const AUXILIARIES: &[&str] =
    &["is", "was", "are", "were", "did", "does", "do", "has", "had", "have", "will", "can"];
const ASKING: &[&str] = &["who", "what", "which", "when", "where", "whom", "whose", "why", "how"];

/// "the director of Jump for Glory".
fn by_relation(words: &[Word<'_>], at: usize) -> Option<Found> {
    let of = role_after(words, at)?;
    let is_relation = is_relation(&words[of - 1].plain) && words.get(of)?.is(&["of"]);
    if !is_relation || of + 1 >= words.len() {
        return None;
    }
    let last = end_of_name(words, at, of + 1)?;
    // "the second wife of what singer" is what the question asks.
    let is_named = !words[of..=last].iter().any(|word| word.is(&["what", "which", "whom"]));
    let is_person = is_person(&words[of - 1].plain);
    is_named.then(|| Found { words: at..last + 1, end: words[last].end(), is_person })
}

/// "the city where the museum is located", "the city he played for", where nothing comes after it.
fn by_clause(words: &[Word<'_>], at: usize) -> Option<Found> {
    const RELATIVE: &[&str] = &["where", "that", "which", "who", "whose", "whom"];
    const BEFORE: &[&str] = &["in", "for", "from", "at", "to", "on", "by"];
    let before = words.get(at.checked_sub(1)?)?;
    let is_object = at == 1 || !before.is_name();
    if before.is(ASKING) || !is_object || before.is(AUXILIARIES) && !follows_be(words, at) {
        return None;
    }
    let after = role_after(words, at)?;
    let is_relative = words.get(after)?.is(RELATIVE)
        || words[after].is(BEFORE) && words.get(after + 1)?.is(&["which", "whom"]);
    if !is_relative && !has_clause(words, after) {
        return None;
    }
    let comma =
        (after..words.len() - 1).find(|at| words[*at].ends_clause && !words[at + 1].is_name());
    let last = comma.unwrap_or(words.len() - 1);
    let is_person = is_person(&words[after - 1].plain) || words[after].is(&["who", "whom"]);
    let asks = words[after + 2..=last.max(after + 1)]
        .iter()
        .any(|word| word.is(&["what", "which", "who"]));
    (last > after && !asks).then(|| Found {
        words: at..last + 1,
        end: words[last].end(),
        is_person,
    })
}

/// A name, and a verb behind it: "the city | Kevin Durant played for". Without the verb it is named: "the band | Abba".
fn has_clause(words: &[Word<'_>], at: usize) -> bool {
    const PLACES: &[&str] = &[
        "city",
        "club",
        "college",
        "company",
        "country",
        "county",
        "district",
        "nation",
        "province",
        "school",
        "state",
        "team",
        "town",
        "university",
        "village",
    ];
    let name = at + usize::from(words[at].is(&["the"]));
    if !words[at - 1].is(PLACES) || !words.get(name).is_some_and(Word::is_name) {
        return false;
    }
    let last = name_ends(words, name);
    last + 1 < words.len() && !words[last].ends_clause
}

/// "Anna Berg's father", "Gisvi's city of birth".
fn by_owner(words: &[Word<'_>], owner: usize) -> Option<Found> {
    words[owner].owner().filter(|_| words[owner].is_name())?;
    let behind = role_words(words, owner + 1)?;
    let role = &words[behind - 1];
    let first = start_of_name(words, owner);
    let is_person = is_person(&role.plain);
    Some(Found { words: first..behind, end: role.end(), is_person })
}

/// The word behind "the … role" at a place.
fn role_after(words: &[Word<'_>], at: usize) -> Option<usize> {
    if words[at].is(&["the"]) { role_words(words, at + 1) } else { None }
}

/// The word behind "first wife", "record label", "place of birth".
fn role_words(words: &[Word<'_>], from: usize) -> Option<usize> {
    const MOST: usize = 3;
    const OF_BIRTH: &[&str] = &["birth", "citizenship", "origin", "residence"];
    let is_small = |at: &usize| {
        let starts_small = words[*at].text.starts_with(char::is_lowercase);
        starts_small || words[*at].plain == "ceo"
    };
    for at in (from..words.len().min(from + MOST)).take_while(is_small) {
        let next_is =
            |step: usize, list: &[&str]| words.get(at + step).is_some_and(|word| word.is(list));
        let is_place = words[at].is(&["place", "country", "city", "town", "state"]);
        if is_place && next_is(1, &["of"]) && next_is(2, OF_BIRTH) {
            return Some(at + 3);
        }
        let goes_on = words.get(at + 1).is_some_and(|next| is_role(&next.plain));
        if is_role(&words[at].plain) && (!goes_on || words[at].owner().is_some()) {
            return Some(at + 1);
        }
        if words[at].owner().is_some() || words[at].ends_clause {
            return None;
        }
    }
    None
}

/// The last word of a name that a description ends with. The rest of the question stands behind it where the described
/// one is its subject: "Where was the father of Ada born?"
fn end_of_name(words: &[Word<'_>], described: usize, from: usize) -> Option<usize> {
    let aside = (from..words.len()).find(|at| words[*at].ends_clause && is_aside(words, at + 1));
    let last = aside.unwrap_or(words.len() - 1);
    // In a clause: "where the composer of Aschenbrodel was a citizen".
    let is_verb = |at: &usize| words[*at].is(AUXILIARIES) && !words[*at].is_name();
    if let Some(verb) = (from + 1..last).find(is_verb) {
        return Some(verb - 1);
    }
    let is_subject = described > 0 && words[described - 1].is(AUXILIARIES);
    if !is_subject || follows_be(words, described) && !has_verb_behind(words) {
        return Some(last);
    }
    // "the director of film Ada", "the mayor of the city".
    let name = (from..=last).find(|at| words[*at].is_name())?;
    Some(name_ends(words, name)).filter(|end| *end < last)
}

/// The last word of the name that begins here: capitals, and small words between them.
fn name_ends(words: &[Word<'_>], first: usize) -> usize {
    let goes_on = |at: &usize| {
        let is_name = |at: usize| words.get(at).is_some_and(Word::is_name);
        let is_between = |at: usize| words.get(at).is_some_and(|word| word.is(BETWEEN));
        let joins = is_between(*at) && (is_name(at + 1) || is_between(at + 1) && is_name(at + 2));
        is_name(*at) || joins
    };
    (first..words.len()).take_while(goes_on).last().unwrap_or(first)
}

/// ", which also …": what follows says more and describes nothing.
fn is_aside(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|word| word.is(&["which", "who", "whose", "where", "and"]))
}

/// "Who is the …", "What nationality is the …", and not "When was the … built?"
fn follows_be(words: &[Word<'_>], described: usize) -> bool {
    words[described - 1].is(BE) && !words[0].is(&["when", "where", "why", "how"])
}

fn has_verb_behind(words: &[Word<'_>]) -> bool {
    const VERBS: &[&str] =
        &["from", "born", "located", "based", "in", "at", "with", "of", "on", "by", "for", "to"];
    words.last().is_some_and(|last| last.is(VERBS))
}

const BETWEEN: &[&str] = &[
    "of", "de", "von", "van", "der", "the", "and", "da", "di", "du", "la", "le", "al", "bin", "in",
    "for", "a",
];

/// The first word of a name that ends here.
fn start_of_name(words: &[Word<'_>], last: usize) -> usize {
    const JOINING: &[&str] =
        &["of", "de", "von", "van", "der", "the", "da", "di", "du", "la", "le", "al", "bin"];
    let mut first = last;
    while first > 0 {
        let before = &words[first - 1];
        let is_asking = first == 1 && before.is(ASKING) || before.is(AUXILIARIES);
        let joins = before.is(JOINING)
            && first >= 2
            && words[first - 2].is_name()
            && words[first].is_name();
        if is_asking || before.owner().is_some() || !before.is_name() && !joins {
            break;
        }
        first -= 1;
    }
    first
}

/// "Who is the director of Jump for Glory?" asks for nothing else.
fn is_all_that_is_asked(words: &[Word<'_>], part: &Range<usize>) -> bool {
    let before = &words[..part.start];
    let is_rest_empty =
        part.end == words.len() && words.last().is_none_or(|last| last.owner().is_none());
    let asks_for_it = match before {
        [] => true,
        [asking] => asking.is(ASKING),
        [asking, be] => asking.is(ASKING) && be.is(BE),
        _ => false,
    };
    is_rest_empty && asks_for_it
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str) -> Option<String> {
        find(question).map(|found| found.question)
    }

    #[test]
    fn what_is_described_is_asked_for_first() {
        let check = |question: &str, first: &str| {
            assert_eq!(asked(question).as_deref(), Some(first), "{question}")
        };
        check(
            "Who is the spouse of the director of Jump for Glory?",
            "Who is the director of Jump for Glory?",
        );
        check(
            "What is the place of birth of the director of film Ada?",
            "Who is the director of film Ada?",
        );
        check(
            "Where was the father of Lope Díaz of Haro born?",
            "Who is the father of Lope Díaz of Haro?",
        );
        check("When did the founder of Acme die?", "Who is the founder of Acme?");
        check(
            "In what county is the city where Harris W. Fawell was born?",
            "What is the city where Harris W. Fawell was born?",
        );
        check(
            "Who was the first president of the association which published the Journal?",
            "What is the association which published the Journal?",
        );
        check(
            "What is the place of birth of the director of film Ada (2010 Film)?",
            "Who is the director of film Ada (2010 Film)?",
        );
        check(
            "When did the spouse of Lil Hardin Armstrong make What a Wonderful World?",
            "Who is the spouse of Lil Hardin Armstrong?",
        );
        check(
            "What river flows through the city Kevin Durant played for?",
            "What is the city Kevin Durant played for?",
        );
        check(
            "In the country that Jiménez is a part of, what share of edits was made?",
            "What is the country that Jiménez is a part of?",
        );
        check("Who is Anna Berg's father's father?", "Who is Anna Berg's father?");
        check("What nationality is Humehume's father?", "Who is Humehume's father?");
        check(
            "When is Karl, Prince Of Leiningen's father's birthday?",
            "Who is Karl, Prince Of Leiningen's father?",
        );
        check(
            "What is the most popular hotel in Gisvi's city of birth?",
            "What is Gisvi's city of birth?",
        );
        check(
            "Which country Araya Selassie Yohannes's wife is from?",
            "Who is Araya Selassie Yohannes's wife?",
        );
        check(
            "When did the Deane Malott's alma mater start issuing degrees?",
            "What is Deane Malott's alma mater?",
        );
        check(
            "Who was in charge of the country where the composer of Aschenbrodel was a citizen?",
            "Who is the composer of Aschenbrodel?",
        );
    }

    #[test]
    fn what_is_named_or_all_that_is_asked_is_left_alone() {
        for question in [
            "Who is the director of Jump for Glory?",
            "Who is Anna Berg's father?",
            "What is the capital of the United States of America?",
            "Why did the decline of the Roman Empire take so long?",
            "What are the risks of a company that grows too fast?",
            "How does the liver of a cat work?",
            "What is it that you want?",
            "Wer ist der Vater von Anna?",
            "Who wrote it on the island of Oahu?",
            "Who led the band Porcupine Tree?",
            "Scott Howell has worked with the mayor of what city?",
            "Why did the company that made the engine fail?",
            "",
            "?",
        ] {
            assert_eq!(asked(question), None, "{question}");
        }
    }
}
