//! Keys of search providers. They are held in a type that shows nothing, and go into headers marked as
//! sensitive. Providers get no redirects, so that a key reaches nobody but the address it was given for.

use std::fmt;

use reqwest::header::HeaderValue;

#[derive(Clone)]
pub struct SearchKey(String);

impl SearchKey {
    /// Nothing for a text that is empty or blank, as a variable that is set to nothing.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// For a header, behind what the protocol has before it; nothing for a key that cannot be sent.
    pub(crate) fn header(&self, prefix: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::try_from(format!("{prefix}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for SearchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchKey([hidden])")
    }
}

#[derive(Clone, Debug, Default)]
pub struct SearchKeys {
    pub brave: Option<SearchKey>,
    pub exa: Option<SearchKey>,
    pub tavily: Option<SearchKey>,
}

impl SearchKeys {
    pub const BRAVE: &str = "BRAVE_API_KEY";
    pub const EXA: &str = "EXA_API_KEY";
    pub const TAVILY: &str = "TAVILY_API_KEY";

    /// From variables, however the caller comes by them: `SearchKeys::from_variables(|name| env::var(name).ok())`.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let key = |name| variable(name).and_then(|key| SearchKey::new(&key));
        Self { brave: key(Self::BRAVE), exa: key(Self::EXA), tavily: key(Self::TAVILY) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_nowhere() {
        let keys = SearchKeys::from_variables(|_| Some(" canary-1 \n".into()));
        let header = keys.brave.as_ref().unwrap().header("Bearer ").unwrap();
        assert_eq!(header.as_bytes(), b"Bearer canary-1");
        assert!(!format!("{keys:?} {header:?}").contains("canary"));
        assert!(SearchKeys::from_variables(|_| Some(" ".into())).exa.is_none());
    }
}
