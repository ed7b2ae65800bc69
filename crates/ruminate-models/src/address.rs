//! Where a provider is reached. An address is shown in errors and written into runs, so it cannot hold a
//! secret: keys come from the environment.

use reqwest::Url;
use ruminate_types::ports::model::ModelError;

use crate::{Keys, Provider};

/// An `http` or `https` address without credentials and without a slash at the end; a provider's is in
/// the form that its paths are added to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    url: String,
    host: String,
    tls: bool,
}

/// Whose address it is, for what is said about a wrong one.
#[derive(Clone, Copy, Debug)]
pub struct Whose {
    pub name: &'static str,
    /// The variables that hold its keys.
    pub keys: &'static [&'static str],
    /// How one is written.
    pub example: &'static str,
}

impl Address {
    pub(crate) fn parse(provider: Provider, url: Option<&str>) -> Result<Self, ModelError> {
        let url = url.map(str::trim).filter(|url| !url.is_empty());
        Self::read(url.unwrap_or(provider.default_url()), &MODEL, |path| path_for(provider, path))
    }

    /// The address of something else than a model.
    pub fn of(url: &str, whose: &Whose) -> Result<Self, ModelError> {
        Self::read(url.trim(), whose, str::to_owned)
    }

    fn read(
        url: &str,
        Whose { name, keys, example }: &Whose,
        path_for: impl FnOnce(&str) -> String,
    ) -> Result<Self, ModelError> {
        let wrong = |what: &str| {
            let hint = format!("write it with http:// or https://, for example {example}");
            misconfigured(&format!("the {name}'s URL {what}"), &hint)
        };
        let url = Url::parse(url).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
        let tls = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(wrong("is not a web address")),
        };
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() {
            let message = format!("the {name}'s URL holds a user name, a password or parameters");
            let keys = keys.join(", ");
            let hint =
                format!("leave them out of the URL: keys come from the environment ({keys})");
            return Err(misconfigured(&message, &hint));
        }
        let host = url.host_str().ok_or_else(|| wrong("names no host"))?;
        let origin = url.origin().ascii_serialization();
        let path = path_for(url.path().trim_end_matches('/'));
        Ok(Self { url: format!("{origin}{path}"), host: host.to_owned(), tls })
    }

    pub fn as_str(&self) -> &str {
        &self.url
    }

    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub(crate) fn is_tls(&self) -> bool {
        self.tls
    }

    /// Whether a key may go there: over a network it is never sent in clear.
    pub fn may_have_keys(&self) -> bool {
        self.tls || self.is_loopback()
    }

    /// On this machine, where nobody else listens in.
    fn is_loopback(&self) -> bool {
        let host = self.host.trim_matches(['[', ']']);
        host == "localhost" || host.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
    }

    /// Whether it is the provider's own service, or one of its regions.
    pub(crate) fn is_official(&self, provider: Provider) -> bool {
        let official = match provider {
            Provider::Ollama => return false,
            Provider::OpenAi => "api.openai.com",
            Provider::Anthropic => "api.anthropic.com",
        };
        self.host == official || self.host.ends_with(&format!(".{official}"))
    }
}

/// People paste what the server's documentation shows, with or without the version.
fn path_for(provider: Provider, path: &str) -> String {
    match provider {
        Provider::Ollama => without(path, &["/api/chat", "/api/embed", "/api", "/v1"]),
        Provider::Anthropic => without(path, &["/v1/messages", "/v1"]),
        Provider::OpenAi => {
            let path = without(path, &["/chat/completions", "/embeddings"]);
            if path.split('/').any(is_version) { path } else { format!("{path}/v1") }
        }
    }
}

fn without(path: &str, suffixes: &[&str]) -> String {
    suffixes.iter().find_map(|suffix| path.strip_suffix(suffix)).unwrap_or(path).to_owned()
}

/// `v1`, `v4`, `v1beta`: a path that names its version is complete.
fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

const MODEL: Whose = Whose {
    name: "model",
    keys: &[Keys::OPENAI, Keys::ANTHROPIC],
    example: "http://127.0.0.1:11434",
};

fn misconfigured(message: &str, hint: &str) -> ModelError {
    ModelError::Misconfigured { message: message.into(), hint: hint.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(provider: Provider, given: &str, used: &str) {
        assert_eq!(Address::parse(provider, Some(given)).unwrap().as_str(), used);
    }

    #[test]
    fn the_version_may_be_given_or_left_out() {
        check(Provider::OpenAi, "http://127.0.0.1:8000", "http://127.0.0.1:8000/v1");
        check(Provider::OpenAi, "http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1");
        check(Provider::OpenAi, "https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1");
        check(Provider::OpenAi, "https://x.test/llm", "https://x.test/llm/v1");
        check(Provider::OpenAi, "https://x.test/v1beta/openai", "https://x.test/v1beta/openai");
        check(Provider::OpenAi, "https://x.test/v1/chat/completions", "https://x.test/v1");
        check(Provider::Anthropic, "https://x.test/v1", "https://x.test");
        check(Provider::Ollama, "http://localhost:11434/", "http://localhost:11434");
        check(Provider::Ollama, "http://localhost:11434/v1", "http://localhost:11434");
        check(Provider::Ollama, "http://[::1]:11434/api", "http://[::1]:11434");
        check(Provider::Ollama, "", "http://127.0.0.1:11434");
    }

    #[test]
    fn a_url_with_a_secret_is_refused_without_repeating_it() {
        for url in
            ["http://me:canary@host", "http://canary@host", "https://host/v1?key=canary", "canary"]
        {
            let error = Address::parse(Provider::OpenAi, Some(url)).unwrap_err();
            assert_eq!(error.code(), "model_misconfigured", "{url}");
            assert!(!format!("{error:?}{error}").contains("canary"), "{error:?}");
        }
    }

    #[test]
    fn only_web_addresses_are_taken() {
        for url in ["file:///etc/passwd", "localhost:11434", "ftp://host", "http://"] {
            let error = Address::parse(Provider::Ollama, Some(url)).unwrap_err();
            assert!(error.hint().contains("http://"), "{url}: {error:?}");
        }
    }

    #[test]
    fn the_official_service_is_known_by_its_host() {
        let official = |url| {
            Address::parse(Provider::OpenAi, Some(url)).unwrap().is_official(Provider::OpenAi)
        };
        assert!(official("https://api.openai.com/v1"));
        assert!(official("https://eu.api.openai.com"));
        assert!(!official("https://api.openai.com.evil.test"));
    }
}
