//! What a question describes instead of naming it: "the spouse of *the director of Jump for Glory*", "in *the city
//! where the museum is*", "*Anna's father*'s birthday". Who is asked for the described one alone, and then about that
//! one by name, has two easy questions instead of a hard one. English only.

use std::ops::Range;

use super::roles::{is_person, is_role};

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
    Some(Described { question: format!("{asking} is {}?", &question[at.clone()]), at })
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

    fn end_as_owner(&self) -> usize {
        self.start + self.owner().unwrap_or(self.text).len()
    }
}

fn words(question: &str) -> Vec<Word<'_>> {
    const MARKS: [char; 10] = ['?', ',', '.', ':', ';', '"', '“', '”', '(', ')'];
    let spread = question.split_whitespace();
    spread
        .map(|spread| {
            let text = spread.trim_matches(MARKS);
            let start = text.as_ptr() as usize - question.as_ptr() as usize;
            let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
            let plain = owner.unwrap_or(text).to_lowercase();
            Word { text, plain, start, ends_clause: spread.ends_with(',') }
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
    if !words.get(of)?.is(&["of"]) || of + 1 >= words.len() {
        return None;
    }
    let is_person = is_person(&words[of - 1].plain);
    let last = end_of_name(words, at, of + 1)?;
    Some(Found { words: at..last + 1, end: words[last].end_as_owner(), is_person })
}

/// "the city where the museum is located", where nothing comes after it.
fn by_clause(words: &[Word<'_>], at: usize) -> Option<Found> {
    const BEFORE: &[&str] = &["in", "of", "by", "for", "from", "at", "to", "with", "on", "near"];
    const RELATIVE: &[&str] = &["where", "that", "which", "who", "whose", "whom"];
    if at == 0 || !(words[at - 1].is(BEFORE) || follows_be(words, at)) {
        return None;
    }
    let after = role_after(words, at)?;
    let is_relative = words.get(after)?.is(RELATIVE)
        || words[after].is(BEFORE) && words.get(after + 1)?.is(&["which", "whom"]);
    if !is_relative || after + 2 >= words.len() {
        return None;
    }
    let is_person = is_person(&words[after - 1].plain) || words[after].is(&["who", "whom"]);
    let last = words.last()?;
    Some(Found { words: at..words.len(), end: last.start + last.text.len(), is_person })
}

/// "Anna Berg's father", "Gisvi's city of birth".
fn by_owner(words: &[Word<'_>], owner: usize) -> Option<Found> {
    words[owner].owner()?;
    let behind = role_words(words, owner + 1)?;
    let role = &words[behind - 1];
    let first = start_of_name(words, owner);
    let is_person = is_person(&role.plain);
    Some(Found { words: first..behind, end: role.end_as_owner(), is_person })
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

/// The last word of a name that a description ends with. A verb that belongs to the question stands behind it where
/// the described one is its subject: "Where was the father of Ada born?"
fn end_of_name(words: &[Word<'_>], described: usize, from: usize) -> Option<usize> {
    const VERBS: &[&str] = &[
        "born",
        "die",
        "died",
        "buried",
        "from",
        "located",
        "educated",
        "work",
        "live",
        "based",
        "married",
        "killed",
        "raised",
        "founded",
        "study",
        "graduate",
        "released",
        "established",
        "created",
        "formed",
        "published",
        "begin",
        "start",
        "started",
        "open",
        "opened",
        "end",
        "at",
        "in",
        "for",
        "up",
        "grow",
        "first",
        "come",
        "out",
        "play",
        "premiere",
        "built",
        "made",
    ];
    let clause = (from..words.len()).find(|at| words[*at].ends_clause && is_aside(words, at + 1));
    let last = clause.unwrap_or(words.len() - 1);
    // In a clause: "where the composer of Aschenbrodel was a citizen".
    let is_verb = |at: &usize| words[*at].is(AUXILIARIES) && !words[*at].is_name();
    if let Some(verb) = (from + 1..last).find(is_verb) {
        return Some(verb - 1);
    }
    let is_subject = described > 0 && words[described - 1].is(AUXILIARIES);
    if !is_subject || follows_be(words, described) && !has_verb_behind(words) {
        return Some(last);
    }
    let end = (from..=last).rev().take_while(|at| words[*at].is(VERBS)).last();
    end.filter(|end| *end > from).map(|end| end - 1)
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
    words.last().is_some_and(|last| last.is(&["from", "born", "located", "based", "in", "at"]))
}

/// The first word of a name that ends here: capitals, and small words between them.
fn start_of_name(words: &[Word<'_>], last: usize) -> usize {
    const BETWEEN: &[&str] =
        &["of", "de", "von", "van", "der", "the", "and", "da", "di", "du", "la", "le", "al", "bin"];
    let mut first = last;
    while first > 0 {
        let before = &words[first - 1];
        let is_asking = first == 1 && before.is(ASKING) || before.is(AUXILIARIES);
        let joins = before.is(BETWEEN)
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
            "",
            "?",
        ] {
            assert_eq!(asked(question), None, "{question}");
        }
    }
}
