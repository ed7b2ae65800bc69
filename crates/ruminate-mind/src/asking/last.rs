//! Questions that ask where they end: "X graduated from what school?", "X played for a team based in which city?"

use super::find::{Asked, wanted_by};
use super::link;
use super::query::{Link, Query, Side, Term, Wants};
use super::term::{
    self, BE, DEEPEST, PREPOSITIONS, base_of, is_participle, kind, plain_words, subject_and_verb,
    term,
};
use super::word::Token;
use crate::graph::Graph;

const ARTICLES: &[&str] = &["a", "an", "the"];
/// Which of several somebody is: who it is of stays the same.
const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "last", "only"];

pub(super) fn last(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let at = tokens.iter().rposition(|token| wanted_by(token).is_some()).filter(|at| *at > 1)?;
    let (said, asked) = (&tokens[..at], &tokens[at + 1..]);
    let wants = wanted_by(&tokens[at])?;
    let asked = Asked::new(wants, asked, None)
        .filter(|_| wants == Wants::Anything && asked.len() <= 3 || asked.is_empty())?;
    if let Some((subject, verb)) = subject_and_verb(graph, said, DEEPEST) {
        return asked.happened(subject, &verb);
    }
    if let Some((subject, link)) = noun_of(graph, said) {
        return asked.asks(subject.of(link));
    }
    let (middle, verb) = through_a_kind(graph, said)?;
    asked.happened(middle, &verb)
}

/// "X is the wife of", "X was a character in"
fn noun_of(graph: &Graph, said: &[Token]) -> Option<(Term, Link)> {
    let (preposition, before) = said.split_last()?;
    let preposition = preposition.plain().filter(|word| PREPOSITIONS.contains(word))?;
    let be = before.iter().rposition(|token| token.is_any(BE))?;
    let (subject, noun) = (&before[..be], term::without_article(&before[be + 1..]));
    let noun = noun.iter().skip_while(|token| token.is_any(ORDINALS)).cloned().collect::<Vec<_>>();
    let noun = kind(&noun)?;
    let subject = term(graph, subject)?;
    let other = match (noun.as_str(), preposition) {
        ("wife", "of") => "husband",
        ("husband", "of") => "wife",
        ("spouse" | "widow" | "widower", "of") => "spouse",
        ("son" | "daughter" | "child", "of") => "parent",
        ("father" | "mother" | "parent", "of") => "child",
        (_, "of") => return Some((subject, link::verb(&format!("be {noun} of"), Side::Subject)?)),
        // Facts keep the last word of the noun before other prepositions.
        _ => {
            let last = noun.rsplit(' ').next().unwrap_or(&noun);
            let link = link::verb(&format!("be {last} {preposition}"), Side::Subject)?;
            return Some((subject, link));
        }
    };
    Some((subject, link::noun(other)?))
}

/// "X played for a team based in", "X is a character in an Australian soap opera created by"
fn through_a_kind(graph: &Graph, said: &[Token]) -> Option<(Term, String)> {
    for at in (1..said.len()).filter(|at| said[*at].is_any(ARTICLES)) {
        let (before, after) = (&said[..at], &said[at + 1..]);
        for length in (1..=3).filter(|length| *length < after.len()) {
            let (Some(kind), Some(verb)) = (kind(&after[..length]), clause(&after[length..]))
            else {
                continue;
            };
            let told = match subject_and_verb(graph, before, DEEPEST) {
                Some((subject, verb)) => Some((subject, link::verb(&verb, Side::Subject)?)),
                None => noun_of(graph, before),
            };
            if let Some((subject, link)) = told {
                return Some((subject.of(link.kind(Some(kind))), verb));
            }
        }
    }
    None
}

/// The verb of "created by", "that was created by", "who won".
fn clause(tokens: &[Token]) -> Option<String> {
    let (is_full, tokens) = match tokens {
        [link, rest @ ..] if link.is_any(&["who", "that", "which"]) => (true, rest),
        _ => (false, tokens),
    };
    let written = plain_words(tokens).filter(|_| (1..=3).contains(&tokens.len()))?;
    let words: Vec<&str> = written.split(' ').collect();
    let verb = if BE.contains(&words[0]) { &words[1..] } else { &words[..] };
    let (first, rest) = verb.split_first()?;
    let is_verb = is_participle(first)
        && rest.len() <= 1
        && rest.iter().all(|word| PREPOSITIONS.contains(word));
    let is_passive = verb.len() < words.len() || !is_full;
    is_verb.then(|| match is_passive {
        true => format!("be {}", verb.join(" ")),
        false => base_of(&words),
    })
}
