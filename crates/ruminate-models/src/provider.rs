//! Who serves a model, and how a person names it: `provider/name`.

use std::fmt;

use ruminate_types::ports::model::ModelError;

use crate::address::Address;
use crate::protocol::{EmbeddingProtocol, Protocol};
use crate::{anthropic::Anthropic, ollama::Ollama, openai::OpenAi};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    Ollama,
    /// OpenAI, and every server that speaks its chat completions.
    OpenAi,
    Anthropic,
}

impl Provider {
    pub const ALL: [Self; 3] = [Self::Ollama, Self::OpenAi, Self::Anthropic];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    pub fn default_url(self) -> &'static str {
        match self {
            Self::Ollama => "http://127.0.0.1:11434",
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
        }
    }

    pub fn parse(name: &str) -> Result<Self, ModelError> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name).ok_or_else(|| {
            ModelError::Misconfigured {
                message: format!("there is no model provider called {name:?}"),
                hint: HOW_TO_NAME.into(),
            }
        })
    }

    /// Says what is wrong with an address that no server of this provider can have.
    pub fn check_url(self, url: &str) -> Result<(), ModelError> {
        Address::parse(self, Some(url)).map(|_| ())
    }

    pub(crate) fn protocol(self) -> &'static dyn Protocol {
        match self {
            Self::Ollama => &Ollama,
            Self::OpenAi => &OpenAi,
            Self::Anthropic => &Anthropic,
        }
    }

    /// Nothing for a provider that embeds no texts.
    pub(crate) fn embedding_protocol(self) -> Option<&'static dyn EmbeddingProtocol> {
        match self {
            Self::Ollama => Some(&Ollama),
            Self::OpenAi => Some(&OpenAi),
            Self::Anthropic => None,
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

const HOW_TO_NAME: &str = "write the model as ollama/NAME, openai/NAME, anthropic/NAME or box/NAME, for example ollama/qwen3:4b";

/// `provider/name`. The name is the provider's own, and may hold slashes and colons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModelId {
    pub provider: Provider,
    pub name: String,
}

impl ModelId {
    pub fn parse(id: &str) -> Result<Self, ModelError> {
        let misconfigured =
            |message: String| ModelError::Misconfigured { message, hint: HOW_TO_NAME.into() };
        let Some((provider, name)) = id.trim().split_once('/') else {
            return Err(misconfigured(format!("the model {id:?} does not say who serves it")));
        };
        let provider = Provider::parse(provider)?;
        if name.is_empty() {
            return Err(misconfigured(format!("the model {id:?} has no name")));
        }
        Ok(Self { provider, name: name.to_owned() })
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.provider, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, provider: Provider, name: &str) {
        let parsed = ModelId::parse(id).unwrap();
        assert_eq!((parsed.provider, parsed.name.as_str()), (provider, name));
        assert_eq!(parsed.to_string(), id);
    }

    #[test]
    fn a_name_may_hold_slashes_and_colons() {
        check("ollama/qwen3:4b", Provider::Ollama, "qwen3:4b");
        check("ollama/hf.co/unsloth/Q:Q4_K_M", Provider::Ollama, "hf.co/unsloth/Q:Q4_K_M");
        check("openai/meta-llama/Llama-3.3-70B", Provider::OpenAi, "meta-llama/Llama-3.3-70B");
        check("anthropic/claude-sonnet-4-5", Provider::Anthropic, "claude-sonnet-4-5");
    }

    #[test]
    fn an_id_that_names_nobody_says_how_to_write_one() {
        for id in ["qwen3:4b", "mistral/large", "ollama/", "", "/x"] {
            let error = ModelId::parse(id).unwrap_err();
            assert_eq!(error.code(), "model_misconfigured", "{id}");
            assert!(error.hint().contains("ollama/NAME"), "{id}");
        }
    }
}
