//! What a clause asserts, in a form in which two clauses can be held against each other: what it is about, and apart
//! from that whether it denies, which way something goes, which amounts and which dates it gives.

use std::sync::Arc;

use ruminate_mind::text::stems::{is_stop, stem};

use super::Spot;
use super::clause::Clause;
use super::date::{Date, When, dates};
use super::lexicon::{
    Direction, FILLERS, INDEFINITE, NEGATIONS, NOT_DENYING, POINTERS, PRONOUNS, TIMES, Tense,
    direction, happens_once, is_verb, measure, opposite,
};
use super::number::{Quantity, quantities};
use super::token::{Kind, Token};

#[derive(Clone, Debug)]
pub(crate) struct Assertion {
    pub(crate) spot: Spot,
    /// As it is written.
    pub(crate) subject: String,
    /// The subject's stems.
    pub(crate) topic: Vec<String>,
    /// The stems of everything but what follows here, in order.
    pub(crate) frame: Vec<String>,
    pub(crate) is_negated: bool,
    pub(crate) direction: Option<Direction>,
    pub(crate) quantities: Vec<Quantity>,
    pub(crate) dates: Vec<Date>,
    /// Whether the dates say when something happened that happens once, and not for when the rest is said.
    pub(crate) is_event: bool,
    /// Where an event was, and with whom.
    pub(super) place: Vec<String>,
    /// Words for times that are not named.
    pub(super) vague: Vec<String>,
    pub(super) tense: Tense,
    /// Whether it speaks of something that another sentence can speak of too.
    pub(crate) is_definite: bool,
    /// Whether its subject was a pronoun.
    pub(crate) is_guessed: bool,
    /// Whether its subject has a name.
    pub(super) is_named: bool,
    /// What its text is about.
    pub(super) anchor: Arc<[String]>,
}

impl Assertion {
    pub(crate) fn of(clause: &Clause, spot: Spot, anchor: &Arc<[String]>) -> Self {
        let tokens = &clause.tokens;
        let dated = dates(tokens);
        let is_dated = |at: usize| dated.iter().any(|(range, _)| range.contains(&at));
        let mut amounts = quantities(tokens, is_dated);
        amounts.retain(|(range, amount)| !(amount.unit.is_count() && is_label(tokens, range)));
        let is_amount = |at: usize| amounts.iter().any(|(range, _)| range.contains(&at));
        let mut frame = Frame { has_amount: !amounts.is_empty(), ..Frame::default() };
        for at in order(tokens, clause.subject) {
            if is_amount(at) {
                frame.note_way(tokens, at, amounts.iter().any(|(range, _)| range.start == at));
            } else if !is_dated(at) {
                frame.take(tokens, at, at >= clause.subject);
            }
        }
        let is_event = frame.is_once && amounts.is_empty() && frame.direction.is_none();
        let words: Vec<&str> = tokens[clause.subject..].iter().map(|token| &*token.low).collect();
        let topic = topic(&tokens[..clause.subject]);
        // "In 2020, revenue" is about revenue.
        let undated: Vec<&Token> = (0..clause.subject)
            .filter(|at| !is_dated(*at) && tokens[*at].kind != Kind::Sign)
            .map(|at| &tokens[at])
            .collect();
        let mut this = Self {
            spot,
            subject: written(&tokens[..clause.subject]),
            is_definite: is_definite(&undated, topic.is_empty()),
            topic,
            is_negated: frame.denials % 2 == 1,
            direction: frame.direction,
            quantities: amounts.iter().map(|(_, amount)| amount.clone()).collect(),
            dates: dated.iter().map(|(_, date)| date.clone()).collect(),
            is_event,
            place: Vec::new(),
            vague: std::mem::take(&mut frame.vague),
            tense: Tense::of(&words),
            is_guessed: clause.is_guessed,
            is_named: is_named(&tokens[..clause.subject]),
            anchor: anchor.clone(),
            frame: frame.finish(),
        };
        this.forget_where(tokens, clause.subject);
        this
    }

    /// "was born on 3 May in Oslo" is about the birth: where does not change when.
    fn forget_where(&mut self, tokens: &[Token], subject: usize) {
        let Some(verb) = tokens.iter().skip(subject).position(|token| happens_once(&token.low))
        else {
            return;
        };
        let verb = subject + verb;
        const PLACES: &[&str] = &["in", "on", "at", "during", "by", "near", "from", "."];
        let is_alone =
            tokens.get(verb + 1).is_none_or(|next| next.is_any(PLACES) || next.kind != Kind::Word);
        if self.is_event && !self.dates.is_empty() && is_alone {
            let mut core = self.topic.clone();
            core.push(stem(&tokens[verb].low).into_owned());
            self.place = std::mem::replace(&mut self.frame, core);
            self.place.retain(|stem| !self.frame.contains(stem));
        }
    }

    /// Whether it happened where the other did, as far as both say: a series may begin in each country.
    pub(crate) fn is_of_the_place_of(&self, other: &Assertion) -> bool {
        self.place.is_empty() || other.place.is_empty() || self.place == other.place
    }

    pub(crate) fn key(&self) -> String {
        self.frame.join(" ")
    }

    /// Whether both can speak of the same: names mean the same everywhere, "the film" what its text is about.
    pub(crate) fn can_mean(&self, other: &Assertion) -> bool {
        let (one, two) = (&self.anchor, &other.anchor);
        self.is_named && other.is_named
            || self.spot.text == other.spot.text
            || one.is_empty()
            || two.is_empty()
            || one.iter().all(|word| two.contains(word))
            || two.iter().all(|word| one.contains(word))
    }

    /// Whether both are said of the same time.
    pub(crate) fn is_of_the_time_of(&self, other: &Assertion) -> bool {
        self.vague == other.vague && self.tense.meets(other.tense) && self.dates == other.dates
    }

    /// The one date at which it happened.
    pub(crate) fn date(&self) -> Option<&Date> {
        match &self.dates[..] {
            [date] if self.is_event && !self.is_negated && date.bound == When::At => Some(date),
            _ => None,
        }
    }
}

/// What was found of a frame so far.
#[derive(Default)]
struct Frame {
    stems: Vec<String>,
    /// What is measured, by one name whatever the word: it comes last.
    measures: Vec<String>,
    vague: Vec<String>,
    denials: u32,
    direction: Option<Direction>,
    is_once: bool,
    has_amount: bool,
}

impl Frame {
    fn take(&mut self, tokens: &[Token], at: usize, is_said: bool) {
        let token = &tokens[at];
        let next = tokens.get(at + 1);
        // "only 300" is 300.
        let is_only = token.is("only") && next.is_some_and(|next| next.kind == Kind::Number);
        if token.kind == Kind::Sign || token.low.is_empty() || is_only {
            return;
        }
        if let Some(denied) = denial(token, next) {
            self.denials += 1;
            self.stems.extend(denied.map(str::to_owned));
            return;
        }
        let word = &*token.low;
        if is_said && let Some(direction) = direction(word).filter(|_| self.direction.is_none()) {
            self.direction = Some(direction);
            self.stems.push("⇅".into());
            return;
        }
        self.is_once |= is_said && happens_once(word) || word == "deadline";
        if TIMES.contains(&word) {
            self.vague.push(word.to_owned());
        } else if let Some(measure) = measure(word).filter(|_| self.has_amount) {
            self.measures.push(stem(measure).into_owned());
        } else if !self.is_empty(word) {
            let (word, is_opposite) = opposite(word);
            self.denials += u32::from(is_opposite && is_said);
            self.stems.push(stem(word).into_owned());
        }
    }

    /// Whether a word says nothing here.
    fn is_empty(&self, word: &str) -> bool {
        FILLERS.contains(&word) || is_stop(word) || self.has_amount && says_how_much(word)
    }

    /// "to 5 %" and "by 5 %" are not the same.
    fn note_way(&mut self, tokens: &[Token], at: usize, is_start: bool) {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        if is_start && let Some(way) = before.filter(|way| way.is_any(&["to", "by", "from"])) {
            self.stems.push(format!("{}#", way.low));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.stems.append(&mut self.measures);
        self.stems.dedup();
        self.stems
    }
}

fn says_how_much(word: &str) -> bool {
    matches!(
        word,
        "stands"
            | "stood"
            | "measures"
            | "measured"
            | "amounts"
            | "amounted"
            | "totals"
            | "equals"
            | "reaches"
            | "reached"
            | "counts"
            | "numbers"
    )
}

/// Whether a token denies; with what it says beside.
fn denial(token: &Token, next: Option<&Token>) -> Option<Option<&'static str>> {
    let is_taken_back = next.is_some_and(|next| next.is_any(NOT_DENYING));
    let is_number =
        token.is("no") && next.is_some_and(|next| next.is(".") || next.kind == Kind::Number);
    match &*token.low {
        "cannot" | "can't" => Some(Some("can")),
        low if low.ends_with("n't") => Some(None),
        "nor" => None,
        low if NEGATIONS.contains(&low) && !is_taken_back && !is_number => Some(None),
        _ => None,
    }
}

/// The tokens in the order in which they are compared: "the height of the tower" as "the tower's height".
fn order(tokens: &[Token], subject: usize) -> Vec<usize> {
    let of: Vec<usize> = (0..subject).filter(|at| tokens[*at].is("of")).collect();
    match of[..] {
        [of] => (of + 1..subject).chain(0..of).chain(subject..tokens.len()).collect(),
        _ => (0..tokens.len()).collect(),
    }
}

/// A number that names: `TLS 1.2`, `phase 2`. Where a noun follows it, or a verb or preposition goes before it, it counts.
fn is_label(tokens: &[Token], range: &std::ops::Range<usize>) -> bool {
    let Some(before) = range.start.checked_sub(1).map(|at| &tokens[at]) else { return false };
    let next = tokens.get(range.end);
    let counts =
        next.is_some_and(|next| next.is_word() && !is_stop(&next.low) && !is_verb(&next.low));
    let is_numbered =
        before.is("#") || before.is(".") && range.start > 1 && tokens[range.start - 2].is("no");
    is_numbered
        || before.is_word()
            && !counts
            && !before.is("port")
            && !is_stop(&before.low)
            && !is_verb(&before.low)
}

/// The stems of what is spoken of.
pub(crate) fn topic(tokens: &[Token]) -> Vec<String> {
    let is_said = |token: &&Token| {
        token.kind != Kind::Sign
            && !is_stop(&token.low)
            && !FILLERS.contains(&&*token.low)
            && !NEGATIONS.contains(&&*token.low)
    };
    order(tokens, tokens.len())
        .into_iter()
        .map(|at| &tokens[at])
        .filter(is_said)
        .map(|token| stem(&token.low).into_owned())
        .collect()
}

pub(crate) fn written(tokens: &[Token]) -> String {
    let mut written = String::new();
    for token in tokens {
        if !written.is_empty() && !token.is_joined {
            written.push(' ');
        }
        written.push_str(&token.text);
    }
    written
}

/// Whether the subject is one that another sentence can mean too: "the bridge", "Oslo", "we", "there".
fn is_definite(subject: &[&Token], is_empty: bool) -> bool {
    const OPENERS: &[&str] = &[
        "and", "at", "as", "in", "with", "by", "of", "from", "for", "to", "on", "after", "before",
        "during", "while", "when", "first", "second", "last", "next", "minimum", "maximum",
    ];
    const OWNERS: &[&str] = &["its", "their", "his", "her"];
    let Some(first) = subject.iter().find(|token| token.is_word()) else { return false };
    let is_open = first.is_any(INDEFINITE) || first.is_any(POINTERS);
    let is_no_noun = first.is_any(OPENERS)
        && !(first.is_any(&["first", "second", "last", "next"]) && subject.len() > 1)
        || first.low.ends_with("ing") && subject.len() > 1 && !first.is_capital();
    // "its population": whose is not said here.
    let points = subject.iter().any(|token| token.is_any(PRONOUNS) || token.is_any(OWNERS));
    !is_open && !is_no_noun && !points && (!is_empty || first.is("there"))
}

/// Whether the subject is called by its name, which means the same in every text: "Oslo", "the height of the Eiffel Tower",
/// "Oslo's mayor". What "the film" is depends on the text.
fn is_named(subject: &[Token]) -> bool {
    let is_name = |at: usize| subject[at].is_capital() && (at > 0 || !is_stop(&subject[at].low));
    let is_owner = |at: usize| subject[at].text.ends_with("'s") || subject[at].text.ends_with("’s");
    let is_of = |at: usize| subject[..at].iter().rev().take(2).any(|token| token.is("of"));
    let last = subject.len().saturating_sub(1);
    (0..subject.len()).any(|at| is_name(at) && (at == last || is_owner(at) || is_of(at)))
}

/// What a text is about, where its first clause says it as texts do: "Oslo is the capital of Norway", "The Eiffel Tower …".
pub(crate) fn anchor(clause: &Clause) -> Vec<String> {
    let (subject, rest) = clause.tokens.split_at(clause.subject);
    let capitals =
        subject.iter().filter(|token| token.is_capital() && !is_stop(&token.low)).count();
    let defines = rest.first().is_some_and(|verb| verb.is_any(&["is", "was", "are", "were"]))
        && rest.get(1).is_some_and(|next| next.is_any(&["a", "an", "the", "one"]));
    let is_anchor =
        capitals > 1 || capitals == 1 && (defines || subject.len() > 1 && is_named(subject));
    if is_anchor { topic(subject) } else { Vec::new() }
}
