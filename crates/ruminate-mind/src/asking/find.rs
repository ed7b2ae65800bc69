//! Questions for what stands at a fact's other end: "Who directed X?", "Where was X's father born?"

use super::link;
use super::query::{Link, Query, Side, Term, Wants, Way};
use super::term::{self, BE, DEEPEST, kind, plain_words, subject_and_verb, term, verb_then_term};
use super::why::words_of;
use super::word::Token;
use crate::facts::{Form, singular, verb};
use crate::graph::Graph;
use crate::thought::Towards;

const DO: &[&str] = &["did", "does", "do"];
const TIMES: &[&str] = &["year", "date", "day", "time"];
pub(super) const PLACES: &[&str] = &[
    "city", "town", "village", "place", "county", "state", "province", "region", "location",
    "country", "nation",
];

/// Verbs whose base looks like a past.
const SAME_IN_PAST: &[&str] =
    &["found", "bear", "cut", "put", "set", "cost", "hit", "read", "spread", "wound", "lay"];
const AFTER_VERB: &[&str] =
    &["in", "on", "at", "to", "from", "of", "for", "with", "as", "by", "out", "up", "into"];

/// Verbs that tell no more than that something has it.
const USING: &[&str] =
    &["use", "run on", "run", "listen on", "need", "require", "depend on", "be on"];

/// What the words ask for that a question is asked with.
pub(super) struct Asked {
    wants: Wants,
    /// "which university"
    kind: Option<String>,
    /// Whether the kind is in the plural: "which films".
    is_many: bool,
    /// "in" of "in which city".
    preposition: Option<String>,
    /// Whether it is asked of the present: "does", "works".
    is_now: bool,
}

pub(super) fn find(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    asked_first(graph, tokens).or_else(|| asked_first(graph, &beside_its_noun(tokens)?))
}

/// "Where did the band that made X form?" of "Where did the band form that made X?"
fn beside_its_noun(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens.iter().position(|token| token.is_any(&["who", "that", "which"]))?;
    let has_preposition = at > 0 && tokens[at - 1].is_any(term::PREPOSITIONS);
    let at = if has_preposition { at - 1 } else { at };
    let at = if at > 0 { at } else { return None };
    let is_verb = tokens[at - 1].plain().is_some_and(|word| verb(word).is_some());
    let (before, clause) = (&tokens[..at - 1], &tokens[at..]);
    (is_verb && at > 3).then(|| [before, clause, &tokens[at - 1..at]].concat())
}

fn asked_first(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    // "The director of X is who?"
    if let [before @ .., be, last] = tokens
        && be.is_any(BE)
        && last.is_any(&["who", "what", "when", "where"])
        && !before.is_empty()
    {
        return asked_first(graph, &[&[last.clone(), be.clone()], before].concat());
    }
    let (preposition, tokens) = match tokens {
        [first, rest @ ..]
            if first.is_any(&["in", "on", "at", "from", "to", "by", "for", "with", "of"]) =>
        {
            (first.plain().map(str::to_owned), rest)
        }
        _ => (None, tokens),
    };
    let (first, rest) = tokens.split_first()?;
    let wants = wanted_by(first)?;
    let most = if wants == Wants::Anything { 3 } else { 0 };
    for length in (0..=most).filter(|length| *length < rest.len()) {
        let (before, rest) = rest.split_at(length);
        if before.iter().any(|token| token.is_any(BE) || token.is_any(DO) || token.is_any(&["the"]))
        {
            break;
        }
        let Some(asked) = Asked::new(wants, before, preposition.clone()) else { continue };
        if let Some(found) = asked.find(graph, rest) {
            return Some(found);
        }
    }
    None
}

/// What the word wants that a question is asked with.
pub(super) fn wanted_by(word: &Token) -> Option<Wants> {
    Some(match word.plain()? {
        "who" | "whom" => Wants::Somebody,
        "when" => Wants::Time,
        "where" => Wants::Place,
        "what" | "which" => Wants::Anything,
        _ => return None,
    })
}

fn wanted(wants: Wants, kind: Option<&str>) -> Wants {
    match kind {
        Some(kind) if TIMES.contains(&kind) => Wants::Time,
        Some(kind) if PLACES.contains(&kind) => Wants::Place,
        _ => wants,
    }
}

impl Asked {
    /// Asked for by a word that wants this, and the kind after it, if there is one.
    pub(super) fn new(wants: Wants, after: &[Token], preposition: Option<String>) -> Option<Self> {
        let kind = if after.is_empty() { None } else { Some(kind(after)?) };
        let last = after.last().and_then(Token::plain).unwrap_or("");
        Some(Self {
            wants: wanted(wants, kind.as_deref()),
            is_many: singular(last) != last,
            kind,
            preposition,
            is_now: false,
        })
    }

    fn find(&self, graph: &Graph, tokens: &[Token]) -> Option<Query> {
        let (first, rest) = tokens.split_first()?;
        let is_many = self.is_many || first.is_any(&["are", "were"]);
        if first.is_any(BE) {
            return self.what_is(graph, rest, is_many);
        }
        if first.is_any(DO) {
            let is_now = first.is_any(&["does", "do"]);
            return self.at(is_now).what_did(graph, rest);
        }
        if self.preposition.is_none()
            && let Some(what) = verb_then_term(graph, &self.as_of_one(tokens), DEEPEST)
        {
            // What is so now may be so of many: "Who works for X?"
            let is_now = first.plain().is_some_and(|word| !term::is_participle(word));
            let is_many = self.is_many || is_now && self.kind.is_none();
            return Asked { is_many, ..self.at(is_now) }.asks(what);
        }
        // "Which award the director of X received?", "tell me where X was born"
        let (inner, verb) = subject_and_verb(graph, tokens, DEEPEST)?;
        self.happened(inner, &verb)
    }

    fn at(&self, is_now: bool) -> Self {
        let (kind, preposition) = (self.kind.clone(), self.preposition.clone());
        Self { kind, preposition, is_now, ..*self }
    }

    /// "depends on X", where several are asked for that "depend on X".
    fn as_of_one(&self, tokens: &[Token]) -> Vec<Token> {
        let mut tokens = tokens.to_vec();
        if self.is_many {
            term::in_singular(&mut tokens);
        }
        tokens
    }

    /// "is the spouse of X", "was X born", "is X married to", "is X"
    fn what_is(&self, graph: &Graph, tokens: &[Token], is_many: bool) -> Option<Query> {
        if let Some(query) = self.tail(graph, tokens) {
            return Some(query);
        }
        if let Some(cause) = cause_of(graph, tokens).filter(|_| self.kind.is_none()) {
            return Some(cause);
        }
        if let Some(what) = term(graph, tokens) {
            return match (what, &self.kind) {
                (Term::Named(name), None) if self.preposition.is_none() => match self.wants {
                    Wants::Place => Some(find_of(Term::Named(name), link::place("be"))),
                    Wants::Time => None,
                    _ => Some(Query::Define(name)),
                },
                (what, Some(kind)) if kind == "nationality" => {
                    Some(find_of(what, link::noun("nationality")?))
                }
                (what, Some(_))
                    if self.wants == Wants::Place && self.preposition.as_deref() == Some("in") =>
                {
                    Some(find_of(what, link::place("be").kind(self.kind.clone())))
                }
                (Term::Of(inner, link), None) if self.preposition.is_none() => {
                    let fits = match self.wants {
                        Wants::Time | Wants::Place => link.wants == self.wants,
                        Wants::Somebody => matches!(link.wants, Wants::Somebody | Wants::Anything),
                        Wants::Anything => true,
                    };
                    let wants = if link.wants == Wants::Anything { self.wants } else { link.wants };
                    fits.then(|| Query::Find {
                        what: Term::Of(inner, link.wanting(wants)),
                        is_many,
                    })
                }
                _ => None,
            };
        }
        // "Who is married to X?"
        let be = Token::Word("is".into(), false);
        let whole = [&[be], tokens].concat();
        let what = verb_then_term(graph, &whole, DEEPEST).filter(|_| self.preposition.is_none())?;
        self.asks(what)
    }

    /// "X born", "X married to", "X from"
    fn tail(&self, graph: &Graph, tokens: &[Token]) -> Option<Query> {
        let of = Token::Word("of".into(), false);
        let with_of;
        // "Of what country is X a citizen?"
        let (tokens, preposition) = match self.preposition.as_deref() {
            Some("of") => {
                with_of = [tokens, &[of]].concat();
                (with_of.as_slice(), None)
            }
            _ => (tokens, self.preposition.clone()),
        };
        for length in 1..=3_usize {
            let at = tokens.len().checked_sub(length).filter(|at| *at > 0)?;
            let written = plain_words(&tokens[at..])?;
            let first = written.split(' ').next().unwrap_or("");
            let is_noun =
                length > 1 && written.ends_with(" of") && !matches!(first, "a" | "an" | "the");
            let is_state = length == 2 && term::is_state(first);
            let is_bare = matches!(written.as_str(), "from" | "in");
            if !(term::is_participle(first) || is_bare || is_noun || is_state) {
                continue;
            }
            let subject = &tokens[..at];
            // "the city where X was born", "the city X was born in": the verb of that clause.
            let is_preposition = matches!(written.as_str(), "from" | "in");
            let is_of_clause = |token: &Token| {
                token.is_any(BE) || is_preposition && token.plain().is_some_and(term::is_participle)
            };
            if subject.last().is_some_and(is_of_clause) {
                continue;
            }
            let subject = match subject {
                [before @ .., article] if article.is_any(&["a", "an", "the"]) && is_noun => before,
                _ => subject,
            };
            if let Some(inner) = term(graph, subject) {
                let asked = Asked { preposition, kind: self.kind.clone(), ..*self };
                return asked.happened(inner, &format!("be {written}"));
            }
        }
        None
    }

    /// "did X die", "does X consist of", "did the founder of X attend"
    fn what_did(&self, graph: &Graph, tokens: &[Token]) -> Option<Query> {
        for length in 1..=3_usize {
            let at = tokens.len().checked_sub(length).filter(|at| *at > 0)?;
            let written = plain_words(&tokens[at..])?;
            let first = written.split(' ').next().unwrap_or("");
            // Whatever stands there is the verb, unless it can only be a past.
            let is_past =
                matches!(verb(first), Some((Form::Past | Form::Participle | Form::Ing, _)));
            let is_base = !is_past || SAME_IN_PAST.contains(&first);
            let tail_fits = written.split(' ').skip(1).all(|word| AFTER_VERB.contains(&word));
            if !is_base || !tail_fits {
                continue;
            }
            let Some(inner) = term(graph, &tokens[..at]) else { continue };
            if written == "have" {
                let link = link::noun(self.kind.as_deref()?)?;
                return Some(Query::Find { what: inner.of(link), is_many: self.is_many });
            }
            return self.happened(inner, &written);
        }
        None
    }

    /// What a verb with its preposition tells of a subject: its object, its time or its place.
    pub(super) fn happened(&self, inner: Term, verb: &str) -> Option<Query> {
        let kind = self.kind.as_deref();
        let (bare, last) = verb.rsplit_once(' ').unwrap_or((verb, ""));
        // "Which year was X born in?", "In which year was X born?"
        let is_loose = matches!(last, "in" | "on" | "at");
        let event = if is_loose { bare } else { verb };
        let told = self.preposition.as_deref();
        if verb == "be in" {
            return (self.wants != Wants::Time)
                .then(|| find_of(inner, link::place("be").kind(self.kind.clone())));
        }
        if verb == "be from" || verb == "be citizen of" {
            let is_country = kind.is_none_or(|kind| matches!(kind, "country" | "nation"));
            return is_country.then(|| find_of(inner, Link::new("be from", vec![Way::Country])));
        }
        // "Where did X move to?"
        if self.wants == Wants::Place && kind.is_none() && matches!(last, "to" | "from") {
            let link = link::verb(verb, Side::Subject)?.wanting(Wants::Place);
            return Some(find_of(inner, link.now(self.is_now)));
        }
        match self.wants {
            Wants::Time if told.is_none_or(|told| matches!(told, "in" | "on")) => {
                let year = self.kind.clone().filter(|kind| kind == "year");
                Some(find_of(inner, link::time(event).kind(year)))
            }
            Wants::Place if kind.is_none() || is_loose || matches!(told, Some("in" | "at")) => {
                let link = link::place(event).kind(self.kind.clone());
                Some(find_of(inner, link.now(self.is_now)))
            }
            _ => {
                let whole = told.map_or(verb.to_owned(), |told| format!("{verb} {told}"));
                let mut link = link::verb(&whole, Side::Subject)?;
                // The port that something uses is its port.
                if let Some(noun) = kind.filter(|_| USING.contains(&whole.as_str())) {
                    link.ways.extend(link::noun(noun)?.ways);
                }
                let link = link.wanting(self.wants).kind(self.kind.clone()).now(self.is_now);
                // What something consists of is seldom one thing, and what it does now may be many.
                let is_many = self.is_many || self.is_now || link.name == "be part of";
                (self.wants != Wants::Time).then(|| Query::Find { what: inner.of(link), is_many })
            }
        }
    }

    pub(super) fn asks(&self, what: Term) -> Option<Query> {
        let Term::Of(inner, link) = what else { return None };
        if self.wants == Wants::Time || self.wants == Wants::Place && self.kind.is_none() {
            return None;
        }
        let wants = if self.wants == Wants::Place { Wants::Anything } else { self.wants };
        let link = link.wanting(wants).kind(self.kind.clone()).now(self.is_now);
        Some(Query::Find { what: Term::Of(inner, link), is_many: self.is_many })
    }
}

fn find_of(inner: Term, link: Link) -> Query {
    Query::Find { what: inner.of(link), is_many: false }
}

/// "the cause of X", "the effects of X"
fn cause_of(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    let tokens = term::without_article(tokens);
    let [noun, of, rest @ ..] = tokens else { return None };
    let direction = match singular(noun.plain()?).as_str() {
        "cause" | "reason" => Towards::Causes,
        "effect" | "consequence" | "result" => Towards::Effects,
        _ => return None,
    };
    let is_cause = of.is_any(&["of", "for"]);
    let concept = words_of(graph, term::without_article(rest)).filter(|_| is_cause)?;
    // "the cause of death of X" is a fact about X.
    let is_death = rest.first().is_some_and(|token| token.is_any(&["death"])) && rest.len() > 1;
    (!is_death).then_some(Query::Cause { concept, state: None, direction })
}
