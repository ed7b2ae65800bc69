//! Thoughts: `THOUGHT: / TYPE: / CONFIDENCE: / ---`, or `{"thoughts": [{"thought", "type", "confidence"}]}`.

use ruminate_types::{Confidence, ThoughtType};

use super::fields::{self, Name, Reading, Record, Schema};
use super::{MAX_ITEMS, MAX_TEXT_CHARS, blocks, clean, numbers, objects, visible};

/// One thought as the model gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadThought {
    pub text: String,
    /// Exploration where none, or none that is known, was given.
    pub kind: ThoughtType,
    /// [`Confidence::UNSAID`] where none was given.
    pub confidence: Confidence,
    /// The sequence number of the earlier thought it says to contradict.
    pub contradicts: Option<u32>,
}

/// The thoughts in a reply, in order, each text once. Empty when nothing in it could be read as one.
pub fn thoughts(reply: &str) -> Vec<ReadThought> {
    let reply = visible(reply);
    let json = objects::reading(&reply, &SCHEMA);
    let text = blocks::reading(&reply, &SCHEMA);
    let mut thoughts = fields::of_either(&json, &text, of_reading);
    fields::keep_first(&mut thoughts, |thought| &thought.text);
    thoughts.truncate(MAX_ITEMS);
    thoughts
}

fn of_reading(reading: &Reading) -> Vec<ReadThought> {
    fields::records(&reading.pieces, SCHEMA.main).iter().filter_map(of_record).collect()
}

fn of_record(record: &Record) -> Option<ReadThought> {
    Some(ReadThought {
        text: clean::text(record.get(Name::Thought)?, MAX_TEXT_CHARS)?,
        kind: record.get(Name::Type).and_then(kind).unwrap_or(ThoughtType::Exploration),
        confidence: record
            .get(Name::Confidence)
            .and_then(numbers::confidence)
            .unwrap_or(Confidence::UNSAID),
        contradicts: record.get(Name::Contradicts).and_then(numbers::id),
    })
}

/// The first word that names a kind: of `exploration/critique` the exploration. None for unknown words.
pub(super) fn kind(text: &str) -> Option<ThoughtType> {
    const STEMS: [(&str, ThoughtType); 20] = [
        ("explor", ThoughtType::Exploration),
        ("hypothes", ThoughtType::Exploration),
        ("idea", ThoughtType::Exploration),
        ("observ", ThoughtType::Exploration),
        ("specul", ThoughtType::Exploration),
        ("criti", ThoughtType::Critique),
        ("challeng", ThoughtType::Critique),
        ("counter", ThoughtType::Critique),
        ("objection", ThoughtType::Critique),
        ("doubt", ThoughtType::Critique),
        ("skeptic", ThoughtType::Critique),
        ("connect", ThoughtType::Connection),
        ("link", ThoughtType::Connection),
        ("relat", ThoughtType::Connection),
        ("analog", ThoughtType::Connection),
        ("associat", ThoughtType::Connection),
        ("insight", ThoughtType::Insight),
        ("realiz", ThoughtType::Insight),
        ("realis", ThoughtType::Insight),
        ("conclu", ThoughtType::Insight),
    ];
    text.split(|c: char| !c.is_alphabetic()).find_map(|word| {
        let starts_with =
            |stem: &str| word.get(..stem.len()).is_some_and(|head| head.eq_ignore_ascii_case(stem));
        STEMS.iter().find(|(stem, _)| starts_with(stem)).map(|(_, kind)| *kind)
    })
}

pub(super) static SCHEMA: Schema = Schema {
    main: Name::Thought,
    names: &[
        ("thought", Name::Thought),
        ("thoughttext", Name::Thought),
        ("type", Name::Type),
        ("thoughttype", Name::Type),
        ("kind", Name::Type),
        ("confidence", Name::Confidence),
        ("confidencelevel", Name::Confidence),
        ("confidencescore", Name::Confidence),
        ("contradicts", Name::Contradicts),
        ("contradiction", Name::Contradicts),
    ],
    keys: &[
        ("category", Name::Type),
        ("certainty", Name::Confidence),
        ("score", Name::Confidence),
        ("probability", Name::Confidence),
        ("contradictions", Name::Contradicts),
        ("contradictsthought", Name::Contradicts),
        ("conflictswith", Name::Contradicts),
    ],
    generic: &["text", "content", "idea", "statement", "description", "body", "claim"],
    containers: &["thoughts", "ideas"],
    keeps_cut_text: false,
};
