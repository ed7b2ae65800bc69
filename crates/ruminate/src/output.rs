//! Writing to stdout. Whoever reads may leave at any time (`ruminate runs list | head -1`): that is no
//! failure to speak of, and nothing to panic about.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::exit::Failure;
use crate::view::is_harmless;

pub(crate) fn line(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{line}")?;
    Ok(())
}

/// Like `println!`, but returns what went wrong.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}
pub(crate) use say;

/// Like `eprintln!`, but a stderr that is gone is no reason to stop.
macro_rules! note {
    ($($text:tt)*) => { $crate::output::aside(format_args!($($text)*)) };
}
pub(crate) use note;

pub(crate) fn aside(line: impl Display) {
    // There is nowhere left to say so.
    let _ = writeln!(io::stderr().lock(), "{line}");
}

pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    // What is said in JSON holds nothing that JSON cannot.
    line(tame(&serde_json::to_string_pretty(value).unwrap_or_default()))
}

/// The same on one line, where there are many.
pub(crate) fn say_json_line(value: &impl Serialize) -> Result<(), Failure> {
    line(tame(&serde_json::to_string(value).unwrap_or_default()))
}

/// JSON in which whatever a terminal might obey is escaped: it may be read by a person after all.
pub(crate) fn tame(json: &str) -> String {
    let mut tamed = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || is_harmless(c) {
            tamed.push(c);
        } else {
            // All of them are in the first plane.
            tamed.push_str(&format!("\\u{:04x}", u32::from(c)));
        }
    }
    tamed
}
