//! Facts from text without a model: who did what to whom, as far as a sentence says it plainly.
//!
//! A sentence is cut into words of closed classes, names, and forms of verbs; noun phrases and verb groups are
//! found by that alone, and a statement is made where they stand as English puts them. Its relation is the verb
//! itself, so the vocabulary is open. What is asked, supposed, planned or only reported makes no statement, and
//! what is denied is marked. Where a sentence is not understood to its end, nothing is said: a missing fact
//! can be read again, a wrong one is built upon.
//!
//! A tagger was rejected for its size, a parser for its model.

mod active;
mod aside;
mod cause;
mod clause;
mod concept;
mod copula;
mod cut;
mod date;
mod definition;
mod family;
mod finite;
mod inflection;
mod lexicon;
mod life;
mod list;
mod object;
mod opening;
mod owner;
mod passive;
mod phrase;
mod place;
mod reader;
mod referent;
mod relation;
mod subject;
mod titled;
mod token;
mod verb;

use std::ops::Range;

use crate::text::sentences::sentences;

pub use concept::concept;
pub(crate) use inflection::{Form, singular, verb};
pub(crate) use lexicon::{is_called_by_name, is_person};
pub use relation::{Relation, relation, tells_cause};

use reader::Reader;
use referent::Referent;

/// One statement that a sentence makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// As written, without article; the title, where a pronoun or a shorter name means it.
    pub subject: String,
    /// In its normal form, see [`relation`]: "publish", "be born in", "be capital of".
    pub relation: String,
    /// As written, without article.
    pub object: String,
    pub is_negated: bool,
    /// The time that the sentence gives for it, as written: "in 1954".
    pub when: Option<String>,
    /// The bytes of its sentence within the text.
    pub sentence: Range<usize>,
    /// How often statements of its kind are right, in [0, 1].
    pub confidence: f64,
}

/// Longer sentences are tables and logs.
const LONGEST_SENTENCE: usize = 1200;

/// The statements of a text, in its order. The title may be empty; it is what pronouns are taken to mean.
pub fn statements(title: &str, text: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut referent = Referent::new(title);
    let whole = titled::whole(text, &referent.name, sentences(text));
    let ranges = whole.into_iter().flat_map(|range| cut::short_sentences(text, range));
    for (number, range) in ranges.enumerate() {
        if range.len() <= LONGEST_SENTENCE {
            Reader::new(text, range, &mut referent, number == 0).read(&mut found);
        } else {
            referent.look_at(false);
        }
    }
    found
}
