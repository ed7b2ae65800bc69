//! Names of things. Runs and workers are UUIDv7, made by the runtime; what lives inside a run is
//! numbered by the machine, which has no random numbers, so that a replay gives the same names.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::try_parse(text).map(Self)
            }
        }
    };
}

uuid_id! {
    /// One run: one question being thought about. Seed A calls it the session.
    RunId
}
/// A run as a source of what is known: `run:ID`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSource(pub RunId);

impl RunSource {
    const PREFIX: &str = "run:";

    /// The run that a source's name is of; none for a file or an address.
    pub fn of(source: &str) -> Option<Self> {
        source.strip_prefix(Self::PREFIX)?.parse().ok().map(Self)
    }
}

impl fmt::Display for RunSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0)
    }
}

uuid_id! {
    /// Questions and answers that follow each other.
    ConversationId
}
uuid_id! {
    /// One process that drives runs.
    WorkerId
}

/// Whose runs and conversations they are.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Owner(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an owner's name has 1 to {} letters, digits, `-`, `_`, `.` or `@`", Owner::MOST_CHARS)]
pub struct BadOwner;

impl Owner {
    pub const MOST_CHARS: usize = 64;

    /// Whoever sits at the machine itself.
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Owner {
    type Error = BadOwner;

    fn try_from(name: String) -> Result<Self, BadOwner> {
        let is_good = |c: char| c.is_ascii_alphanumeric() || "-_.@".contains(c);
        let is_named = (1..=Self::MOST_CHARS).contains(&name.len()) && name.chars().all(is_good);
        if is_named { Ok(Self(name)) } else { Err(BadOwner) }
    }
}

impl FromStr for Owner {
    type Err = BadOwner;

    fn from_str(name: &str) -> Result<Self, BadOwner> {
        name.to_owned().try_into()
    }
}

impl From<Owner> for String {
    fn from(owner: Owner) -> Self {
        owner.0
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number of a sub-question within its run, from 1.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct QuestionId(pub u32);

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Q{}", self.0)
    }
}
