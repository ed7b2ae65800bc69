//! Verb groups: "was not directed", "has been released", "produces".

use super::finite::{is_finite_base, is_finite_present, is_verb_before_determiner};
use super::inflection::{Form, base_of_present};
use super::lexicon::*;
use super::phrase::Role;
use super::token::{Kind, Token};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Voice {
    Active,
    Passive,
    /// A form of "be" alone.
    Copula,
}

#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) voice: Voice,
    /// The verb in its base form.
    pub(super) base: String,
    /// As it is written, in small letters; for the passive its participle.
    pub(super) written: String,
    pub(super) is_negated: bool,
    /// The first token after the group.
    pub(super) end: usize,
}

impl Group {
    /// A participle alone, as in "a film directed by".
    pub(super) fn participle(tokens: &[Token<'_>], at: usize) -> Option<Self> {
        let token = tokens.get(at).filter(|token| token.is_participle())?;
        Some(Self { voice: Voice::Passive, ..active(token, false, at + 1) })
    }

    /// A "be" that is not written, as in "Ann, the daughter of".
    pub(super) fn plain(end: usize) -> Self {
        let be = || "be".to_owned();
        Self { voice: Voice::Copula, base: be(), written: be(), is_negated: false, end }
    }
}

/// The verb group that begins at a token, if it asserts something. Modal verbs do not.
pub(super) fn group(tokens: &[Token<'_>], at: usize) -> Option<Group> {
    let mut is_negated = false;
    let at = skip_adverbs(tokens, at, &mut is_negated)?;
    let first = tokens.get(at)?;
    if first.is_name || first.kind != Kind::Word || first.is(MODAL) {
        return None;
    }
    if first.is(BE) && !first.is_any(&["be", "being", "been"]) {
        return after_be(tokens, at + 1, is_negated);
    }
    if first.is(HAVE) && first.low != "having" {
        let next = skip_adverbs(tokens, at + 1, &mut is_negated)?;
        return match tokens.get(next) {
            Some(token) if token.low == "been" => after_be(tokens, next + 1, is_negated),
            Some(token) if token.is_participle() && !is_modifier(tokens, next) => {
                Some(active(token, is_negated, next + 1))
            }
            Some(_) => Some(Group {
                voice: Voice::Active,
                base: "have".into(),
                written: first.low.to_string(),
                is_negated,
                end: at + 1,
            }),
            None => None,
        };
    }
    if first.low == "used" && tokens.get(at + 1).is_some_and(|next| next.low == "to") {
        return after_used_to(tokens, at + 2);
    }
    if first.is_any(&["did", "does", "do"]) {
        let next = skip_adverbs(tokens, at + 1, &mut is_negated)?;
        let token = tokens.get(next)?;
        let is_verb = token.kind == Kind::Word && token.is_nominal() && !token.is_name;
        return (is_negated && is_verb).then(|| Group {
            voice: Voice::Active,
            base: token.low.to_string(),
            written: token.low.to_string(),
            is_negated,
            end: next + 1,
        });
    }
    let is_finite = match first.form() {
        Some(Form::Past) => true,
        Some(Form::Present) => is_finite_present(tokens, at, Role::Subject),
        Some(Form::Base) => is_finite_base(tokens, at),
        _ => false,
    };
    if is_finite {
        return Some(active(first, is_negated, at + 1));
    }
    is_verb_before_determiner(tokens, at).then(|| Group {
        voice: Voice::Active,
        base: base_of_present(&first.low),
        written: first.low.to_string(),
        is_negated,
        end: at + 1,
    })
}

/// "depend" of "used to depend on", "be" of "used to be".
fn after_used_to(tokens: &[Token<'_>], at: usize) -> Option<Group> {
    let token = tokens.get(at).filter(|token| token.kind == Kind::Word && !token.is_name)?;
    if token.low == "be" {
        return after_be(tokens, at + 1, false);
    }
    let is_verb = token.is_nominal() && !token.is_participle() && token.form() != Some(Form::Ing);
    is_verb.then(|| Group { base: token.low.to_string(), ..active(token, false, at + 1) })
}

/// "can cause", "may lead to": what may bring something about, which is worth knowing though it need not.
pub(super) fn possible_cause(tokens: &[Token<'_>], at: usize) -> Option<Group> {
    let is_modal =
        tokens.get(at).is_some_and(|token| token.is_any(&["can", "may", "might", "could"]));
    let is_adverb = tokens
        .get(at + 1)
        .is_some_and(|token| token.is(ADVERB) && !token.is(NEGATION) && token.verb.is_none());
    let verb = at + 1 + usize::from(is_adverb);
    let token = tokens.get(verb).filter(|_| is_modal)?;
    let is_followed = |word| tokens.get(verb + 1).is_some_and(|next| next.low == word);
    let tells = match &*token.low {
        "cause" | "trigger" => true,
        "lead" | "contribute" => is_followed("to"),
        "result" => is_followed("in"),
        _ => false,
    };
    (tells && !token.is_name).then(|| active(token, false, verb + 1))
}

fn active(token: &Token<'_>, is_negated: bool, end: usize) -> Group {
    let base = token.verb.as_ref().map_or_else(|| token.low.to_string(), |(_, base)| base.clone());
    Group { voice: Voice::Active, base, written: token.low.to_string(), is_negated, end }
}

/// A participle before a noun belongs to it: "has mixed reviews".
fn is_modifier(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].is(MIXED)
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Word && next.is_nominal() && !next.is_name)
}

fn after_be(tokens: &[Token<'_>], at: usize, mut is_negated: bool) -> Option<Group> {
    let end = skip_adverbs(tokens, at, &mut is_negated)?;
    let copula = |end| Group {
        voice: Voice::Copula,
        base: "be".into(),
        written: "be".into(),
        is_negated,
        end,
    };
    let Some(token) = tokens.get(end) else { return Some(copula(end)) };
    let next = tokens.get(end + 1);
    if token.low == "being" {
        let found = after_be(tokens, end + 1, is_negated)?;
        return (found.voice == Voice::Passive).then_some(found);
    }
    // "is going to", "was to become"
    if token.is_any(&["going", "to", "able", "set", "due", "about"])
        && next.is_some_and(|next| next.low == "to")
        || token.low == "to"
    {
        return None;
    }
    match token.form() {
        Some(Form::Past | Form::Participle) if !token.is_name => {
            Some(Group { voice: Voice::Passive, ..active(token, is_negated, end + 1) })
        }
        // Its participle is its base.
        Some(Form::Base) if token.low == "run" && next.is_some_and(|next| next.low == "by") => {
            Some(Group { voice: Voice::Passive, ..active(token, is_negated, end + 1) })
        }
        // "was ruling Countess of Aumale"
        Some(Form::Ing)
            if token.is_any(&["ruling", "reigning", "acting", "sitting", "founding"])
                && next.is_some_and(|next| next.is(PERSON)) =>
        {
            Some(copula(end))
        }
        Some(Form::Ing) if !token.is_name && !next.is_some_and(|next| next.kind != Kind::Word) => {
            Some(active(token, is_negated, end + 1))
        }
        _ => Some(copula(end)),
    }
}

/// Adverbs and negations before a verb: "was not first", "also".
fn skip_adverbs(tokens: &[Token<'_>], mut at: usize, is_negated: &mut bool) -> Option<usize> {
    const MOST: usize = 4;
    let start = at;
    while let Some(token) = tokens.get(at) {
        let is_no_longer =
            token.low == "no" && tokens.get(at + 1).is_some_and(|next| next.low == "longer");
        if is_no_longer {
            *is_negated = true;
            at += 2;
        } else if token.is(NEGATION) && token.is(ADVERB) || token.low == "n't" {
            // "not well received" was received.
            let is_of_manner = tokens.get(at + 1).is_some_and(|next| {
                next.low == "well"
                    || next.low.ends_with("ly") && next.is(ADVERB)
                    || next.is_any(&["only", "always", "just"])
            });
            if is_of_manner {
                return None;
            }
            *is_negated = true;
            at += 1;
        } else if token.kind == Kind::Word
            && token.is(ADVERB)
            && !token.is_name
            && !token.is(PREPOSITION | LINK | CONJUNCTION)
            || token.is_any(&["yet", "once"])
        {
            at += 1;
        } else {
            break;
        }
        if at - start > MOST {
            return None;
        }
    }
    Some(at)
}
