//! Questions for causes, and for how many.

use super::link;
use super::query::{Query, Side};
use super::term::{self, BE, DEEPEST, kind, plain_words, term};
use super::word::Token;
use crate::facts::verb;
use crate::graph::Graph;
use crate::thought::Towards;

/// Concepts that are looked at for a clause.
const LOOKED_AT: usize = 16;

/// "Why is X high?", "Why does X happen?"
pub(super) fn why(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let [first, aux, rest @ ..] = tokens else { return None };
    if !first.is_any(&["why"]) || !aux.is_any(&["is", "are", "was", "were", "does", "do", "did"]) {
        return None;
    }
    let has_do = aux.is_any(&["does", "do", "did"]);
    let (last, before) = rest.split_last()?;
    let concept = words_of(graph, super::term::without_article(before))?;
    let state = last.plain()?.to_owned();
    if let Some(clause) = clause(graph, &concept, &state) {
        return Some(Query::Cause { concept: clause, state: None, direction: Towards::Causes });
    }
    let is_bare = has_do && matches!(state.as_str(), "happen" | "occur" | "exist" | "arise");
    let state = (!is_bare).then_some(state);
    Some(Query::Cause { concept, state, direction: Towards::Causes })
}

/// What happened as a sentence told it: "server crashed" for a server that did crash, "disk was full" for a full disk.
fn clause(graph: &Graph, about: &str, state: &str) -> Option<String> {
    let about = crate::facts::concept(about);
    let is_state = |word: &str| word == state || verb(word).is_some_and(|(_, base)| base == state);
    let alike = graph.alike(&format!("{about} {state}"), LOOKED_AT).into_iter();
    let mut known = alike.map(|alike| alike.concept).filter(|concept| {
        let said = graph.normal(*concept);
        let words: Vec<&str> = said.split(' ').filter(|word| !BE.contains(word)).collect();
        let Some((last, before)) = words.split_last() else { return false };
        is_state(last) && before.join(" ") == about
    });
    known.next().map(|concept| graph.spelling(concept).to_owned())
}

/// The words of a concept that need not be known; none if it is denied.
pub(super) fn words_of(graph: &Graph, tokens: &[Token]) -> Option<String> {
    let words: Option<Vec<&str>> = tokens
        .iter()
        .map(|token| match token {
            Token::Word(word, _) if !matches!(word.as_str(), "not" | "no" | "never") => {
                Some(word.as_str())
            }
            Token::Name(name) if name.which.is_none() => Some(graph.spelling(name.concept)),
            _ => None,
        })
        .collect();
    words.filter(|words| (1..=8).contains(&words.len())).map(|words| words.join(" "))
}

/// "How many films did X direct?", "How many children does X have?", "How many people work for X?"
pub(super) fn count(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let [how, many, rest @ ..] = tokens else { return None };
    if how.is_any(&["how"]) && many.is_any(&["much"]) {
        return how_much(graph, rest);
    }
    if !how.is_any(&["how"]) || !many.is_any(&["many"]) {
        return None;
    }
    let does = |token: &Token| token.is_any(&["did", "does", "do", "has", "have"]);
    let Some(at) = rest.iter().position(does) else { return count_doers(graph, rest) };
    let kind = kind(&rest[..at])?;
    let rest = &rest[at + 1..];
    let (last, before) = rest.split_last()?;
    if last.is_any(&["have"]) {
        let what = term(graph, before)?.of(link::noun(&kind)?);
        return Some(Query::Count { what, kind });
    }
    for length in 1..=2_usize {
        let split = rest.len().checked_sub(length).filter(|split| *split > 0)?;
        let verb = plain_words(&rest[split..])?;
        if let Some(inner) = term(graph, &rest[..split]) {
            let what = inner.of(link::verb(&verb, Side::Subject)?);
            return Some(Query::Count { what, kind });
        }
    }
    None
}

/// "people work for X"
fn count_doers(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    (1..=2).filter(|at| *at < tokens.len()).find_map(|at| {
        let kind = kind(&tokens[..at])?;
        let mut clause = tokens[at..].to_vec();
        term::in_singular(&mut clause);
        let what = term::verb_then_term(graph, &clause, DEEPEST)?;
        Some(Query::Count { what, kind })
    })
}

/// "memory does X have", "does X cost"
fn how_much(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let at = tokens.iter().position(|token| token.is_any(&["did", "does", "do"]))?;
    let (last, of) = tokens[at + 1..].split_last()?;
    let link = match at {
        0 => link::verb(last.plain()?, Side::Subject)?,
        _ if last.is_any(&["have", "use", "need"]) => link::noun(&kind(&tokens[..at])?)?,
        _ => return None,
    };
    Some(Query::Find { what: self::term(graph, of)?.of(link), is_many: false })
}
