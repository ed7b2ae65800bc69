//! A sentence as its clauses, each with what it is about.
//!
//! By commas, conjunctions and verbs alone: a clause that is cut wrongly meets no other, and so says nothing wrong.

use std::ops::Range;

use ruminate_mind::facts::{Form, verb};
use ruminate_mind::text::stems::is_stop;

use super::lexicon::{PRONOUNS, is_verb};
use super::token::{Kind, Token, tokens};

/// What one clause says, with the subject that it takes over from the one before.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) tokens: Vec<Token>,
    /// How many of the tokens are its subject.
    pub(crate) subject: usize,
    /// Whether its subject was a pronoun, and what that means is a guess.
    pub(crate) is_guessed: bool,
}

/// What the sentence before was about.
pub(crate) type Topic = Vec<Token>;

pub(crate) fn clauses(sentence: &str, topic: &mut Topic) -> Vec<Clause> {
    let all = without_asides(tokens(sentence));
    let mut found: Vec<Clause> = Vec::new();
    let mut waiting: Vec<Token> = Vec::new();
    for part in parts(&all) {
        let part = &all[part];
        let whole: Vec<Token> = waiting.iter().chain(part).cloned().collect();
        match verb_at(part) {
            // "which opened in 1998": of what was just named.
            Some(_) if part[0].is_any(&["which", "who", "that"]) => {
                let subject = if waiting.is_empty() { Vec::new() } else { waiting.clone() };
                found.extend(with_subject(subject, &part[1..]));
            }
            Some(0) if waiting.is_empty() => {
                let subject = found.last().map(|clause| clause.tokens[..clause.subject].to_vec());
                found.extend(with_subject(subject.unwrap_or_default(), part));
            }
            Some(0) => found.extend(with_subject(std::mem::take(&mut waiting), part)),
            Some(_) => {
                waiting.clear();
                let subject = verb_at(&whole).unwrap_or(0);
                found.push(Clause { tokens: whole, subject, is_guessed: false });
            }
            None => match found.last_mut() {
                Some(clause) if has_number(part) && has_number(&clause.tokens) => {
                    let head = clause.subject + 1;
                    let tokens = clause.tokens[..head.min(clause.tokens.len())].iter().chain(part);
                    let next = Clause { tokens: tokens.cloned().collect(), ..*clause };
                    found.push(next);
                }
                Some(clause) => clause.tokens.extend_from_slice(part),
                None => waiting = whole,
            },
        }
    }
    resolve(&mut found, topic);
    found
}

/// Without what stands in brackets: the same amount in another unit, most of the time.
fn without_asides(all: Vec<Token>) -> Vec<Token> {
    let mut depth = 0u32;
    let is_kept = |token: &Token| {
        let was = depth;
        match &*token.low {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        was == 0 && depth == 0
    };
    all.into_iter().filter(is_kept).collect()
}

fn with_subject(subject: Vec<Token>, predicate: &[Token]) -> Option<Clause> {
    let length = subject.len();
    let tokens = subject.into_iter().chain(predicate.iter().cloned()).collect();
    (length > 0).then_some(Clause { tokens, subject: length, is_guessed: false })
}

/// A pronoun in the place of the subject means the subject before it.
fn resolve(found: &mut [Clause], topic: &mut Topic) {
    for clause in found {
        let is_pronoun = clause.subject == 1 && clause.tokens[0].is_any(PRONOUNS);
        if is_pronoun && !topic.is_empty() {
            clause.tokens.splice(0..1, topic.iter().cloned());
            clause.subject = topic.len();
            clause.is_guessed = true;
        } else if clause.subject > 0 && !is_pronoun {
            *topic = clause.tokens[..clause.subject].to_vec();
        }
    }
}

fn has_number(part: &[Token]) -> bool {
    part.iter().any(|token| token.kind == Kind::Number)
}

/// Where the verb stands: after something that it can be said of, or first.
pub(crate) fn verb_at(part: &[Token]) -> Option<usize> {
    const DETERMINERS: &[&str] = &[
        "the", "a", "an", "of", "its", "their", "his", "her", "our", "this", "these", "more",
        "most", "no", "and", "in", "to", "for", "with", "by",
    ];
    // "The opened bridge" has no verb yet; "Rises" may be a name, and begins no assertion.
    let can_be = |at: &usize| {
        let is_after_determiner = *at > 0 && part[at - 1].is_any(DETERMINERS);
        part[*at].is_word() && !part[*at].is_capital() && !is_after_determiner
    };
    let known = (0..part.len()).find(|at| can_be(at) && is_verb(&part[*at].low));
    known.or_else(|| (1..part.len()).find(|at| can_be(at) && looks_like_verb(part, *at)))
}

/// A word that no list has, with the ending of the present, after a noun and before what a verb has after it.
fn looks_like_verb(part: &[Token], at: usize) -> bool {
    const AFTER: &[&str] = &[
        "the", "a", "an", "on", "in", "at", "to", "for", "with", "from", "into", "no", "all", ".",
    ];
    let word = &*part[at].low;
    let has_ending = word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let next = part.get(at + 1);
    let is_followed = next
        .is_none_or(|next| next.is_any(AFTER) || next.kind == Kind::Number || next.is_capital());
    // "sales lead to": the plain form after a plural.
    let is_plain = part[at - 1].low.ends_with('s') && matches!(verb(word), Some((Form::Base, _)));
    (has_ending && is_followed || is_plain) && !is_stop(&part[at - 1].low)
}

/// The parts between commas and conjunctions.
fn parts(all: &[Token]) -> Vec<Range<usize>> {
    const BETWEEN: &[&str] =
        &["but", "while", "whereas", "although", "though", "and", ";", ",", "—", ":"];
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..=all.len() {
        let is_between =
            all.get(at).is_none_or(|token| token.is_any(BETWEEN)) && !joins(all, start, at);
        if is_between {
            if start < at {
                found.push(start..at);
            }
            start = at + 1;
        }
    }
    found
}

/// Whether an "and" joins no more than two words: "bread and butter", "between 5 and 7"; or a comma stands in a date.
fn joins(all: &[Token], start: usize, at: usize) -> bool {
    let Some(sign) = all.get(at) else { return false };
    let next = all.get(at + 1);
    let is_number = |token: &Token| token.kind == Kind::Number;
    if sign.is(",") {
        let is_year = next.is_some_and(|token| is_number(token) && token.text.len() == 4);
        return is_year && at > start && is_number(&all[at - 1]);
    }
    let is_between = all[start..at].iter().any(|token| token.is("between"));
    let rest = &all[(at + 1).min(all.len())..];
    let has_own_verb = verb_at(&rest[..rest.len().min(6)]).is_some();
    let both_measured = has_number(&all[start..at]) && next.is_some_and(is_number);
    sign.is("and")
        && (is_between || !has_own_verb && !both_measured || verb_at(&all[start..at]).is_none())
}
