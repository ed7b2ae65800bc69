//! The tools of Ruminate. A tool is a type with an input and an output ([`typed`]); all of them, and those of others
//! behind MCP, are called through one box ([`toolbox`]) under one policy ([`gate`]), and every call is written down.

pub mod gate;
pub mod toolbox;
pub mod typed;

pub use toolbox::Toolbox;
pub use typed::{Typed, built_in};
