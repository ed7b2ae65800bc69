//! Lists of noun phrases: "A, B and C".

use super::finite::is_finite_present;
use super::inflection::Form;
use super::lexicon::*;
use super::phrase::{Determiner, Phrase, Role, is_rank, phrase};
use super::token::{Kind, Token};

/// Phrases that a list joins, and where it ends.
pub(super) struct List {
    pub(super) items: Vec<Phrase>,
    pub(super) end: usize,
    /// Joined by "or".
    pub(super) is_either: bool,
}

/// The list that begins at a token: "A", "A and B", "A, B and C". Without an "and" it is only its first item.
pub(super) fn list(tokens: &[Token<'_>], at: usize, role: Role) -> Option<List> {
    const LONGEST_LIST: usize = 12;
    let first = phrase(tokens, at, role)?;
    let mut found = List { end: first.end(), items: vec![first], is_either: false };
    let mut items = found.items.clone();
    let mut next = found.end;
    while items.len() < LONGEST_LIST {
        let has_comma = tokens.get(next).is_some_and(|token| token.kind == Kind::Comma);
        let after_comma = next + usize::from(has_comma);
        let is_last =
            tokens.get(after_comma).is_some_and(|token| token.is_any(&["and", "or", "&"]));
        if !has_comma && !is_last {
            break;
        }
        let start = after_comma + usize::from(is_last);
        // "has pages and narrates events"
        let is_verb = role == Role::Object
            && tokens.get(start).is_some_and(|token| {
                token.is(PAST_ONLY)
                    || token.form() == Some(Form::Past)
                        && !tokens
                            .get(start + 1)
                            .is_some_and(|next| next.is_nominal() && !next.is_name)
                    || token.form() == Some(Form::Present)
                        && is_finite_present(tokens, start, Role::Subject)
            });
        if is_verb {
            break;
        }
        let Some(item) = phrase(tokens, start, role) else { break };
        if is_last && role == Role::Object && is_clause(tokens, &item) {
            break;
        }
        let is_either = is_last && tokens[after_comma].low == "or";
        next = item.end();
        match items.last_mut() {
            // "Department of Wildlife and Parks" is one.
            Some(body)
                if is_last
                    && !has_comma
                    && item.is_name
                    && body.of.is_some()
                    && tokens[body.head].is(BODY) =>
            {
                body.words.end = next
            }
            // "3rd Earl of Eglinton and 6th Earl of Winton"
            Some(ranked)
                if is_last
                    && !has_comma
                    && tokens[start].kind == Kind::Number
                    && is_rank(tokens, start) =>
            {
                ranked.words.end = next
            }
            // "The Baltimore and Ohio Railroad" is one.
            Some(first) if is_last && !has_comma && is_joint_name(first, &item) => {
                first.words.end = next;
                first.head = item.head;
            }
            _ => items.push(item),
        }
        if is_last {
            found = List { items: items.clone(), end: next, is_either };
            if !tokens.get(next).is_some_and(|token| token.is_any(&["and"])) {
                break;
            }
        }
    }
    Some(found)
}

/// Whether a phrase after "and" is the subject of a clause of its own.
fn is_clause(tokens: &[Token<'_>], item: &Phrase) -> bool {
    tokens.get(item.end()).is_some_and(|token| {
        !token.is_name
            && (token.is(BE | HAVE | DO | MODAL)
                || token.form() == Some(Form::Present)
                    && is_finite_present(tokens, item.end(), Role::Subject)
                || token.is_participle()
                    && (item.is_name || item.determiner != Determiner::None)
                    && tokens.get(item.end() + 1).is_none_or(|next| next.low != "by"))
    })
}

fn is_joint_name(first: &Phrase, second: &Phrase) -> bool {
    let is_short = first.determiner == Determiner::The && first.is_name && first.words.len() == 1;
    is_short
        && second.is_name
        && second.determiner == Determiner::None
        && second.of.is_none()
        && second.words.len() > 1
}
