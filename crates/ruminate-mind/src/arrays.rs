//! What lies in flat arrays: the same in memory and in a file.

mod file;
mod jagged;
mod strings;

pub use file::IndexError;
pub(crate) use file::{BLOCK, In, Out, remove_half_written, replace};
pub(crate) use jagged::Jagged;
pub(crate) use strings::{NONE, Strings};
