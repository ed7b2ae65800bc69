//! Why a document cannot be read, and what to do about it.

use std::io;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    #[error("{name} is not there")]
    Missing { name: String },
    #[error("{name} may not be read")]
    Forbidden { name: String },
    #[error("{name} cannot be read: {message}")]
    Io { name: String, message: String },
    #[error("{name} is no file, but {what}")]
    NotAFile { name: String, what: &'static str },
    /// It is of a kind that is not read.
    #[error("{name} is {what}, which is not read")]
    Unsupported { name: String, what: &'static str },
    #[error("{name} is not text")]
    NotText { name: String },
    #[error("{name} is larger than {limit} bytes")]
    TooLarge { name: String, limit: u64 },
    #[error("{name} is damaged: {why}")]
    Damaged { name: String, why: String },
    #[error("{name} is encrypted")]
    Encrypted { name: String },
    /// A scanned PDF, a page without an article.
    #[error("{name} has no text in it")]
    NoText { name: String },
    #[error("{name} unpacks to far more than it is: {why}")]
    Bomb { name: String, why: String },
    #[error("{name} is nested too deep to be read")]
    TooDeep { name: String },
    #[error("{name} was not read within {} seconds", limit.as_secs_f32())]
    TimedOut { name: String, limit: Duration },
    #[error("{name} needs more memory than {limit} bytes to be read")]
    OutOfMemory { name: String, limit: u64 },
    /// No program was named that reads PDFs, or it does not start.
    #[error("{name} cannot be read: {why}")]
    NoPdfReader { name: String, why: String },
}

impl DocumentError {
    pub fn io(name: &str, error: &io::Error) -> Self {
        let name = name.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing { name },
            io::ErrorKind::PermissionDenied => Self::Forbidden { name },
            _ => Self::Io { name, message: error.to_string() },
        }
    }

    pub(crate) fn damaged(name: &str, why: impl ToString) -> Self {
        Self::Damaged { name: name.to_owned(), why: why.to_string() }
    }

    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "document_missing",
            Self::Forbidden { .. } => "document_forbidden",
            Self::Io { .. } => "document_io",
            Self::NotAFile { .. } => "document_not_a_file",
            Self::Unsupported { .. } => "document_unsupported",
            Self::NotText { .. } => "document_not_text",
            Self::TooLarge { .. } => "document_too_large",
            Self::Damaged { .. } => "document_damaged",
            Self::Encrypted { .. } => "document_encrypted",
            Self::NoText { .. } => "document_no_text",
            Self::Bomb { .. } => "document_bomb",
            Self::TooDeep { .. } => "document_too_deep",
            Self::TimedOut { .. } => "document_timed_out",
            Self::OutOfMemory { .. } => "document_out_of_memory",
            Self::NoPdfReader { .. } => "document_no_pdf_reader",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "see that the name is right",
            Self::Forbidden { .. } => "see that you may read it",
            Self::Io { .. } => "see that the disk is there and the file can be opened",
            Self::NotAFile { .. } => "name a file or a directory; `-` reads from standard input",
            Self::Unsupported { .. } => {
                "save it as text, Markdown, HTML, PDF, DOCX, CSV or JSON lines; unpack archives first"
            }
            Self::NotText { .. } => "see what kind of file it is; text should be UTF-8",
            Self::TooLarge { .. } => {
                "split it, or make JSON lines of it, which are read one by one"
            }
            Self::Damaged { .. } => "open it with the program that made it, and save it again",
            Self::Encrypted { .. } => "save it without a password",
            Self::NoText { .. } => {
                "if it is scanned, have its characters recognised first (OCR), and save the text"
            }
            Self::Bomb { .. } => "if you trust it, unpack it yourself and save its text",
            Self::TooDeep { .. } => {
                "save its text in another format; a directory may be named by itself"
            }
            Self::TimedOut { .. } | Self::OutOfMemory { .. } => {
                "save its text in another format, or split it"
            }
            Self::NoPdfReader { .. } => "save its text in another format",
        }
    }
}
