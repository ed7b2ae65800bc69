//! What is learned. A lesson is a piece of text short enough to be read as an answer; it comes from a
//! source and lies in a silo. Everything else that is known (facts, names, vectors) is worked out of
//! the lessons, so that forgetting a source forgets exactly what rested on it alone.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::Confidence;

/// A subject of its own, like `biology` or `work`.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(
    with = "String",
    extend("minLength" = 1, "maxLength" = Silo::MOST_CHARS, "pattern" = r"^[\w.-]+$")
)]
pub struct Silo(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a silo's name has 1 to {} letters, digits, `-`, `_` or `.`", Silo::MOST_CHARS)]
pub struct BadSilo;

impl Silo {
    pub const MOST_CHARS: usize = 64;

    /// Where what models thought is kept.
    pub const THOUGHTS: &str = "thoughts";

    pub fn thoughts() -> Self {
        Self(Self::THOUGHTS.to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Silo {
    fn default() -> Self {
        Self("general".to_owned())
    }
}

impl TryFrom<String> for Silo {
    type Error = BadSilo;

    fn try_from(name: String) -> Result<Self, BadSilo> {
        let is_good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let is_named =
            (1..=Self::MOST_CHARS).contains(&name.chars().count()) && name.chars().all(is_good);
        if is_named { Ok(Self(name.to_lowercase())) } else { Err(BadSilo) }
    }
}

impl FromStr for Silo {
    type Err = BadSilo;

    fn from_str(name: &str) -> Result<Self, BadSilo> {
        name.to_owned().try_into()
    }
}

impl From<Silo> for String {
    fn from(silo: Silo) -> Self {
        silo.0
    }
}

impl fmt::Display for Silo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A lesson's id as whoever gave it knows it: in JSON a number is a number, and a text is a text. Here both are
/// texts, so that a text that looks like a number is told from the number by its quotes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Given", into = "Given")]
pub struct LessonId(String);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Given {
    Number(Number),
    Text(String),
}

impl LessonId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The id under which a lesson is kept.
impl From<String> for LessonId {
    fn from(kept: String) -> Self {
        Self(kept)
    }
}

impl From<LessonId> for String {
    fn from(id: LessonId) -> Self {
        id.0
    }
}

fn number(text: &str) -> Option<Number> {
    serde_json::from_str(text).ok()
}

impl From<Given> for LessonId {
    fn from(given: Given) -> Self {
        match given {
            Given::Number(number) => Self(number.to_string()),
            Given::Text(text) if number(&text).is_some() => Self(format!("\"{text}\"")),
            Given::Text(text) => Self(text),
        }
    }
}

impl From<LessonId> for Given {
    fn from(LessonId(kept): LessonId) -> Self {
        let quoted = kept.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match (number(&kept), quoted.filter(|text| number(text).is_some())) {
            (Some(number), _) => Self::Number(number),
            (None, Some(text)) => Self::Text(text.to_owned()),
            (None, None) => Self::Text(kept),
        }
    }
}

impl JsonSchema for LessonId {
    fn schema_name() -> Cow<'static, str> {
        "LessonId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number or a text; a text that looks like a number stays one.",
            "type": ["string", "number"],
        })
    }
}

/// What a lesson is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LessonKind {
    /// Something written.
    Text,
    /// Something said in a conversation: what was said before and after it in the same session helps to
    /// find it.
    Turn { speaker: String, session: String },
    /// One fact, given as such.
    Triple {
        subject: String,
        relation: String,
        object: String,
        /// Where it is from, as whoever gave it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
    /// What a model thought; nobody has checked it.
    Thought,
}

/// What is to be learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name within its source's silo, and beyond where it is the only one of that name.
    pub id: String,
    /// What it is about; empty for a note without a title.
    pub title: String,
    pub text: String,
    /// When it was written or said, in words; empty if unknown.
    pub at: String,
    pub kind: LessonKind,
    /// How far it is to be believed.
    pub confidence: Confidence,
}

impl Lesson {
    /// Something written, believed as far as texts are.
    pub fn new(id: impl Into<String>, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            text: text.into(),
            at: String::new(),
            kind: LessonKind::Text,
            confidence: Self::WRITTEN,
        }
    }

    /// A fact that somebody gave as one.
    pub fn fact(
        id: impl Into<String>,
        [subject, relation, object]: [String; 3],
        source: Option<String>,
        confidence: Option<Confidence>,
    ) -> Self {
        let text = format!("{subject} {relation} {object}.");
        Self {
            confidence: confidence.unwrap_or(Self::GIVEN),
            ..Self::new(id, subject.clone(), text)
        }
        .of_kind(LessonKind::Triple { subject, relation, object, source })
    }

    /// Where it is from, as whoever gave it says.
    pub fn source(&self) -> Option<&str> {
        match &self.kind {
            LessonKind::Triple { source, .. } => source.as_deref(),
            LessonKind::Text | LessonKind::Turn { .. } | LessonKind::Thought => None,
        }
    }

    pub fn of_kind(self, kind: LessonKind) -> Self {
        Self { kind, ..self }
    }

    /// How far something written is believed by itself.
    pub const WRITTEN: Confidence = Confidence::literal(0.9);
    /// How far a fact is believed that somebody gave as one, without saying how far.
    pub const GIVEN: Confidence = Confidence::literal(0.95);
}

/// A lesson as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its id is the owner's only one of that name.
    pub lesson: Lesson,
    pub source: String,
    pub silo: Silo,
    pub learned_at: Timestamp,
}

/// What happened to what is known, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Grows with every change, over all owners.
    pub seq: u64,
    pub what: Changed,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Changed {
    /// It is known now; one of the same id is not any more.
    Learned(Box<Known>),
    /// The lesson of this id is not known any more. The id is empty once it was let go of.
    Forgotten { id: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_told_as_they_were_given() {
        for (given, kept) in [
            ("7", "7"),
            ("\"7\"", "\"7\""),
            ("\"p7\"", "p7"),
            ("-1.5", "-1.5"),
            ("\"\\\"p\\\"\"", "\"p\""),
            ("\"\"", ""),
        ] {
            let id: LessonId = serde_json::from_str(given).unwrap();
            assert_eq!(id.as_str(), kept, "{given}");
            assert_eq!(serde_json::to_string(&id).unwrap(), given);
        }
    }
}
