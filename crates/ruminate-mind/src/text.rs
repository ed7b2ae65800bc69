//! What can be told from a text without understanding it: its words, its sentences, and the names in it.
//!
//! Written for English, and made so that other languages, code and notes lose nothing by it: a word of
//! any script is a word, and one whose ending means nothing here keeps it.

pub(crate) mod aliases;
pub(crate) mod demonyms;
pub(crate) mod entities;
pub(crate) mod irregular;
pub(crate) mod relations;
pub(crate) mod sentences;
pub(crate) mod spans;
pub mod stems;
pub(crate) mod times;
pub mod words;
