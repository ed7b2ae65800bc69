//! What is learned: a piece of text short enough to be read as an answer.

/// A passage, as whoever learned it knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// Its source. One passage per id: the same id again replaces it.
    pub id: String,
    /// What it is about; empty for a note without a title.
    pub title: String,
    pub text: String,
    /// The subject that it was learned for; recall can be kept to one.
    pub silo: String,
    /// When it was written or said, in words; empty if unknown.
    pub at: String,
    /// Who said it, if it was said in a conversation.
    pub turn: Option<Turn>,
}

/// A passage's place in a conversation. What was said before and after it in the same session, in the
/// order in which it was learned, helps to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub speaker: String,
    pub session: String,
}

impl Passage {
    pub fn new(id: impl Into<String>, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: id.into(), title: title.into(), text: text.into(), ..Self::default() }
    }

    /// A turn's text may begin with who speaks, which is no part of what is said.
    pub(super) fn without_speaker(mut self) -> Self {
        let speaker = self.turn.as_ref().map(|turn| format!("{}: ", turn.speaker));
        let said = speaker.and_then(|speaker| self.text.strip_prefix(&speaker).map(str::to_owned));
        self.text = said.unwrap_or(self.text);
        self
    }
}
