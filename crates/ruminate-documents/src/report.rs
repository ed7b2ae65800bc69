//! What became of a document.

use std::fmt;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub passages: u64,
    pub triples: u64,
    /// Lines, rows and pages that could not be read.
    pub skipped: u64,
    /// The first of them.
    pub told: Vec<Skipped>,
    pub notes: Vec<Note>,
    /// Whether whoever was given the pieces wanted no more.
    pub stopped: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub at: Place,
    pub why: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.why)
    }
}

/// Counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Line(u64),
    Page(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Page(page) => write!(f, "page {page}"),
        }
    }
}

/// What a person should know about how a document was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Nothing is in it.
    Empty,
    /// What is no UTF-8 was replaced, so many times.
    Replaced(u64),
    /// Its encoding was guessed.
    Guessed(&'static str),
    /// What came after so many pages was left out.
    Pages(usize),
    /// What came after so many bytes was left out.
    Bytes(u64),
    /// Nothing could be told from navigation, so everything was read.
    WholePage,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "nothing is in it"),
            Self::Replaced(times) => {
                write!(f, "characters that are no UTF-8 were replaced, {times} times")
            }
            Self::Guessed(encoding) => write!(f, "read as {encoding}, which is a guess"),
            Self::Pages(pages) => write!(f, "only the first {pages} pages were read"),
            Self::Bytes(bytes) => write!(f, "only the first {bytes} bytes were read"),
            Self::WholePage => write!(f, "no article was found, so all of the page was read"),
        }
    }
}
