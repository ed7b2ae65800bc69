//! What texts assert, read by rules of English, and where two of them cannot both be true.
//!
//! A clause is brought into a frame: what it is about, apart from the amounts, dates, denials and directions that it
//! gives ([`assertion`]). Only clauses with the same frame are held against each other ([`clash`]), so that texts are
//! compared in the time that it takes to read them. What is asked, supposed, planned or said by others asserts nothing. Where
//! a clause is not understood, it meets no other: a contradiction that is missed can be found by a reader, one that is none
//! costs the reader's trust.

mod assertion;
mod cause;
mod clash;
mod clause;
mod date;
mod lexicon;
mod number;
mod order;
#[cfg(test)]
mod tests;
mod token;
mod unit;

use std::sync::Arc;

use ruminate_mind::facts::sentences;
use ruminate_mind::text::stems::{is_stop, stem};

pub(crate) use assertion::Assertion;
pub(crate) use cause::{Link, Node};
pub(crate) use clash::{Clash, ClashKind};
pub(crate) use lexicon::HEDGES;
pub(crate) use number::{Quantity, grouped};
pub(crate) use order::{Champion, Order};
pub(crate) use token::{Token, tokens};

use clause::{Clause, Topic, clauses};
use lexicon::REPORTS;

/// Longer sentences are tables and logs.
const LONGEST_SENTENCE: usize = 1200;
/// Sentences of all texts together.
const MOST_SENTENCES: usize = 20_000;

/// Where something is said: the text and the sentence, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub(crate) text: usize,
    /// Among the sentences of all texts.
    pub(crate) sentence: usize,
}

/// What several texts assert.
#[derive(Default)]
pub(crate) struct Claims {
    pub(crate) sentences: Vec<String>,
    /// Of which text each sentence is.
    pub(crate) text_of: Vec<usize>,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) links: Vec<Link>,
    pub(crate) orders: Vec<Order>,
    pub(crate) champions: Vec<Champion>,
    /// Whether there were more sentences than are read.
    pub(crate) is_cut: bool,
}

impl Claims {
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut claims = Self::default();
        for (number, text) in texts.into_iter().enumerate() {
            claims.read(number, text);
        }
        claims
    }

    fn read(&mut self, text: usize, written: &str) {
        let mut topic = Topic::new();
        let mut anchor: Option<Arc<[String]>> = None;
        let mut end = 0;
        for range in sentences(written) {
            if written[end..range.start].contains("\n\n") {
                topic.clear();
            }
            end = range.start + written[range.clone()].trim_end().len();
            let sentence = plain(&written[range]);
            if sentence.is_empty() || sentence.len() > LONGEST_SENTENCE {
                continue;
            }
            if self.sentences.len() == MOST_SENTENCES {
                self.is_cut = true;
                return;
            }
            let spot = Spot { text, sentence: self.sentences.len() };
            self.sentences.push(sentence.to_owned());
            self.text_of.push(text);
            self.sentence(sentence, spot, &mut topic, &mut anchor);
        }
    }

    fn sentence(
        &mut self,
        sentence: &str,
        spot: Spot,
        topic: &mut Topic,
        anchor: &mut Option<Arc<[String]>>,
    ) {
        let clauses = clauses(sentence, topic);
        let first = || clauses.first().map(assertion::anchor).unwrap_or_default().into();
        let anchor = anchor.get_or_insert_with(first);
        let is_said = !sentence.ends_with('?') && !clauses.iter().any(is_doubtful);
        for clause in &clauses {
            self.links.extend(
                cause::link(clause, spot)
                    .map(|link| Link { is_weak: link.is_weak || !is_said, ..link }),
            );
            if is_said {
                let assertion = Assertion::of(clause, spot, anchor);
                self.orders.extend(order::order(clause, &assertion));
                self.champions.extend(order::champion(clause, &assertion));
                self.assertions.push(assertion);
            }
        }
    }

    /// What cannot be true together, the surest first.
    pub(crate) fn clashes(&self) -> Vec<Clash> {
        clash::clashes(self)
    }

    /// Its own sentences, and after them some of others.
    pub(crate) fn with_some_of(&self, others: &Claims, wanted: &[usize]) -> Claims {
        let first = self.sentences.len();
        let place = |spot: Spot| {
            let at = wanted.iter().position(|sentence| *sentence == spot.sentence)?;
            Some(Spot { text: spot.text + 1, sentence: first + at })
        };
        let taken = wanted.iter().map(|sentence| others.sentences[*sentence].clone());
        let assertions = others
            .assertions
            .iter()
            .filter_map(|one| Some(Assertion { spot: place(one.spot)?, ..one.clone() }));
        let links = others
            .links
            .iter()
            .filter_map(|one| Some(Link { spot: place(one.spot)?, ..one.clone() }));
        let orders = others
            .orders
            .iter()
            .filter_map(|one| Some(Order { spot: place(one.spot)?, ..one.clone() }));
        let champions = others
            .champions
            .iter()
            .filter_map(|one| Some(Champion { spot: place(one.spot)?, ..one.clone() }));
        Claims {
            sentences: self.sentences.iter().cloned().chain(taken).collect(),
            assertions: self.assertions.iter().cloned().chain(assertions).collect(),
            links: self.links.iter().cloned().chain(links).collect(),
            orders: self.orders.iter().cloned().chain(orders).collect(),
            champions: self.champions.iter().cloned().chain(champions).collect(),
            ..Claims::default()
        }
    }

    pub(crate) fn sentence_at(&self, spot: Spot) -> &str {
        self.sentences.get(spot.sentence).map_or("", String::as_str)
    }
}

/// The stems of a phrase, in the order in which phrases are compared.
pub(crate) fn topic_of(phrase: &str) -> Vec<String> {
    assertion::topic(&tokens(phrase))
}

/// The stems of what a text is about, in order, each once: without its amounts and dates, and with one name for each thing
/// that is measured.
pub(crate) fn content(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut taken: Vec<std::ops::Range<usize>> =
        date::dates(&tokens).into_iter().map(|(range, _)| range).collect();
    let dated = taken.len();
    let amounts = number::quantities(&tokens, |at| taken.iter().any(|range| range.contains(&at)));
    taken.extend(amounts.into_iter().map(|(range, _)| range));
    let has_amount = taken.len() > dated;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_said = token.is_word() && !is_stop(&token.low);
        if is_said && !taken.iter().any(|range| range.contains(&at)) {
            let measure = lexicon::measure(&token.low).filter(|_| has_amount);
            let stem = stem(measure.unwrap_or(&token.low)).into_owned();
            if !found.contains(&stem) {
                found.push(stem);
            }
        }
    }
    found
}

/// Whether a word says that something goes up or down.
pub(crate) fn is_direction(word: &str) -> bool {
    lexicon::direction(word).is_some()
}

/// The stem of what a phrase measures, where it is one of the usual measures.
pub(crate) fn measure_of(phrase: &str) -> Option<String> {
    lexicon::measure(&phrase.to_lowercase()).map(|name| stem(name).into_owned())
}

/// Whether a clause says that somebody else says it, or that it might be so.
fn is_doubtful(clause: &Clause) -> bool {
    clause.tokens.iter().any(|token| {
        let is_hedge = token.is_any(HEDGES) && !(token.is("may") && token.is_capital());
        is_hedge || token.is_any(REPORTS)
    })
}

/// Without the signs of a list or a heading before it.
fn plain(sentence: &str) -> &str {
    sentence.trim().trim_start_matches(['-', '*', '#', '>', '•']).trim()
}
