//! What a document gives.

#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Passage(Passage),
    Triple(Triple),
}

/// A text short enough to be read as an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// The id that the document itself gives it, if it does. No two passages of a document have the
    /// same one, unless the document says so.
    pub id: Option<String>,
    /// What it is about: the document's title, and the headings above it ("Kubernetes › Scheduling").
    pub title: String,
    pub text: String,
    /// When it was written or said, in words; empty if unknown.
    pub at: String,
    /// Who said it, if the document tells.
    pub turn: Option<Turn>,
}

/// A passage's place in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub speaker: String,
    pub session: String,
}

/// A fact: what is in which relation to what.
#[derive(Clone, Debug, PartialEq)]
pub struct Triple {
    pub subject: String,
    pub relation: String,
    pub object: String,
    /// From 0 to 1.
    pub confidence: Option<f64>,
    /// Where it is from, if the document says.
    pub source: Option<String>,
}
