//! PDFs, read by another process: what reads them panics, recurses and hangs on bad files. The process
//! is given the file and limits, and ended when its time is up. What it had told by then counts.

mod child;
mod pages;
mod process;

use std::path::PathBuf;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

pub use child::serve_pdf;

use crate::dates;
use crate::error::DocumentError;
use crate::out::{Halt, Out};
use crate::outline::Outline;
use crate::report::{Note, Place};
use crate::title::{Named, is_telling};

/// The program that reads PDFs: one that calls [`serve_pdf`] when it is started with these arguments.
/// It is started without environment variables, and gets nothing but the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfProgram {
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

/// The first line that the process is given, before the file.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    memory: u64,
    seconds: u64,
    pages: usize,
}

/// What the process tells, one on a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Facts {
        title: String,
        created: String,
        pages: usize,
    },
    Page {
        text: String,
    },
    /// A page that could not be read.
    Lost {
        why: String,
    },
    Encrypted,
    Damaged {
        why: String,
    },
    Done,
}

pub(crate) fn read(
    program: Option<&PdfProgram>,
    bytes: Vec<u8>,
    named: Named,
    out: &mut Out<'_>,
) -> Result<(), Halt> {
    let told = ask(program, bytes, out)?;
    let mut outline = Outline::default();
    let mut pages = Vec::new();
    let mut at = 0;
    let mut lost = None;
    for told in told {
        match told {
            Told::Facts { title, created, pages } => {
                if is_telling(&title) {
                    outline.title = title;
                }
                outline.at = dates::in_words(&created);
                if pages > out.limits.pages {
                    out.note(Note::Pages(out.limits.pages));
                }
            }
            Told::Page { text } => {
                at += 1;
                pages.push(text);
            }
            Told::Lost { why } => {
                at += 1;
                lost = Some(why.clone());
                out.skip(Place::Page(at), why);
            }
            Told::Encrypted | Told::Damaged { .. } | Told::Done => {}
        }
    }
    for paragraph in pages::paragraphs(&pages) {
        match pages::heading(&paragraph) {
            Some((level, text)) => outline.heading(level, text),
            None => outline.paragraph(&paragraph),
        }
    }
    if outline.is_empty() {
        let name = out.name.to_owned();
        let why = if at == 0 { Some("it has no pages".to_owned()) } else { lost };
        return Err(match why {
            Some(why) => DocumentError::Damaged { name, why },
            None => DocumentError::NoText { name },
        }
        .into());
    }
    outline.give(named, out)
}

/// All that the process tells. If it ends before its time with some pages told, the rest is one lost page.
fn ask(
    program: Option<&PdfProgram>,
    bytes: Vec<u8>,
    out: &mut Out<'_>,
) -> Result<Vec<Told>, DocumentError> {
    let (name, limits) = (out.name, out.limits);
    let no_reader = |why: String| DocumentError::NoPdfReader { name: name.to_owned(), why };
    let program = program.ok_or_else(|| no_reader("nothing is set up to read PDFs".into()))?;
    let ended = process::run(program, &bytes, limits)
        .map_err(|error| no_reader(format!("its reader does not start: {error}")))?;
    let mut told = ended.told;
    match told.last() {
        Some(Told::Done) => return Ok(told),
        Some(Told::Encrypted) => return Err(DocumentError::Encrypted { name: name.to_owned() }),
        Some(Told::Damaged { why }) => return Err(DocumentError::damaged(name, why)),
        _ => {}
    }
    let error = if ended.is_late {
        DocumentError::TimedOut { name: name.to_owned(), limit: limits.pdf_time }
    } else {
        died(name, ended.status, &ended.complaint, limits.pdf_memory)
    };
    if told.iter().any(|one| matches!(one, Told::Page { text } if !text.trim().is_empty())) {
        told.push(Told::Lost { why: format!("reading ended here: {error}") });
        return Ok(told);
    }
    Err(error)
}

fn died(name: &str, ended: Option<ExitStatus>, complaint: &str, memory: u64) -> DocumentError {
    let name = name.to_owned();
    if complaint.contains("memory allocation") || complaint.contains("out of memory") {
        return DocumentError::OutOfMemory { name, limit: memory };
    }
    if complaint.contains("overflowed its stack") {
        return DocumentError::TooDeep { name };
    }
    let how = ended.map_or_else(String::new, |status| format!(" ({status})"));
    DocumentError::Damaged { name, why: format!("its reader gave up{how}") }
}
