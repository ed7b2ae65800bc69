//! What is kept as text, and back. Text that cannot be read is damage, and says where it lies.

use std::fmt::Display;
use std::str::FromStr;

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::{Fault, Outcome};

pub(crate) fn encode(value: &impl Serialize) -> Outcome<String> {
    serde_json::to_string(value).map_err(|error| Fault::Io(error.into()))
}

pub(crate) fn decode<T: DeserializeOwned>(what: impl Display, text: &str) -> Outcome<T> {
    serde_json::from_str(text).map_err(|error| damaged(what, error))
}

pub(crate) fn parse<T: FromStr<Err: Display>>(what: impl Display, text: &str) -> Outcome<T> {
    text.parse().map_err(|error| damaged(what, error))
}

pub(crate) fn timestamp(what: impl Display, millisecond: i64) -> Outcome<Timestamp> {
    Timestamp::from_millisecond(millisecond).map_err(|error| damaged(what, error))
}

fn damaged(what: impl Display, error: impl Display) -> Fault {
    Fault::Damaged(format!("{what}: {error}"))
}
