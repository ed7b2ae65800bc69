//! What a mind tells of what it knows: how much it is, which passages answer a question and why, facts, and
//! what bears on a question. The command line prints these, and the API sends them, as they are.

use std::fmt;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::knowledge::{LessonId, Silo};
use crate::ports::vectors::SpaceSummary;

/// How much is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MindStatus {
    pub passages: u64,
    /// Those of them that are turns of conversations.
    pub turns: u64,
    /// Different names that are mentioned somewhere.
    pub names: u64,
    pub facts: u64,
    /// What facts are about.
    pub concepts: u64,
    pub relations: u64,
    /// Subjects that something was learned for.
    pub silos: u64,
    /// Names that facts lead to, and that nothing is said about.
    #[serde(default)]
    pub unexplained: u64,
    /// Questions that came up and could not be answered.
    #[serde(default)]
    pub gaps: u64,
    /// What it is to know more about.
    #[serde(default)]
    pub desires: u64,
    /// The number of the last trace.
    #[serde(default)]
    pub last_trace: u64,
    /// Whether it does nothing by itself.
    #[serde(default)]
    pub is_asleep: bool,
    /// By which embedders passages have vectors, and how many; nothing where none is configured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<SpaceSummary>,
}

/// A passage that was recalled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FoundPassage {
    /// The lesson's id.
    pub source_id: LessonId,
    pub title: String,
    /// How much speaks for it, from 0 to 1: comparable within one recall.
    pub score: f32,
    /// What led to it, the question's words first.
    pub why: Vec<Hop>,
    /// Others that say the same, word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<LessonId>,
    /// What it says, where that was asked for.
    #[serde(flatten)]
    pub said: Option<Quoted>,
}

/// What a lesson says, and where it is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quoted {
    pub text: String,
    pub source: String,
    pub silo: Silo,
}

/// One reason for a pick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "hop", rename_all = "snake_case")]
pub enum Hop {
    /// The question names what it is about.
    Named { name: String },
    /// It has these words of the question, or other forms of them.
    Words { words: Vec<String> },
    /// The passage `from`, picked before it, mentions it by this name.
    MentionedBy { from: String, name: String },
    /// It mentions what the passage `to`, picked before it, is about.
    Mentions { to: String, name: String },
    /// It and the passage `with`, picked before it, mention the same name.
    Shares { with: String, name: String },
    /// It was said right before or after the turn `of`, which has words of the question.
    Beside { of: String },
    /// It means something like the question, as the configured embedder sees it: the cosine of their vectors.
    Means { likeness: f64 },
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named { name } => write!(f, "the question names it: {name}"),
            Self::Words { words } => {
                write!(f, "it has words of the question: {}", words.join(", "))
            }
            Self::MentionedBy { from, name } => write!(f, "{from} mentions it: {name}"),
            Self::Mentions { to, name } => write!(f, "it mentions what {to} is about: {name}"),
            Self::Shares { with, name } => write!(f, "it and {with} mention {name}"),
            Self::Beside { of } => write!(f, "it was said next to {of}"),
            Self::Means { likeness } => {
                write!(f, "it means something like the question: {likeness:.2}")
            }
        }
    }
}

/// One fact, with what says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    pub subject: String,
    /// In its normal form, like `be capital of`.
    pub relation: String,
    pub object: String,
    pub is_negated: bool,
    /// Whether it was so and is no more, as what says it tells.
    #[serde(default)]
    pub is_over: bool,
    /// How far it is believed, with all that says it and all that contradicts it.
    pub confidence: f64,
    /// Whether something else that is known cannot be true together with it.
    pub is_contradicted: bool,
    pub grounds: Vec<Ground>,
}

/// Where a fact is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ground {
    /// The lesson's id.
    pub source_id: String,
    /// Where it is from, as whoever gave the fact says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    pub silo: String,
    /// The bytes of the sentence within the lesson's text.
    pub sentence: Range<usize>,
    /// The time that the sentence gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{source} ({})", self.source_id),
            None => f.write_str(&self.source_id),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.is_negated { "not " } else { "" };
        let over = if self.is_over { " (over)" } else { "" };
        write!(f, "{} → {not}{} → {}{over}", self.subject, self.relation, self.object)
    }
}

/// What bears on a question, by where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// What exact facts say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Conclusion>,
    /// The thought about causes, as a tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    pub vectors: Hints,
    pub passages: Vec<FoundPassage>,
}

/// What follows from facts, and from which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Conclusion {
    pub text: String,
    /// The steps, a line each.
    pub chain: Vec<String>,
    /// The lessons that say the facts it rests on.
    pub sources: Vec<String>,
    pub confidence: f64,
}

/// What vectors hint at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hints {
    /// Names of the question that are not known, with known ones that are spelled like them.
    pub spelled: Vec<Spelled>,
    /// Where to look first.
    pub silos: Vec<Scored>,
    pub analogies: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spelled {
    pub written: String,
    pub like: Vec<Scored>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scored {
    pub name: String,
    pub score: f32,
}
