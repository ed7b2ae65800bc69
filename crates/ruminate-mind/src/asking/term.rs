//! What is spoken of: "X", "film X", "the director of X", "X's father's birthday", "the city where X was born".
//!
//! A term covers its words to the last, or it is none.

use super::alias;
use super::day::Day;
use super::find::PLACES;
use super::link;
use super::missing::present;
use super::name;
use super::query::{Link, Side, Term, Wants, Way};
use super::word::{Name, Token};
use crate::facts::{Form, is_called_by_name, is_person, singular, verb};
use crate::graph::Graph;
use crate::text::demonyms::place_of;

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
    "city of birth",
    "country of birth",
    "city of death",
    "country of death",
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

fn within(graph: &Graph, whole: &[Token], depth: usize) -> Option<Term> {
    let tokens = without_article(whole);
    let has_article = tokens.len() < whole.len();
    if let Some(name) = named(tokens) {
        return Some(Term::Named(name));
    }
    if depth == 0 || tokens.len() < 2 {
        return concept(graph, tokens);
    }
    of(graph, tokens, depth)
        .or_else(|| owned(graph, tokens, depth))
        .or_else(|| role_after_name(tokens).filter(|_| has_article))
        .or_else(|| relative(graph, tokens, depth))
        .or_else(|| beside(graph, tokens, depth))
        .or_else(|| concept(graph, tokens))
}

pub(super) fn without_article(tokens: &[Token]) -> &[Token] {
    match tokens {
        [first, rest @ ..] if first.is_any(&["the", "a", "an"]) => rest,
        _ => tokens,
    }
}

/// A name, perhaps after words for what it is: "film X", "the 1982 American film X". Of several things with the name
/// that one is meant.
fn named(tokens: &[Token]) -> Option<Name> {
    let (Token::Name(name), before) = tokens.split_last()? else { return None };
    let called = before.iter().skip_while(|token| is_origin(token)).collect::<Vec<_>>();
    let is_called = called.iter().all(|token| {
        token.plain().is_some_and(|word| is_called_by_name(&singular(word)) || is_person(word))
    });
    if called.len() > 2 || !is_called || called.is_empty() && !before.is_empty() {
        return None;
    }
    let is_told = called.len() < before.len() && name.which.is_none();
    let words: Option<Vec<&str>> = before.iter().map(written).collect();
    let which = if is_told { Some(words?.join(" ")) } else { name.which.clone() };
    Some(Name { which, ..name.clone() })
}

/// A year or a word for where something is from.
fn is_origin(token: &Token) -> bool {
    let Token::Word(word, _) = token else { return false };
    Day::of(word).is_some() && word.len() == 4 || place_of(word).is_some()
}

fn written(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word, _) => Some(word),
        _ => None,
    }
}

/// Words without a name that are a concept as they stand: "disk pressure".
fn concept(graph: &Graph, tokens: &[Token]) -> Option<Term> {
    let written = plain_words(tokens)?;
    if tokens.len() > 6 {
        return None;
    }
    let named = |concept, is_short| Term::Named(Name { concept, which: None, is_short });
    name::concept(graph, &written)
        .map(|concept| named(concept, false))
        .or_else(|| Some(named(alias::with_noun(graph, &written)?, true)))
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

/// "X's father"; not in "the company founded by X's father", which is the company.
fn owned(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let at = tokens.iter().rposition(|token| *token == Token::Owned)?;
    if tokens[..at].iter().any(|token| token.is_any(&["by", "who", "that", "which"])) {
        return None;
    }
    if is_name_word(&tokens[at + 1..]) {
        return within(graph, &tokens[..at], depth - 1).filter(|inner| inner.depth() > 0);
    }
    let noun = noun(&tokens[at + 1..])?;
    let inner = within(graph, &tokens[..at], depth - 1)?;
    Some(inner.of(noun))
}

/// "the X director"
fn role_after_name(tokens: &[Token]) -> Option<Term> {
    let [Token::Name(name), role] = tokens else { return None };
    let role = role.plain().filter(|role| link::is_role(role))?;
    Some(Term::Named(name.clone()).of(link::noun(role)?))
}

/// "the airport in X", "the editor for X", "the professor at X"
fn beside(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    const BESIDE: &[&str] = &["in", "for", "at", "on"];
    let at = tokens.iter().position(|token| token.is_any(BESIDE))?;
    let (noun, preposition) = (kind(&tokens[..at])?, tokens[at].plain()?);
    let inner = within(graph, &tokens[at + 1..], depth - 1)?;
    Some(inner.of(link::beside(&noun, preposition)?))
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

/// "the city where X was born", "the person who directed X", "the film directed by X", "the company X founded"
fn relative(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    const LINKS: &[&str] = &["who", "whom", "that", "which", "where", "whose"];
    if let Some(at) = tokens.iter().position(|token| token.is_any(LINKS)) {
        let (before, clause) = (&tokens[..at], &tokens[at + 1..]);
        let (before, preposition) = match before {
            [before @ .., last] if last.is_any(PREPOSITIONS) => (before, last.plain()),
            _ => (before, None),
        };
        let kind = kind(before)?;
        let found = match (tokens[at].plain()?, preposition) {
            ("where", None) => clause_where(graph, clause, depth)?,
            ("which", Some("in" | "at")) if PLACES.contains(&kind.as_str()) => {
                clause_where(graph, clause, depth)?
            }
            ("which" | "whom", Some(preposition)) => {
                let (inner, verb) = subject_and_verb(graph, clause, depth)?;
                inner.of(link::verb(&format!("{verb} {preposition}"), Side::Subject)?)
            }
            ("whose", None) => clause_whose(graph, clause, depth)?,
            (_, None) => clause_who(graph, &as_of_one(before, clause), &kind, depth)?,
            _ => return None,
        };
        return Some(with_kind(found, kind));
    }
    participle_then_term(graph, tokens, depth)
        .or_else(|| doing_then_term(graph, tokens, depth))
        .or_else(|| kind_then_clause(graph, tokens, depth))
}

/// "depends on X" of "services that depend on X".
fn as_of_one(before: &[Token], clause: &[Token]) -> Vec<Token> {
    let is_many = before.last().and_then(Token::plain).is_some_and(|noun| singular(noun) != noun);
    let mut clause = clause.to_vec();
    if is_many {
        in_singular(&mut clause);
    }
    clause
}

/// Makes a verb that speaks of many speak of one.
pub(super) fn in_singular(clause: &mut [Token]) {
    if let Some(Token::Word(word, false)) = clause.first_mut()
        && matches!(verb(word), Some((Form::Base, _)))
    {
        *word = present(word);
    }
}

/// "capital is X": what X is the capital of.
fn clause_whose(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let be = tokens.iter().position(|token| token.is_any(BE))?;
    let noun = kind(&tokens[..be])?;
    let inner = within(graph, &tokens[be + 1..], depth - 1)?;
    Some(inner.of(link::verb(&format!("be {noun} of"), Side::Subject)?))
}

/// "country containing X", "film starring X"
fn doing_then_term(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let base = |token: &Token| match verb(token.plain()?)? {
        (Form::Ing, base) => Some(base),
        _ => None,
    };
    let at = (1..tokens.len()).find(|at| base(&tokens[*at]).is_some())?;
    let kind = kind(&tokens[..at])?;
    let inner = within(graph, &tokens[at + 1..], depth - 1)?;
    let link = match base(&tokens[at])?.as_str() {
        "contain" if PLACES.contains(&kind.as_str()) => link::place("be"),
        base => link::verb(base, Side::Object)?,
    };
    Some(inner.of(link.kind(Some(kind))))
}

/// "film directed by X", "company located in X"
fn participle_then_term(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let at = (1..tokens.len()).find(|at| {
        tokens[*at].is_any(PREPOSITIONS) && tokens[at - 1].plain().is_some_and(is_participle)
    })?;
    let preposition = tokens[at].plain()?;
    let participle = tokens[at - 1].plain()?;
    let kind = kind(&tokens[..at - 1])?;
    let inner = within(graph, &tokens[at + 1..], depth - 1)?;
    let link = link::verb(&format!("be {participle} {preposition}"), Side::Object)?;
    Some(inner.of(link.kind(Some(kind))))
}

/// "company X founded", "country X is in"
fn kind_then_clause(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    let at = tokens.iter().position(|token| token.is_name() || token.is_any(&["the"]))?;
    let kind = kind(&tokens[..at])?;
    let (inner, verb) = subject_and_verb(graph, &tokens[at..], depth)?;
    Some(inner.of(done_to(&kind, &verb)?.kind(Some(kind))))
}

/// What a verb leads to from its subject, if that is of a kind: "city X was born in" is a place.
fn done_to(kind: &str, verb: &str) -> Option<Link> {
    match verb.rsplit_once(' ') {
        Some(("be", "from")) => Some(Link::new("be from", vec![Way::Country])),
        Some((event, "in" | "at")) if PLACES.contains(&kind) => {
            Some(link::place(event).wanting(Wants::Place))
        }
        _ => link::verb(verb, Side::Subject),
    }
}

/// Whether a word tells how somebody stands to something, with a preposition: "responsible for".
pub(super) fn is_state(word: &str) -> bool {
    const STATES: &[&str] = &[
        "responsible",
        "accountable",
        "dependent",
        "independent",
        "famous",
        "similar",
        "close",
        "equal",
        "compatible",
        "available",
        "liable",
        "subject",
        "allergic",
        "next",
    ];
    STATES.contains(&word)
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
    let from = tokens.iter().take_while(|token| is_origin(token)).count();
    let words: Option<Vec<&str>> =
        tokens[..from].iter().map(written).chain(tokens[from..].iter().map(Token::plain)).collect();
    let words = words.filter(|words| (1..=3).contains(&words.len()))?.join(" ");
    let is_narrow = words.split(' ').any(|word| {
        NARROWING.contains(&word)
            || BE.contains(&word)
            || matches!(word, "that" | "which" | "who" | "whose")
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
fn clause_who(graph: &Graph, tokens: &[Token], kind: &str, depth: usize) -> Option<Term> {
    if let Some(found) = verb_then_term(graph, tokens, depth - 1) {
        return Some(found);
    }
    let (inner, verb) = subject_and_verb(graph, tokens, depth)?;
    Some(inner.of(done_to(kind, &verb)?))
}

/// "directed X", "was directed by X", "is married to X": what the verb is said of.
pub(super) fn verb_then_term(graph: &Graph, tokens: &[Token], depth: usize) -> Option<Term> {
    for length in (1..=3).rev().filter(|length| *length < tokens.len()) {
        let Some(written) = plain_words(&tokens[..length]) else { continue };
        if !is_verb_group(&written) {
            continue;
        }
        let Some(inner) = within(graph, &tokens[length..], depth) else { continue };
        let words: Vec<&str> = written.split(' ').collect();
        return Some(inner.of(link::verb(&base_of(&words), Side::Object)?));
    }
    None
}

pub(super) const BE: &[&str] = &["is", "was", "are", "were"];
pub(super) const PREPOSITIONS: &[&str] =
    &["in", "on", "at", "by", "to", "from", "of", "for", "with", "as", "into", "near", "out", "up"];

/// The base of a past or a present: "directed", "stars".
fn finite(word: &str) -> Option<String> {
    let known = verb(word).filter(|(form, _)| matches!(form, Form::Past | Form::Present));
    known.map(|(_, base)| base).or_else(|| {
        let (form, base) = verb(word.strip_suffix('s')?)?;
        (form == Form::Base).then_some(base)
    })
}

fn is_finite(word: &str) -> bool {
    finite(word).is_some()
}

/// "directed", "leads to", "was directed by", "is married to".
fn is_verb_group(written: &str) -> bool {
    let words: Vec<&str> = written.split(' ').collect();
    match words.as_slice() {
        [one] => is_finite(one),
        [one, two] => is_finite(one) && PREPOSITIONS.contains(two),
        [be, participle, preposition] => {
            BE.contains(be)
                && (is_participle(participle) || is_state(participle))
                && PREPOSITIONS.contains(preposition)
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
            [one] => is_finite(one) && *one != "born" || BE.contains(one),
            [be, participle] if BE.contains(be) => {
                is_participle(participle) || matches!(*participle, "from" | "in")
            }
            [one, two] => is_finite(one) && PREPOSITIONS.contains(two) && *one != "born",
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
        [first, rest @ ..] => {
            let base = finite(first).or_else(|| Some(verb(first)?.1));
            (base.unwrap_or_else(|| (*first).to_owned()), rest)
        }
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
