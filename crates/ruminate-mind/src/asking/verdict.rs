//! Questions that are answered with yes or no: "Was X born in Y?", "Is X a Y?", "Did A direct B?"

use super::link;
use super::query::{Link, Query, Side, Term, Wants, Way};
use super::term::{self, plain_words, term};
use super::word::Token;
use crate::facts::{is_person, singular};
use crate::graph::Graph;
use crate::text::demonyms::place_of;

pub(super) fn verdict(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let (first, rest) = tokens.split_first()?;
    if first.is_any(&["is", "are", "was", "were"]) {
        // The longest subject first: what is said is never empty.
        return (1..rest.len()).rev().find_map(|at| {
            let from = term(graph, &rest[..at])?;
            is_said(graph, from, &rest[at..])
        });
    }
    if first.is_any(&["did", "does", "do"]) {
        return (1..rest.len()).rev().find_map(|at| {
            let from = term(graph, &rest[..at])?;
            does(graph, from, &rest[at..])
        });
    }
    None
}

/// "When did X acquire Y?"
pub(super) fn when(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let (first, rest) = tokens.split_first()?;
    match verdict(graph, rest).filter(|_| first.is_any(&["when"]))? {
        Query::IsLinked { from, link, to: to @ (Term::Named(_) | Term::Of(..)) } => {
            Some(Query::When { from, link, to })
        }
        _ => None,
    }
}

/// "a film director", "American", "born in Y", "the capital of Y", "Y's father"
fn is_said(graph: &Graph, from: Term, tokens: &[Token]) -> Option<Query> {
    let has_article = tokens.first().is_some_and(|token| token.is_any(&["a", "an"]));
    if has_article || tokens.len() == 1 {
        let words: Option<Vec<&str>> = term::without_article(tokens)
            .iter()
            .map(|token| match token {
                Token::Word(word, has_capital) if !has_capital || place_of(word).is_some() => {
                    Some(word.as_str())
                }
                _ => None,
            })
            .collect();
        if let Some(words) = words {
            let is_kind = (1..=4).contains(&words.len())
                && !words.iter().any(|word| {
                    matches!(*word, "not" | "of" | "in" | "who" | "that" | "which" | "or" | "and")
                })
                && (has_article || place_of(words[0]).is_some());
            return is_kind.then(|| Query::IsKind { what: from, kind: words.join(" ") });
        }
    }
    for length in (1..=2).rev().filter(|length| *length < tokens.len()) {
        let Some(written) = plain_words(&tokens[..length]) else { continue };
        let first = written.split(' ').next().unwrap_or("");
        if !term::is_participle(first) {
            continue;
        }
        let Some(to) = time_or_term(graph, &tokens[length..]) else { continue };
        let link = participle_link(&written, &to)?;
        return Some(Query::IsLinked { from, link, to });
    }
    // "the capital of Y": whether who is that is the first.
    match term(graph, tokens)? {
        Term::Of(inner, link) => Some(Query::IsLinked { from: *inner, link, to: from }),
        Term::Named(_) | Term::Time(_) => None,
    }
}

fn time_or_term(graph: &Graph, tokens: &[Token]) -> Option<Term> {
    term::time(tokens).or_else(|| term(graph, tokens))
}

fn participle_link(written: &str, to: &Term) -> Option<Link> {
    let (verb, preposition) = written.rsplit_once(' ').unwrap_or((written, ""));
    let verb = format!("be {verb}");
    Some(match (to, preposition) {
        (Term::Time(_), "in" | "on") => link::time(&verb),
        (_, "in" | "at") => Link::new(&verb, vec![Way::Place(verb.clone())]).wanting(Wants::Place),
        _ => link::verb(&format!("be {written}"), Side::Subject)?,
    })
}

/// "direct Y", "die in Y", "cause Y"
fn does(graph: &Graph, from: Term, tokens: &[Token]) -> Option<Query> {
    for length in (1..=2).rev().filter(|length| *length < tokens.len()) {
        let Some(written) = plain_words(&tokens[..length]) else { continue };
        let first = written.split(' ').next().unwrap_or("");
        if matches!(first, "not" | "never" | "the" | "a" | "an" | "both" | "have")
            || is_person(&singular(first))
        {
            continue;
        }
        if let Some((_, preposition)) = written.split_once(' ')
            && !matches!(
                preposition,
                "in" | "on" | "at" | "to" | "of" | "from" | "with" | "for" | "as" | "by"
            )
        {
            continue;
        }
        let Some(to) = time_or_term(graph, &tokens[length..]) else { continue };
        let link = match (&to, written.split_once(' ')) {
            (Term::Time(_), Some((verb, "in" | "on"))) => link::time(verb),
            (Term::Time(_), _) => continue,
            (_, Some((verb, "in" | "at"))) => {
                Link::new(verb, vec![Way::Place(verb.to_owned())]).wanting(Wants::Place)
            }
            _ => link::verb(&written, Side::Subject)?,
        };
        return Some(Query::IsLinked { from, link, to });
    }
    None
}
