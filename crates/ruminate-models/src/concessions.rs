//! Fields that servers disagree about. A server that refuses one by name is asked again without it, and
//! what it refused is remembered, so that each model costs at most one refused request per field.
//!
//! Not a table of models: such tables are out of date the day they are written.

use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Newer reasoning models choose it themselves.
    Temperature,
    /// Asks for usage at the end of a stream; without it, tokens are estimated.
    StreamOptions,
    /// Newer OpenAI models want `max_completion_tokens` in its place.
    MaxTokens,
}

impl Field {
    fn bit(self) -> u8 {
        1 << self as u8
    }

    /// How a refusal names it.
    fn word(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::StreamOptions => "stream_options",
            Self::MaxTokens => "max_completion_tokens",
        }
    }
}

/// The fields that a request goes without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Without(u8);

impl Without {
    pub(crate) fn and(self, field: Field) -> Self {
        Self(self.0 | field.bit())
    }

    pub(crate) fn has(self, field: Field) -> bool {
        self.0 & field.bit() != 0
    }

    /// Puts the field into the body, unless the body goes without.
    pub(crate) fn put(self, body: &mut Value, field: Field, name: &str, value: Value) {
        if !self.has(field) {
            body[name] = value;
        }
    }
}

/// What one model's server has refused so far.
#[derive(Debug, Default)]
pub(crate) struct Concessions(AtomicU8);

impl Concessions {
    pub(crate) fn starting_with(without: Without) -> Self {
        Self(AtomicU8::new(without.0))
    }

    pub(crate) fn current(&self) -> Without {
        Without(self.0.load(Ordering::Relaxed))
    }

    /// Whether a refusal of a request that was sent `without` leaves something else to try.
    pub(crate) fn learn(&self, optional: &[Field], without: Without, refusal: &str) -> bool {
        let refused =
            optional.iter().find(|field| !without.has(**field) && refusal.contains(field.word()));
        if let Some(field) = refused {
            self.0.fetch_or(field.bit(), Ordering::Relaxed);
        }
        refused.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_field_is_left_out_from_then_on() {
        let concessions = Concessions::default();
        let optional = [Field::Temperature, Field::MaxTokens];
        let asked = concessions.current();
        assert!(concessions.learn(&optional, asked, "`temperature` is deprecated for this model."));
        assert!(concessions.current().has(Field::Temperature));
        let asked = concessions.current();
        assert!(!concessions.learn(&optional, asked, "temperature again"), "it would not end");
        assert!(!concessions.learn(&optional, asked, "stream_options: not permitted"), "not sent");
        assert!(concessions.learn(&optional, asked, "Use 'max_completion_tokens' instead."));
    }
}
