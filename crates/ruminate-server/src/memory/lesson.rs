//! A lesson as a request brings it: the fields of a JSON line of `ruminate learn`.

use ruminate_runtime::asked::Invalid;
use ruminate_types::{Confidence, Lesson, LessonId, LessonKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::strict::some;

/// Something to be learned: a text, what somebody said in a conversation (`speaker`), or one fact (`subject`,
/// `relation`, `object`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend(
    "anyOf" = [{ "required": ["text"] }, { "required": ["subject", "relation", "object"] }],
    "dependentRequired" = {
        "session": ["speaker"],
        "subject": ["relation", "object"],
        "relation": ["subject", "object"],
        "object": ["subject", "relation"],
        "source": ["subject"],
    },
    "dependentSchemas" = { "speaker": { "required": ["text"], "not": { "required": ["subject"] } } },
))]
pub struct NewLesson {
    /// What it is to be known by; the source's name and something of its own without one.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "LessonId")]
    pub id: Option<LessonId>,
    /// What it is about.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it says, short enough to be read as an answer: 80 to 200 words.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub text: Option<String>,
    /// When it was written or said, in words, like "1 May 2024".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub at: String,
    /// Who said it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String")]
    pub speaker: Option<String>,
    /// The conversation that it was said in; the title without one.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String")]
    pub session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub relation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub object: Option<String>,
    /// Where a fact is from.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub source: Option<String>,
    /// How far it is to be believed: 0.9 without for what is written, 0.95 for a fact.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[schemars(with = "f64", range(min = 0.0, max = 1.0))]
    pub confidence: Option<f64>,
}

impl From<Lesson> for NewLesson {
    fn from(lesson: Lesson) -> Self {
        let Lesson { id, title, text, at, kind, confidence } = lesson;
        let said = Self {
            id: Some(id.into()),
            title,
            text: Some(text),
            at,
            confidence: Some(confidence.get()),
            ..Self::default()
        };
        match kind {
            LessonKind::Turn { speaker, session } => {
                Self { speaker: Some(speaker), session: Some(session), ..said }
            }
            LessonKind::Triple { subject, relation, object, source } => Self {
                subject: Some(subject),
                relation: Some(relation),
                object: Some(object),
                source,
                ..said
            },
            // Nobody's thoughts are sent: what a server's own models think it knows itself.
            LessonKind::Text | LessonKind::Thought => said,
        }
    }
}

impl NewLesson {
    pub(super) fn chars(&self) -> usize {
        let id = self.id.as_ref().map(LessonId::as_str);
        let parts = [&self.text, &self.speaker, &self.session, &self.subject, &self.relation];
        let parts =
            parts.into_iter().chain([&self.object, &self.source]).filter_map(Option::as_deref);
        let all = parts.chain(id).chain([&*self.title, &*self.at]);
        all.map(|part| part.chars().count()).sum()
    }

    /// The lesson, with an id of its own or else this one.
    pub(super) fn lesson(self, id: String) -> Result<Lesson, Invalid> {
        let id = self.id.map_or(id, String::from);
        let confidence = self.confidence.map(confidence).transpose()?;
        let said = [&self.text, &self.subject, &self.relation, &self.object, &self.source];
        if said.into_iter().flatten().any(|part| part.trim().is_empty()) {
            return Err(unclear());
        }
        let parts = [self.subject, self.relation, self.object];
        if self.source.is_some() && parts[0].is_none() {
            return Err(unclear());
        }
        let lesson = match (parts, self.speaker, self.text) {
            ([Some(subject), Some(relation), Some(object)], None, text) => {
                let fact = Lesson::fact(id, [subject, relation, object], self.source, confidence);
                Lesson { text: text.unwrap_or(fact.text.clone()), ..fact }
            }
            ([None, None, None], Some(speaker), Some(text)) => {
                let session = self.session.unwrap_or_else(|| self.title.clone());
                let turn = LessonKind::Turn { speaker, session };
                Lesson::new(id, self.title.clone(), text).of_kind(turn)
            }
            ([None, None, None], None, Some(text)) if self.session.is_none() => {
                Lesson::new(id, self.title.clone(), text)
            }
            _ => return Err(unclear()),
        };
        let title = if self.title.is_empty() { lesson.title } else { self.title };
        let confidence = confidence.unwrap_or(lesson.confidence);
        Ok(Lesson { title, at: self.at, confidence, ..lesson })
    }
}

fn confidence(given: f64) -> Result<Confidence, Invalid> {
    if (0.0..=1.0).contains(&given) {
        return Ok(Confidence::new(given));
    }
    let message = format!("`confidence` cannot be {given}");
    Err(Invalid::new("lessons", message, "give a number from 0 to 1"))
}

fn unclear() -> Invalid {
    Invalid::new(
        "lessons",
        "a lesson of `lessons` is neither a text, nor said by somebody, nor a fact",
        "give `text`, or `text` with `speaker` (and `session`), or `subject`, `relation` and `object` (and `source`)",
    )
}
