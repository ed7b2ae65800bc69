//! API keys. They are held in a type that shows nothing, go into headers marked as sensitive, and are
//! taken out of whatever a server says before anybody sees it, also while it says it.

use std::fmt;

use reqwest::header::HeaderValue;
use ruminate_types::ports::model::ModelError;

use crate::Provider;

#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Nothing for a text that is empty or blank, as a variable that is set to nothing.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// For a header, behind what the protocol has before it.
    pub fn header(&self, prefix: &str) -> Result<HeaderValue, ModelError> {
        let mut value = HeaderValue::try_from(format!("{prefix}{}", self.0)).map_err(|_| {
            ModelError::Misconfigured {
                message: "the API key holds characters that cannot be sent".into(),
                hint: "set the key again, without quotes or line breaks".into(),
            }
        })?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// The text, with the key taken out.
    pub fn redact(&self, text: &str) -> String {
        text.replace(&self.0, INSTEAD)
    }
}

/// What stands where a key stood.
const INSTEAD: &str = "[key]";

/// Takes a key out of a text that comes in pieces, wherever they are cut. Only what may be the beginning
/// of the key waits for the next piece.
#[derive(Debug)]
pub(crate) struct Redaction<'k> {
    key: Option<&'k ApiKey>,
    held: String,
}

impl<'k> Redaction<'k> {
    pub(crate) fn of(key: Option<&'k ApiKey>) -> Self {
        Self { key, held: String::new() }
    }

    /// What may be shown now.
    pub(crate) fn push(&mut self, piece: &str) -> String {
        let Some(ApiKey(key)) = self.key else { return piece.to_owned() };
        self.held.push_str(piece);
        let mut shown = String::new();
        while let Some(at) = self.held.find(key) {
            shown.push_str(&self.held[..at]);
            shown.push_str(INSTEAD);
            self.held.drain(..at + key.len());
        }
        let may_begin = |at: &usize| key.starts_with(&self.held[*at..]);
        let mut starts = self.held.char_indices().map(|(at, _)| at);
        let kept = starts.find(may_begin).unwrap_or(self.held.len());
        shown.extend(self.held.drain(..kept));
        shown
    }

    /// What waits.
    pub(crate) fn held(&self) -> &str {
        &self.held
    }

    /// No piece comes any more, so what waited was no key.
    pub(crate) fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([hidden])")
    }
}

#[derive(Clone, Debug, Default)]
pub struct Keys {
    pub openai: Option<ApiKey>,
    pub anthropic: Option<ApiKey>,
}

impl Keys {
    pub const OPENAI: &str = "OPENAI_API_KEY";
    pub const ANTHROPIC: &str = "ANTHROPIC_API_KEY";

    /// From variables, however the caller comes by them: `Keys::from_variables(|name| env::var(name).ok())`.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let key = |name| variable(name).and_then(|key| ApiKey::new(&key));
        Self { openai: key(Self::OPENAI), anthropic: key(Self::ANTHROPIC) }
    }

    pub(crate) fn of(&self, provider: Provider) -> Option<&ApiKey> {
        match provider {
            Provider::Ollama => None,
            Provider::OpenAi => self.openai.as_ref(),
            Provider::Anthropic => self.anthropic.as_ref(),
        }
    }

    pub(crate) fn variable_of(provider: Provider) -> Option<&'static str> {
        match provider {
            Provider::Ollama => None,
            Provider::OpenAi => Some(Self::OPENAI),
            Provider::Anthropic => Some(Self::ANTHROPIC),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_nowhere() {
        let keys = Keys::from_variables(|_| Some(" canary-1 \n".into()));
        let header = keys.of(Provider::OpenAi).unwrap().header("Bearer ").unwrap();
        assert_eq!(header.as_bytes(), b"Bearer canary-1");
        assert!(!format!("{keys:?} {header:?}").contains("canary"));
    }

    #[test]
    fn a_variable_set_to_nothing_is_no_key() {
        let keys = Keys::from_variables(|_| Some("  ".into()));
        assert!(keys.openai.is_none() && keys.anthropic.is_none());
    }

    #[test]
    fn a_key_that_cannot_be_sent_is_not_repeated() {
        let error = ApiKey::new("can\nary").unwrap().header("").unwrap_err();
        assert!(!format!("{error:?}").contains("ary\""), "{error:?}");
        assert_eq!(error.code(), "model_misconfigured");
    }

    /// What is shown after each piece, and at the end.
    fn shown(key: &str, pieces: &[&str]) -> Vec<String> {
        let key = ApiKey::new(key);
        let mut redaction = Redaction::of(key.as_ref());
        let mut shown: Vec<String> = pieces.iter().map(|piece| redaction.push(piece)).collect();
        shown.push(redaction.finish());
        shown
    }

    #[test]
    fn a_key_in_pieces_shows_nowhere_wherever_it_is_cut() {
        for key in ["canary-1", "aab", "ababac", "schlüssel…"] {
            let said = format!("a {key}{key}, aa{key} é");
            let whole = ApiKey::new(key).unwrap().redact(&said);
            let cuts: Vec<usize> = said.char_indices().map(|(at, _)| at).collect();
            for &first in &cuts {
                for &second in cuts.iter().filter(|&&second| second >= first) {
                    let pieces = [&said[..first], &said[first..second], &said[second..]];
                    assert_eq!(shown(key, &pieces).concat(), whole, "{pieces:?}");
                }
            }
            let letters: Vec<String> = said.chars().map(String::from).collect();
            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
            assert_eq!(shown(key, &letters).concat(), whole);
        }
    }

    #[test]
    fn only_what_may_be_the_beginning_of_the_key_waits() {
        let told = shown("canary-1", &["a cat, a can", "ary bird, can", "", "canary", "-2 ca"]);
        assert_eq!(told, ["a cat, a ", "canary bird, ", "", "can", "canary-2 ", "ca"]);
        assert_eq!(shown("", &["a ", "b"]), ["a ", "b", ""]);
    }
}
