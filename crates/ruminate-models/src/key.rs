//! API keys. They are held in a type that shows nothing, go into headers marked as sensitive, and are
//! taken out of whatever a server says before anybody sees it.

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
        text.replace(&self.0, "[key]")
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
}
