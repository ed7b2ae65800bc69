//! Questions: `QUESTION: / PRIORITY: / WHY:` and `PRIORITY Q3: 7`, or
//! `{"questions": [{"question", "priority", "why"}], "priorities": [{"id", "priority"}]}`.

use super::fields::{self, Name, Piece, Reading, Record, Schema};
use super::{MAX_ITEMS, MAX_TEXT_CHARS, blocks, clean, numbers, objects, visible};

/// One new question as the model gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadQuestion {
    pub text: String,
    /// 1 to 10; 5 where none was given.
    pub priority: u8,
    /// Empty where no reason was given.
    pub why: String,
    /// The earlier question it says to come from.
    pub parent: Option<u32>,
}

/// A new priority, 1 to 10, for a question asked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadPriority {
    pub question: u32,
    pub priority: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadQuestions {
    /// In order, each text once.
    pub questions: Vec<ReadQuestion>,
    /// In order; the same question may come twice, and then the last one is meant.
    pub priorities: Vec<ReadPriority>,
}

/// The questions in a reply and the priorities it gives to earlier ones.
pub fn questions(reply: &str) -> ReadQuestions {
    let reply = visible(reply);
    let json = objects::reading(&reply, &SCHEMA);
    let text = blocks::reading(&reply, &SCHEMA);
    let asked = fields::of_either(&json, &text, of_reading);
    let mut read = ReadQuestions::default();
    for one in asked {
        match one {
            Asked::New(question) => read.questions.push(question),
            Asked::Again(priority) => read.priorities.push(priority),
        }
    }
    fields::keep_first(&mut read.questions, |question| &question.text);
    read.questions.truncate(MAX_ITEMS);
    read.priorities.truncate(MAX_ITEMS);
    read
}

enum Asked {
    New(ReadQuestion),
    Again(ReadPriority),
}

fn of_reading(reading: &Reading) -> Vec<Asked> {
    let records = fields::records(&reading.pieces, SCHEMA.main);
    let again = reading.pieces.iter().filter_map(|piece| match *piece {
        Piece::Reprioritised { question, priority } => {
            Some(Asked::Again(ReadPriority { question, priority }))
        }
        _ => None,
    });
    records.iter().filter_map(of_record).chain(again).collect()
}

fn of_record(record: &Record) -> Option<Asked> {
    const USUAL: u8 = 5;
    let priority = record.get(Name::Priority).and_then(numbers::priority);
    let text = record.get(Name::Question);
    let Some(text) = text.filter(|text| !is_reference(text)) else {
        let question = text.or_else(|| record.get(Name::Id)).and_then(numbers::id)?;
        return Some(Asked::Again(ReadPriority { question, priority: priority? }));
    };
    Some(Asked::New(ReadQuestion {
        text: clean::text(text, MAX_TEXT_CHARS)?,
        priority: priority.unwrap_or(USUAL),
        why: record
            .get(Name::Why)
            .and_then(|why| clean::text(why, MAX_TEXT_CHARS))
            .unwrap_or_default(),
        parent: record.get(Name::Parent).and_then(numbers::id),
    }))
}

/// `Q3` is no question but the name of one.
fn is_reference(text: &str) -> bool {
    let name = text.trim().trim_start_matches(['[', '#']).trim_end_matches(']');
    let (digits, rest) = numbers::digits(name.strip_prefix(['Q', 'q']).unwrap_or(name));
    !digits.is_empty() && rest.is_empty()
}

pub(super) static SCHEMA: Schema = Schema {
    main: Name::Question,
    names: &[
        ("question", Name::Question),
        ("questiontext", Name::Question),
        ("subquestion", Name::Question),
        ("priority", Name::Priority),
        ("importance", Name::Priority),
        ("why", Name::Why),
        ("reason", Name::Why),
        ("rationale", Name::Why),
        ("explanation", Name::Why),
        ("parent", Name::Parent),
        ("parentquestion", Name::Parent),
    ],
    keys: &[
        ("prioritylevel", Name::Priority),
        ("priorityscore", Name::Priority),
        ("newpriority", Name::Priority),
        ("score", Name::Priority),
        ("because", Name::Why),
        ("justification", Name::Why),
        ("parentid", Name::Parent),
        ("id", Name::Id),
        ("questionid", Name::Id),
    ],
    generic: &["text", "content", "query", "title"],
    containers: &["questions", "subquestions", "newquestions", "followups"],
    keeps_cut_text: false,
};
