//! Texts that something rests on: those that a caller gives, and those that the mind recalls.

use ruminate_types::Owner;
use ruminate_types::mind::{Fact, Ground};
use ruminate_types::ports::mind::{FactsWanted, PassagesWanted};
use ruminate_types::ports::tool::ToolError;
use ruminate_types::tool::ToolErrorCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::faculties::Faculties;

/// Texts of one call.
pub(crate) const MOST_TEXTS: usize = 200;
/// Characters of all of them together.
const MOST_CHARS: usize = 500_000;
/// Passages that are recalled for one question.
const PASSAGES: usize = 8;
/// Facts about one concept.
const FACTS: usize = 60;

/// A text, or a text with its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Given {
    Text(String),
    Named(NamedText),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedText {
    /// What it is called in the result.
    #[serde(default)]
    pub id: Option<String>,
    /// What it is about.
    #[serde(default)]
    pub title: Option<String>,
    pub text: String,
}

/// A text with where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The caller gave it.
    Given,
    /// The mind had learned it.
    Memory,
}

/// A sentence that something rests on, as it stands in its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Quote {
    pub sentence: String,
    /// The id of the text, or of the lesson.
    pub source: String,
    pub origin: Origin,
}

impl std::fmt::Display for Quote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "“{}” ({})", self.sentence, self.source)
    }
}

/// Who found something: rules over texts and facts, a language model, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Facts,
    Model,
    Both,
}

impl By {
    /// Of everything that was found together.
    pub(crate) fn of_all(all: impl IntoIterator<Item = By>, is_model_heard: bool) -> By {
        let all: Vec<By> = all.into_iter().collect();
        let has = |by: By| all.iter().any(|one| *one == by || *one == By::Both);
        match (has(By::Facts), has(By::Model) || is_model_heard) {
            (true, true) => By::Both,
            (false, true) if !all.is_empty() => By::Model,
            _ => By::Facts,
        }
    }
}

/// The texts that a caller gave under a field, within the limits.
pub(crate) fn given(field: &str, texts: Vec<Given>) -> Result<Vec<Source>, ToolError> {
    let too_large = |message: String| ToolError::new(ToolErrorCode::TooLarge, message);
    if texts.len() > MOST_TEXTS {
        return Err(too_large(format!(
            "`{field}` has {} texts, more than {MOST_TEXTS}",
            texts.len()
        )));
    }
    let mut sources = Vec::new();
    let mut chars = 0;
    for (at, text) in texts.into_iter().enumerate() {
        let NamedText { id, title, text } = match text {
            Given::Text(text) => NamedText { id: None, title: None, text },
            Given::Named(named) => named,
        };
        chars += text.chars().count();
        if chars > MOST_CHARS {
            return Err(too_large(format!("`{field}` has more than {MOST_CHARS} characters")));
        }
        if text.trim().is_empty() {
            return Err(ToolError::invalid(format!("{field}[{at}]"), "the text is empty"));
        }
        let id = id.filter(|id| !id.trim().is_empty()).unwrap_or_else(|| format!("{field}[{at}]"));
        sources.push(Source { id, title: title.unwrap_or_default(), text, origin: Origin::Given });
    }
    Ok(sources)
}

/// A text that has to be there and not too long.
pub(crate) fn said(field: &str, text: &str, most: usize) -> Result<(), ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid(field, format!("`{field}` is empty")));
    }
    if text.chars().count() > most {
        return Err(ToolError::invalid(
            field,
            format!("`{field}` has more than {most} characters"),
        ));
    }
    Ok(())
}

impl Faculties {
    /// Passages that have to do with a question. A mind that does not answer recalls nothing, and that is noted.
    pub(crate) async fn recall(
        &self,
        owner: &Owner,
        question: &str,
        notes: &mut Vec<String>,
    ) -> Vec<Source> {
        let wanted = PassagesWanted { k: PASSAGES, silo: None, texts: true };
        let found = self.minds.passages(owner, question, &wanted).await.unwrap_or_else(|error| {
            note(notes, format!("The memory does not answer: {error}"));
            Vec::new()
        });
        let source = |found: ruminate_types::mind::FoundPassage| {
            let said = found.said?;
            let id = String::from(found.source_id);
            Some(Source { id, title: found.title, text: said.text, origin: Origin::Memory })
        };
        found.into_iter().filter_map(source).collect()
    }

    /// What is known about a concept, the surest first.
    pub(crate) async fn facts(
        &self,
        owner: &Owner,
        concept: &str,
        notes: &mut Vec<String>,
    ) -> Vec<Fact> {
        let wanted = FactsWanted { concept: Some(concept.to_owned()), silo: None, limit: FACTS };
        self.minds.facts(owner, &wanted).await.unwrap_or_else(|error| {
            note(notes, format!("The memory does not answer: {error}"));
            Vec::new()
        })
    }

    /// The sentences that say a fact.
    pub(crate) async fn quotes(&self, owner: &Owner, fact: &Fact) -> Vec<Quote> {
        const MOST: usize = 3;
        let grounds = &fact.grounds[..fact.grounds.len().min(MOST)];
        let ids: Vec<String> = grounds.iter().map(|ground| ground.source_id.clone()).collect();
        let known = self.knowledge.known(owner, &ids).await.unwrap_or_default();
        let quote = |ground: &Ground| {
            let lesson = known
                .iter()
                .map(|known| &known.lesson)
                .find(|lesson| lesson.id == ground.source_id);
            let written = lesson.and_then(|lesson| lesson.text.get(ground.sentence.clone()));
            let sentence = written.map_or_else(|| fact.to_string(), |text| text.trim().to_owned());
            Quote { sentence, source: ground.source_id.clone(), origin: Origin::Memory }
        };
        grounds.iter().map(quote).collect()
    }
}

/// Notes each thing once.
pub(crate) fn note(notes: &mut Vec<String>, text: String) {
    if !notes.contains(&text) {
        notes.push(text);
    }
}

/// What people are told, with what has to be said about it.
pub(crate) fn with_notes(mut told: String, notes: &[String]) -> String {
    for note in notes {
        told.push_str(&format!("\n\n_{note}_"));
    }
    told
}
