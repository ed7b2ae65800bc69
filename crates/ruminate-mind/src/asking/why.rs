//! Questions for causes, and for how many.

use super::link;
use super::query::{Query, Side};
use super::term::{kind, plain_words, term};
use super::word::Token;
use crate::graph::Graph;
use crate::thought::Towards;

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
    let is_bare = has_do && matches!(state.as_str(), "happen" | "occur" | "exist" | "arise");
    let state = (!is_bare).then_some(state);
    Some(Query::Cause { concept, state, direction: Towards::Causes })
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

/// "How many films did X direct?", "How many children does X have?"
pub(super) fn count(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let [how, many, rest @ ..] = tokens else { return None };
    if !how.is_any(&["how"]) || !many.is_any(&["many"]) {
        return None;
    }
    let at = rest.iter().position(|token| token.is_any(&["did", "does", "do", "has", "have"]))?;
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
