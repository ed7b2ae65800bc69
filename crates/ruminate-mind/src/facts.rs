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
mod faq;
mod field;
mod finite;
mod inflection;
mod label;
mod layout;
mod lexicon;
mod life;
mod list;
mod object;
mod opening;
mod over;
mod owner;
mod passive;
mod people;
mod phrase;
mod place;
mod reader;
mod referent;
mod relation;
mod subject;
mod titled;
mod token;
mod topic;
mod triple;
mod value;
mod verb;

use std::ops::Range;

use crate::text::sentences::sentences as long_sentences;

pub use concept::concept;
pub(crate) use inflection::singular;
pub use inflection::{Form, verb};
pub(crate) use lexicon::{is_called_by_name, is_person};
pub(crate) use over::tells_end;
pub use relation::{Relation, relation, tells_cause};
pub use triple::triple;

use field::Fields;
use layout::{Block, blocks};
use reader::Reader;
use referent::Referent;
use topic::Topic;

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
    /// Whether the text tells that it was so and is no more: "until 2022", "formerly".
    pub is_over: bool,
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
///
/// Headings within the title or the text change what is meant, see `topic.rs`.
pub fn statements(title: &str, text: &str) -> Vec<Statement> {
    let document = Topic::of_title(title, text);
    let referent = match title.trim().is_empty() {
        true => Referent::default(),
        false => Referent::new(&document.called(text)),
    };
    let mut reading = Reading { text, found: Vec::new(), referent, is_first: true };
    // "Runbook: ledger" says that "it" is the ledger.
    let is_labelled = !title.starts_with(&document.name);
    reading.referent.begin_section(document.kind.is_some() || is_labelled);
    let mut topic = document.clone();
    for block in blocks(text) {
        match block {
            Block::Prose(range) => reading.prose(range),
            Block::Heading(range) => {
                let next = document.under(&text[range.clone()], text[range.end..].trim_start());
                reading.turn_to(&topic, &next);
                topic = next;
            }
            Block::Field(_) if topic.is_open => {}
            Block::Field(field) => reading.fields().field(&topic.called(text), &field),
            Block::Row(fields) => reading.fields().row(&fields),
        }
    }
    reading.found
}

/// The sentences of a text, short ones too.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    long_sentences(text).into_iter().flat_map(|range| cut::short_sentences(text, range)).collect()
}

/// A text that is being read.
struct Reading<'a> {
    text: &'a str,
    found: Vec<Statement>,
    referent: Referent,
    is_first: bool,
}

impl Reading<'_> {
    fn prose(&mut self, range: Range<usize>) {
        let text = &self.text[range.clone()];
        let whole = titled::whole(text, &self.referent.name, long_sentences(text));
        let ranges = whole.into_iter().flat_map(|range| cut::short_sentences(text, range));
        let (mut end, mut before) = (0, 0..0);
        for sentence in ranges {
            if text[end..sentence.start].contains("\n\n") {
                self.referent.begin_paragraph();
            }
            end = sentence.start + text[sentence.clone()].trim_end().len();
            let sentence = range.start + sentence.start..range.start + sentence.end;
            if let Some(said) = faq::answered(&self.text[before], &self.text[sentence.clone()]) {
                self.answer(&said, &sentence);
            } else if sentence.len() <= LONGEST_SENTENCE {
                Reader::new(self.text, sentence.clone(), &mut self.referent, self.is_first)
                    .read(&mut self.found);
            } else {
                self.referent.look_at(false);
            }
            self.is_first = false;
            before = sentence;
        }
    }

    /// What a question and its answer say, as one sentence.
    fn answer(&mut self, said: &str, sentence: &Range<usize>) {
        let mark = self.found.len();
        Reader::new(said, 0..said.len(), &mut self.referent, false).read(&mut self.found);
        for found in &mut self.found[mark..] {
            found.sentence = sentence.clone();
        }
    }

    /// Goes on under another heading.
    fn turn_to(&mut self, topic: &Topic, next: &Topic) {
        if next.name != topic.name {
            self.referent = std::mem::take(&mut self.referent).under(&next.called(self.text));
            self.is_first = true;
        }
        self.referent.begin_section(next.kind.is_some());
    }

    fn fields(&mut self) -> Fields<'_, '_> {
        Fields { text: self.text, people: &mut self.referent.people, found: &mut self.found }
    }
}
