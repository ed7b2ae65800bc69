//! What brings about what, as far as a clause says it.

use super::Spot;
use super::assertion::{topic, written};
use super::clause::Clause;
use super::token::Token;

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) spot: Spot,
    pub(crate) cause: Node,
    pub(crate) effect: Node,
    pub(crate) is_negated: bool,
    /// "may cause", "contributes to": not by itself, or not surely.
    pub(crate) is_weak: bool,
}

/// Something that is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) key: String,
    pub(crate) text: String,
}

impl Node {
    pub(crate) fn of(tokens: &[Token]) -> Option<Self> {
        let is_edge = |token: &&Token| {
            !token.is_word()
                || token.is_any(&[
                    "the", "a", "an", "that", "and", "also", "often", "directly", "can", "may",
                    "might",
                ])
        };
        let start = tokens.iter().take_while(is_edge).count();
        let end = tokens.len() - tokens.iter().rev().take_while(is_edge).count();
        let tokens = tokens.get(start..end)?;
        let key = topic(tokens).join(" ");
        (!key.is_empty()).then(|| Self { key, text: written(tokens) })
    }

    /// A phrase that somebody gave.
    pub(crate) fn named(phrase: &str) -> Option<Self> {
        Self::of(&super::token::tokens(phrase))
    }
}

/// The words between cause and effect; `true` where the effect stands first.
const VERBS: &[(&[&str], bool)] = &[
    (&["is", "caused", "by"], true),
    (&["are", "caused", "by"], true),
    (&["was", "caused", "by"], true),
    (&["were", "caused", "by"], true),
    (&["triggered", "by"], true),
    (&["driven", "by"], true),
    (&["caused", "by"], true),
    (&["brought", "about", "by"], true),
    (&["produced", "by"], true),
    (&["induced", "by"], true),
    (&["results", "from"], true),
    (&["resulted", "from"], true),
    (&["result", "from"], true),
    (&["stems", "from"], true),
    (&["stemmed", "from"], true),
    (&["arises", "from"], true),
    (&["comes", "from"], true),
    (&["due", "to"], true),
    (&["because", "of"], true),
    (&["because"], true),
    (&["owing", "to"], true),
    (&["leads", "to"], false),
    (&["lead", "to"], false),
    (&["led", "to"], false),
    (&["leading", "to"], false),
    (&["results", "in"], false),
    (&["resulted", "in"], false),
    (&["result", "in"], false),
    (&["gives", "rise", "to"], false),
    (&["gave", "rise", "to"], false),
    (&["brings", "about"], false),
    (&["brought", "about"], false),
    (&["contributes", "to"], false),
    (&["contributed", "to"], false),
    (&["contribute", "to"], false),
    (&["causes"], false),
    (&["cause"], false),
    (&["caused"], false),
    (&["causing"], false),
    (&["triggers"], false),
    (&["triggered"], false),
    (&["trigger"], false),
    (&["induces"], false),
    (&["induced"], false),
    (&["drives"], false),
    (&["produces"], false),
    (&["produced"], false),
    (&["provokes"], false),
    (&["provoked"], false),
];

pub(crate) fn link(clause: &Clause, spot: Spot) -> Option<Link> {
    let tokens = &clause.tokens;
    let says = |at: usize, words: &[&str]| {
        words
            .iter()
            .enumerate()
            .all(|(offset, word)| tokens.get(at + offset).is_some_and(|token| token.is(word)))
    };
    let found = (1..tokens.len()).find_map(|at| {
        let verb = VERBS.iter().find(|(words, _)| says(at, words))?;
        Some((at, verb))
    });
    let (at, (words, is_inverse)) = found?;
    // "The cause of X is Y", "a root cause": a noun.
    if tokens[at - 1].is_any(&["the", "a", "an", "root", "main", "of", "no"]) {
        return None;
    }
    const AUXILIARY: &[&str] = &[
        "is",
        "are",
        "was",
        "were",
        "does",
        "do",
        "did",
        "not",
        "never",
        "can",
        "may",
        "might",
        "could",
        "will",
        "doesn't",
        "don't",
        "didn't",
        "isn't",
        "wasn't",
        "cannot",
        "can't",
        "often",
        "also",
        "partly",
        "mainly",
        "largely",
        "directly",
        "has",
        "have",
        "happened",
        "occurred",
        "only",
        "always",
        "usually",
        "sometimes",
        "probably",
        "likely",
        "longer",
        "no",
        "been",
    ];
    let before =
        tokens[..at].iter().rposition(|token| !token.is_any(AUXILIARY)).map_or(0, |last| last + 1);
    let between = &tokens[before..at];
    let is_weak = between.iter().any(|token| {
        token.is_any(&[
            "can",
            "may",
            "might",
            "could",
            "partly",
            "often",
            "sometimes",
            "probably",
            "likely",
            "usually",
        ])
    }) || words[0].starts_with("contribute");
    let is_negated = between.iter().any(|token| {
        token.is_any(&["not", "never", "cannot", "can't", "no"]) || token.low.ends_with("n't")
    });
    let rest = &tokens[at + words.len()..];
    let end = rest.iter().position(|token| {
        token.is_any(&[".", ";", ",", "which", "because", "when", "if", "(", "in", "during"])
    });
    let (first, second) =
        (Node::of(&tokens[..before])?, Node::of(&rest[..end.unwrap_or(rest.len())])?);
    let (cause, effect) = if *is_inverse { (second, first) } else { (first, second) };
    (cause.key != effect.key).then_some(Link { spot, cause, effect, is_negated, is_weak })
}
