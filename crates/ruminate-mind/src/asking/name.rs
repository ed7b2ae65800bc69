//! Which of a question's words name a concept that is known: the longest first.

use super::day::Day;
use super::person;
use super::word::{Name, Token, Word, words};
use crate::facts::{is_called_by_name, is_person, singular};
use crate::graph::{ConceptId, Graph};
use crate::text::demonyms::place_of;
use crate::text::spans::is_calendar;

/// A question that is longer than this is a text.
const LONGEST: usize = 1_000;
/// Titles are shorter.
const MOST_WORDS: usize = 16;

/// Words that begin a name only with others after them.
const CLOSED: &[&str] = &[
    "who", "what", "which", "when", "where", "why", "how", "whose", "whom", "is", "are", "was",
    "were", "do", "does", "did", "has", "have", "had", "in", "on", "at", "of", "the", "a", "an",
    "and", "or", "for", "from", "by", "to", "with", "between", "both", "can", "will", "i", "it",
    "he", "she", "they", "born", "first", "last", "same", "s",
];

/// The question with its names found, or nothing if it is too long to be one.
pub(super) fn tokens(graph: &Graph, question: &str) -> Option<Vec<Token>> {
    if question.len() > LONGEST {
        return None;
    }
    let (words, after) = words(question);
    // Who writes everything in small letters writes names so too.
    let is_small = !words
        .iter()
        .skip(1)
        .any(|word| word.has_capital && question[word.start..].starts_with(char::is_uppercase));
    let mut tokens = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        tokens.extend(word.before.iter().map(|sign| signed(*sign)));
        if word.is_owned {
            tokens.push(Token::Owned);
        } else if let Some((concept, end)) = longest(graph, question, &words, at, is_small) {
            let (which, end) = bracket(&words, &after, end);
            tokens.push(Token::Name(Name { concept, which, is_short: false }));
            at = end;
            continue;
        } else if let Some(concept) = first_name(graph, &words, at) {
            tokens.push(Token::Name(Name { concept, which: None, is_short: true }));
        } else {
            let is_title = is_title(&question[word.start..word.end]);
            tokens.push(Token::Word(word.low.clone(), word.has_capital && at > 0 && !is_title));
        }
        at += 1;
    }
    tokens.extend(after.iter().filter(|sign| **sign == ';').map(|sign| signed(*sign)));
    // A bracket that was taken leaves its closing sign.
    tokens.retain(|token| *token != Token::Word(String::new(), false));
    Some(tokens)
}

fn signed(sign: char) -> Token {
    match sign {
        ',' => Token::Comma,
        '\'' => Token::Owned,
        // The end of a bracket after a name.
        ')' => Token::Word(String::new(), false),
        _ => Token::Sign,
    }
}

/// Whom a first name means that stands alone.
fn first_name(graph: &Graph, words: &[Word], at: usize) -> Option<ConceptId> {
    let word = &words[at];
    let is_alone = |other: Option<&Word>| other.is_none_or(|other| !other.has_capital);
    let is_name = word.has_capital
        && at > 0
        && (at == 1 || is_alone(words.get(at - 1)))
        && is_alone(words.get(at + 1))
        && !is_calendar(&word.low);
    if is_name { person::only(graph, &word.low) } else { None }
}

/// "CEO", "VP": written in capitals, and no name.
fn is_title(written: &str) -> bool {
    (2..=4).contains(&written.len()) && written.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether a word is joined to the next as the names of programs and hosts are: "web-01", "db_main".
fn is_joined(question: &str, words: &[Word], at: usize) -> bool {
    let next = words.get(at + 1).and_then(|next| question.get(words[at].end..next.start));
    next.is_some_and(|between| matches!(between, "-" | "_" | "."))
}

/// Whether a concept is spelled as the names of programs and hosts are.
fn is_joint(spelled: &str) -> bool {
    !spelled.contains(' ')
        && spelled.contains(['-', '_', '.'])
        && !spelled.ends_with("-in-law")
        && !spelled.starts_with("co-")
}

/// The longest name that begins at a word, and the word after it.
fn longest(
    graph: &Graph,
    question: &str,
    words: &[Word],
    at: usize,
    is_small: bool,
) -> Option<(ConceptId, usize)> {
    let first = &words[at];
    let is_joined = is_joined(question, words, at);
    if !is_small && !first.has_capital && !is_joined
        || at == 0 && CLOSED.contains(&first.low.as_str()) && words.len() < 3
    {
        return None;
    }
    let last = words.len().min(at + MOST_WORDS);
    for end in (at + 1..=last).rev() {
        let inner = &words[at + 1..end];
        if inner.iter().any(|word| word.before.iter().any(|sign| matches!(sign, '(' | ')' | ';'))) {
            continue;
        }
        let is_one = end == at + 1;
        let noun = singular(&first.low);
        let is_common = is_one
            && (CLOSED.contains(&first.low.as_str())
                || is_called_by_name(&noun)
                || is_person(&noun));
        // The question's first word is a name only if it begins no question.
        let is_opening = at == 0 && CLOSED.contains(&first.low.as_str()) && end < words.len();
        if is_common || is_opening || words[end - 1].is_owned {
            continue;
        }
        let written = question.get(first.start..words[end - 1].end)?;
        // "a French painter" and "the 1982 film" are kinds, though one is known.
        let is_origin = place_of(&first.low).is_some() || Day::of(&first.low).is_some();
        let is_kind = is_origin && inner.iter().all(|word| !word.has_capital) && !is_one;
        if is_kind || Day::of(written).is_some() {
            continue;
        }
        let Some(concept) = concept(graph, written) else { continue };
        let is_name = graph.spelling(concept).contains(char::is_uppercase);
        let is_joint = is_joined && is_joint(graph.spelling(concept));
        if is_name && (is_small || first.has_capital)
            || is_joint
            || !is_small && first.has_capital && !is_one
        {
            return Some((concept, end));
        }
    }
    None
}

/// What is known by a name. One in small letters loses its last "s" as other nouns do, unless it is known with it.
pub(super) fn concept(graph: &Graph, written: &str) -> Option<ConceptId> {
    let is_known = |concept: &ConceptId| graph.is_known(*concept);
    graph.concept(written).filter(is_known).or_else(|| {
        let small = written.split(' ').next_back().filter(|last| last.ends_with('s'))?;
        let name = format!("{}{}", &written[..written.len() - small.len()], title(small));
        graph.concept(&name).filter(is_known)
    })
}

fn title(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// What stands in brackets after a name, and the word after them.
fn bracket(words: &[Word], after: &[char], at: usize) -> (Option<String>, usize) {
    if words.get(at).is_none_or(|word| word.before.first() != Some(&'(')) {
        return (None, at);
    }
    let closes = |word: usize| match words.get(word + 1) {
        Some(next) => next.before.contains(&')'),
        None => after.contains(&')'),
    };
    let Some(end) = (at..words.len().min(at + 8)).find(|word| closes(*word)) else {
        return (None, at);
    };
    let which: Vec<&str> = words[at..=end].iter().map(|word| word.low.as_str()).collect();
    (Some(which.join(" ")), end + 1)
}
