//! What is spoken of: "X", "film X", "the director of X", "X's father's birthday", "the city where X was born".
//!
//! A term covers its words to the last, or it is none.

use super::day::Day;
use super::link;
use super::query::{Link, Side, Term, Wants};
use super::word::{Name, Token};
use crate::facts::{Form, is_called_by_name, is_person, singular, verb};
use crate::graph::Graph;

/// How many links a term may follow.
pub(super) const DEEPEST: usize = 4;

/// Nouns with an "of" of their own.
const COMPOUNDS: &[&str] = &[
    "place of birth",
    "place of death",
    "place of burial",
    "date of birth",
    "date of death",
    "date of release",
    "year of birth",
    "year of death",
    "cause of death",
    "country of origin",
    "country of citizenship",
];

/// Words that narrow a noun down by what facts do not tell.
const NARROWING: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "last", "final", "next", "previous", "former",
    "current", "only", "other", "another", "same", "not", "no", "never", "most", "more", "least",
    "less", "best", "main", "original", "eldest", "youngest", "oldest", "late", "early", "later",
    "earlier", "new", "old", "many", "all",
];

pub(super) fn term(graph: &Graph, tokens: &[Token]) -> Option<Term> {
    within(graph, tokens, DEEPEST)
}

fn within(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let tokens = without_article(tokens);
    if let Some(name) = named(tokens) {
        return Some(Term::Named(name.clone()));
    }
    if depth == 0 || tokens.len() < 2 {
        return concept(graph, tokens);
    }
    of(graph, tokens, depth)
        .or_else(|| owned(graph, tokens, depth))
        .or_else(|| relative(graph, tokens, depth))
        .or_else(|| concept(graph, tokens))
}

pub(super) fn without_article(tokens: &[Token]) -> &[Token] {
    match tokens {
        [first, rest @ ..] if first.is_any(&["the", "a", "an"]) => rest,
        _ => tokens,
    }
}

/// A name, perhaps after the word for what it is: "film X", "the 2nd film X" is none.
fn named(tokens: &[Token]) -> Option<&Name> {
    let (Token::Name(name), before) = tokens.split_last()? else { return None };
    let is_called = before.iter().all(|token| {
        token.plain().is_some_and(|word| is_called_by_name(&singular(word)) || is_person(word))
    });
    (before.len() <= 2 && is_called).then_some(name)
}

/// Words without a name that are a concept as they stand: "disk pressure".
fn concept(graph: &Graph, tokens: &[Token]) -> Option<Term> {
    let written = plain_words(tokens)?;
    let concept = graph.concept(&written)?;
    (tokens.len() <= 6).then_some(Term::Named(Name { concept, which: None }))
}

/// Plain words with spaces between them; none if a name or a sign is among them.
pub(super) fn plain_words(tokens: &[Token]) -> Option<String> {
    let words: Option<Vec<&str>> = tokens.iter().map(Token::plain).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}

/// "the director of X"
fn of(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    for compound in COMPOUNDS {
        let length = compound.split(' ').count();
        if tokens.len() > length + 1
            && tokens[length].is_any(&["of"])
            && plain_words(&tokens[..length]).as_deref() == Some(compound)
        {
            let inner = within(graph, &tokens[length + 1..], depth - 1)?;
            return Some(inner.of(link::noun(compound)?));
        }
    }
    let at = tokens.iter().position(|token| token.is_any(&["of"]))?;
    if is_name_word(&tokens[..at]) {
        return within(graph, &tokens[at + 1..], depth);
    }
    let noun = noun(&tokens[..at])?;
    let inner = within(graph, &tokens[at + 1..], depth - 1)?;
    Some(inner.of(noun))
}

/// "X's father"
fn owned(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let at = tokens.iter().rposition(|token| *token == Token::Owned)?;
    if is_name_word(&tokens[at + 1..]) {
        return within(graph, &tokens[..at], depth - 1).filter(|inner| inner.depth() > 0);
    }
    let noun = noun(&tokens[at + 1..])?;
    let inner = within(graph, &tokens[..at], depth - 1)?;
    Some(inner.of(noun))
}

/// "the name of the director of X" is who that is.
fn is_name_word(tokens: &[Token]) -> bool {
    matches!(tokens, [one] if one.is_any(&["name"]))
}

/// What a noun of at most four words asks for.
fn noun(tokens: &[Token]) -> Option<Link> {
    let words = plain_words(tokens).filter(|_| tokens.len() <= 4)?;
    let is_closed = tokens.iter().any(|token| {
        token.is_any(&[
            "who", "which", "that", "where", "whose", "and", "or", "is", "was", "by", "the", "not",
        ])
    });
    if is_closed { None } else { link::noun(&words) }
}

/// "the city where X was born", "the person who directed X", "the film directed by X"
fn relative(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    const LINKS: &[&str] = &["who", "that", "which", "where"];
    if let Some(at) = tokens.iter().position(|token| token.is_any(LINKS)) {
        let kind = kind(&tokens[..at])?;
        let clause = &tokens[at + 1..];
        let found = match tokens[at].is_any(&["where"]) {
            true => clause_where(graph, clause, depth)?,
            false => clause_who(graph, clause, depth)?,
        };
        return Some(with_kind(found, kind));
    }
    let at = tokens.iter().position(|token| token.is_any(&["by"])).filter(|at| *at >= 2)?;
    let participle = tokens[at - 1].plain().filter(|word| is_participle(word))?;
    let kind = kind(&tokens[..at - 1])?;
    let inner = within(graph, &tokens[at + 1..], depth - 1)?;
    let link = link::verb(&format!("be {participle} by"), Side::Object)?;
    Some(inner.of(link.kind(Some(kind))))
}

pub(super) fn is_participle(word: &str) -> bool {
    matches!(verb(word), Some((Form::Past | Form::Participle, _)))
}

fn with_kind(term: Term, kind: String) -> Term {
    match term {
        Term::Of(inner, link) => Term::Of(inner, link.kind(Some(kind))),
        other => other,
    }
}

/// A noun that says what kind of thing is meant, and nothing that would narrow it down.
pub(super) fn kind(tokens: &[Token]) -> Option<String> {
    let words = plain_words(tokens).filter(|_| (1..=3).contains(&tokens.len()))?;
    let is_narrow = words.split(' ').any(|word| {
        NARROWING.contains(&word)
            || word.len() > 4 && word.ends_with("est")
            || verb(word).is_some_and(|(form, _)| form != Form::Base && form != Form::Present)
    });
    let (before, last) =
        words.rsplit_once(' ').map_or(("", words.as_str()), |(before, last)| (before, last));
    let noun = singular(last);
    (!is_narrow).then(|| [before, &noun].join(" ").trim().to_owned())
}

/// "X was born", "X is located", "X died"
fn clause_where(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let (inner, verb) = subject_and_verb(graph, tokens, depth)?;
    Some(inner.of(link::place(&verb).wanting(Wants::Place)))
}

/// "directed X", "was directed by X", "X directed"
fn clause_who(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    if let Some(found) = verb_then_term(graph, tokens, depth - 1) {
        return Some(found);
    }
    let (inner, verb) = subject_and_verb(graph, tokens, depth)?;
    Some(inner.of(link::verb(&verb, Side::Subject)?))
}

/// "directed X", "was directed by X", "is married to X": what the verb is said of.
pub(super) fn verb_then_term(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    for length in (1..=3).rev().filter(|length| *length < tokens.len()) {
        let Some(written) = plain_words(&tokens[..length]) else { continue };
        if !is_verb_group(&written) {
            continue;
        }
        let Some(inner) = within(graph, &tokens[length..], depth) else { continue };
        return Some(inner.of(link::verb(&written, Side::Object)?));
    }
    None
}

const BE: &[&str] = &["is", "was", "are", "were"];
const PREPOSITIONS: &[&str] =
    &["in", "on", "at", "by", "to", "from", "of", "for", "with", "as", "into", "near", "out", "up"];

/// "directed", "leads to", "was directed by", "is married to".
fn is_verb_group(written: &str) -> bool {
    let words: Vec<&str> = written.split(' ').collect();
    let is_finite = |word: &str| matches!(verb(word), Some((Form::Past | Form::Present, _)));
    match words.as_slice() {
        [one] => is_finite(one),
        [one, two] => is_finite(one) && PREPOSITIONS.contains(two),
        [be, participle, preposition] => {
            BE.contains(be) && is_participle(participle) && PREPOSITIONS.contains(preposition)
        }
        _ => false,
    }
}

/// "X was born", "X attended", "X is from": the subject, and the verb as relations are written.
pub(super) fn subject_and_verb(
    graph: &Graph,
    tokens: &[Token],
    depth: usize,
) -> Option<(Term, String)> {
    for length in 1..=3_usize {
        let at = tokens.len().checked_sub(length).filter(|at| *at > 0)?;
        let written = plain_words(&tokens[at..])?;
        let words: Vec<&str> = written.split(' ').collect();
        let is_group = match words.as_slice() {
            [one] => is_participle(one) && *one != "born",
            [be, participle] if BE.contains(be) => {
                is_participle(participle) || *participle == "from"
            }
            [one, two] => is_participle(one) && PREPOSITIONS.contains(two) && *one != "born",
            [be, ..] => BE.contains(be) && is_verb_group(&written),
            _ => false,
        };
        if is_group && let Some(inner) = within(graph, &tokens[..at], depth.saturating_sub(1)) {
            let verb = base_of(&words);
            return Some((inner, verb));
        }
    }
    None
}

/// The verb as relations begin: "was born" is "be born", "died" is "die".
pub(super) fn base_of(words: &[&str]) -> String {
    let (first, rest) = match words {
        [be, rest @ ..] if BE.contains(be) => ("be".to_owned(), rest),
        [first, rest @ ..] => (verb(first).map_or((*first).to_owned(), |(_, base)| base), rest),
        [] => (String::new(), words),
    };
    [&[first.as_str()], rest].concat().join(" ")
}

/// A time as it is written: "1990", "5 May 1990".
pub(super) fn time(tokens: &[Token]) -> Option<Term> {
    let words: Option<Vec<&str>> = tokens
        .iter()
        .filter(|token| **token != Token::Comma)
        .map(|token| match token {
            Token::Word(word, _) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let written = words?.join(" ");
    Day::of(&written).map(|_| Term::Time(written))
}
