//! Whether a word is a verb where it stands: "causes", "results" and "stars" are nouns as often.

use super::inflection::Form;
use super::lexicon::*;
use super::phrase::Role;
use super::token::{Kind, Token};

/// "adjoins the": before a determiner a word with an s is a verb, whichever it is.
pub(super) fn is_verb_before_determiner(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let is_open = token.kind == Kind::Word
        && !token.is_name
        && token.low.len() > 3
        && token.low.ends_with('s')
        && !["ss", "us", "is", "ics"].iter().any(|ending| token.low.ends_with(ending))
        && !token.is(NO_VERB);
    is_open
        && token.is_nominal()
        && tokens.get(at + 1).is_some_and(|next| !next.is_name && next.is_any(&["the", "a", "an"]))
}

/// Prepositions that tell a verb from a plural.
const TELLING: &[(&str, &str)] = &[
    ("result", "in"),
    ("lead", "to"),
    ("live", "in"),
    ("live", "at"),
    ("live", "on"),
    ("live", "near"),
    ("live", "with"),
    ("depend", "on"),
    ("stem", "from"),
    ("rely", "on"),
    ("star", "in"),
    ("work", "for"),
    ("work", "at"),
    ("work", "as"),
    ("work", "from"),
    ("report", "to"),
    ("run", "on"),
    ("play", "for"),
    ("border", "with"),
    ("stand", "for"),
    ("lie", "in"),
    ("lie", "on"),
    ("end", "in"),
    ("run", "from"),
    ("run", "through"),
    ("range", "from"),
    ("turn", "into"),
    ("play", "in"),
];

/// Whether "causes", "features" or "results" is a verb where it stands.
pub(super) fn is_finite_present(tokens: &[Token<'_>], at: usize, role: Role) -> bool {
    let token = &tokens[at];
    let Some(next) = tokens.get(at + 1) else { return false };
    let Some((_, base)) = &token.verb else { return false };
    let is_plain = !next.is_name && next.is(DETERMINER | POSSESSIVE) || next.kind == Kind::Quote;
    let is_noun_too = classes(base) & NOUN_TOO != 0;
    if is_plain {
        return true;
    }
    if next.is(PREPOSITION) && !next.is_name {
        return !is_noun_too || TELLING.contains(&(base, &next.low));
    }
    role == Role::Subject
        && next.is_nominal()
        && (next.verb.is_none()
            || next.form() == Some(Form::Ing)
            || !is_noun_too
            || base == "cause" && is_noun_at(tokens, at + 2))
}

/// "causes write errors"
fn is_noun_at(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.is_nominal() && token.verb.is_none())
}

/// Whether "cause" or "contain" is a verb where it stands: after a plural.
pub(super) fn is_finite_base(tokens: &[Token<'_>], at: usize) -> bool {
    let (Some(before), Some(next)) =
        (at.checked_sub(1).map(|before| &tokens[before]), tokens.get(at + 1))
    else {
        return false;
    };
    let Some((_, base)) = &tokens[at].verb else { return false };
    let is_plural = before.low.ends_with('s') && !before.low.ends_with("ss")
        || before.is_any(&["people", "men", "women", "children", "they"])
        || ends_list_of_names(&tokens[..at]);
    let is_noun_too = classes(base) & NOUN_TOO != 0;
    let is_telling = next.is(PREPOSITION) && (!is_noun_too || TELLING.contains(&(base, &next.low)));
    let is_object = next.is(DETERMINER | POSSESSIVE)
        || next.is_nominal() && (!is_noun_too || base == "cause" || next.is_name);
    is_plural && !tokens[at].is_name && (is_telling || is_object)
}

/// "Ann, Bob and Carl Ray work for"
fn ends_list_of_names(tokens: &[Token<'_>]) -> bool {
    let names = tokens.iter().rev().take_while(|token| token.is_name).count();
    let Some(and) = tokens.len().checked_sub(names + 1).filter(|and| names > 0 && *and > 0) else {
        return false;
    };
    tokens[and].is_any(&["and"]) && tokens[and - 1].is_name
}
