//! Noun phrases: what a statement is about, as the sentence writes it.
//!
//! A phrase is a run of words that no closed class claims, with its determiner before it and its "of" behind it.
//! Adjectives and nouns are not told apart, but for the last word: a phrase that ends in an adjective is none.

use std::ops::Range;

use crate::text::demonyms::place_of;

use super::finite::{is_finite_base, is_finite_present, is_verb_before_determiner};
use super::inflection::Form;
use super::lexicon::*;
use super::token::{Kind, Token};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Determiner {
    None,
    /// "a", "an", "some", "several".
    Indefinite,
    The,
    /// "this", "those".
    Pointing,
    /// "his", "their".
    Possessive,
    /// "France's".
    Owner,
    No,
}

#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) determiner: Determiner,
    /// The token of the determiner, or the first of the phrase.
    pub(super) first: usize,
    /// The tokens without the determiner and the owner.
    pub(super) words: Range<usize>,
    /// The token that the phrase is about, before its "of".
    pub(super) head: usize,
    pub(super) of: Option<usize>,
    pub(super) owner: Option<Range<usize>>,
    /// Whether the head is a name.
    pub(super) is_name: bool,
}

impl Phrase {
    pub(super) fn end(&self) -> usize {
        self.words.end
    }
}

/// Where a phrase is looked for: a verb may follow a subject, and seldom follows an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Subject,
    Object,
}

/// A phrase longer than this is a sentence that was not understood.
const LONGEST: usize = 20;
const MOST_OFS: usize = 3;

/// The noun phrase that begins at a token.
pub(super) fn phrase(tokens: &[Token<'_>], at: usize, role: Role) -> Option<Phrase> {
    let (determiner, mut next) = determiner(tokens, at);
    let mut start = next;
    let mut owner = None;
    let mut head = None;
    let mut of = None;
    let mut ofs = 0;
    let mut kind = determiner;
    let mut is_ranked = false;
    while let Some(token) = tokens.get(next) {
        if next - at > LONGEST {
            return None;
        }
        let has_head = next > start && head.is_some();
        if token.kind == Kind::Quote {
            let close = quoted(tokens, next)?;
            head = Some(close - 1);
            next = close + 1;
        } else if token.kind == Kind::Owned && of.is_none() && has_head && owner.is_none() {
            owner = Some(start..next);
            kind = Determiner::Owner;
            next += 1;
            start = next;
            head = None;
        } else if token.low == "of" && has_head && ofs < MOST_OFS && begins_phrase(tokens, next + 1)
        {
            // The "of" of a rank belongs to the name.
            if !is_ranked {
                of.get_or_insert(next);
            }
            ofs += 1;
            next = self::determiner(tokens, next + 1).1;
        } else if let Some(joining) = joining(tokens, next).filter(|_| has_head) {
            next += joining;
        } else if token.kind == Kind::Comma && has_head && is_generation(tokens, next + 1) {
            next += 2;
        } else if token.kind == Kind::Comma
            && has_head
            && tokens[next - 1].is_name
            && is_rank(tokens, next + 1)
            && !(of.is_some() && head.is_some_and(|head| is_noble(&tokens[head])))
        {
            is_ranked = true;
            next += 2;
        } else if belongs(tokens, next, start, role) {
            if of.is_none() && !is_ranked {
                head = Some(next);
            }
            next += 1;
        } else {
            break;
        }
    }
    let head = head?;
    let last = tokens.get(next.checked_sub(1)?)?;
    let ends_well =
        last.is_nominal() || last.kind == Kind::Quote || is_numbered(tokens, next - 1, start);
    let is_name = tokens[head].is_name
        || tokens.get(head + 1).is_some_and(|token| token.kind == Kind::Quote && next > head + 1);
    let has_date = tokens[start..next].windows(2).any(|pair| {
        pair.iter().any(|token| token.is(MONTH))
            && pair.iter().any(|token| token.kind == Kind::Number)
    });
    (next > start && ends_well && !has_date).then_some(Phrase {
        determiner: kind,
        first: at,
        words: start..next,
        head,
        of,
        owner,
        is_name,
    })
}

fn determiner(tokens: &[Token<'_>], at: usize) -> (Determiner, usize) {
    let Some(token) = tokens.get(at) else { return (Determiner::None, at) };
    if token.is_name {
        return (Determiner::None, at);
    }
    let kind = match &*token.low {
        "the" | "our" => Determiner::The,
        "no" => Determiner::No,
        // "more" needs its "than".
        "this" | "that" | "these" | "those" | "such" | "more" | "less" | "fewer" => {
            Determiner::Pointing
        }
        _ if token.is(POSSESSIVE) => Determiner::Possessive,
        _ if token.is(DETERMINER) => Determiner::Indefinite,
        _ => return (Determiner::None, at),
    };
    // "all the", "both his"
    match tokens.get(at + 1) {
        Some(next)
            if kind == Determiner::Indefinite
                && !next.is_name
                && next.is(DETERMINER | POSSESSIVE) =>
        {
            let (second, end) = determiner(tokens, at + 1);
            (second, end)
        }
        _ => (kind, at + 1),
    }
}

fn begins_phrase(tokens: &[Token<'_>], at: usize) -> bool {
    let at = determiner(tokens, at).1;
    tokens.get(at).is_some_and(|token| {
        token.is_nominal() && token.form() != Some(Form::Ing) || token.kind == Kind::Quote
    })
}

/// "Sims, Jr."
fn is_generation(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        matches!(token.text, "Jr." | "Sr." | "Jr" | "Sr" | "Inc." | "Inc" | "Ltd." | "Ltd" | "LLC")
    })
}

/// A rank after a name belongs to it: "John Sackville, 3rd Duke of Dorset", "Floris IV, Count of Holland".
pub(super) fn is_rank(tokens: &[Token<'_>], at: usize) -> bool {
    let is_ordinal = tokens.get(at).is_some_and(|token| {
        token.kind == Kind::Number
            && ["st", "nd", "rd", "th"].iter().any(|ending| token.low.ends_with(ending))
    });
    let is_noble_at =
        |at: usize| tokens.get(at).is_some_and(|token| token.is_name && is_noble(token));
    if is_ordinal {
        return is_noble_at(at + 1);
    }
    // "Grand Duke of Tuscany"
    let noun = at + usize::from(tokens.get(at).is_some_and(|token| token.is_any(&["grand"])));
    is_noble_at(noun) && tokens.get(noun + 1).is_some_and(|token| token.low == "of")
}

fn is_noble(token: &Token<'_>) -> bool {
    const RANKS: &[&str] = &[
        "king",
        "queen",
        "prince",
        "princess",
        "emperor",
        "empress",
        "duke",
        "duchess",
        "archduke",
        "count",
        "countess",
        "earl",
        "baron",
        "baroness",
        "baronet",
        "marquess",
        "marquis",
        "margrave",
        "landgrave",
        "viscount",
        "viscountess",
        "lord",
        "lady",
        "elector",
    ];
    token.is_any(RANKS)
}

/// The closing quotation mark of the one here.
fn quoted(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let close =
        tokens[open + 1..].iter().take(LONGEST).position(|token| token.kind == Kind::Quote)?;
    let has_bracket = tokens[open + 1..open + 1 + close]
        .iter()
        .any(|token| matches!(token.kind, Kind::Open | Kind::Close));
    (close > 0 && !has_bracket).then_some(open + 1 + close)
}

/// How many words here join two names: "Society for Science", "Simon & Schuster", "Alfred the Great".
fn joining(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    const WITH_FOR: &[&str] = &[
        "society",
        "institute",
        "center",
        "centre",
        "association",
        "foundation",
        "committee",
        "council",
        "academy",
        "campaign",
        "museum",
        "minister",
        "ministry",
        "fund",
        "alliance",
        "court",
    ];
    const EPITHETS: &[&str] = &[
        "great",
        "elder",
        "younger",
        "terrible",
        "conqueror",
        "bald",
        "fat",
        "tall",
        "short",
        "bold",
        "good",
        "fair",
        "pious",
        "wise",
        "lion",
        "bearded",
        "brave",
        "black",
        "white",
        "red",
        "confessor",
        "magnificent",
        "rich",
        "old",
        "young",
    ];
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| token.is_name);
    let token = &tokens[at];
    let before = at.checked_sub(1).map(|before| &tokens[before]).filter(|token| token.is_name)?;
    let is_one = match token.text {
        "&" => true,
        "for" if before.is_any(WITH_FOR) => {
            let has_article = tokens.get(at + 1).is_some_and(|next| next.text == "the");
            return is_name(at + 1 + usize::from(has_article))
                .then(|| 1 + usize::from(has_article));
        }
        "the" => {
            let is_numbered = before.text.bytes().all(|byte| b"IVX".contains(&byte));
            is_numbered || tokens.get(at + 1).is_some_and(|next| next.is_any(EPITHETS))
        }
        "de" | "la" | "von" | "van" | "der" | "del" | "da" | "di" | "du" | "al" | "bin" | "ibn"
        | "y" => true,
        _ => false,
    };
    (is_one && is_name(at + 1)).then_some(1)
}

/// Verbs whose "ing" stands before its object, and never before the noun that it tells of.
const HAVING_OBJECTS: &[&str] = &[
    "covering",
    "featuring",
    "containing",
    "using",
    "involving",
    "depicting",
    "providing",
    "describing",
    "having",
    "making",
];

/// "number one"
fn is_numbered(tokens: &[Token<'_>], at: usize, start: usize) -> bool {
    at > start && tokens[at].is(COUNT) && tokens[at - 1].is_any(&["number"])
}

/// Whether a word goes on with the phrase that began at `start`.
fn belongs(tokens: &[Token<'_>], at: usize, start: usize, role: Role) -> bool {
    let token = &tokens[at];
    let next = tokens.get(at + 1);
    let is_before_noun = next.is_some_and(|next| next.is_nominal() && next.kind == Kind::Word);
    let is_after_name = at > start && tokens[at - 1].is_name;
    if is_numbered(tokens, at, start) {
        return true;
    }
    // "Irrigation in India helps"
    if is_after_name && tokens[at - 1].is_joined() && token.form() == Some(Form::Present) {
        return false;
    }
    // "the United States nine times"
    if is_after_name && !token.is_name && token.is(COUNT | ADVERB) {
        return false;
    }
    // "beat Gonzaga 71–65"
    let is_score = at > start
        && token.kind == Kind::Number
        && next.is_some_and(|next| next.kind == Kind::Break);
    if token.is_name || token.kind == Kind::Number {
        return !is_score;
    }
    if token.kind != Kind::Word {
        return false;
    }
    if token.is(ADVERB) && !token.is_nominal() || token.low.ends_with("ly") && token.is(ADVERB) {
        return at == start && is_before_noun && token.low.ends_with("ly")
            || at > start && is_before_noun && token.low.ends_with("ly") && role == Role::Object;
    }
    if !token.is_nominal() {
        return false;
    }
    // "best known for"
    if at > start && token.is(ADVERB) && next.is_some_and(Token::is_participle) {
        return false;
    }
    // "an artist renowned for"
    if at > start && token.is(PRAISE) && next.is_some_and(|next| next.is(PREPOSITION)) {
        return false;
    }
    let is_before_common = is_before_noun && next.is_some_and(|next| !next.is_name);
    if token.is(PAST_ONLY) {
        return false;
    }
    match token.form() {
        None => !(at > start && is_verb_before_determiner(tokens, at)),
        // "by using it" has no phrase, "the leading role" has one.
        Some(Form::Ing) if at == start && role == Role::Object => {
            (is_before_noun || next.is_some_and(Token::is_year))
                && at > 0
                && tokens[at - 1].is(DETERMINER | POSSESSIVE)
        }
        Some(Form::Base | Form::Present) if at == start => true,
        Some(_) if at == start => is_before_noun,
        Some(Form::Participle) => is_before_common && role == Role::Object,
        // "a hit", "the cast": nouns too.
        Some(Form::Past) if token.verb.as_ref().is_some_and(|(_, base)| *base == token.low) => {
            role == Role::Object
        }
        Some(Form::Past) => {
            is_before_common
                && !next.is_some_and(|next| next.is(COUNT))
                && (role == Role::Object && !tokens[at - 1].is_name
                    || tokens[at - 1].is(ADJECTIVE | ADVERB))
        }
        // "Irregular watering causes"
        Some(Form::Ing)
            if role == Role::Subject
                && at == start + 1
                && start == 0
                && next.is_some_and(|next| next.form() == Some(Form::Present))
                && is_finite_present(tokens, at + 1, role) =>
        {
            true
        }
        // "Big Boi featuring singer Ann", "a journal covering research on"
        Some(Form::Ing) if is_after_name || token.is_any(HAVING_OBJECTS) => false,
        // "thermal throttling."
        Some(Form::Ing)
            if role == Role::Object
                && next.is_none_or(|next| matches!(next.kind, Kind::Other | Kind::Close)) =>
        {
            true
        }
        Some(Form::Ing) => {
            // "a publishing house", but "a film featuring characters"
            is_before_common
                && next.is_some_and(|next| {
                    (next.verb.is_none() || next.is(NOUN_TOO))
                        && (!next.low.ends_with('s') || tokens[at - 1].is(COUNT | ADJECTIVE))
                })
        }
        Some(Form::Present) => !is_finite_present(tokens, at, role),
        Some(Form::Base) => role == Role::Object || !is_finite_base(tokens, at),
    }
}

/// Whether the last word of a phrase cannot be a noun: "American", "romantic", "wealthy".
pub(super) fn ends_in_adjective(tokens: &[Token<'_>], phrase: &Phrase) -> bool {
    let is_alone = phrase.words.len() == 1;
    let is_demonym =
        |token: &Token<'_>| place_of(&token.low).is_some() && (is_alone || !token.is_name);
    let last = &tokens[phrase.words.end - 1];
    [&tokens[phrase.head], last].into_iter().any(|token| {
        is_demonym(token) || is_compound(token) || !token.is_name && is_adjective(token)
    })
}

/// "Scottish-born", "London-based".
fn is_compound(token: &Token<'_>) -> bool {
    token.low.ends_with("-born") || token.low.ends_with("-based")
}

fn is_adjective(token: &Token<'_>) -> bool {
    const ENDINGS: &[&str] =
        &["al", "ic", "ive", "ous", "ful", "less", "ish", "ese", "able", "ible", "ern"];
    const NOUNS_IN_EST: &[&str] = &[
        "forest", "interest", "contest", "protest", "harvest", "request", "priest", "arrest",
        "conquest",
    ];
    let low = &*token.low;
    if token.kind != Kind::Word || token.is(NOUN | PERSON | NAMED) {
        return false;
    }
    let is_most = low.len() > 5 && low.ends_with("est") && !NOUNS_IN_EST.contains(&low);
    token.is(ADJECTIVE) || is_most || ENDINGS.iter().any(|ending| low.ends_with(ending))
}
